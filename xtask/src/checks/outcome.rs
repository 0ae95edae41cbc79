//! How a step went.

use std::time::Duration;

use super::Results;

/// How a step went.
#[derive(Clone, Debug)]
pub(super) struct Run {
    pub(super) outcome: Outcome,
    /// How long after all others it began.
    pub(super) began: Duration,
    pub(super) took: Duration,
    pub(super) results: Results,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Outcome {
    Passed,
    Failed(String),
    Skipped(String),
}

impl Run {
    pub(super) fn skipped(why: String) -> Run {
        let results = Results::default();
        Run { outcome: Outcome::Skipped(why), began: Duration::ZERO, took: Duration::ZERO, results }
    }
}
