//! Whether the score of a replay is its player's, by all that an archive knows.

use serde::{Deserialize, Serialize};

use crate::record::Record;

/// How much of a score follows from the motion: `docs/verification.md`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct RecordedScore {
    /// The score in the file, without modifiers.
    pub recorded: i64,
    /// What all events of the file are worth.
    pub by_events: i64,
    /// Points that follow from the motion, and with the map from where its notes were.
    pub confirmed: i64,
    /// Points of cuts whose notes the map has, and of which the motion shows nothing.
    pub by_map_only: i64,
    /// All other points.
    pub unconfirmed: i64,
    /// How much of the score is confirmed, from 0 to 1.
    pub confirmed_share: f64,
}

/// What is known of a score.
#[derive(Clone, Debug, PartialEq)]
pub struct ScoreVerdict {
    /// `consistent`, `inconsistent` or `not-enough-data`.
    pub verdict: String,
    /// Whether the map was there.
    pub is_by_map: bool,
    /// How much of it follows from what.
    pub score: RecordedScore,
    /// Why, a sentence each.
    pub said: Vec<String>,
}

impl Record {
    /// Whether its score is its player's: by the map where that is here, else by the motion alone. `None` of a game or format whose motion is not
    /// judged, or not yet.
    pub fn score_verdict(&self) -> Option<ScoreVerdict> {
        let motion = self.motion.as_ref()?;
        let by_map = self.map_match.as_ref().and_then(|found| {
            let score = found.score?;
            Some(ScoreVerdict {
                verdict: found.verdict.clone(),
                is_by_map: true,
                score,
                said: found.said.clone(),
            })
        });
        Some(by_map.unwrap_or_else(|| ScoreVerdict {
            verdict: motion.verdict.clone(),
            is_by_map: false,
            score: motion.score,
            said: motion.said.clone(),
        }))
    }
}
