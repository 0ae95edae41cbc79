//! Section 7, one entry of user data.

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
    /// What was stored.
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

    pub(crate) fn encoded_len(&self) -> usize {
        self.key.encoded_len().saturating_add(4).saturating_add(self.bytes.len())
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
