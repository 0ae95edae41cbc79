//! The two version bytes after the magic number.

use std::fmt;

/// Version of the file format. Mods count their own versions; those are in [`Info`](crate::layout::Info).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Version {
    /// The byte that tells the format from version 1.
    pub major: u8,
    /// Version of the draft.
    pub minor: u8,
}

impl Version {
    /// The byte of all drafts.
    pub const MAJOR: u8 = 2;
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.major, self.minor)
    }
}
