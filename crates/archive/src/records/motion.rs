//! Whether the motion of a replay fits what it says, as the index keeps it.

use ghostreel_analysis::beat_saber;
use ghostreel_formats::AnyView;
use serde::{Deserialize, Serialize};

use crate::records::score_verdict::RecordedScore;
use crate::records::summary::MAX_LISTED;

/// The version of what is worked out now. What is stored with another is worked out again.
pub(crate) const VERSION: u32 = beat_saber::MOTION_VERSION;

/// Whether the motion of a replay fits what it says: `docs/verification.md`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Motion {
    /// `consistent`, `inconsistent` or `not-enough-data`.
    pub verdict: String,
    /// How many good cuts were checked.
    pub checked: u64,
    /// How many of them are off in at least one way.
    pub notes_off: u64,
    /// How many good cuts could not be checked.
    pub without_details: u64,
    /// What is off, by note: the first [`Record::MAX_LISTED`](crate::Record::MAX_LISTED); in lists, none.
    pub off: Vec<Off>,
    /// The score, and how much of it follows from the motion.
    pub score: RecordedScore,
    /// What would explain it.
    pub suggests: Option<String>,
    /// Why there is no other verdict.
    pub reason: Option<String>,
    /// What else is worth a look: the first [`Record::MAX_LISTED`](crate::Record::MAX_LISTED); in lists, none.
    pub observations: Vec<Observation>,
    /// How many observations there are besides.
    pub observations_left_out: u64,
    /// What is wrong, as sentences, if the motion is inconsistent.
    pub finding: Option<String>,
    /// What of its cuts fits, and what shows its points, a sentence each.
    pub said: Vec<String>,
}

/// Something about a note that does not follow from the frames.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Off {
    /// Which note of the file, from 0.
    pub note: u64,
    /// In which frame of the file, from 0.
    pub frame: Option<u64>,
    /// What it is, e.g. `cut-normal`.
    pub what: String,
    /// By how much; `None` if that is no number.
    pub by: Option<f64>,
}

/// Something about the motion that is worth a look.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Observation {
    /// What it is, e.g. `teleport`.
    pub what: String,
    /// `head`, `left` or `right`.
    pub part: Option<String>,
    /// In seconds; `None` if that is no number.
    pub time: Option<f64>,
    /// In which frame of the file, from 0.
    pub frame: Option<u64>,
    /// How much; `None` if that is no number.
    pub by: Option<f64>,
}

impl Motion {
    /// Judges a replay; `None` if it is none whose motion is judged.
    pub(crate) fn of(replay: &AnyView<'_>) -> Option<Self> {
        let found = beat_saber::verify_any(replay)?;
        // The names are those of its JSON, so that there is one list of them.
        let motion: Self = serde_json::from_value(serde_json::to_value(&found).ok()?).ok()?;
        Some(motion.cut(MAX_LISTED))
    }

    /// The same without what is off and what was observed.
    #[must_use]
    pub fn without_rows(self) -> Self {
        self.cut(0)
    }

    /// The same with so many rows of each list.
    fn cut(mut self, most: usize) -> Self {
        self.off.truncate(most);
        let besides = self.observations.len().saturating_sub(most);
        self.observations.truncate(most);
        self.observations_left_out = self.observations_left_out.saturating_add(besides as u64);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ghostreel_formats::bsor::{encode, sample};
    use ghostreel_formats::core::DecodeOptions;
    use ghostreel_formats::open;

    fn motion(replay: &ghostreel_formats::bsor::Replay) -> Motion {
        let file = encode(replay);
        Motion::of(&open(&file[..], &DecodeOptions::STRICT).unwrap()).unwrap()
    }

    #[test]
    fn what_is_kept_is_what_was_found() {
        let mut replay = sample::generate(&sample::Options::default());
        let honest = motion(&replay);
        let found = (&*honest.verdict, honest.notes_off, &honest.finding);
        assert_eq!(found, ("not-enough-data", 0, &None));
        let score = honest.score;
        assert!(score.confirmed > score.recorded * 4 / 5 && score.by_map_only == 0, "{score:?}");
        assert_eq!(score.confirmed + score.unconfirmed, score.recorded);
        assert_eq!(honest.said.len(), 2, "{:?}", honest.said);
        assert!(honest.checked > 100 && !honest.observations.is_empty());
        for frame in &mut replay.frames {
            std::mem::swap(&mut frame.left, &mut frame.right);
        }
        let changed = motion(&replay);
        assert_eq!((&*changed.verdict, changed.notes_off), ("inconsistent", changed.checked));
        assert_eq!(changed.suggests.as_deref(), Some("The hands are swapped."));
        assert_eq!(changed.off[0].what, "cut-normal");
        assert!(changed.finding.as_ref().unwrap().contains("The hands are swapped."));
        let cut = changed.clone().without_rows();
        assert_eq!((cut.off.len(), cut.observations.len()), (0, 0));
        assert_eq!(cut.observations_left_out, changed.observations.len() as u64);
    }
}
