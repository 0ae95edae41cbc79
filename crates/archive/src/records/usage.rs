//! How much an archive holds.

/// How much there is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// Replays in the index.
    pub replays: u64,
    /// Bytes of their originals.
    pub bytes: u64,
}

/// How much there is of maps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MapUsage {
    /// Maps in the index.
    pub maps: u64,
    /// Bytes of their zip files.
    pub bytes: u64,
}
