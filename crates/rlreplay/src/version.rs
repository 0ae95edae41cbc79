//! The version of engine and game in a replay's header, and what depends on it.

use std::fmt;

/// Engine, licensee and network version.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Version {
    /// Engine version, 866 to 868 in files seen; 0 in the oldest.
    pub major: i32,
    /// Licensee version, 9 to 34.
    pub minor: i32,
    /// Network version; 0 where the header has none.
    pub net: i32,
}

impl Version {
    /// A version.
    pub const fn new(major: i32, minor: i32, net: i32) -> Self {
        Self { major, minor, net }
    }

    /// Before versions were numbered: properties without some of their words, and no network stream.
    pub const fn is_unnumbered(self) -> bool {
        self.major == 0 && self.minor == 0
    }

    /// The header has a third word.
    pub const fn has_net(self) -> bool {
        self.major >= 866 && self.minor >= 18
    }

    /// The body ends in four bytes of 0.
    pub const fn has_tail(self) -> bool {
        self.net >= 10
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { major, minor, net } = self;
        write!(f, "{major}.{minor}")?;
        if self.has_net() { write!(f, ".{net}") } else { Ok(()) }
    }
}
