//! The LZMA stream: unpacking it within a limit, and packing a payload that was changed.

use std::io::{ErrorKind, Read, Write};

use ghostreel_core::work::Meter;
use ghostreel_core::{Diagnostic, Error, Fault, Record, Result, Severity};
use lzma_rust2::{EncodeMode, LzmaOptions, LzmaReader, LzmaWriter, MfType};

use crate::container::{Container, MAGIC};
use crate::layout::LzmaHeader;
use crate::limits;

const SECTION: &str = "lzma";

/// Bytes that are unpacked at once.
const CHUNK: usize = 1 << 16;

/// The unpacked content of a stream.
#[derive(Debug)]
pub(crate) struct Unpacked {
    /// The payload, as far as it could be unpacked.
    pub(crate) payload: Vec<u8>,
    /// Whether the work was cancelled before the end.
    pub(crate) is_cancelled: bool,
    /// Why that is not all of it.
    pub(crate) damage: Option<Error>,
    /// Oddities that lose nothing.
    pub(crate) oddities: Vec<Diagnostic>,
}

/// Unpacks the stream of a file.
///
/// # Errors
/// If its header cannot be read.
pub(crate) fn unpack(file: &[u8], container: Container, meter: Option<&Meter>) -> Result<Unpacked> {
    let mut stream = Stream::open(file, container)?;
    let mut payload = Vec::new();
    let mut chunk = vec![0; CHUNK];
    let mut is_cancelled = false;
    let damage = loop {
        let length = match stream.next(&mut chunk) {
            Ok(0) => break stream.refused.take(),
            Ok(length) => length,
            Err(error) => break Some(error),
        };
        append(&mut payload, chunk.get(..length).unwrap_or_default(), stream.most());
        if meter.is_some_and(|meter| meter.spend(length as u64).is_err()) {
            is_cancelled = true;
            break Some(stream.cancelled());
        }
    };
    let oddities = stream.oddities(damage.is_none());
    Ok(Unpacked { payload, is_cancelled, damage, oddities })
}

/// Appends to a payload that will have at most so many bytes: a false size costs nothing, and a true one is not exceeded.
fn append(payload: &mut Vec<u8>, bytes: &[u8], most: usize) {
    let needed = payload.len().saturating_add(bytes.len());
    if needed > payload.capacity() {
        let room = payload.len().saturating_mul(2).min(most).max(needed);
        payload.reserve_exact(room.saturating_sub(payload.len()));
    }
    payload.extend_from_slice(bytes);
}

/// Whether the stream of a file unpacks to this payload and nothing else; with `or_more`, to what begins with it.
pub(crate) fn holds(file: &[u8], container: Container, payload: &[u8], or_more: bool) -> bool {
    let Ok(mut stream) = Stream::open(file, container) else { return false };
    let mut rest = payload;
    let mut chunk = vec![0; CHUNK];
    loop {
        // A damaged stream unpacks to as much every time.
        let Ok(length @ 1..) = stream.next(&mut chunk) else { return rest.is_empty() };
        let chunk = chunk.get(..length).unwrap_or_default();
        match rest.strip_prefix(chunk) {
            Some(after) => rest = after,
            None => return or_more && chunk.starts_with(rest),
        }
    }
}

/// A file with this payload.
pub(crate) fn pack(container: Container, payload: &[u8]) -> Vec<u8> {
    let mut file = match container {
        Container::Sections => MAGIC.to_vec(),
        Container::Legacy => Vec::new(),
    };
    let mut header = [0; LzmaHeader::SIZE];
    LzmaHeader::of(payload.len()).write(&mut header);
    file.extend_from_slice(&header);
    let size = u32::try_from(payload.len()).unwrap_or(u32::MAX);
    let options = LzmaOptions {
        // The header promises more: matches just do not reach so far back.
        dict_size: size.clamp(4096, limits::ENCODER_DICTIONARY),
        lc: 3,
        lp: 0,
        pb: 2,
        mode: EncodeMode::Normal,
        nice_len: 64,
        mf: MfType::Hc4,
        depth_limit: 0,
        preset_dict: None,
    };
    // A vector takes all writes.
    let Ok(mut writer) = LzmaWriter::new_no_header(file, &options, false) else {
        return Vec::new();
    };
    if writer.write_all(payload).is_err() {
        return Vec::new();
    }
    writer.finish().unwrap_or_default()
}

/// A stream on its way.
struct Stream<'a> {
    reader: LzmaReader<&'a [u8]>,
    /// Bytes of the file.
    file: usize,
    /// Bytes that the header promises; `None`: until the end marker.
    size: Option<u64>,
    /// Bytes given out, of at most so many.
    given: usize,
    limit: usize,
    /// The error for a limit below the promised size, once it is reached.
    refused: Option<Error>,
    /// The error for content after the promised size.
    ended: Option<Error>,
}

