//! The parts that redacting takes out of a replay, for every format.

use std::collections::BTreeMap;

/// The values taken out of a replay, or replaced by neutral ones.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Removals {
    /// By the name of the place and the bytes.
    list: BTreeMap<(String, Vec<u8>), Removal>,
}

/// A value that was taken out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Removal {
    /// Where it stood, under the names that the format's description gives: `info.playerName`.
    pub what: String,
    /// The value as people read it.
    pub value: String,
    /// The value as it stood in the file; in a stream of bits it may begin within a byte.
    pub bytes: Vec<u8>,
    /// In how many places of that name it stood.
    pub places: usize,
}

impl Removals {
    /// Adds a value. One without bytes said nothing.
    pub fn add(&mut self, what: &str, value: impl Into<String>, bytes: &[u8]) {
        if bytes.is_empty() {
            return;
        }
        let place = (what.to_owned(), bytes.to_vec());
        let removal = self.list.entry(place).or_insert_with(|| Removal {
            what: what.to_owned(),
            value: value.into(),
            bytes: bytes.to_vec(),
            places: 0,
        });
        removal.places = removal.places.saturating_add(1);
    }

    /// All of them, sorted by where they stood.
    pub fn iter(&self) -> impl Iterator<Item = &Removal> {
        self.list.values()
    }
}
