//! Comparing two recordings whole.

use serde::{Deserialize, Serialize};

use super::motion::Motion;
use super::passage::{Found, Passage};
use super::recording::Recording;
use super::same_match;
use super::seeds::seeds;

/// What two recordings have to do with each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
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

/// What two recordings have in common.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Comparison {
    /// What they have to do with each other.
    pub verdict: Verdict,
    /// Where they agree, by the time in the first.
    pub passages: Vec<Passage>,
    /// Why, in sentences.
    pub reasons: Vec<String>,
}

/// Compares two recordings.
pub fn compare(a: &Recording, b: &Recording) -> Comparison {
    let passages = Motion::of(a).passages(&Motion::of(b));
    if passages.is_empty() {
        let reasons = vec!["No passage of the two agrees.".to_owned()];
        return Comparison { verdict: Verdict::Different, passages, reasons };
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
    let seconds: f64 = passages.iter().map(|passage| passage.to_a - passage.from_a).sum();
    format!("They agree for {seconds:.0} s of the first.")
}

impl Motion {
    /// The passages in which two recordings are the same, by the time in this one. Recordings of two games have none.
    pub fn passages(&self, other: &Self) -> Vec<Passage> {
        let mut found = Found::default();
        if self.game == other.game {
            for seed in seeds(self, other) {
                found.look(self, other, seed);
            }
        }
        found.passages()
    }
}
