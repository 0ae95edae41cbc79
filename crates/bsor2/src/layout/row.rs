//! The table of sections: what each is called, and where its items are.

use std::borrow::Cow;
use std::fmt;

use ghostreel_core::{Record, record};

record! {
    /// Where a section is and how its items lie in it. Item `k` is at `offset + firstItemOffset + k × itemSize`.
    pub struct Extent, 20 bytes {
        /// Start of the section, from the start of the file
        0: offset: u32 = "offset";
        /// Bytes of the section
        4: size: u32 = "size";
        /// Bytes from one item to the next: at least those of the known structure; what is more was appended by a later writer
        8: item_size: u32 = "itemSize";
        /// The number of items
        12: item_count: u32 = "itemCount";
        /// Start of the first item, from the start of the section
        16: first_item: u32 = "firstItemOffset";
    }
}

/// The name in a row: ASCII, with zeros after it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct SectionName([u8; SectionName::SIZE]);

impl SectionName {
    /// Bytes that a name takes up.
    pub const SIZE: usize = 64;

    /// A name of these bytes; `None` if they are more than 64, or one of them is 0.
    pub fn new(name: &[u8]) -> Option<Self> {
        let mut bytes = [0; Self::SIZE];
        bytes.get_mut(..name.len())?.copy_from_slice(name);
        (!name.contains(&0)).then_some(Self(bytes))
    }

    /// The name: up to the first zero, or all 64 bytes.
    pub fn as_bytes(&self) -> &[u8] {
        self.0.split(|byte| *byte == 0).next().unwrap_or_default()
    }

    /// The name, with U+FFFD where it is not UTF-8.
    pub fn as_str(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(self.as_bytes())
    }

    /// All 64 bytes. Bytes after the first zero mean nothing, but are kept.
    pub const fn stored(&self) -> &[u8; Self::SIZE] {
        &self.0
    }

    /// Which section of the format it is; `None` for one of another writer. Only the first eight bytes count, as in the draft.
    pub fn section(&self) -> Option<SectionId> {
        let first: &[u8; 8] = self.0.first_chunk()?;
        SectionId::ALL.into_iter().find(|id| id.name_bytes() == *first)
    }
}

impl fmt::Debug for SectionName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.as_str())
    }
}

impl From<[u8; Self::SIZE]> for SectionName {
    /// A name as it is stored.
    fn from(stored: [u8; Self::SIZE]) -> Self {
        Self(stored)
    }
}

impl From<SectionId> for SectionName {
    fn from(id: SectionId) -> Self {
        let mut bytes = [0; Self::SIZE];
        if let Some(first) = bytes.first_chunk_mut() {
            *first = id.name_bytes();
        }
        Self(bytes)
    }
}

/// A row of the table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TableRow {
    /// Name of the section.
    pub name: SectionName,
    /// Where it is.
    pub extent: Extent,
}

impl TableRow {
    /// Bytes that a row takes up.
    #[allow(clippy::arithmetic_side_effects, reason = "two constants")]
    pub const SIZE: usize = SectionName::SIZE + Extent::SIZE;

    /// Reads the row at the start of `bytes`; `None` if they are too few.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let (name, rest) = bytes.split_first_chunk()?;
        Some(Self { name: SectionName(*name), extent: Extent::read(rest)? })
    }

    /// The bytes of the row.
    pub fn to_bytes(&self) -> [u8; Self::SIZE] {
        let mut bytes = [0; Self::SIZE];
        if let Some((name, rest)) = bytes.split_first_chunk_mut() {
            *name = self.name.0;
            self.extent.write(rest);
        }
        bytes
    }
}

/// A section that every file has. Their rows are the first six, in any order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SectionId {
    /// Player, map and settings: one item.
    Info,
    /// Poses of head and hands.
    Frames,
    /// Notes cut, missed, and bombs hit.
    Notes,
    /// Walls hit.
    Walls,
    /// Automatic heights.
    Heights,
    /// Pauses.
    Pauses,
}

impl SectionId {
    /// All of them, in their usual order.
    pub const ALL: [Self; 6] =
        [Self::Info, Self::Frames, Self::Notes, Self::Walls, Self::Heights, Self::Pauses];

    /// The name in the table, also in errors.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Info => "INFO",
            Self::Frames => "FRAMES",
            Self::Notes => "NOTES",
            Self::Walls => "WALLS",
            Self::Heights => "HEIGHTS",
            Self::Pauses => "PAUSES",
        }
    }

    /// The first eight bytes of the row, which the draft compares as one number.
    const fn name_bytes(self) -> [u8; 8] {
        match self {
            Self::Info => *b"INFO\0\0\0\0",
            Self::Frames => *b"FRAMES\0\0",
            Self::Notes => *b"NOTES\0\0\0",
            Self::Walls => *b"WALLS\0\0\0",
            Self::Heights => *b"HEIGHTS\0",
            Self::Pauses => *b"PAUSES\0\0",
        }
    }
}