impl<'a> Stream<'a> {
    fn open(file: &'a [u8], container: Container) -> Result<Self> {
        let start = container.prefix();
        let stream = file.get(start..).unwrap_or_default();
        let error = |fault, offset: usize, expected: &str, found: String| {
            Error::new(
                fault,
                start.saturating_add(offset) as u64,
                SECTION,
                expected.to_owned(),
                found,
            )
        };
        let Some(header) = LzmaHeader::read(stream) else {
            let found = format!("{} and the end of the input", stream.len());
            return Err(error(Fault::Truncated, 0, "13 bytes of header", found));
        };
        let LzmaHeader { properties, dictionary_size, uncompressed_size } = header;
        let limit = limits::payload(file.len());
        let size = match uncompressed_size {
            -1 => None,
            size => Some(u64::try_from(size).map_err(|_| {
                error(Fault::Malformed, 5, "a size of 0 or more, or -1", format!("{size}"))
            })?),
        };
        // No match reaches further back than the beginning.
        let most = u32::try_from(limit).unwrap_or(u32::MAX);
        let body = stream.get(LzmaHeader::SIZE..).unwrap_or_default();
        let promised = size.unwrap_or(u64::MAX);
        let reader =
            LzmaReader::new_with_props(body, promised, properties, dictionary_size.min(most), None);
        let mut reader = reader.map_err(|_| match body.len() {
            0..5 => {
                let found = format!("{} and the end of the input", body.len());
                error(
                    Fault::Truncated,
                    LzmaHeader::SIZE,
                    "5 bytes in front of the first symbol",
                    found,
                )
            }
            _ => {
                let found = format!(
                    "properties {properties:#04x} and a first byte {:#04x}",
                    body.first().unwrap_or(&0)
                );
                error(Fault::Malformed, 0, "an LZMA stream", found)
            }
        })?;
        reader.set_defer_errors(true);
        reader.set_relaxed_end_condition(false);
        Ok(Self { reader, file: file.len(), size, given: 0, limit, refused: None, ended: None })
    }

    /// The most bytes that will be given out.
    fn most(&self) -> usize {
        let promised = usize::try_from(self.size.unwrap_or(u64::MAX)).unwrap_or(usize::MAX);
        promised.min(self.limit)
    }

    /// The next bytes of the payload; 0 at its end.
    fn next(&mut self, chunk: &mut [u8]) -> Result<usize> {
        let room = self.limit.saturating_sub(self.given).min(chunk.len());
        let whole = self.size == Some(self.given as u64);
        if room == 0 && !whole {
            // An end marker may stand right at the limit.
            let mut one = [0];
            if matches!(self.reader.read(&mut one), Ok(1)) {
                let expected = format!("at most {} bytes for a file of {}", self.limit, self.file);
                let found = match self.size {
                    Some(size) => format!("{size}; what is after them stays packed"),
                    None => "more; what is after them stays packed".to_owned(),
                };
                self.refused =
                    Some(Error::new(Fault::Limit, self.consumed(), SECTION, expected, found));
            }
            return Ok(0);
        }
        match self.reader.read(chunk.get_mut(..room.max(1)).unwrap_or_default()) {
            Ok(length) => {
                self.given = self.given.saturating_add(length);
                Ok(length)
            }
            Err(error) => {
                let error = self.failure(error.kind());
                if whole {
                    self.ended = Some(error);
                    return Ok(0);
                }
                Err(error)
            }
        }
    }

    /// The error for a stream that breaks off or makes no sense.
    fn failure(&self, kind: ErrorKind) -> Error {
        let expected = match self.size {
            Some(size) => format!("{size} bytes of payload"),
            None => "an end marker after the payload".to_owned(),
        };
        let (fault, found) = match kind {
            ErrorKind::UnexpectedEof => (Fault::Truncated, "the end of the input"),
            _ => (Fault::Malformed, "bytes that make no sense"),
        };
        Error::new(fault, self.consumed(), SECTION, expected, format!("{} and {found}", self.given))
    }

    /// The position that reading has reached. It is up to 64 KiB ahead of the unpacked data: nothing is checked on the way, so it is not known better
    /// where damage is.
    fn consumed(&self) -> u64 {
        self.file.saturating_sub(self.reader.inner().len()) as u64
    }

    /// The error for stopped work.
    fn cancelled(&self) -> Error {
        let found = "decoding was cancelled; what follows stays packed";
        Error::new(Fault::Limit, self.consumed(), SECTION, "time to read the file", found)
    }

