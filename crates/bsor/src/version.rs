//! The version byte behind the magic number.

/// Version of the file format. Mods count their own versions; those are in [`Info`](crate::Info).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Version(pub u8);

impl Version {
    /// The only version in circulation.
    pub const V1: Self = Self(1);
}
