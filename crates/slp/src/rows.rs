//! The events of frames as typed rows.

use ghostreel_core::Record;

use crate::frames::FrameIndex;
use crate::layout::{
    FountainPlatform, FrameBookend, FrameStart, ItemUpdate, PostFrame, PreFrame,
    StadiumTransformation, WhispyBlow, command,
};
use crate::placed_event::PlacedEvent;
use crate::view::View;

/// An event about a frame: what [`View::rows`] gives.
pub trait FrameEvent: Record {
    /// The command byte of the event.
    const COMMAND: u8;

    /// Where the events of this kind are in the file, in the order of frames; 0 where a character has none.
    fn starts(frames: &FrameIndex) -> impl Iterator<Item = u32>;
}

macro_rules! frame_events {
    ($($event:ty: $command:ident, $frames:ident => $starts:expr;)*) => {$(
        impl FrameEvent for $event {
            const COMMAND: u8 = command::$command;

            fn starts($frames: &FrameIndex) -> impl Iterator<Item = u32> {
                $starts
            }
        }
    )*};
}

frame_events! {
    PreFrame: PRE_FRAME, frames => frames.characters.iter().map(|character| character.pre);
    PostFrame: POST_FRAME, frames => frames.characters.iter().map(|character| character.post);
    FrameStart: FRAME_START, frames => frames.starts.iter().copied();
    FrameBookend: FRAME_BOOKEND, frames => frames.bookends.iter().copied();
    ItemUpdate: ITEM_UPDATE, frames => frames.items.iter().copied();
    FountainPlatform: FOUNTAIN_PLATFORM, frames => frames.stage_events[0].iter().copied();
    WhispyBlow: WHISPY_BLOW, frames => frames.stage_events[1].iter().copied();
    StadiumTransformation: STADIUM_TRANSFORMATION, frames => frames.stage_events[2].iter().copied();
}

impl View<'_> {
    /// The events of a kind, rollbacks settled, each decoded when it is its turn. In the order of frames; in a frame, ports
    /// ascending and leaders before followers. Fields that the file's version does not have yet are 0.
    ///
    /// ```
    /// use ghostreel_core::DecodeOptions;
    /// use ghostreel_slp::{View, encode, layout::PostFrame, sample};
    ///
    /// let bytes = encode(&sample::generate(&sample::Options::default()));
    /// let view = View::open(&bytes[..], &DecodeOptions::STRICT)?;
    /// let states: Vec<u16> = view
    ///     .rows::<PostFrame>()
    ///     .filter(|post| post.player_index == 0)
    ///     .map(|post| post.action_state_id)
    ///     .collect();
    /// assert!(states.len() > 1000);
    /// # Ok::<(), ghostreel_core::Error>(())
    /// ```
    pub fn rows<R: FrameEvent>(&self) -> impl Iterator<Item = R> {
        self.rows_of(self.frames())
    }

    /// The events of a kind, every copy of those that rollbacks took back, in the file's order.
    pub fn rows_with_rollbacks<R: FrameEvent>(&self) -> impl Iterator<Item = R> {
        self.rows_of(self.frames_with_rollbacks())
    }

    fn rows_of<R: FrameEvent>(&self, frames: &FrameIndex) -> impl Iterator<Item = R> {
        // Looked up once, not for each of thousands of events.
        let size = self.payload_sizes().event_size(R::COMMAND);
        R::starts(frames).filter_map(move |start| self.row_of_size(start, size?))
    }

    /// The event of a kind at a place that an index or [`PlacedEvent::at`] gives; `None` if it is 0.
    // Inlined, it decodes the fields that are used.
    #[inline(always)]
    pub fn row<R: FrameEvent>(&self, start: u32) -> Option<R> {
        self.row_of_size(start, self.payload_sizes().event_size(R::COMMAND)?)
    }

    /// The same for those who know how long these events are.
    #[inline(always)]
    pub(crate) fn row_of_size<R: FrameEvent>(&self, start: u32, size: usize) -> Option<R> {
        let start = (start != 0).then_some(start as usize)?;
        R::read(self.bytes().get(start..start.saturating_add(size))?)
    }
}

impl PlacedEvent<'_> {
    /// The event as a row; `None` if it is of another kind.
    #[inline]
    pub fn row<R: FrameEvent>(&self) -> Option<R> {
        if self.code == R::COMMAND { R::read(self.bytes) } else { None }
    }
}
