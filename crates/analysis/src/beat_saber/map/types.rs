//! Scoring types of notes, as recorded and by the map: by the map's they are scored, unless a version of the game had another.

use std::collections::BTreeMap;
use std::fmt;

use ghostreel_beatmap::{Origin, ScoringType, Target};
use ghostreel_formats::bsor::Note;
use serde::Serialize;

/// Notes that are recorded under another scoring type than they have in the map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct TypeDifference {
    /// The type in the file, by the game's name.
    pub recorded: String,
    /// The type by the map.
    pub by_map: String,
    /// How many there are.
    pub notes: usize,
    /// Whether no recorder has that: a link of a chain is recorded as a note, or a note as a link.
    pub is_wrong: bool,
}

impl fmt::Display for TypeDifference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { recorded, by_map, notes, .. } = self;
        match notes {
            1 => write!(f, "1 note is recorded as {recorded} and is {by_map} by the map"),
            _ => write!(f, "{notes} notes are recorded as {recorded} and are {by_map} by the map"),
        }
    }
}

/// The types seen so far.
#[derive(Debug, Default)]
pub(super) struct Types {
    /// By the number in the file, the type by the map, and whether it is of a link.
    seen: BTreeMap<(u8, ScoringType, bool), usize>,
    /// Some note has another type than a normal one.
    has_types: bool,
    /// Notes of a type that no recorder gives them.
    pub(super) wrong: usize,
}

impl Types {
    pub(super) fn add(&mut self, target: &Target, note_id: i32) {
        let Some(recorded) = target.recorded_type(note_id) else { return };
        self.has_types |= recorded != 0 && recorded != ScoringType::NORMAL.number();
        if !target.scoring_type.accepts(recorded) {
            let is_link = matches!(target.origin, Origin::Link { .. });
            let count = self.seen.entry((recorded, target.scoring_type, is_link)).or_default();
            *count = count.saturating_add(1);
        }
    }

    /// All of them. Older recorders on Quest had notes and links all as normal ones.
    pub(super) fn differences(&mut self) -> Vec<TypeDifference> {
        let mut all = Vec::new();
        for (&(recorded, by_map, is_link), &notes) in &self.seen {
            let scoring = ScoringType::recorded(recorded);
            let is_wrong =
                self.has_types && scoring.is_none_or(|scoring| scoring.is_link() != is_link);
            if is_wrong {
                self.wrong = self.wrong.saturating_add(notes);
            }
            let name =
                scoring.map_or_else(|| recorded.to_string(), |scoring| scoring.name().to_owned());
            let by_map = by_map.name().to_owned();
            all.push(TypeDifference { recorded: name, by_map, notes, is_wrong });
        }
        all
    }
}

/// The note under the type that it is scored by.
pub(in crate::beat_saber) fn as_scored(note: Note, target: &Target) -> Note {
    let Some(recorded) = target.recorded_type(note.head.note_id) else { return note };
    if recorded == 0 {
        return note;
    }
    let scored = i32::from(target.scored_as(recorded).number());
    let change = scored.saturating_sub(i32::from(recorded)).saturating_mul(ONE_TYPE);
    let mut note = note;
    note.head.note_id = note.head.note_id.wrapping_add(change);
    note
}

/// How much more the note id of the next type is.
const ONE_TYPE: i32 = 10_000;
