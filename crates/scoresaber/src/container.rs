//! The container around the payload: the beginning of a file shows which of the two it is.

use ghostreel_core::{Diagnostic, Error, Fault, Probe, Record, Result, Severity};

use crate::layout::LzmaHeader;

/// How files of version 2 and 3 begin: `ScoreSaber Replay 👌🤠` and the end of a line.
pub(crate) const MAGIC: &[u8; 28] = b"ScoreSaber Replay \xf0\x9f\x91\x8c\xf0\x9f\xa4\xa0\r\n";

/// The kind of a payload.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Container {
    /// Version 2 and 3: after the magic, a payload of sections.
    Sections,
    /// Before version 2: an LZMA stream without a magic, whose payload is an object graph of .NET.
    Legacy,
}

impl Container {
    /// Bytes in front of the LZMA stream.
    pub(crate) const fn prefix(self) -> usize {
        match self {
            Self::Sections => MAGIC.len(),
            Self::Legacy => 0,
        }
    }

    /// The container of a file, and how sure that is.
    pub(crate) fn recognise(head: &[u8]) -> Option<(Self, Probe)> {
        let stream = head.get(MAGIC.len()..).unwrap_or_default();
        if head.starts_with(MAGIC) {
            Some((Self::Sections, Probe::Yes))
        } else if is_stream(head) {
            // Other programs begin their files so, too.
            Some((Self::Legacy, Probe::Maybe))
        } else if is_stream(stream) {
            // The plugin drops the magic unseen, so it ignores a damaged one.
            Some((Self::Sections, Probe::Maybe))
        } else {
            None
        }
    }

    /// The container of a file that is to be read, and the oddity of its magic.
    pub(crate) fn of(bytes: &[u8]) -> Result<(Self, Option<Diagnostic>)> {
        match Self::recognise(bytes) {
            Some((Self::Sections, Probe::Maybe)) => {
                let message = "the first 28 bytes are not `ScoreSaber Replay 👌🤠` and the end of a line, but what follows is an LZMA stream";
                let odd = Diagnostic::new(Severity::Warning, 0, "magic", message);
                Ok((Self::Sections, Some(odd)))
            }
            Some((container, _)) => Ok((container, None)),
            None => {
                let start: Vec<String> =
                    bytes.iter().take(4).map(|byte| format!("{byte:02x}")).collect();
                let expected =
                    "`ScoreSaber Replay 👌🤠`, or an LZMA stream as old plugins wrote it";
                let found = match bytes {
                    [] => "an empty file".to_owned(),
                    _ => format!("a file that begins with {}", start.join(" ")),
                };
                Err(Error::new(Fault::Malformed, 0, "magic", expected, found))
            }
        }
    }
}

/// Whether bytes begin as the streams of the plugin's encoder do: its header, with a size that makes sense, and the 0 that every
/// LZMA stream begins with.
fn is_stream(bytes: &[u8]) -> bool {
    const SANE_SIZE: i64 = 1 << 40;
    let ours = LzmaHeader::of(0);
    LzmaHeader::read(bytes).is_some_and(|header| {
        header.properties == ours.properties
            && header.dictionary_size == ours.dictionary_size
            && (-1..SANE_SIZE).contains(&header.uncompressed_size)
            && bytes.get(LzmaHeader::SIZE) == Some(&0)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_known_by_its_first_64_bytes() {
        let stream = [0x5d, 0, 0, 0x80, 0, 1, 2, 0, 0, 0, 0, 0, 0, 0, 77];
        let join = |prefix: &[u8]| [prefix, &stream].concat();
        let check = |bytes: &[u8], expected| assert_eq!(Container::recognise(bytes), expected);
        check(&join(MAGIC), Some((Container::Sections, Probe::Yes)));
        check(MAGIC, Some((Container::Sections, Probe::Yes)));
        check(&join(&[b'x'; 28]), Some((Container::Sections, Probe::Maybe)));
        check(&stream, Some((Container::Legacy, Probe::Maybe)));
        for other in [&b""[..], b"{\"_version\":\"2.0.0\"}", &stream[..13], &MAGIC[..27], &[0; 64]]
        {
            check(other, None);
        }
        let mut huge = stream;
        huge[11] = 1;
        check(&huge, None);
    }
}
