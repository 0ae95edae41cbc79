//! Strings: a reference in the item, the bytes anywhere in the file.

use std::borrow::Cow;

use ghostreel_core::record;

record! {
    /// Where the bytes of a string are. Two strings may share bytes, or overlap. The sample writer of the draft has the two numbers
    /// the other way round; the draft's reader takes them as they are here.
    pub struct StringRef, 8 bytes {
        /// Bytes of the string
        0: length: i32 = "length";
        /// Where it begins, from the start of the file
        4: pointer: i32 = "pointer";
    }
}

/// A string in UTF-8, as far as the writer kept to it: other bytes are kept.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Text {
    /// The bytes, without a zero after them.
    pub bytes: Vec<u8>,
}

impl Text {
    /// The text, with U+FFFD where it is not UTF-8.
    pub fn as_str(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(&self.bytes)
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Self {
        Self { bytes: text.as_bytes().to_vec() }
    }
}

/// A string in UTF-16, the low byte of each unit first, as far as the writer kept to it: other bytes are kept.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct WideText {
    /// The bytes, two for each unit, without a zero after them.
    pub bytes: Vec<u8>,
}

impl WideText {
    /// The text, with U+FFFD where it is not UTF-16.
    pub fn to_text(&self) -> String {
        let (units, odd) = self.bytes.as_chunks();
        let units = units.iter().map(|unit| u16::from_le_bytes(*unit));
        // At most three bytes for each unit: a text that grows by doubling takes three times its content.
        let mut text = String::with_capacity(units.len().saturating_mul(3));
        text.extend(char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)));
        if !odd.is_empty() {
            text.push(char::REPLACEMENT_CHARACTER);
        }
        text
    }
}

impl From<&str> for WideText {
    fn from(text: &str) -> Self {
        Self { bytes: text.encode_utf16().flat_map(u16::to_le_bytes).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn utf16_is_read_as_far_as_it_is_sound() {
        for text in ["", "Ghost", "合成サンプル 👻"] {
            assert_eq!(WideText::from(text).to_text(), text);
        }
        let check = |bytes: &[u8], text: &str| {
            assert_eq!(WideText { bytes: bytes.to_vec() }.to_text(), text);
        };
        check(b"a\0b", "a\u{fffd}");
        check(b"\x3d\xd8a\0", "\u{fffd}a");
    }
}
