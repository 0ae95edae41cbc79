//! The version of the recorder in Game Start. It settles what values mean; which fields a file has is settled by the
//! payload sizes that the file itself declares, never by the version.

use std::fmt;

/// Version of the extraction code that recorded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Version {
    /// Breaking changes.
    pub major: u8,
    /// Added fields and events.
    pub minor: u8,
    /// Fixes.
    pub build: u8,
}

impl Version {
    /// Game Start says which of Zelda and Sheik a player begins with.
    pub const SURE_CHARACTERS: Self = Self::new(1, 6);
    /// Bookends say which frames no rollback will change.
    pub const FINALIZED_FRAMES: Self = Self::new(3, 7);

    /// A version without fixes.
    pub const fn new(major: u8, minor: u8) -> Self {
        Self { major, minor, build: 0 }
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.major, self.minor, self.build)
    }
}
