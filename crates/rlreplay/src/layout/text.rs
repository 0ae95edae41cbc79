//! Texts, as they are in the container and in the network stream.

use std::borrow::Cow;
use std::fmt;

use ghostreel_core::Result;
use ghostreel_core::io::{Reader, Writer};

/// A text as it is written: a count, then windows-1252 or UTF-16 with a NUL at the end.
///
/// Replays have thousands, so one takes up as little as can be: the encoding, then the bytes behind the count. Nothing at all
/// is an empty text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Text(Box<[u8]>);

/// What a count says about the bytes behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Encoding {
    /// A byte a character, of windows-1252; the count is positive.
    Narrow,
    /// Two bytes a unit, little-endian UTF-16; the count is negative.
    Wide,
    /// The count [`Text::ODD`], which stands for eight bytes.
    Odd,
}

impl Text {
    /// A count that some old files have in front of eight bytes, `"\0\0\0None"`.
    const ODD: i32 = 0x0500_0000;

    /// A text as the game writes it: UTF-16 only where Latin-1 does not do.
    pub fn new(text: &str) -> Self {
        let narrow: Option<Vec<u8>> =
            text.chars().chain(['\0']).map(|c| u8::try_from(u32::from(c)).ok()).collect();
        match narrow {
            _ if text.is_empty() => Self::default(),
            Some(content) => Self::made(Encoding::Narrow, &content),
            None => {
                let units = text.encode_utf16().chain([0]);
                Self::made(Encoding::Wide, &units.flat_map(u16::to_le_bytes).collect::<Vec<u8>>())
            }
        }
    }

    fn made(encoding: Encoding, content: &[u8]) -> Self {
        if content.is_empty() {
            return Self::default();
        }
        let mut bytes = Vec::with_capacity(content.len().saturating_add(1));
        bytes.push(match encoding {
            Encoding::Narrow => 0,
            Encoding::Wide => 1,
            Encoding::Odd => 2,
        });
        bytes.extend_from_slice(content);
        Self(bytes.into())
    }

    fn parts(&self) -> (Encoding, &[u8]) {
        match &*self.0 {
            [1, content @ ..] => (Encoding::Wide, content),
            [2, content @ ..] => (Encoding::Odd, content),
            [_, content @ ..] => (Encoding::Narrow, content),
            [] => (Encoding::Narrow, &[]),
        }
    }

    /// How many bytes follow a count.
    pub(crate) fn content_length(count: i32) -> usize {
        let length = match count {
            Self::ODD => 8,
            0.. => count.unsigned_abs(),
            _ => count.unsigned_abs().saturating_mul(2),
        };
        length as usize
    }

    /// The text of a count and the bytes behind it, NUL included.
    pub fn of(count: i32, content: &[u8]) -> Self {
        let encoding = match count {
            Self::ODD => Encoding::Odd,
            0.. => Encoding::Narrow,
            _ => Encoding::Wide,
        };
        Self::made(encoding, content)
    }

    /// The count as it is written.
    pub fn count(&self) -> i32 {
        let (encoding, content) = self.parts();
        let bytes = i32::try_from(content.len()).unwrap_or(i32::MAX);
        match encoding {
            Encoding::Narrow => bytes,
            Encoding::Wide => bytes.wrapping_div(2).wrapping_neg(),
            Encoding::Odd => Self::ODD,
        }
    }

    /// The bytes behind the count, NUL included.
    pub fn content(&self) -> &[u8] {
        self.parts().1
    }

    pub(crate) fn load(reader: &mut Reader<'_>, what: &str) -> Result<Self> {
        let count = reader.i32_le(what)?;
        Ok(Self::of(count, reader.take(Self::content_length(count), what)?))
    }

    pub(crate) fn store(&self, writer: &mut Writer) {
        writer.i32_le(self.count());
        writer.bytes(self.content());
    }

    /// The text without the NUL at its end; borrowed if it is plain ASCII.
    pub fn as_str(&self) -> Cow<'_, str> {
        match self.parts() {
            (Encoding::Narrow, [plain @ .., 0]) if plain.is_ascii() => {
                std::str::from_utf8(plain).unwrap_or_default().into()
            }
            _ => self.to_string().into(),
        }
    }

    /// Bytes that it takes up.
    pub fn encoded_len(&self) -> usize {
        self.content().len().saturating_add(4)
    }
}

impl fmt::Display for Text {
    /// The text without the NUL at its end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (encoding, content) = self.parts();
        let text = match encoding {
            Encoding::Narrow | Encoding::Odd => narrow(content),
            Encoding::Wide => {
                let units = content.chunks_exact(2).filter_map(|pair| pair.first_chunk());
                let units = units.map(|pair| u16::from_le_bytes(*pair));
                char::decode_utf16(units)
                    .map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER))
                    .collect()
            }
        };
        f.write_str(text.strip_suffix('\0').unwrap_or(&text))
    }
}

impl PartialEq<str> for Text {
    fn eq(&self, other: &str) -> bool {
        self.as_str() == other
    }
}

/// windows-1252 where it differs from Latin-1: 0x80 to 0x9f. What it leaves open stands for itself.
const HIGH: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}',
    '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// windows-1252 as text.
pub(crate) fn narrow(bytes: &[u8]) -> String {
    let character = |&byte: &u8| match byte {
        0x80..=0x9f => {
            HIGH.get(usize::from(byte & 0x1f)).copied().unwrap_or(char::REPLACEMENT_CHARACTER)
        }
        _ => char::from(byte),
    };
    bytes.iter().map(character).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_written_as_the_game_does() {
        for (text, count, bytes) in [("", 0, 0), ("abc", 4, 4), ("Zoë", 4, 4), ("日本", -3, 6)] {
            let text_of = Text::new(text);
            assert_eq!((text_of.count(), text_of.content().len()), (count, bytes), "{text}");
            assert_eq!(text_of.to_string(), text);
            assert!(text_of == *text);
            let mut writer = Writer::default();
            text_of.store(&mut writer);
            let bytes = writer.finish();
            assert_eq!(Text::load(&mut Reader::new(&bytes, "test"), "text"), Ok(text_of));
        }
    }
}
