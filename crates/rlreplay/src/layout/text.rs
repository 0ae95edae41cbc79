//! Texts, as they are in the container and in the network stream.

use std::borrow::Cow;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use ghostreel_core::Result;
use ghostreel_core::io::{Reader, Writer};

/// A text as it is written: a count, then windows-1252 or UTF-16 with a NUL at the end.
///
/// Replays have thousands, most of them short, so one takes up as little as can be. Clones share a long one: a file names the
/// same text as often as it likes.
#[derive(Clone, Debug)]
pub struct Text(Stored);

/// The encoding and the bytes after the count.
#[derive(Clone, Debug)]
enum Stored {
    /// Encoding, length and bytes, in place.
    Short(Encoding, u8, [u8; Self::SHORT]),
    Long(Arc<(Encoding, Box<[u8]>)>),
}

impl Stored {
    /// The most bytes in place: with the rest, they fill 16 bytes.
    const SHORT: usize = 14;
}

const _: () = assert!(size_of::<Text>() <= 16, "there are many");

impl Default for Text {
    fn default() -> Self {
        Self(Stored::Short(Encoding::Narrow, 0, [0; Stored::SHORT]))
    }
}

/// A text in the file's bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TextRef<'a> {
    encoding: Encoding,
    content: &'a [u8],
}

/// How a text is encoded, by the count in front of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Encoding {
    /// A byte a character, of windows-1252; the count is positive.
    #[default]
    Narrow,
    /// Two bytes a unit, little-endian UTF-16; the count is negative.
    Wide,
    /// The count `ODD`, which stands for eight bytes.
    Odd,
}

/// A text in the container around the network stream, where it is aligned to bytes.
pub trait Container: Default {
    fn store(&self, writer: &mut Writer);
}

impl Container for TextRef<'_> {
    fn store(&self, writer: &mut Writer) {
        writer.i32_le(self.count());
        writer.bytes(self.content);
    }
}

impl Container for Text {
    fn store(&self, writer: &mut Writer) {
        self.borrowed().store(writer);
    }
}

impl<'a> TextRef<'a> {
    /// A count that some old files have in front of eight bytes, `"\0\0\0None"`.
    const ODD: i32 = 0x0500_0000;

    /// Reads a text.
    pub(crate) fn load(reader: &mut Reader<'a>, what: &str) -> Result<Self> {
        let count = reader.i32_le(what)?;
        Ok(Self::of(count, reader.take(Self::content_length(count), what)?))
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

    fn of(count: i32, content: &'a [u8]) -> Self {
        let encoding = match count {
            Self::ODD if !content.is_empty() => Encoding::Odd,
            ..0 if !content.is_empty() => Encoding::Wide,
            _ => Encoding::Narrow,
        };
        Self { encoding, content }
    }

    /// The count as it is written.
    pub fn count(self) -> i32 {
        let bytes = i32::try_from(self.content.len()).unwrap_or(i32::MAX);
        match self.encoding {
            Encoding::Narrow => bytes,
            Encoding::Wide => bytes.wrapping_div(2).wrapping_neg(),
            Encoding::Odd => Self::ODD,
        }
    }

    /// The bytes after the count, as they are written, with the NUL.
    pub const fn content(self) -> &'a [u8] {
        self.content
    }

    /// Its characters without the NUL at their end, to be compared with plain ASCII: others may be spelled in any way.
    pub(crate) fn spelling(self) -> Cow<'a, [u8]> {
        match self.encoding {
            Encoding::Narrow => self.content.strip_suffix(&[0]).unwrap_or(self.content).into(),
            Encoding::Wide | Encoding::Odd => self.to_string().into_bytes().into(),
        }
    }

    /// The characters without the NUL at their end, if they are plain ASCII.
    fn plain(self) -> Option<&'a str> {
        match (self.encoding, self.content) {
            (Encoding::Narrow, [plain @ .., 0]) if plain.is_ascii() => {
                std::str::from_utf8(plain).ok()
            }
            _ => None,
        }
    }

    /// Whether the game would write it like this: [`Text::new`] gives the same.
    pub fn is_usual(self) -> bool {
        match self.plain() {
            Some(plain) => !plain.is_empty(),
            None => self == Text::new(&self.to_string()).borrowed(),
        }
    }

    /// The text without the NUL at its end; borrowed if it is plain ASCII.
    pub fn as_str(self) -> Cow<'a, str> {
        self.plain().map_or_else(|| self.to_string().into(), Cow::from)
    }
}

impl fmt::Display for TextRef<'_> {
    /// The text without the NUL at its end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self.encoding {
            Encoding::Narrow | Encoding::Odd => narrow(self.content),
            Encoding::Wide => {
                let units = self.content.chunks_exact(2).filter_map(|pair| pair.first_chunk());
                let units = units.map(|pair| u16::from_le_bytes(*pair));
                char::decode_utf16(units)
                    .map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER))
                    .collect()
            }
        };
        f.write_str(text.strip_suffix('\0').unwrap_or(&text))
    }
}

impl From<TextRef<'_>> for Text {
    fn from(text: TextRef<'_>) -> Self {
        let TextRef { encoding, content } = text;
        let mut short = [0; Stored::SHORT];
        if let Some(place) = short.get_mut(..content.len())
            && let Ok(length) = u8::try_from(content.len())
        {
            place.copy_from_slice(content);
            return Self(Stored::Short(encoding, length, short));
        }
        Self(Stored::Long(Arc::new((encoding, content.into()))))
    }
}

