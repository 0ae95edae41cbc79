//! The times at which states are sampled.

use crate::{Columns, Error, Result};

/// The times at which states are sampled, in seconds.
#[derive(Clone, Debug, PartialEq)]
pub enum Times {
    /// These, in order; what is no number is left out.
    At(Vec<f64>),
    /// So many a second, from the first row's time to the last's: the multiples of a second by the rate, so that they are the same for each table.
    Rate(f64),
}

impl Times {
    /// More rows than this are not given at once.
    pub const MOST: usize = 2_000_000;

    /// The times in order, of a rate those that the rows span.
    pub(super) fn within(self, rows: &Columns) -> Result<Vec<f64>> {
        let too_many = Err(Error::TooManyRows { most: Self::MOST });
        match self {
            Self::At(times) if times.len() > Self::MOST => too_many,
            Self::At(mut times) => {
                times.retain(|time| time.is_finite());
                times.sort_by(f64::total_cmp);
                Ok(times)
            }
            Self::Rate(rate) if !(rate.is_finite() && rate > 0.0) => Err(Error::NoRate { rate }),
            Self::Rate(rate) => {
                let finite = || rows.times().filter(|time| time.is_finite());
                let Some(first) = finite().reduce(f64::min) else { return Ok(Vec::new()) };
                let last = finite().reduce(f64::max).unwrap_or(first);
                // A time that is a multiple but for its rounding is one.
                let (from, to) = ((first * rate - NEAR).ceil(), (last * rate + NEAR).floor());
                #[allow(clippy::cast_precision_loss, reason = "no more than that is exact")]
                let is_few = to - from < Self::MOST as f64;
                if !is_few {
                    return too_many;
                }
                let mut times = Vec::new();
                let mut number = from;
                while number <= to {
                    times.push(number / rate);
                    number += 1.0;
                }
                Ok(times)
            }
        }
    }
}

/// In steps of the rate.
const NEAR: f64 = 1e-6;

impl From<Vec<f64>> for Times {
    fn from(times: Vec<f64>) -> Self {
        Self::At(times)
    }
}

impl From<&[f64]> for Times {
    fn from(times: &[f64]) -> Self {
        Self::At(times.to_vec())
    }
}

impl<const N: usize> From<[f64; N]> for Times {
    fn from(times: [f64; N]) -> Self {
        Self::At(times.to_vec())
    }
}
