//! Events with where they are in the file.

use crate::layout::frame_number;
use crate::view::View;

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
    /// Of an event about a frame, which one.
    #[inline]
    pub fn frame(&self) -> Option<i32> {
        frame_number(self.bytes)
    }

    /// Of an event about a character, its port.
    #[inline]
    pub fn port(&self) -> Option<u8> {
        self.bytes.get(5).copied()
    }

    /// Of an event about a character, whether that is Nana.
    #[inline]
    pub fn is_follower(&self) -> Option<bool> {
        self.bytes.get(6).map(|follower| *follower != 0)
    }
}

impl View<'_> {
    /// All events in the file's order, each with where it is.
    #[inline]
    pub fn placed_events(&self) -> impl Iterator<Item = PlacedEvent<'_>> {
        let sizes = self.payload_sizes().table();
        self.runs().flat_map(move |(mut position, codes)| {
            codes.iter().map(move |&code| {
                let size = sizes.get(usize::from(code)).copied().unwrap_or(0) as usize;
                let start = position;
                position = start.saturating_add(size);
                let bytes = self.bytes().get(start..position).unwrap_or_default();
                PlacedEvent { code, at: u32::try_from(start).unwrap_or(0), bytes }
            })
        })
    }
}
