//! Section 7: what other mods stored.

use ghostreel_core::Result;
use ghostreel_core::io::{Reader, Writer};

use super::text::{Measure, Text};

/// Bytes that another mod stored under its name, e.g. `HeartBeatQuest`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UserData {
    /// Name of the entry. Names may repeat.
    pub key: Text,
    /// The length that was written; a negative one means 0.
    pub declared: i32,
    /// The stored bytes.
    pub bytes: Vec<u8>,
}

impl UserData {
    /// An entry with these bytes.
    pub fn new(key: &str, bytes: Vec<u8>) -> Self {
        let declared = i32::try_from(bytes.len()).unwrap_or(i32::MAX);
        Self { key: key.into(), declared, bytes }
    }

    pub(crate) fn read(reader: &mut Reader<'_>) -> Result<Self> {
        let key = Text::read(reader, "key", Measure::Bytes)?;
        let declared = reader.i32_le("length of user data")?;
        let length = usize::try_from(declared).unwrap_or(0);
        Ok(Self { key, declared, bytes: reader.take(length, "user data")?.to_vec() })
    }

    pub(crate) fn write(&self, writer: &mut Writer) {
        self.key.write(writer);
        writer.i32_le(self.declared);
        writer.bytes(&self.bytes);
    }

    /// Whether it would be read as it is: lengths are those of the bytes.
    fn is_readable(&self) -> bool {
        self.key.skipped.is_empty()
            && usize::try_from(self.key.declared) == Ok(self.key.bytes.len())
            && usize::try_from(self.declared).unwrap_or(0) == self.bytes.len()
    }

    /// The heart rate that `HeartBeatQuest` recorded: song time in seconds and beats per minute.
    pub fn heart_rate(&self) -> Option<Vec<(f32, i32)>> {
        if self.key.bytes != b"HeartBeatQuest" {
            return None;
        }
        let mut reader = Reader::new(&self.bytes, "HeartBeatQuest");
        if reader.i32_le("version").ok()? != 1 {
            return None;
        }
        let count = usize::try_from(reader.i32_le("count").ok()?).ok()?;
        let beats = reader.take(count.checked_mul(8)?, "beats").ok()?;
        let mut reader = Reader::new(beats, "HeartBeatQuest");
        (0..count)
            .map(|_| Some((reader.f32_le("time").ok()?, reader.i32_le("bpm").ok()?)))
            .collect()
    }
}

/// All entries, one after the other as they lie in the file. There can be millions of eight bytes each, so none has a place of
/// its own in memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UserEntries {
    count: usize,
    bytes: Vec<u8>,
}

impl UserEntries {
    /// Entries that were found to be readable.
    pub(crate) fn of(count: usize, bytes: Vec<u8>) -> Self {
        Self { count, bytes }
    }

    /// None, with room for so many bytes: those of keys and values, and eight for each entry.
    pub fn with_capacity(bytes: usize) -> Self {
        Self { count: 0, bytes: Vec::with_capacity(bytes) }
    }

    /// Their number.
    pub const fn len(&self) -> usize {
        self.count
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Appends an entry. Returns `false`, and does not, if its lengths are not those of its bytes: it could not be read again.
    pub fn push(&mut self, entry: &UserData) -> bool {
        let is_readable = entry.is_readable();
        if is_readable {
            let mut writer = Writer::appending_to(std::mem::take(&mut self.bytes));
            entry.write(&mut writer);
            self.bytes = writer.finish();
            self.count = self.count.saturating_add(1);
        }
        is_readable
    }

    /// Removes all entries.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// The entries, in the file's order.
    pub fn iter(&self) -> impl Iterator<Item = UserData> {
        read_entries(&self.bytes)
    }

    /// The bytes of the section, without their count.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

impl FromIterator<UserData> for UserEntries {
    /// The readable ones.
    fn from_iter<I: IntoIterator<Item = UserData>>(entries: I) -> Self {
        let mut all = Self::default();
        for entry in entries {
            all.push(&entry);
        }
        all
    }
}

/// The entries of the bytes of a section.
pub(crate) fn read_entries(bytes: &[u8]) -> impl Iterator<Item = UserData> + use<'_> {
    let mut reader = Reader::new(bytes, "userData");
    std::iter::from_fn(
        move || {
            if reader.is_empty() { None } else { UserData::read(&mut reader).ok() }
        },
    )
}
