//! Strings: an `int` with the length, then UTF-8. Some mods got the length wrong; their bytes are kept.

use std::borrow::Cow;

use ghostreel_core::io::{Reader, Writer};
use ghostreel_core::{Fault, Result};

use crate::limits;

/// A string as it stands in the file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Text {
    /// Bytes in front of the length that belong to nothing: the end of an earlier string whose length was
    /// written too short. Nearly always empty.
    pub skipped: Vec<u8>,
    /// The length that was written: bytes, or in the names of early mods UTF-16 units.
    pub declared: i32,
    /// The text. UTF-8 as far as we have seen; other bytes are kept.
    pub bytes: Vec<u8>,
}

/// How to find out where a string ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Measure {
    /// The length counts bytes, as it should.
    Bytes,
    /// The length counts UTF-16 units: names by early PC and Quest mods and the C# re-encoder.
    Utf16,
    /// The length is wrong by an unknown amount: bytes in front of it are skipped until it looks right.
    Skip,
}

impl Text {
    /// The text, with U+FFFD where it is not UTF-8.
    pub fn as_str(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(&self.bytes)
    }

    /// Whether the length counts the bytes, nothing was skipped and all is UTF-8: the text alone says it all.
    pub fn is_plain(&self) -> bool {
        self.skipped.is_empty()
            && usize::try_from(self.declared) == Ok(self.bytes.len())
            && std::str::from_utf8(&self.bytes).is_ok()
    }

    pub(crate) fn read(reader: &mut Reader<'_>, name: &str, measure: Measure) -> Result<Self> {
        match measure {
            Measure::Bytes => Self::read_bytes(reader, name),
            Measure::Utf16 => Self::read_utf16(reader, name),
            Measure::Skip => Self::read_skipping(reader, name),
        }
    }

    fn read_bytes(reader: &mut Reader<'_>, name: &str) -> Result<Self> {
        let start = reader.clone();
        let declared = reader.i32_le(name)?;
        let length = usize::try_from(declared).map_err(|_| {
            start.error(
                Fault::Malformed,
                format!("{name} with a length"),
                format!("length {declared}"),
            )
        })?;
        Ok(Self { skipped: Vec::new(), declared, bytes: reader.take(length, name)?.to_vec() })
    }

    /// Takes characters until they make up the declared number of UTF-16 units.
    fn read_utf16(reader: &mut Reader<'_>, name: &str) -> Result<Self> {
        let start = reader.clone();
        let declared = reader.i32_le(name)?;
        let units = usize::try_from(declared).unwrap_or(usize::MAX);
        // A UTF-16 unit is at most three bytes of UTF-8.
        let longest = units.saturating_mul(3).min(reader.rest().len());
        let candidate = reader.rest().get(..longest).unwrap_or_default();
        let sound = match std::str::from_utf8(candidate) {
            Ok(text) => text,
            Err(e) => candidate
                .get(..e.valid_up_to())
                .and_then(|valid| std::str::from_utf8(valid).ok())
                .unwrap_or_default(),
        };
        let mut length = 0_usize;
        let mut counted = 0_usize;
        for character in sound.chars() {
            if counted >= units {
                break;
            }
            counted = counted.saturating_add(character.len_utf16());
            length = length.saturating_add(character.len_utf8());
        }
        if counted != units {
            return Err(start.error(
                Fault::Malformed,
                format!("{name} of {declared} UTF-16 units"),
                format!("{counted}"),
            ));
        }
        Ok(Self { skipped: Vec::new(), declared, bytes: reader.take(length, name)?.to_vec() })
    }

    /// Steps over bytes until a plausible length with sound UTF-8 after it.
    fn read_skipping(reader: &mut Reader<'_>, name: &str) -> Result<Self> {
        let start = reader.clone();
        for skipped in 0..=limits::SKIPPED_BYTES {
            let mut attempt = start.clone();
            let skipped = attempt.take(skipped, name)?;
            let text = Self::read_bytes(&mut attempt, name);
            if let Ok(text) = text
                && text.declared <= limits::PLAUSIBLE_TEXT
                && std::str::from_utf8(&text.bytes).is_ok()
            {
                *reader = attempt;
                return Ok(Self { skipped: skipped.to_vec(), ..text });
            }
        }
        Err(start.error(
            Fault::Malformed,
            format!("{name} with a plausible length"),
            format!("none within {} bytes", limits::SKIPPED_BYTES),
        ))
    }

    pub(crate) fn write(&self, writer: &mut Writer) {
        writer.bytes(&self.skipped);
        writer.i32_le(self.declared);
        writer.bytes(&self.bytes);
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Self {
        Self {
            skipped: Vec::new(),
            declared: i32::try_from(text.len()).unwrap_or(i32::MAX),
            bytes: text.as_bytes().to_vec(),
        }
    }
}