    /// The oddities at the end.
    fn oddities(self, is_whole: bool) -> Vec<Diagnostic> {
        if !is_whole {
            return Vec::new();
        }
        let file = self.file;
        let mut oddities = Vec::new();
        if self.ended.is_some() {
            let message = "the stream does not end with the payload, or its last bytes are missing";
            oddities.push(Diagnostic::new(Severity::Warning, file as u64, SECTION, message));
        } else {
            let (rest, buffered) = self.reader.into_parts();
            let left = rest.len().saturating_add(buffered.len());
            if left > 0 {
                let offset = file.saturating_sub(left) as u64;
                let message = format!("{left} bytes after the end of the stream are kept unread");
                oddities.push(Diagnostic::new(Severity::Warning, offset, SECTION, message));
            }
        }
        oddities
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn payload(length: usize) -> Vec<u8> {
        let mut random = ghostreel_core::Random::new(1);
        (0..length).map(|at| if at % 3 == 0 { random.byte() } else { (at / 100) as u8 }).collect()
    }

    #[track_caller]
    fn check(file: &[u8], container: Container) -> Unpacked {
        let unpacked = unpack(file, container, None).unwrap();
        assert!(holds(file, container, &unpacked.payload, false));
        unpacked
    }

    #[test]
    fn packed_bytes_unpack_without_a_message() {
        for container in [Container::Sections, Container::Legacy] {
            for length in [0, 1, 17, 4096, 100_000, 3_000_000] {
                let payload = payload(length);
                let file = pack(container, &payload);
                let unpacked = check(&file, container);
                assert!(unpacked.payload == payload, "{length}");
                assert_eq!((unpacked.damage, unpacked.oddities), (None, vec![]), "{length}");
            }
        }
    }

    #[test]
    fn a_file_that_was_cut_off_unpacks_to_the_start_of_its_payload() {
        let payload = payload(3_000);
        let file = pack(Container::Sections, &payload);
        let mut longest = 0;
        for length in 0..file.len() {
            match unpack(&file[..length], Container::Sections, None) {
                Err(error) => {
                    assert_eq!(error.fault, Fault::Truncated);
                    assert!(length < MAGIC.len() + LzmaHeader::SIZE + 5, "{length}: {error}");
                }
                Ok(unpacked) => {
                    assert!(payload.starts_with(&unpacked.payload), "{length}");
                    assert!(unpacked.payload.len() >= longest, "{length}");
                    longest = unpacked.payload.len();
                    let whole = longest == payload.len();
                    assert_eq!(unpacked.damage.is_none(), whole, "{length}");
                    assert_eq!(unpacked.oddities.len(), usize::from(whole), "{length}");
                    assert!(holds(&file[..length], Container::Sections, &unpacked.payload, false));
                }
            }
        }
        assert!(longest + 100 > payload.len(), "{longest}");
    }

    #[test]
    fn bytes_after_the_stream_are_reported() {
        let mut file = pack(Container::Legacy, &payload(3_000));
        let end = file.len() as u64;
        file.extend_from_slice(b"behind");
        let unpacked = check(&file, Container::Legacy);
        assert_eq!(unpacked.damage, None);
        assert_eq!(unpacked.oddities.len(), 1);
        assert_eq!(unpacked.oddities[0].offset, end);
        assert!(unpacked.oddities[0].message.starts_with("6 bytes"), "{:?}", unpacked.oddities);
    }

    #[test]
    fn a_bomb_makes_no_more_than_the_limit() {
        let file = pack(Container::Sections, &vec![0; 64 << 20]);
        assert!(file.len() < 20_000);
        let unpacked = check(&file, Container::Sections);
        assert_eq!(unpacked.payload.len(), limits::payload(file.len()));
        let damage = unpacked.damage.unwrap();
        assert_eq!(damage.fault, Fault::Limit, "{damage}");
    }

    #[test]
    fn a_size_that_is_wrong_is_noticed() {
        let file = pack(Container::Sections, &payload(3_000));
        let mut longer = file.clone();
        longer[MAGIC.len() + 7] = 0x7f;
        let unpacked = check(&longer, Container::Sections);
        assert!(unpacked.payload.starts_with(&payload(3_000)));
        assert_eq!(unpacked.damage.unwrap().fault, Fault::Truncated);
        let mut shorter = file;
        shorter[MAGIC.len() + 6] = 1;
        let unpacked = check(&shorter, Container::Sections);
        assert_eq!((unpacked.payload.len(), unpacked.damage), (0x1b8, None));
        assert_eq!(unpacked.oddities.len(), 1);
    }

    #[test]
    fn a_dictionary_that_is_never_needed_takes_no_memory() {
        let mut file = pack(Container::Sections, &payload(3_000));
        file[MAGIC.len() + 1..MAGIC.len() + 5].fill(0xff);
        assert!(check(&file, Container::Sections).payload == payload(3_000));
    }
}
