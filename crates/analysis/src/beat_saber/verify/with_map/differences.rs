//! The notes that map and frames do not give as they are recorded, as a player shows them.

use std::iter;

use serde::Serialize;

use super::explain::ExplainedNote;
use super::{ByMap, WithMap};
use crate::beat_saber::verify::CutProperty;

/// So many notes are listed.
const LISTED: usize = 1_000;

/// The differences of a replay from its map and frames.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Differences {
    /// How the replay and its map fit, as sentences.
    pub summary: String,
    /// The notes that are not as recorded, in the order of the file, then those that are missing; the first 1,000.
    pub notes: Vec<NoteDifference>,
    /// How many there are besides.
    pub notes_left_out: usize,
}

/// A note that map and frames do not give as it is recorded.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct NoteDifference {
    /// Which note of the file, from 0; `None` if the map has it and the file has not.
    pub note: Option<usize>,
    /// When it is due, in seconds of the song.
    pub time: f32,
    /// Points as recorded and as recomputed, before the multiplier.
    pub points: [i32; 2],
    /// The parts of these, or why they are unknown; empty where there is nothing to say.
    pub why: String,
    /// Its discrepancies.
    pub off: Vec<CutProperty>,
}

impl WithMap {
    /// The differences from the record.
    pub fn differences(&self) -> Differences {
        let others = || self.notes.iter().filter(|note| !note.is_as_recorded());
        let notes: Vec<NoteDifference> = others().take(LISTED).map(NoteDifference::of).collect();
        let notes_left_out = others().count().saturating_sub(notes.len());
        let tried = self.motion.by_map.as_ref().and_then(ByMap::tried_summary);
        let said: Vec<String> = [self.map.summary()].into_iter().chain(tried).collect();
        Differences { summary: said.join(" "), notes, notes_left_out }
    }
}

impl NoteDifference {
    /// In a few words: the points, what is off, and why.
    pub fn said(&self) -> String {
        if self.note.is_none() {
            return "In the map, and not in the replay".to_owned();
        }
        let [recorded, recomputed] = self.points;
        let points = format!("{recorded} → {recomputed} points");
        let off = self.off.iter().map(|off| off.label());
        let all =
            iter::once(&*points).chain(off).chain((!self.why.is_empty()).then_some(&*self.why));
        all.collect::<Vec<_>>().join("; ")
    }

    fn of(note: &ExplainedNote) -> Self {
        Self {
            note: note.note,
            time: note.time,
            points: [note.recorded, note.recomputed],
            why: note.why(),
            off: note.off.clone(),
        }
    }
}
