//! Event Payloads (0x35): how long each event of the file is.

use ghostreel_core::io::{Reader, Writer};
use ghostreel_core::{Fault, Result};

use super::command;

/// The sizes that a file declares, in its order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PayloadSizes {
    /// Command and payload size, without the command byte.
    pub entries: Vec<(u8, u16)>,
    /// Bytes after the entries that make up no entry; empty in all files we know.
    pub extra: Vec<u8>,
}

impl PayloadSizes {
    /// The sizes of files without this event, from before 0.1.
    pub fn before_0_1() -> Self {
        let entries = vec![
            (command::GAME_START, 0x140),
            (command::PRE_FRAME, 6),
            (command::POST_FRAME, 0x46),
            (command::GAME_END, 1),
        ];
        Self { entries, extra: Vec::new() }
    }

    /// The bytes of an event, its command byte included; `None` if the file does not declare it.
    pub fn event_size(&self, code: u8) -> Option<usize> {
        let (_, size) = self.entries.iter().find(|(known, _)| *known == code)?;
        Some(usize::from(*size).saturating_add(1))
    }

    /// All event sizes by command, 0 where undeclared: for walks over millions of events.
    pub(crate) fn table(&self) -> [u32; 256] {
        let mut table = [0; 256];
        // The first entry counts, as in `event_size`.
        for (code, size) in self.entries.iter().rev() {
            if let Some(slot) = table.get_mut(usize::from(*code)) {
                *slot = u32::from(*size).saturating_add(1);
            }
        }
        table
    }

    /// Reads the event from its command byte on.
    pub fn read(reader: &mut Reader<'_>) -> Result<Self> {
        let start = reader.clone();
        let code = reader.u8("event payloads")?;
        if code != command::EVENT_PAYLOADS {
            return Err(start.error(
                Fault::Malformed,
                "event payloads (0x35)",
                format!("command {code:#04x}"),
            ));
        }
        let start = reader.clone();
        // The size counts itself.
        let size = usize::from(reader.u8("size of event payloads")?);
        let Some(length) = size.checked_sub(1) else {
            return Err(start.error(Fault::Malformed, "a size of 1 or more", "size 0"));
        };
        let bytes = reader.take(length, "payload sizes")?;
        let (entries, extra) = bytes.as_chunks::<3>();
        let entries = entries
            .iter()
            .map(|&[code, high, low]| (code, u16::from_be_bytes([high, low])))
            .collect();
        Ok(Self { entries, extra: extra.to_vec() })
    }

    pub(crate) fn write(&self, writer: &mut Writer) {
        writer.u8(command::EVENT_PAYLOADS);
        let size = self.encoded_len().saturating_sub(1);
        writer.u8(u8::try_from(size).unwrap_or(u8::MAX));
        for (code, size) in &self.entries {
            writer.u8(*code);
            writer.u16_be(*size);
        }
        writer.bytes(&self.extra);
    }

    pub(crate) fn encoded_len(&self) -> usize {
        self.entries.len().saturating_mul(3).saturating_add(self.extra.len()).saturating_add(2)
    }
}
