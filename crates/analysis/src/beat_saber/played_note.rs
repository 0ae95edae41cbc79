//! A note as it was played, with its score.

use ghostreel_formats::bsor::scoring::{CutRule, CutScore, max_note_score, note_score};
use ghostreel_formats::bsor::{EventType, Note, NoteId};

use super::GRID_CELLS;
use super::hand::Hand;

/// A note or bomb, with the data that all counters need.
pub(super) struct PlayedNote {
    pub(super) note: Note,
    pub(super) id: NoteId,
    /// `None` if the file has an unknown number.
    pub(super) event: Option<EventType>,
    /// The hand that it counts for.
    pub(super) hand: Hand,
    pub(super) rule: CutRule,
    /// All 0 unless it was cut well.
    pub(super) score: CutScore,
    /// The most it could have been worth; 0 for a bomb.
    pub(super) max_points: i32,
}

impl PlayedNote {
    pub(super) fn new(note: Note) -> Self {
        let id = note.id();
        Self {
            id,
            event: note.event_type(),
            hand: Hand::of(&note, id),
            rule: CutRule::of(id.scoring_type),
            score: note_score(&note, id),
            max_points: max_note_score(&note, id),
            note,
        }
    }

    pub(super) fn is_good(&self) -> bool {
        self.event == Some(EventType::Good)
    }

    pub(super) fn points(&self) -> i32 {
        self.score.total()
    }

    /// Chain links are worth the same however they are cut.
    pub(super) const fn is_chain_link(&self) -> bool {
        self.rule.fixed > 0
    }

    /// Whether the cut's way through the note counts: not for chain links.
    pub(super) const fn has_distance(&self) -> bool {
        self.rule.distance > 0
    }

    /// The place in the grid. Mapping Extensions put notes outside of it: BeatLeader counts those in the first cell.
    pub(super) fn cell(&self) -> usize {
        let cell = self.id.layer.saturating_mul(4).saturating_add(self.id.line);
        usize::try_from(cell).ok().filter(|cell| *cell < GRID_CELLS).unwrap_or(0)
    }
}
