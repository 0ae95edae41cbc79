//! Originals without a row.

/// Originals without a row: left by a crash between the two steps of taking in or removing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Orphans {
    /// How many.
    pub objects: u64,
    /// Their size in bytes.
    pub bytes: u64,
}
