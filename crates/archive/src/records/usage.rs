//! How much an archive holds.

/// How much there is of one kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// Originals in the index.
    pub originals: u64,
    /// Their bytes.
    pub bytes: u64,
}
