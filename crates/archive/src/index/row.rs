//! The row of an original, whatever its kind.

/// The row of an original, whatever its kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    /// A replay's id, a map's hash.
    pub(crate) name: String,
    /// The name of its file when it came.
    pub(crate) file_name: String,
    /// Size of the original in bytes.
    pub(crate) size: u64,
}
