//! Whether the score of a replay is its player's.

use serde::{Deserialize, Serialize};

use crate::beat_saber::{RecordedScore, Verdict};

/// Whether the score of a replay is its player's (docs/verification.md).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ScoreVerdict {
    /// `consistent`: all of it is confirmed; `inconsistent`; or `not-enough-data`.
    #[cfg_attr(feature = "schema", schema(example = "consistent"))]
    pub verdict: String,
    /// Whether the map was there: without it, what cuts get for the middles of their notes is never confirmed.
    pub by_map: bool,
    /// Points that follow from the motion, and with the map from where its notes were.
    pub confirmed: i64,
    /// Points of cuts whose notes the map has and the motion does not show.
    pub by_map_only: i64,
    /// All other points of the score in the file.
    pub unconfirmed: i64,
    /// How much of the score is confirmed, from 0 to 1.
    pub confirmed_share: f64,
    /// The same in two or three words.
    #[cfg_attr(feature = "schema", schema(example = "score confirmed"))]
    pub label: String,
    /// Why, a sentence each.
    pub said: Vec<String>,
}

impl ScoreVerdict {
    pub(super) fn of(
        verdict: Verdict,
        score: &RecordedScore,
        said: &[String],
        by_map: bool,
    ) -> Self {
        Self {
            verdict: verdict.name().to_owned(),
            by_map,
            confirmed: score.confirmed.into(),
            by_map_only: score.by_map_only.into(),
            unconfirmed: score.unconfirmed.into(),
            confirmed_share: score.confirmed_share,
            label: label(verdict, score, by_map),
            said: said.to_owned(),
        }
    }
}

/// The verdict in two or three words, to stand beside a score.
fn label(verdict: Verdict, score: &RecordedScore, by_map: bool) -> String {
    match verdict {
        Verdict::Consistent => return "score confirmed".to_owned(),
        Verdict::Inconsistent => return "contradicts the motion".to_owned(),
        Verdict::NotEnoughData if score.confirmed == 0 => return "score not confirmed".to_owned(),
        Verdict::NotEnoughData => {}
    }
    // 99.999 % must not read as 100 %.
    let percent = (score.confirmed_share * 100.0).min(99.99);
    let by = if by_map { "confirmed" } else { "by motion" };
    format!("{percent:.2}% {by}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_says_how_much_is_confirmed() {
        let label = |verdict: Verdict, by_map: bool, confirmed: i32| {
            let confirmed_share = f64::from(confirmed) / 1_000_000.0;
            let score = RecordedScore { confirmed, confirmed_share, ..RecordedScore::default() };
            ScoreVerdict::of(verdict, &score, &[], by_map).label
        };
        assert_eq!(label(Verdict::Consistent, true, 1_000_000), "score confirmed");
        assert_eq!(label(Verdict::Inconsistent, true, 500_000), "contradicts the motion");
        assert_eq!(label(Verdict::NotEnoughData, true, 869_260), "86.93% confirmed");
        assert_eq!(label(Verdict::NotEnoughData, false, 999_999), "99.99% by motion");
        assert_eq!(label(Verdict::NotEnoughData, false, 0), "score not confirmed");
    }
}
