//! Linear regression that learns as it goes, and forgets what was long ago.

/// Recursive least squares over `N` features.
#[derive(Clone, Debug)]
pub(super) struct Regression<const N: usize> {
    weights: [f64; N],
    /// The inverse of the features' correlations.
    inverse: [[f64; N]; N],
}

impl<const N: usize> Regression<N> {
    /// What is left of old samples with each new one.
    const KEPT: f64 = 0.9985;
    /// How uncertain the weights are at first.
    const BEGIN: f64 = 1.0;
    /// With a greater sum of uncertainties nothing is forgotten.
    const MOST: f64 = 1e4;

    pub(super) fn new() -> Self {
        let mut inverse = [[0.0; N]; N];
        for (index, row) in inverse.iter_mut().enumerate() {
            if let Some(place) = row.get_mut(index) {
                *place = Self::BEGIN;
            }
        }
        Self { weights: [0.0; N], inverse }
    }

    /// What the features let expect.
    pub(super) fn predict(&self, features: &[f64; N]) -> f64 {
        self.weights.iter().zip(features).fold(0.0, |sum, (weight, feature)| sum + weight * feature)
    }

    /// Learns how far off the prediction was.
    pub(super) fn learn(&mut self, features: &[f64; N], error: f64) {
        let mut along = [0.0; N];
        for (along, row) in along.iter_mut().zip(&self.inverse) {
            *along =
                row.iter().zip(features).fold(0.0, |sum, (value, feature)| sum + value * feature);
        }
        let spread =
            along.iter().zip(features).fold(0.0, |sum, (value, feature)| sum + value * feature);
        let mut uncertain = 0.0;
        for (index, row) in self.inverse.iter().enumerate() {
            uncertain += row.get(index).copied().unwrap_or(0.0);
        }
        let kept = if uncertain < Self::MOST { Self::KEPT } else { 1.0 };
        let share = 1.0 / (kept + spread);
        if !(share * error).is_finite() || share <= 0.0 {
            *self = Self::new();
            return;
        }
        for (weight, along) in self.weights.iter_mut().zip(&along) {
            *weight += along * share * error;
        }
        let grown = 1.0 / kept;
        for (row, left) in self.inverse.iter_mut().zip(&along) {
            let left = left * share;
            for (value, right) in row.iter_mut().zip(&along) {
                *value = (*value - left * right) * grown;
            }
        }
    }
}
