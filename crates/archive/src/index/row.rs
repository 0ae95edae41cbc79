//! What the row of an original says, whatever it is of.

/// What the row of an original says, whatever it is of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    /// A replay's id, a map's hash.
    pub(crate) name: String,
    /// What its file was called when it came.
    pub(crate) file_name: String,
    /// Size of the original in bytes.
    pub(crate) size: u64,
}
