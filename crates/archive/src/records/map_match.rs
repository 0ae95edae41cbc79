//! A replay beside the map that it was played on, as the index keeps it.

use ghostreel_analysis::beat_saber::map::{MATCH_VERSION, NotCompared};
use ghostreel_analysis::beat_saber::{MOTION_VERSION, Motion, verify_with_map};
use ghostreel_beatmap::Map;
use ghostreel_formats::AnyView;
use ghostreel_formats::core::{Error as FormatError, Fault};
use serde::{Deserialize, Serialize};

use crate::records::score_verdict::RecordedScore;
use crate::records::summary::MAX_LISTED;

/// The version of what is worked out now. What is stored with another is worked out again.
pub(crate) const VERSION: u32 = MATCH_VERSION.saturating_mul(1000).saturating_add(MOTION_VERSION);

/// The formats of Beat Saber, whose replays are compared with their maps, and whose motion is judged.
pub(crate) const FORMATS: [&str; 3] = ["bsor", "scoresaber", "scoresaber-json"];

/// A replay beside the map that it was played on: `docs/verification.md`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct MapMatch {
    /// Whether the replay is one of this map, and its cuts those of the map's notes: `consistent`, `inconsistent` or `not-enough-data`.
    pub verdict: String,
    /// Events of notes that the map has, too.
    pub matched: u64,
    /// Events of notes that the map does not have.
    pub invented: u64,
    /// Which they are, as notes of the file from 0: the first [`Record::MAX_LISTED`](crate::Record::MAX_LISTED); in lists, none.
    pub invented_notes: Vec<u64>,
    /// Notes of the map that were due and have no event.
    pub missing: u64,
    /// Which they are: the first [`Record::MAX_LISTED`](crate::Record::MAX_LISTED); in lists, none.
    pub missing_notes: Vec<MissingNote>,
    /// Notes of the map behind the end of a run that failed, or outside of what was practised.
    pub not_reached: u64,
    /// The score as recorded.
    pub recorded_score: i64,
    /// The score of the events that the map has, with a miss for each note that is missing.
    pub score_by_map: i64,
    /// The most points that the map can give.
    pub max_score: i64,
    /// How many good cuts were worked out once more from the map and the motion.
    pub cuts_checked: u64,
    /// How many of them are off in at least one way.
    pub cuts_off: u64,
    /// The score that map and motion give; `None` if cuts are not compared.
    pub score_by_motion: Option<i64>,
    /// The score in the file, and how much of it follows from map and motion; `None` if the two are not compared at all.
    pub score: Option<RecordedScore>,
    /// What of its cuts fits, and what shows its points, a sentence each.
    pub said: Vec<String>,
    /// Why cuts are not compared.
    pub cuts_reason: Option<String>,
    /// What is wrong, as a sentence, if the replay is none of this map.
    pub finding: Option<String>,
    /// What is wrong, as a sentence, if its cuts are not those of the map's notes.
    pub cuts_finding: Option<String>,
    /// Why it could not be compared.
    pub reason: Option<String>,
}

/// A note of the map that no event is about.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct MissingNote {
    /// When it was to be cut, in seconds of the song; `None` if that is no number.
    pub time_s: Option<f64>,
    /// Its id, as replays have it.
    pub note_id: i64,
}

impl MapMatch {
    /// Whether replays of a format are compared with their maps.
    pub(crate) fn is_made_for(format: &str) -> bool {
        FORMATS.contains(&format)
    }

    /// Compares a replay with its map.
    ///
    /// # Errors
    /// If it is none that is compared with maps.
    pub(crate) fn of(replay: &AnyView<'_>, map: &Map) -> Result<Self, FormatError> {
        match verify_with_map(replay, map) {
            Ok(found) => {
                // The names are those of its JSON, so that there is one list of them.
                let members = serde_json::to_value(&found.map).unwrap_or_default();
                let mut kept: Self = serde_json::from_value(members).unwrap_or_default();
                kept.finding = found.map.finding();
                kept.add_cuts(&found.motion);
                kept.verdict = found.verdict().name().to_owned();
                Ok(kept.cut(MAX_LISTED))
            }
            Err(NotCompared::OtherGame) => {
                let found = replay.format().name;
                let expected = "a replay that is compared with its map";
                Err(FormatError::new(Fault::Unsupported, 0, "map", expected, found))
            }
            Err(not_compared) => Ok(Self {
                verdict: "not-enough-data".into(),
                reason: Some(not_compared.to_string()),
                ..Self::default()
            }),
        }
    }

    /// Adds what map and motion together say of the cuts.
    fn add_cuts(&mut self, motion: &Motion) {
        let Some(by_map) = &motion.by_map else { return };
        self.cuts_checked = by_map.checked as u64;
        self.cuts_off = by_map.notes_off as u64;
        self.cuts_reason.clone_from(&by_map.reason);
        self.score_by_motion = by_map.reason.is_none().then_some(by_map.score.recomputed.into());
        self.cuts_finding.clone_from(&motion.finding);
        self.score = serde_json::to_value(motion.score).and_then(serde_json::from_value).ok();
        self.said.clone_from(&motion.said);
    }

    /// The same without single notes.
    #[must_use]
    pub fn without_rows(self) -> Self {
        self.cut(0)
    }

    fn cut(mut self, most: usize) -> Self {
        self.invented_notes.truncate(most);
        self.missing_notes.truncate(most);
        self
    }
}
