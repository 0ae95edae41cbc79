//! The version byte after the magic number.

use std::fmt;

/// Version of the file format. Mods count their own versions; those are in [`Info`](crate::Info).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Version(pub u8);

impl Version {
    /// The only version in circulation.
    pub const V1: Self = Self(1);
    /// A draft without files in circulation: a separate format.
    pub const V2: Self = Self(2);
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
