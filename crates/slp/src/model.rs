//! A replay as plain data: nothing is interpreted, nothing is lost.

use std::collections::BTreeMap;

use crate::layout::PayloadSizes;
use crate::ubjson::{Int, UbjsonValue};

/// One `.slp` file.
///
/// The events of each kind lie one after the other, and `order` says how they follow each other in the file.
#[derive(Clone, Debug, PartialEq)]
pub struct Replay {
    /// How the file begins.
    pub wrapper: Wrapper,
    /// The sizes of the events, which every file begins with since 0.1.
    pub payload_sizes: PayloadSizes,
    /// The commands of all events after the sizes, in the file's order.
    pub order: Vec<u8>,
    /// The events of each command, whole, command byte included, one after the other.
    pub events: BTreeMap<u8, Vec<u8>>,
    /// Bytes between events that make up none: damage that was stepped over.
    pub gaps: Vec<Gap>,
    /// Bytes after the last event that make up no event.
    pub rest: Vec<u8>,
    /// The members after the events: `metadata`, in nearly all files.
    pub members: Vec<Member>,
    /// The bytes that follow: the closing brace, in whole files.
    pub tail: Vec<u8>,
}

/// Bytes between events that make up none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gap {
    /// How many events stand in front of it.
    pub events: usize,
    /// The bytes.
    pub bytes: Vec<u8>,
}

/// A member of the outermost object.
#[derive(Clone, Debug, PartialEq)]
pub struct Member {
    /// Length of the key, as it was written.
    pub key_length: Int,
    /// The key.
    pub key: Vec<u8>,
    /// The value.
    pub value: UbjsonValue,
}

/// How a file begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wrapper {
    /// As UBJSON: an object whose member `raw` holds the events.
    Ubjson {
        /// The length of `raw` as it was written; 0 while the game goes on.
        raw_length: u32,
    },
    /// Events alone, as over the network. The sizes of the events are those of before 0.1 if the file does not
    /// declare any.
    Bare {
        /// Whether the file declares sizes.
        has_sizes: bool,
    },
}

impl Wrapper {
    /// The bytes in front of the length of `raw`.
    pub const HEAD: &'static [u8; 11] = b"{U\x03raw[$U#l";
    /// Where `raw` begins, after its length of four bytes.
    pub(crate) const RAW: u64 = Self::HEAD.len() as u64 + 4;
}

impl Member {
    /// The value of the first member of that key.
    pub(crate) fn find<'m>(members: &'m [Self], key: &str) -> Option<&'m UbjsonValue> {
        members.iter().find(|member| member.key == key.as_bytes()).map(|member| &member.value)
    }
}

impl Replay {
    /// The bytes of each event of a command.
    pub fn events_of(&self, code: u8) -> impl Iterator<Item = &[u8]> {
        let size = self.payload_sizes.event_size(code).unwrap_or(1).max(1);
        self.events.get(&code).map(Vec::as_slice).unwrap_or_default().chunks_exact(size)
    }
}
