//! A verdict with its consequences.

use serde::{Deserialize, Serialize};

use super::ScoreVerdict;

/// A verdict of one kind, with its score verdict and its faults.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Judged<T> {
    /// The document that is given out.
    pub document: T,
    /// Whether the score is its player's by this verdict; `None` if that is unknown.
    pub score: Option<ScoreVerdict>,
    /// The fault, as a sentence, if the replay does not belong to its map.
    pub finding: Option<String>,
    /// The faults of its cuts, as sentences.
    pub cuts_finding: Option<String>,
}
