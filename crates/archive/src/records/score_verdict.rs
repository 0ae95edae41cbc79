//! Whether the score of a replay is its player's, by all that an archive knows.

use serde::{Deserialize, Serialize};

use crate::records::replay::Record;

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

impl ScoreVerdict {
    /// The same in two or three words, to stand beside a score.
    pub fn label(&self) -> String {
        let Self { verdict, is_by_map, score, .. } = self;
        match verdict.as_str() {
            "consistent" => return "score confirmed".to_owned(),
            "inconsistent" => return "motion does not fit".to_owned(),
            _ if score.confirmed == 0 => return "score not confirmed".to_owned(),
            _ => {}
        }
        // 99.999 % must not read as 100 %.
        let percent = (score.confirmed_share * 100.0).min(99.99);
        let by = if *is_by_map { "confirmed" } else { "by motion" };
        format!("{percent:.2}% {by}")
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_says_how_much_is_confirmed() {
        let label = |verdict: &str, is_by_map: bool, confirmed: i64| {
            let score = RecordedScore {
                confirmed,
                confirmed_share: confirmed as f64 / 1_000_000.0,
                ..RecordedScore::default()
            };
            let (verdict, said) = (verdict.to_owned(), Vec::new());
            ScoreVerdict { verdict, is_by_map, score, said }.label()
        };
        assert_eq!(label("consistent", true, 1_000_000), "score confirmed");
        assert_eq!(label("inconsistent", true, 500_000), "motion does not fit");
        assert_eq!(label("not-enough-data", true, 869_260), "86.93% confirmed");
        assert_eq!(label("not-enough-data", false, 999_999), "99.99% by motion");
        assert_eq!(label("not-enough-data", false, 0), "score not confirmed");
    }
}