impl Text {
    /// Bytes of the two allocations that a long text has, without its content.
    const OWNED: usize = 64;

    /// A text as the game writes it: UTF-16 only where Latin-1 does not do.
    pub fn new(text: &str) -> Self {
        let narrow: Option<Vec<u8>> =
            text.chars().chain(['\0']).map(|c| u8::try_from(u32::from(c)).ok()).collect();
        match narrow {
            _ if text.is_empty() => Self::default(),
            Some(content) => Self::of(1, &content),
            None => {
                let units = text.encode_utf16().chain([0]);
                Self::of(-1, &units.flat_map(u16::to_le_bytes).collect::<Vec<u8>>())
            }
        }
    }

    /// Reads a text.
    pub(crate) fn load(reader: &mut Reader<'_>, what: &str) -> Result<Self> {
        TextRef::load(reader, what).map(Self::from)
    }

    /// The text of a count and the bytes after it, NUL included.
    pub fn of(count: i32, content: &[u8]) -> Self {
        TextRef::of(count, content).into()
    }

    /// The same, as it lies here.
    pub fn borrowed(&self) -> TextRef<'_> {
        let (encoding, content) = match &self.0 {
            Stored::Short(encoding, length, content) => {
                (*encoding, content.get(..usize::from(*length)).unwrap_or_default())
            }
            Stored::Long(long) => (long.0, &*long.1),
        };
        TextRef { encoding, content }
    }

    /// Whether there is nothing but the NUL at its end.
    pub fn is_empty(&self) -> bool {
        matches!((self.borrowed().encoding, self.content()), (_, []) | (Encoding::Narrow, [0]))
            || (self.content().len() <= 2 && self.as_str().is_empty())
    }

    /// Whether it is this text. For frequent checks: it does not go through a long text.
    pub fn is(&self, text: &str) -> bool {
        // No encoding takes more than two bytes for each of UTF-8's, and for the NUL.
        let most = text.len().saturating_add(1).saturating_mul(2);
        self.content().len() <= most && self.as_str() == text
    }

    /// About how many bytes a long text takes up beside itself; none where it has a place in itself.
    #[inline]
    pub(crate) fn owned_len(&self) -> usize {
        match &self.0 {
            Stored::Short(..) => 0,
            Stored::Long(long) => long.1.len().saturating_add(Self::OWNED),
        }
    }

    /// A key that a long text shares with its clones, and with no other text held beside them.
    pub(crate) fn identity(&self) -> Option<usize> {
        match &self.0 {
            Stored::Short(..) => None,
            Stored::Long(long) => Some(Arc::as_ptr(long) as usize),
        }
    }

    /// The count as it is written.
    pub fn count(&self) -> i32 {
        self.borrowed().count()
    }

    /// The bytes after the count, as they are written, with the NUL.
    pub fn content(&self) -> &[u8] {
        self.borrowed().content()
    }

    /// The text without the NUL at its end; borrowed if it is plain ASCII.
    pub fn as_str(&self) -> Cow<'_, str> {
        self.borrowed().as_str()
    }

    /// Bytes that it takes up.
    pub fn encoded_len(&self) -> usize {
        self.content().len().saturating_add(4)
    }
}

impl PartialEq for Text {
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Stored::Long(one), Stored::Long(other)) if Arc::ptr_eq(one, other) => true,
            _ => self.borrowed() == other.borrowed(),
        }
    }
}

impl Eq for Text {}

impl Hash for Text {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.count().hash(state);
        self.content().hash(state);
    }
}

impl fmt::Display for Text {
    /// The text without the NUL at its end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.borrowed().fmt(f)
    }
}

impl PartialEq<str> for Text {
    fn eq(&self, other: &str) -> bool {
        if other.is_ascii() {
            *self.borrowed().spelling() == *other.as_bytes()
        } else {
            self.as_str() == other
        }
    }
}

/// windows-1252 where it differs from Latin-1: 0x80 to 0x9f. Codes that it leaves open stand for themselves.
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
    fn a_text_is_itself_however_it_is_encoded() {
        let wide = Text::of(-4, &[97, 0, 98, 0, 99, 0, 0, 0]);
        assert!(wide.is("abc") && !wide.is("ab") && !wide.is(""));
        assert!(Text::of(3, b"abc").is("abc"), "without its NUL");
        assert!(!Text::new(&"abc".repeat(9)).is("abc"));
        assert!(Text::default().is(""));
    }

    #[test]
    fn texts_are_written_as_the_game_does() {
        for (text, count, bytes) in [("", 0, 0), ("abc", 4, 4), ("Zoë", 4, 4), ("日本", -3, 6)] {
            let text_of = Text::new(text);
            assert_eq!((text_of.count(), text_of.content().len()), (count, bytes), "{text}");
            assert_eq!(text_of.to_string(), text);
            assert!(text_of == *text);
            assert!(text_of.is(text) && !text_of.is("Zoë and more") && !text_of.is("ab"));
            let mut writer = Writer::default();
            text_of.store(&mut writer);
            let bytes = writer.finish();
            assert_eq!(Text::load(&mut Reader::new(&bytes, "test"), "text"), Ok(text_of));
        }
    }
}
