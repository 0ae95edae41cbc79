//! How much an archive holds.

/// How much there is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// Replays in the index.
    pub replays: u64,
    /// Bytes of their originals.
    pub bytes: u64,
}
