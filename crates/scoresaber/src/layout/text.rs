//! Strings: an `i32` with the length in bytes, then UTF-8.

use std::borrow::Cow;

use ghostreel_core::io::{Reader, Writer};
use ghostreel_core::{Fault, Result};

/// A string as it stands in the file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Text {
    /// UTF-8; other bytes are kept.
    pub bytes: Vec<u8>,
}

impl Text {
    /// The text, with U+FFFD where it is not UTF-8.
    pub fn as_str(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(&self.bytes)
    }

    pub(crate) fn read(reader: &mut Reader<'_>, name: &str) -> Result<Self> {
        let start = reader.clone();
        let declared = reader.i32_le(name)?;
        let length = usize::try_from(declared).map_err(|_| {
            start.error(
                Fault::Malformed,
                format!("{name} with a length"),
                format!("length {declared}"),
            )
        })?;
        Ok(Self { bytes: reader.take(length, name)?.to_vec() })
    }

    pub(crate) fn write(&self, writer: &mut Writer) {
        writer.i32_le(i32::try_from(self.bytes.len()).unwrap_or(i32::MAX));
        writer.bytes(&self.bytes);
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Self {
        Self { bytes: text.as_bytes().to_vec() }
    }
}
