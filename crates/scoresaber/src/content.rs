//! The unpacked content of a file, in place.

use crate::nrbf::SavedData;
use crate::sections::Sections;

/// The unpacked content of a file.
#[derive(Clone, Debug)]
#[allow(clippy::large_enum_variant, reason = "there is one in each view")]
pub(crate) enum Content {
    /// Version 2 and 3.
    Sections(Sections),
    /// Before version 2.
    Legacy(SavedData),
}
