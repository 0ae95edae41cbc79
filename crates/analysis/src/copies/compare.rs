//! Comparing two recordings whole.

use serde::{Deserialize, Serialize};

use super::motion::Motion;
use super::passage::{Candidates, Passage};
use super::recording::Recording;
use super::same_match;
use super::seeds::seeds;

/// The relation of two recordings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Verdict {
    /// One is made of the other, at least in part.
    Copy,
    /// Two players recorded one match.
    SameMatch,
    /// They have nothing to do with each other.
    Different,
}

/// The common passages of two recordings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Comparison {
    /// Their relation.
    pub verdict: Verdict,
    /// Where they agree, by the time in the first.
    pub passages: Vec<Passage>,
    /// Why, in sentences.
    pub reasons: Vec<String>,
}

/// Compares two recordings.
pub fn compare(a: &Recording, b: &Recording) -> Comparison {
    let different = |why: &str| Comparison {
        verdict: Verdict::Different,
        passages: Vec::new(),
        reasons: vec![why.to_owned()],
    };
    let (Some(first), Some(second)) = (Motion::of(a), Motion::of(b)) else {
        return different("Replays of this game are not compared.");
    };
    let passages = first.passages(&second);
    if passages.is_empty() {
        return different("No passage of the two agrees.");
    }
    let mut reasons = vec![how_long(&passages)];
    let verdict = match same_match::reason_for_one_match(a, b, &passages) {
        Ok(reason) => {
            reasons.push(reason);
            Verdict::SameMatch
        }
        Err(reason) => {
            reasons.extend(reason);
            Verdict::Copy
        }
    };
    Comparison { verdict, passages, reasons }
}

/// For how much of the first they agree, as a sentence.
pub(super) fn how_long(passages: &[Passage]) -> String {
    format!("They agree for {:.0} s of the first.", agreed_s(passages))
}

/// How many seconds of the first recording are in any passage.
pub fn agreed_s(passages: &[Passage]) -> f64 {
    let mut spans: Vec<_> = passages.iter().map(|passage| (passage.from_a, passage.to_a)).collect();
    spans.sort_by(|(one, _), (other, _)| one.total_cmp(other));
    let (mut seconds, mut end) = (0.0, f64::NEG_INFINITY);
    for (from, to) in spans {
        seconds += (to - from.max(end)).max(0.0);
        end = end.max(to);
    }
    seconds
}

impl Motion {
    /// The passages in which two recordings are the same, by the time in this one. Recordings of two games have none.
    pub fn passages(&self, other: &Self) -> Vec<Passage> {
        let mut candidates = Candidates::default();
        if self.game == other.game {
            for seed in seeds(self, other) {
                candidates.look(self, other, seed);
            }
        }
        candidates.passages()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_in_several_passages_count_once() {
        let passage = |from_a, to_a| Passage {
            from_a,
            to_a,
            from_b: 0.0,
            to_b: 0.0,
            speed: 1.0,
            mirrored: false,
            swapped: false,
            correlation: 1.0,
            jitter: 0.0,
            unevenness: 0.0,
            tracks: Vec::new(),
        };
        let passages =
            [passage(10.0, 40.0), passage(0.0, 20.0), passage(15.0, 30.0), passage(50.0, 60.0)];
        assert!((agreed_s(&passages) - 50.0).abs() < 1e-9);
        assert_eq!(how_long(&passages), "They agree for 50 s of the first.");
        assert!(agreed_s(&[]).abs() < 1e-9);
    }
}
