//! Linear prediction that learns as it goes: recursive least squares, in which wild values count little.

/// Predicts `OUT` numbers from `IN` others, by the weights that would have predicted those before best.
#[derive(Clone, Debug)]
pub struct LeastSquares<const IN: usize, const OUT: usize> {
    weights: [[f64; IN]; OUT],
    /// The inverse of the inputs' correlations.
    inverse: [[f64; IN]; IN],
    /// The greatest number on its diagonal.
    greatest: f64,
    /// The mean square of the errors so far.
    spread: f64,
}

/// The share of the statistics that is kept with each step.
const KEPT: f64 = 0.9995;

/// The initial diagonal of the inverse.
const OPEN: f64 = 1.0;

/// While a number on the inverse's diagonal is above it, nothing is forgotten.
const LIMIT: f64 = 10.0;

/// How much of a new error goes into the mean square.
const RATE: f64 = 0.1;

/// Squares of errors count at least so much.
const LEAST_SQUARE: f64 = 1e-13;

/// Squares beyond it are not learned from.
const MOST: f64 = 1e12;

impl<const IN: usize, const OUT: usize> LeastSquares<IN, OUT> {
    /// Begins with weights.
    pub const fn new(weights: [[f64; IN]; OUT]) -> Self {
        Self { weights, inverse: open(), greatest: OPEN, spread: 0.0 }
    }

    /// Predicts.
    #[inline]
    pub fn predict(&self, inputs: &[f64; IN]) -> [f64; OUT] {
        let mut outputs = [0.0; OUT];
        for (output, weights) in outputs.iter_mut().zip(&self.weights) {
            *output = dot(weights, inputs);
        }
        outputs
    }

    /// Learns from the errors of the predictions for these inputs; nothing where a value is beyond all measure.
    #[inline]
    pub fn learn(&mut self, inputs: &[f64; IN], errors: &[f64; OUT]) {
        let square = dot(errors, errors);
        let share = (1.0 / (self.spread + square * 0.5 + LEAST_SQUARE)).sqrt();
        let inputs = &inputs.map(|input| input * share);
        let mut gain = [0.0; IN];
        for (gain, row) in gain.iter_mut().zip(&self.inverse) {
            *gain = dot(row, inputs);
        }
        let energy = dot(&gain, inputs);
        if !square.is_finite() || square > MOST || !energy.is_finite() || energy > MOST {
            return;
        }
        self.spread += (square - self.spread) * RATE;
        let scale = 1.0 / (KEPT + if energy > 0.0 { energy } else { 0.0 });
        for (weights, error) in self.weights.iter_mut().zip(errors) {
            let step = error * share * scale;
            for (weight, gain) in weights.iter_mut().zip(&gain) {
                *weight += step * gain;
            }
        }
        let grow = if self.greatest < LIMIT { 1.0 / KEPT } else { 1.0 };
        let mut greatest = 0.0;
        for (at, row) in self.inverse.iter_mut().enumerate() {
            let own = gain.get(at).copied().unwrap_or(0.0);
            for (entry, gain) in row.iter_mut().zip(&gain) {
                // In this order, so that the matrix stays its own mirror image.
                *entry = (*entry - own * gain * scale) * grow;
            }
            let diagonal = row.get(at).copied().unwrap_or(0.0);
            greatest = if diagonal > greatest || diagonal.is_nan() { diagonal } else { greatest };
        }
        self.greatest = greatest;
        if greatest.is_nan() || greatest > LIMIT * 2.0 {
            self.inverse = open();
            self.greatest = OPEN;
        }
    }
}

const fn open<const IN: usize>() -> [[f64; IN]; IN] {
    let mut inverse = [[0.0; IN]; IN];
    let mut at = 0;
    while at < IN {
        #[allow(clippy::indexing_slicing, reason = "below its length")]
        {
            inverse[at][at] = OPEN;
        }
        at = at.wrapping_add(1);
    }
    inverse
}

/// The sum of products, by four sums side by side: of every fourth.
#[inline]
fn dot<const N: usize>(a: &[f64; N], b: &[f64; N]) -> f64 {
    let (quads_a, rest_a) = a.as_chunks::<4>();
    let (quads_b, rest_b) = b.as_chunks::<4>();
    let mut sums = [0.0; 4];
    for (a, b) in quads_a.iter().zip(quads_b) {
        for ((sum, a), b) in sums.iter_mut().zip(a).zip(b) {
            *sum += a * b;
        }
    }
    for ((sum, a), b) in sums.iter_mut().zip(rest_a).zip(rest_b) {
        *sum += a * b;
    }
    let [first, second, third, fourth] = sums;
    (first + second) + (third + fourth)
}

#[cfg(test)]
mod tests {
    use ghostreel_core::random::Random;

    use super::*;

    #[test]
    fn weights_are_found() {
        let mut random = Random::new(1);
        let mut model = LeastSquares::<3, 2>::new([[0.0; 3]; 2]);
        for at in 0..2_000 {
            let inputs = [0; 3].map(|_| f64::from(random.range(-1.0, 1.0)));
            let [a, b, c] = inputs;
            let wanted = [a * 2.0 - b, c * 0.5];
            let predicted = model.predict(&inputs);
            let errors = [wanted[0] - predicted[0], wanted[1] - predicted[1]];
            assert!(at < 1_000 || errors.iter().all(|error| error.abs() < 1e-3), "{errors:?}");
            model.learn(&inputs, &errors);
        }
    }

    #[test]
    fn wild_values_leave_it_finite() {
        let mut random = Random::new(2);
        let mut model = LeastSquares::<5, 1>::new([[1.0; 5]]);
        for _ in 0..10_000 {
            let scale = [0.0, 1e-12, 1.0, 1e3][random.between(0, 3) as usize];
            let inputs = [0; 5].map(|_| f64::from(random.range(-1.0, 1.0)) * scale);
            model.learn(&inputs, &[f64::from(random.range(-1.0, 1.0)) * scale]);
            assert!(model.predict(&[1.0; 5])[0].is_finite());
        }
    }
}
