//! Which hand something counts for.

use ghostreel_formats::bsor::{EventType, Note, NoteId};
use serde::Serialize;

/// A hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Hand {
    /// Red notes.
    Left,
    /// Blue notes.
    Right,
}

impl Hand {
    /// `left` or `right`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Left => "left",
            Self::Right => "right",
        }
    }

    /// The hand that a note counts for: that of its colour; for a bad cut, the hand that made it, if the file has it. A bomb has
    /// no colour and counts as right, as for BeatLeader.
    pub(super) fn of(note: &Note, id: NoteId) -> Self {
        let color = if id.color == Some(0) { Self::Left } else { Self::Right };
        match &note.cut {
            Some(cut) if note.event_type() == Some(EventType::Bad) && !note.cut_is_garbage() => {
                if cut.saber_type == 0 {
                    Self::Left
                } else {
                    Self::Right
                }
            }
            _ => color,
        }
    }
}

/// A value for each hand.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Hands<T> {
    pub(super) left: T,
    pub(super) right: T,
}

impl<T> Hands<T> {
    pub(super) const fn of(&mut self, hand: Hand) -> &mut T {
        match hand {
            Hand::Left => &mut self.left,
            Hand::Right => &mut self.right,
        }
    }
}
