//! A replay as plain data: nothing is interpreted, nothing is lost.

use std::collections::BTreeMap;

use ghostreel_core::repair::until_sound;
use ghostreel_core::{DecodeOptions, Error, Fault, Result};

use crate::layout::{PayloadSizes, command};
use crate::ubjson::{Int, Value};
use crate::view::View;
use crate::{decode, encode};

/// One `.slp` file.
///
/// The events of each kind lie one after the other, and `order` says how they follow each other in the file.
#[derive(Clone, Debug, PartialEq)]
pub struct Replay {
    /// How the file begins.
    pub wrapper: Wrapper,
    /// The sizes of the events, which every file begins with since 0.1.
    pub payload_sizes: PayloadSizes,
    /// The commands of all events behind the sizes, in the file's order.
    pub order: Vec<u8>,
    /// The events of each command, whole, command byte included, one after the other.
    pub events: BTreeMap<u8, Vec<u8>>,
    /// Bytes between events that make up none: damage that was stepped over.
    pub gaps: Vec<Gap>,
    /// Bytes behind the last event that make up no event.
    pub rest: Vec<u8>,
    /// The members behind the events: `metadata`, in nearly all files.
    pub members: Vec<Member>,
    /// Whatever follows: the closing brace, in whole files.
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
    pub value: Value,
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
    pub(crate) const HEAD: &'static [u8; 11] = b"{U\x03raw[$U#l";
}

impl Member {
    /// The value of the first member of that key.
    pub(crate) fn find<'m>(members: &'m [Self], key: &str) -> Option<&'m Value> {
        members.iter().find(|member| member.key == key.as_bytes()).map(|member| &member.value)
    }

    /// Reads members, as they stand behind the events.
    ///
    /// # Errors
    /// If the bytes are not members and nothing else.
    pub fn read_all(bytes: &[u8]) -> Result<Vec<Self>> {
        crate::scan::read_members(bytes)
    }
}

impl Replay {
    /// The bytes of each event of a command.
    pub fn events_of(&self, code: u8) -> impl Iterator<Item = &[u8]> {
        let size = self.payload_sizes.event_size(code).unwrap_or(1).max(1);
        self.events.get(&code).map(Vec::as_slice).unwrap_or_default().chunks_exact(size)
    }

    /// Makes a damaged replay whole: nothing unread remains, nor events in front of Game Start; the length of `raw` is the
    /// true one, and the object is closed. It is then read strictly without loss.
    ///
    /// # Errors
    /// If there is no Game Start, without which no event has a meaning.
    pub fn repair(&mut self) -> Result<()> {
        let is_sound = |bytes: &[u8]| View::open(bytes, &DecodeOptions::STRICT).map(drop);
        let reread = |bytes: &[u8]| Ok(decode(bytes, &DecodeOptions::RECOVER)?.value);
        until_sound(self, Self::mend, encode, is_sound, reread)
    }

    /// Takes away what could not be read, and closes the file.
    pub(crate) fn mend(&mut self) -> Result<()> {
        self.begin_with_game_start()?;
        self.gaps.clear();
        self.rest.clear();
        self.tail = b"}".to_vec();
        let events: usize = self.events.values().map(Vec::len).sum();
        let length = self.payload_sizes.encoded_len().saturating_add(events);
        self.wrapper = Wrapper::Ubjson { raw_length: u32::try_from(length).unwrap_or(0) };
        Ok(())
    }

    /// Drops the events in front of Game Start.
    fn begin_with_game_start(&mut self) -> Result<()> {
        let Some(first) = self.order.iter().position(|&code| code == command::GAME_START) else {
            let expected = "a Game Start event, without which no event has a meaning";
            return Err(Error::new(Fault::Malformed, 0, "raw", expected, "none"));
        };
        let mut lost = [0_usize; 256];
        for code in self.order.drain(..first) {
            let size = self.payload_sizes.event_size(code).unwrap_or(0);
            if let Some(lost) = lost.get_mut(usize::from(code)) {
                *lost = lost.saturating_add(size);
            }
        }
        for (code, events) in &mut self.events {
            let lost = lost.get(usize::from(*code)).copied().unwrap_or(0);
            events.drain(..lost.min(events.len()));
        }
        self.events.retain(|_, events| !events.is_empty());
        Ok(())
    }
}
