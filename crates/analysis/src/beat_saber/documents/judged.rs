//! A verdict with what follows from it.

use serde::{Deserialize, Serialize};

use super::{MapMatch, Motion, ScoreVerdict};

/// A verdict of one kind, with what it says of the score and what is wrong.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Judged<T> {
    /// The document that is given out.
    pub document: T,
    /// Whether the score is its player's by what was judged; `None` if nothing is known of it.
    pub score: Option<ScoreVerdict>,
    /// The fault, as a sentence, if the replay does not belong to its map.
    pub finding: Option<String>,
    /// The faults of its cuts, as sentences.
    pub cuts_finding: Option<String>,
}

impl Judged<Motion> {
    /// The same without what is off and what was observed.
    #[must_use]
    pub fn without_rows(self) -> Self {
        Self { document: self.document.without_rows(), ..self }
    }
}

impl Judged<MapMatch> {
    /// The same without single notes.
    #[must_use]
    pub fn without_rows(self) -> Self {
        Self { document: self.document.without_rows(), ..self }
    }
}
