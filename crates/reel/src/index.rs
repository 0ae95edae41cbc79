//! The end of a reel: an index of its chunks, and where that is.

use std::borrow::Cow;

use ghostreel_core::io::Reader;
use ghostreel_core::{Error, Fault, Result};

use crate::bounds::Ranges;
use crate::chunk::{Chunk, HEAD_LENGTH, Head, Kind, payload};
use crate::header::{Header, Stream};
use ghostreel_pack::general;

const SECTION: &str = "index";

/// Bytes of the end's payload.
pub(crate) const END_LENGTH: usize = 64;

/// The payload of the last chunk.
#[derive(Clone, Copy, Debug)]
pub(crate) struct End {
    pub(crate) index_offset: u64,
    /// Chunks in front of this one.
    pub(crate) chunks: u64,
    pub(crate) original_length: u64,
    /// The SHA-256 of the original.
    pub(crate) original_digest: [u8; 32],
}

impl End {
    pub(crate) fn read(payload: &[u8]) -> Result<Self> {
        let mut reader = Reader::new(payload, "end");
        let index_offset = reader.u64_le("where the index is")?;
        let chunks = reader.u64_le("a number of chunks")?;
        let original_length = reader.u64_le("a length")?;
        reader.u64_le("zeros")?;
        let original_digest = reader.array("a digest")?;
        Ok(Self { index_offset, chunks, original_length, original_digest })
    }
}

/// The content of an index.
#[derive(Clone, Debug)]
pub(crate) struct Index {
    pub(crate) header: Header,
    pub(crate) chunks: Vec<Chunk>,
    pub(crate) ranges: Ranges,
}

/// The header and all chunks of a reel that has an end, by its index.
pub(crate) fn find(bytes: &[u8]) -> Option<Index> {
    find_in(bytes, 0)
}

/// As [`find`], in the last bytes of a reel, which begin at an offset of the file and have all of the index.
pub(crate) fn find_in(tail: &[u8], offset: u64) -> Option<Index> {
    let at = tail.len().checked_sub(HEAD_LENGTH.saturating_add(END_LENGTH))?;
    // As if the tail were the file.
    let chunk = |at: usize| {
        let head = Head::read(tail.get(at..)?, at as u64).ok()?;
        Some(Chunk { offset: at as u64, head })
    };
    let in_file = |chunk: Chunk| Chunk { offset: chunk.offset.saturating_add(offset), ..chunk };
    let end = chunk(at).filter(|end| end.head.kind == Kind::End)?;
    let end_of_reel = End::read(payload(tail, &end).ok()?).ok()?;
    let index = chunk(usize::try_from(end_of_reel.index_offset.checked_sub(offset)?).ok()?)?;
    let index = Some(index).filter(|index| index.head.kind == Kind::Index)?;
    let mut all = read(tail, &index).ok()?;
    all.chunks.push(in_file(index));
    if all.chunks.len() as u64 != end_of_reel.chunks {
        return None;
    }
    all.chunks.push(in_file(end));
    Some(all)
}

/// Reads an index: its chunks are those in front of it.
pub(crate) fn read(bytes: &[u8], chunk: &Chunk) -> Result<Index> {
    let Head { packing, unpacked_length, .. } = chunk.head;
    let offset = chunk.offset.saturating_add(HEAD_LENGTH as u64);
    let payload = payload(bytes, chunk)?;
    let index: Cow<'_, [u8]> =
        general::unpack(packing, payload, unpacked_length as usize, offset, SECTION)?;
    let mut reader = Reader::new(&index, SECTION).with_base(offset);
    let length = reader.u32_le("a length")? as usize;
    let header = Header::read(reader.take(length, "a header")?, offset)?;
    let (mut chunks, mut ranges) = (Vec::<Chunk>::new(), Ranges::of(&header));
    while !reader.is_empty() {
        let offset = reader.u64_le("an offset")?;
        let head = Head::read(reader.take(HEAD_LENGTH, "a head")?, reader.offset())?;
        let bounds = reader.u32_le("a length")? as usize;
        let bounds = reader.take(bounds, "bounds")?;
        if let (Kind::Rows, Some(Stream::Table(table))) = (head.kind, header.stream(head.stream)) {
            ranges.add(head.stream, table, bounds);
        }
        let is_after = chunks.last().is_none_or(|last| {
            last.offset
                .checked_add(last.head.total_length() as u64)
                .is_some_and(|end| end <= offset)
        });
        if !is_after {
            let expected = "chunks one after the other";
            return Err(Error::new(Fault::Malformed, offset, SECTION, expected, "others"));
        }
        chunks.push(Chunk { offset, head });
    }
    Ok(Index { header, chunks, ranges })
}
