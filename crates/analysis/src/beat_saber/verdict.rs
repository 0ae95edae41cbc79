//! The verdict of a check: of the motion, and of a replay beside its map.

use serde::Serialize;

/// Whether motion and cuts belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Verdict {
    /// All points follow from the frames, and from where the map's notes were. This does not rule out that both were copied together.
    Consistent,
    /// More cuts do not follow from the frames than faults of honest files explain, or the score is higher than its cuts are worth.
    Inconsistent,
    /// Nothing is wrong that honest files do not have, and some of the points follow from nothing: [`RecordedScore`](super::RecordedScore) says how many. Without the map that
    /// is always so, as a cut's points for the middle of its note follow from where that was.
    NotEnoughData,
}

impl Verdict {
    /// As in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Consistent => "consistent",
            Self::Inconsistent => "inconsistent",
            Self::NotEnoughData => "not-enough-data",
        }
    }
}
