//! Events with where they are in the file.

use crate::layout::frame_number;

/// An event and where it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlacedEvent<'v> {
    /// Its command byte.
    pub code: u8,
    /// Where it is in the file; 0 where the file is so long that 32 bits do not hold it. No event is at the very start.
    pub at: u32,
    /// Its bytes, command included.
    pub bytes: &'v [u8],
}

impl PlacedEvent<'_> {
    /// The frame of an event about one.
    #[inline]
    pub fn frame(&self) -> Option<i32> {
        frame_number(self.bytes)
    }

    /// The port of an event about a character.
    #[inline]
    pub fn port(&self) -> Option<u8> {
        self.bytes.get(5).copied()
    }

    /// Whether an event about a character is about Nana.
    #[inline]
    pub fn is_follower(&self) -> Option<bool> {
        self.bytes.get(6).map(|follower| *follower != 0)
    }
}
