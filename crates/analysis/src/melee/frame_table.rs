//! Which events make up which frame, the way slippi-js sees it: each event overwrites what an earlier copy of its frame
//! held, player by player, so that a frame taken back keeps whatever was not sent again.
//!
//! This differs from [`View::frames`], which forgets a frame that was taken back as a whole.

use ghostreel_formats::slp::View;
use ghostreel_formats::slp::layout::command;

use super::FIRST_FRAME;
use super::fighter::{Frame, Post, Pre};

/// Where a fighter's events are in the file; 0 for none, as no event is at the very start.
#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    pre: u32,
    post: u32,
}

#[derive(Clone, Copy, Debug, Default)]
struct Row {
    slots: [Slot; 4],
    exists: bool,
}

/// Frames from the first on, in a row.
#[derive(Clone, Debug)]
pub(crate) struct FrameTable {
    rows: Vec<Row>,
    /// How many rows there may be. Statistics end at the first frame that somebody has no post-frame event in, so a frame
    /// with a higher number than there are such events is never reached, however wild a number a file gives it.
    limit: usize,
}

impl FrameTable {
    pub(crate) fn new(view: &View<'_>) -> Self {
        let is_post = |event: &[u8]| event.len() >= Post::MIN_SIZE;
        let limit = view
            .events()
            .filter(|(code, event)| *code == command::POST_FRAME && is_post(event))
            .count();
        Self { rows: Vec::new(), limit }
    }

    fn index(number: i32) -> Option<usize> {
        usize::try_from(number.checked_sub(FIRST_FRAME)?).ok()
    }

    fn row(&self, number: i32) -> Option<&Row> {
        self.rows.get(Self::index(number)?)
    }

    fn row_mut(&mut self, number: i32) -> Option<&mut Row> {
        let index = Self::index(number).filter(|index| *index < self.limit)?;
        if index >= self.rows.len() {
            self.rows.resize(index.saturating_add(1), Row::default());
        }
        let row = self.rows.get_mut(index)?;
        row.exists = true;
        Some(row)
    }

    /// Notes that there is such a frame.
    pub(crate) fn touch(&mut self, number: i32) {
        self.row_mut(number);
    }

    pub(crate) fn set_pre(&mut self, number: i32, port: u8, at: u32) {
        if let Some(slot) = self.row_mut(number).and_then(|r| r.slots.get_mut(usize::from(port))) {
            slot.pre = at;
        }
    }

    pub(crate) fn set_post(&mut self, number: i32, port: u8, at: u32) {
        if let Some(slot) = self.row_mut(number).and_then(|r| r.slots.get_mut(usize::from(port))) {
            slot.post = at;
        }
    }

    pub(crate) fn exists(&self, number: i32) -> bool {
        self.row(number).is_some_and(|row| row.exists)
    }

    /// Whether anybody has an event in the frame.
    pub(crate) fn has_players(&self, number: i32) -> bool {
        self.row(number)
            .is_some_and(|row| row.slots.iter().any(|slot| slot.pre != 0 || slot.post != 0))
    }

    /// Reads a frame.
    pub(crate) fn frame(&self, view: &View<'_>, number: i32) -> Option<Frame> {
        let row = self.row(number).filter(|row| row.exists)?;
        let event = |code, at: u32| {
            let size = view.payload_sizes().event_size(code)?;
            let at = (at != 0).then_some(at as usize)?;
            view.bytes().get(at..at.saturating_add(size))
        };
        Some(Frame {
            number,
            pre: row.slots.map(|slot| Pre::read(event(command::PRE_FRAME, slot.pre)?)),
            post: row.slots.map(|slot| Post::read(event(command::POST_FRAME, slot.post)?)),
        })
    }
}
