//! A chunk: its head, with its content, its stream and its checksums, and its payload.

use std::ops::Range;

use ghostreel_core::io::{Reader, Writer};
use ghostreel_core::{Error, Fault, Result};

use crate::limits;

/// The beginning of every chunk. The first byte is no text, and no byte of it is found twice in it.
pub(crate) const MARKER: [u8; 4] = *b"\xa5CHK";

/// Bytes of a head.
pub const HEAD_LENGTH: usize = 96;

/// Where the hash begins in a head: it covers the bytes in front.
const HASHED_LENGTH: usize = 56;

/// The content of a chunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The reel's metadata, and its streams. The first chunk, and no other.
    Header,
    /// Rows of a table.
    Rows,
    /// Bytes of a game's own file.
    Original,
    /// Where the chunks are.
    Index,
    /// The last chunk.
    End,
    /// The player's signature of the chain before it, by `docs/spec/mark.md`.
    SignedHead,
    /// A server's receipt for a signed head or for the close: when it came.
    Receipt,
    /// The player's signature of the whole session. After it are receipts, the index and the end.
    Close,
    /// Something that this version does not know: it is skipped, and kept where a reel is copied.
    Unknown(u8),
}

impl Kind {
    const fn number(self) -> u8 {
        match self {
            Self::Header => 1,
            Self::Rows => 2,
            Self::Original => 3,
            Self::Index => 4,
            Self::End => 5,
            Self::SignedHead => 16,
            Self::Receipt => 17,
            Self::Close => 18,
            Self::Unknown(number) => number,
        }
    }

    const fn of(number: u8) -> Self {
        match number {
            1 => Self::Header,
            2 => Self::Rows,
            3 => Self::Original,
            4 => Self::Index,
            5 => Self::End,
            16 => Self::SignedHead,
            17 => Self::Receipt,
            18 => Self::Close,
            _ => Self::Unknown(number),
        }
    }

    /// The name used in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Header => "header",
            Self::Rows => "rows",
            Self::Original => "original",
            Self::Index => "index",
            Self::End => "end",
            Self::SignedHead => "signed head",
            Self::Receipt => "receipt",
            Self::Close => "close",
            Self::Unknown(_) => "unknown",
        }
    }
}

/// A hash of the chain: BLAKE3 of the one before, of the head, and of the payload.
pub type Hash = [u8; 32];

/// The state of a reel up to some chunk: a signature of it signs all chunks so far.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chain {
    /// The number of chunks.
    pub chunks: u64,
    /// The hash of the last of them.
    pub hash: Hash,
    /// The greatest time that their heads have, in seconds; 0 if they have none.
    pub time: f64,
    has_time: bool,
}

impl Chain {
    /// The chain without chunks, after a preamble of that hash.
    pub(crate) fn starting_from(hash: Hash) -> Self {
        Self { chunks: 0, hash, time: 0.0, has_time: false }
    }

    /// Goes on with the next chunk.
    pub(crate) fn add(&mut self, head: &Head) {
        self.chunks = self.chunks.saturating_add(1);
        self.hash = head.hash;
        if !head.end.is_nan() {
            self.time = if self.has_time { self.time.max(head.end) } else { head.end };
            self.has_time = true;
        }
    }
}

/// The head of a chunk.
#[derive(Clone, Copy, Debug)]
pub struct Head {
    /// The kind of its content.
    pub kind: Kind,
    /// The packing of the payload: 0 as it is, 1 as a zstd frame.
    pub packing: u8,
    /// The stream it belongs to; 0 if to none.
    pub stream: u16,
    /// Bytes of the payload in the file.
    pub length: u32,
    /// Bytes of the payload when it is unpacked.
    pub unpacked_length: u32,
    /// The number of the chunk, from 0: a missing number is a missing chunk.
    pub number: u64,
    /// The first row; of an original, the first byte.
    pub first_row: u64,
    /// The number of rows; of an original, of bytes.
    pub rows: u32,
    /// CRC32C of the payload.
    pub payload_checksum: u32,
    /// The time of the first row, in seconds; NaN if it has none.
    pub start: f64,
    /// The time of the last row, in seconds; NaN if it has none.
    pub end: f64,
    /// The hash of the chain up to this chunk.
    pub hash: Hash,
}

impl PartialEq for Head {
    /// Whether they are written the same: times may be no numbers.
    fn eq(&self, other: &Self) -> bool {
        self.bytes() == other.bytes()
    }
}

