//! Means.

/// A mean of the added values, summed in doubles in the order of play.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Mean {
    sum: f64,
    count: u32,
}

impl Mean {
    pub(super) fn add(&mut self, value: impl Into<f64>) {
        self.sum += value.into();
        self.count = self.count.saturating_add(1);
    }

    pub(super) const fn count(self) -> u32 {
        self.count
    }

    /// `None` of nothing.
    pub(super) fn value(self) -> Option<f64> {
        (self.count > 0).then(|| self.sum / f64::from(self.count))
    }
}
