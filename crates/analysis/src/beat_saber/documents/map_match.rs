//! A replay beside the map that it was played on.

use ghostreel_beatmap::Map;
use ghostreel_formats::AnyView;
use serde::{Deserialize, Serialize};

use super::{Judged, MOST_ROWS, ScoreVerdict};
use crate::beat_saber::map::{self, NotCompared};
use crate::beat_saber::{WithMap, verify_with_map};

/// A replay beside the map that it was played on (docs/verification.md).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct MapMatch {
    /// Whether the replay is one of this map, and its cuts those of the map's notes: `consistent`, `inconsistent` or `not-enough-data`.
    #[cfg_attr(feature = "schema", schema(example = "consistent"))]
    pub verdict: String,
    /// Events of notes that the map has, too.
    pub matched: u64,
    /// Events of notes that the map does not have.
    pub invented: u64,
    /// Which they are, as notes of the file from 0: the first 256, in lists none.
    pub invented_notes: Vec<u64>,
    /// Notes of the map that were due and have no event.
    pub missing: u64,
    /// Which they are: the first 256, in lists none.
    pub missing_notes: Vec<MissingNote>,
    /// Notes of the map after the end of a run that failed, or outside of the practised part.
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
    /// The score that map and motion give; null if cuts are not compared.
    pub score_by_motion: Option<i64>,
    /// Why cuts are not compared.
    pub cuts_reason: Option<String>,
    /// Why it could not be compared.
    pub reason: Option<String>,
}

/// A note of the map that no event is about.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct MissingNote {
    /// When it was to be cut, in seconds of the song; null if that is no number.
    pub time_s: Option<f64>,
    /// Its id, as replays have it.
    pub note_id: i64,
}

impl MapMatch {
    /// Compares a replay with its map.
    ///
    /// # Errors
    /// If replays of its format are not compared with maps.
    pub fn judge(replay: &AnyView<'_>, map: &Map) -> Result<Judged<Self>, NotCompared> {
        match verify_with_map(replay, map) {
            Ok(found) => Ok(Self::of(&found)),
            Err(NotCompared::OtherGame) => Err(NotCompared::OtherGame),
            Err(not_compared) => {
                let reason = Some(not_compared.to_string());
                let document =
                    Self { verdict: "not-enough-data".to_owned(), reason, ..Self::default() };
                Ok(Judged { document, ..Judged::default() })
            }
        }
    }

    fn of(found: &WithMap) -> Judged<Self> {
        let (WithMap { motion, map, .. }, verdict) = (found, found.verdict());
        let by_map = motion.by_map.as_ref();
        let score = by_map.map(|_| ScoreVerdict::of(verdict, &motion.score, &motion.said, true));
        let document = Self {
            verdict: verdict.name().to_owned(),
            matched: map.matched as u64,
            invented: map.invented as u64,
            invented_notes: map
                .invented_notes
                .iter()
                .take(MOST_ROWS)
                .map(|note| *note as u64)
                .collect(),
            missing: map.missing as u64,
            missing_notes: map.missing_notes.iter().take(MOST_ROWS).map(MissingNote::of).collect(),
            not_reached: map.not_reached as u64,
            recorded_score: map.recorded_score.into(),
            score_by_map: map.score_by_map.into(),
            max_score: map.max_score,
            cuts_checked: by_map.map_or(0, |by_map| by_map.checked as u64),
            cuts_off: by_map.map_or(0, |by_map| by_map.notes_off as u64),
            score_by_motion: by_map
                .filter(|by_map| by_map.reason.is_none())
                .map(|by_map| by_map.score.recomputed.into()),
            cuts_reason: by_map.and_then(|by_map| by_map.reason.clone()),
            reason: map.reason.clone(),
        };
        let cuts_finding = by_map.and(motion.finding.clone());
        Judged { document, score, finding: map.finding(), cuts_finding }
    }

    /// The same without single notes.
    #[must_use]
    pub fn without_rows(self) -> Self {
        Self { invented_notes: Vec::new(), missing_notes: Vec::new(), ..self }
    }
}

impl Judged<MapMatch> {
    /// The same without single notes.
    #[must_use]
    pub fn without_rows(self) -> Self {
        Self { document: self.document.without_rows(), ..self }
    }
}

impl MissingNote {
    fn of(note: &map::MissingNote) -> Self {
        // The shortest number of its kind, and not the digits of a longer one.
        let time_s = note.time_s.is_finite().then(|| note.time_s.to_string().parse().ok());
        Self { time_s: time_s.flatten(), note_id: note.note_id.into() }
    }
}