impl Head {
    /// Reads a head at an offset in the file.
    ///
    /// # Errors
    /// If there is none, it is damaged, or its payload is longer than [`limits::PAYLOAD`].
    pub fn read(bytes: &[u8], offset: u64) -> Result<Self> {
        let mut reader = Reader::new(bytes, "chunk head").with_base(offset);
        let whole: [u8; HEAD_LENGTH] = reader.array("a head")?;
        let (content, _) = whole.split_at(HEAD_LENGTH.saturating_sub(4));
        let mut reader = Reader::new(&whole, "chunk head").with_base(offset);
        if reader.array::<4>("a marker")? != MARKER {
            return Err(malformed(offset, "a chunk's marker", "other bytes"));
        }
        let head = Self {
            kind: Kind::of(reader.u8("a kind")?),
            packing: reader.u8("a packing")?,
            stream: reader.u16_le("a stream")?,
            length: reader.u32_le("a length")?,
            unpacked_length: reader.u32_le("a length")?,
            number: reader.u64_le("a number")?,
            first_row: reader.u64_le("a row")?,
            rows: reader.u32_le("a number of rows")?,
            payload_checksum: reader.u32_le("a checksum")?,
            start: reader.f64_le("a time")?,
            end: reader.f64_le("a time")?,
            hash: reader.array("a hash")?,
        };
        reader.u32_le("zeros")?;
        if reader.u32_le("a checksum")? != crc32c::crc32c(content) {
            return Err(malformed(offset, "a head with its checksum", "another checksum"));
        }
        if head.length.max(head.unpacked_length) > limits::PAYLOAD {
            return Err(Error::new(
                Fault::Limit,
                offset,
                "chunk head",
                format!("a payload of at most {} bytes", limits::PAYLOAD),
                format!("one of {} bytes", head.length.max(head.unpacked_length)),
            ));
        }
        Ok(head)
    }

    /// The head as it is written.
    pub fn bytes(&self) -> [u8; HEAD_LENGTH] {
        let mut out = Writer::with_capacity(HEAD_LENGTH);
        out.bytes(&MARKER);
        out.u8(self.kind.number());
        out.u8(self.packing);
        out.u16_le(self.stream);
        out.u32_le(self.length);
        out.u32_le(self.unpacked_length);
        out.u64_le(self.number);
        out.u64_le(self.first_row);
        out.u32_le(self.rows);
        out.u32_le(self.payload_checksum);
        out.f64_le(self.start);
        out.f64_le(self.end);
        out.bytes(&self.hash);
        out.u32_le(0);
        let mut bytes = out.finish();
        let checksum = crc32c::crc32c(&bytes);
        bytes.extend_from_slice(&checksum.to_le_bytes());
        bytes.try_into().unwrap_or([0; HEAD_LENGTH])
    }

    /// The hash that the chunk has after a chain.
    pub(crate) fn hash_after(&self, before: &Hash, payload: &[u8]) -> Hash {
        let head = self.bytes();
        let mut hasher = blake3::Hasher::new();
        hasher.update(before);
        hasher.update(head.get(..HASHED_LENGTH).unwrap_or_default());
        hasher.update(payload);
        *hasher.finalize().as_bytes()
    }

    /// Whether all its rows are before or after a span of seconds. A chunk without times is in every span.
    pub(crate) fn is_outside(&self, span: &Range<f64>) -> bool {
        self.end < span.start || self.start >= span.end
    }

    /// Bytes of the head and the payload.
    pub fn total_length(&self) -> usize {
        HEAD_LENGTH.saturating_add(self.length as usize)
    }
}

pub(crate) fn malformed(offset: u64, expected: &'static str, found: &'static str) -> Error {
    Error::new(Fault::Malformed, offset, "chunk head", expected, found)
}

/// A chunk, and where it begins in the file.
#[derive(Clone, Debug, PartialEq)]
pub struct Chunk {
    /// Where its head begins.
    pub offset: u64,
    /// Its head.
    pub head: Head,
}

impl Chunk {
    /// Whether it has rows of the table of that number.
    pub(crate) fn is_rows_of(&self, stream: u16) -> bool {
        self.head.kind == Kind::Rows && self.head.stream == stream
    }
}

/// The payload of a chunk.
///
/// # Errors
/// If the head there is another, or the payload has not its checksum.
pub(crate) fn payload<'a>(bytes: &'a [u8], chunk: &Chunk) -> Result<&'a [u8]> {
    let payload = unchecked_payload(bytes, chunk)?;
    if crc32c::crc32c(payload) == chunk.head.payload_checksum {
        return Ok(payload);
    }
    let expected = "a payload with its checksum";
    Err(Error::new(Fault::Malformed, chunk.offset, "chunk", expected, "other bytes"))
}

/// The payload of a chunk, whether it has its checksum or not.
pub(crate) fn unchecked_payload<'a>(bytes: &'a [u8], chunk: &Chunk) -> Result<&'a [u8]> {
    let Chunk { offset, head } = chunk;
    let fail = |expected: &'static str| {
        Error::new(Fault::Malformed, *offset, "chunk", expected, "other bytes")
    };
    let at = usize::try_from(*offset).map_err(|_| fail("a chunk"))?;
    let begin = at.saturating_add(HEAD_LENGTH);
    let there = bytes.get(at..begin).filter(|there| **there == head.bytes());
    there.ok_or_else(|| fail("the head that the index has"))?;
    let payload = bytes.get(begin..begin.saturating_add(head.length as usize));
    payload.ok_or_else(|| fail("a payload"))
}
