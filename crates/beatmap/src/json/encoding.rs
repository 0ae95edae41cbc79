//! In which bytes a file has its text.

use std::borrow::Cow;

/// The encoding of characters in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Encoding {
    Utf8,
    Utf16 { is_big_endian: bool },
}

/// The text of a file.
#[derive(Debug)]
pub(super) struct Decoded<'f> {
    /// The text, as UTF-8.
    pub(super) text: Cow<'f, [u8]>,
    encoding: Encoding,
    /// Bytes of the mark before it, that says which it is.
    mark: usize,
}

/// Finds the encoding by its byte order mark, or by where the first of two bytes is 0, as the text begins with a bracket or a space.
pub(super) fn decode(file: &[u8]) -> Decoded<'_> {
    let utf_16 = |is_big_endian| Encoding::Utf16 { is_big_endian };
    let (encoding, mark) = match file {
        [0xef, 0xbb, 0xbf, ..] => (Encoding::Utf8, 3),
        [0xff, 0xfe, ..] => (utf_16(false), 2),
        [0xfe, 0xff, ..] => (utf_16(true), 2),
        [first, 0, ..] if *first != 0 => (utf_16(false), 0),
        [0, second, ..] if *second != 0 => (utf_16(true), 0),
        _ => (Encoding::Utf8, 0),
    };
    let bytes = file.get(mark..).unwrap_or_default();
    let text = match encoding {
        Encoding::Utf8 => bytes.into(),
        Encoding::Utf16 { is_big_endian } => from_utf_16(bytes, is_big_endian).into_bytes().into(),
    };
    Decoded { text, encoding, mark }
}

fn from_utf_16(bytes: &[u8], is_big_endian: bool) -> String {
    let (pairs, _) = bytes.as_chunks::<2>();
    let read = if is_big_endian { u16::from_be_bytes } else { u16::from_le_bytes };
    let characters = || {
        let decoded = char::decode_utf16(pairs.iter().map(|pair| read(*pair)));
        decoded.map(|character| character.unwrap_or(char::REPLACEMENT_CHARACTER))
    };
    // Counted first: what grows by doubling may take three times the file.
    let length = characters().map(char::len_utf8).fold(0, usize::saturating_add);
    let mut text = String::with_capacity(length);
    text.extend(characters());
    text
}

impl Decoded<'_> {
    /// Where in the file a byte of its text is.
    pub(super) fn offset(&self, at: usize) -> u64 {
        let before = self.text.get(..at).unwrap_or(&self.text);
        let length = match self.encoding {
            Encoding::Utf8 => before.len(),
            Encoding::Utf16 { .. } => {
                let before = String::from_utf8_lossy(before);
                before.chars().map(char::len_utf16).sum::<usize>().saturating_mul(2)
            }
        };
        self.mark.saturating_add(length) as u64
    }
}
