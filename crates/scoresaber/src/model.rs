//! A replay as plain data: nothing is interpreted, nothing is lost.

use crate::container::Container;
use crate::nrbf::SavedData;
use crate::recording::Recording;

/// One `.dat` file.
///
/// [`encode`](crate::encode()) returns the very bytes: no other program compresses as the plugin does, so the file is kept as it was, and
/// written as it was while it still holds the payload.
#[derive(Clone, Debug, PartialEq)]
pub struct Replay {
    /// The file that it was decoded from; empty for one that was not.
    pub original: Vec<u8>,
    /// The unpacked content.
    pub payload: Payload,
    /// Whether it unpacks to more, which was not looked at as the work was cancelled.
    pub is_cancelled: bool,
}

/// The unpacked content of a file.
#[derive(Clone, Debug, PartialEq)]
#[allow(
    clippy::large_enum_variant,
    reason = "one at a time is held, and its lists are on the heap anyway"
)]
pub enum Payload {
    /// Version 2 and 3.
    Sections(Recording),
    /// Before version 2.
    Legacy(SavedData),
}

impl Payload {
    /// The container that it is written in.
    pub const fn container(&self) -> Container {
        match self {
            Self::Sections(_) => Container::Sections,
            Self::Legacy(_) => Container::Legacy,
        }
    }
}

impl Replay {
    /// A replay that is in no file yet.
    pub const fn new(payload: Payload) -> Self {
        Self { original: Vec::new(), payload, is_cancelled: false }
    }
}
