//! A replay as plain data: nothing is interpreted, nothing is lost.

use crate::items::ItemList;
use crate::layout::{Frame, Height, Info, Note, Pause, SectionName, Wall};

/// One file of version 2.
///
/// [`encode`](crate::encode()) returns the very bytes: sections and strings may lie anywhere, so the file is kept as it was, and written as it
/// was while it still says what the other members say.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Replay {
    /// The file that it was decoded from; empty for one that was not.
    pub original: Vec<u8>,
    /// Version of the draft.
    pub minor: u8,
    /// INFO.
    pub info: Info,
    /// The bytes of INFO's item after the known structure: members that a later writer appended.
    pub info_appended: Vec<u8>,
    /// FRAMES.
    pub frames: ItemList<Frame>,
    /// NOTES, in the order scored.
    pub notes: ItemList<Note>,
    /// WALLS.
    pub walls: ItemList<Wall>,
    /// HEIGHTS.
    pub heights: ItemList<Height>,
    /// PAUSES.
    pub pauses: ItemList<Pause>,
    /// The sections of other writers, in the order of their rows; strings' own is not among them. Only the first 65,528 are written.
    pub sections: Vec<CustomSection>,
}

/// A section that the format does not know. Its content is kept as it is: a pointer in it, from the start of the file, points
/// elsewhere once the file is written anew.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CustomSection {
    /// Name in the table.
    pub name: SectionName,
    /// Bytes from one item to the next.
    pub item_size: u32,
    /// The number of items.
    pub item_count: u32,
    /// Start of the first item in the bytes.
    pub first_item: u32,
    /// All of the section.
    pub bytes: Vec<u8>,
}

impl CustomSection {
    /// A section that is nothing but bytes: each is an item.
    pub fn new(name: SectionName, bytes: Vec<u8>) -> Self {
        let item_count = u32::try_from(bytes.len()).unwrap_or(u32::MAX);
        Self { name, item_size: 1, item_count, first_item: 0, bytes }
    }
}

impl Replay {
    /// A replay with empty lists, in no file yet.
    pub fn new(info: Info) -> Self {
        Self { info, ..Self::default() }
    }
}
