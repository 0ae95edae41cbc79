//! The events of a part by slot, and which earlier events say most about each.

use super::tokens::{FRAME_START, Lengths, POST, SLOTS, Slot, head_length};

/// Zeros in front of a part: what an event refers to that has none before it.
pub(super) const ZEROS: usize = 256;

/// An event. Places count from the zeros in front of the part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Row {
    /// Where it begins.
    pub(super) at: u32,
    /// The row of the slot's event one frame before; 0 for none.
    pub(super) base: u32,
    /// Where another event begins that says something about it: of a Pre-Frame Update the character's Post-Frame Update of the frame before,
    /// of a Post-Frame Update the character's Pre-Frame Update; 0 for none, and for other events.
    pub(super) partner: u32,
    /// Where the random seed stands that is the last before a Pre-Frame Update.
    pub(super) seed: u32,
}

/// The last rows of a slot, by the lowest bits of the frame.
#[derive(Clone, Copy, Debug)]
struct Recent {
    frames: [i32; RECENT],
    rows: [u32; RECENT],
    places: [u32; RECENT],
    last: u32,
    last_at: u32,
}

const RECENT: usize = 16;

impl Recent {
    const NONE: Self = Self {
        frames: [i32::MIN; RECENT],
        rows: [0; RECENT],
        places: [0; RECENT],
        last: 0,
        last_at: 0,
    };

    /// The row of a frame and where it begins.
    #[inline]
    fn of(&self, frame: i32) -> Option<(u32, u32)> {
        let place = frame.cast_unsigned() as usize & (RECENT - 1);
        let known = self.frames.get(place)?;
        if *known != frame {
            return None;
        }
        Some((*self.rows.get(place)?, *self.places.get(place)?))
    }

    #[inline]
    fn note(&mut self, frame: i32, row: u32, at: u32) {
        let place = frame.cast_unsigned() as usize & (RECENT - 1);
        if let Some(known) = self.frames.get_mut(place) {
            *known = frame;
        }
        if let Some(known) = self.rows.get_mut(place) {
            *known = row;
        }
        if let Some(known) = self.places.get_mut(place) {
            *known = at;
        }
        (self.last, self.last_at) = (row, at);
    }
}

/// The events of a part by slot. The first row of each stands for none.
#[derive(Debug)]
pub(super) struct Rows {
    pub(super) slots: Vec<Vec<Row>>,
    recent: Vec<Recent>,
    /// The frame and the slot of the last event that has a seed, and its place.
    seed: (i32, Slot, u32),
    pub(super) lengths: Lengths,
}

impl Rows {
    pub(super) fn new(lengths: Lengths) -> Self {
        let recent = vec![Recent::NONE; SLOTS];
        Self {
            slots: vec![vec![Row::default()]; SLOTS],
            recent,
            seed: (0, FRAME_START, 0),
            lengths,
        }
    }

    /// The rows of a slot.
    pub(super) fn of(&self, slot: Slot) -> &[Row] {
        self.slots.get(usize::from(slot)).map_or(&[], Vec::as_slice)
    }

    /// Adds an event that begins `at` so many bytes after the first zero.
    #[inline]
    pub(super) fn add(&mut self, slot: Slot, frame: i32, at: u32) {
        if self.lengths.of(slot) <= head_length(slot) {
            return;
        }
        let before = frame.wrapping_sub(1);
        let partner = match slot {
            0..POST => {
                let posts = self.recent.get(usize::from(slot | POST));
                posts.map_or(0, |posts| posts.of(before).map_or(posts.last_at, |(_, at)| at))
            }
            POST..FRAME_START => {
                let pres = self.recent.get(usize::from(slot & !POST));
                pres.map_or(0, |pres| pres.of(frame).map_or(0, |(_, at)| at))
            }
            _ => 0,
        };
        let Some((rows, recent)) =
            self.slots.get_mut(usize::from(slot)).zip(self.recent.get_mut(usize::from(slot)))
        else {
            return;
        };
        let base = recent.of(before).map_or(recent.last, |(row, _)| row);
        let row = u32::try_from(rows.len()).unwrap_or(0);
        recent.note(frame, row, at);
        let mut seed = 0;
        if slot < POST && self.lengths.of(slot) >= 11 {
            // Slots are coded in order.
            let (known, before, place) = self.seed;
            seed = if known == frame && (before < slot || before == FRAME_START) {
                place
            } else {
                rows.get(base as usize).filter(|_| base > 0).map_or(0, |row| row.at.wrapping_add(7))
            };
            self.seed = (frame, slot, at.wrapping_add(7));
        } else if slot == FRAME_START && self.lengths.of(slot) >= 9 {
            self.seed = (frame, FRAME_START, at.wrapping_add(5));
        }
        rows.push(Row { at, base, partner, seed });
    }
}
