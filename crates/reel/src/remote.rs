//! A reel that lies elsewhere and is read in pieces, as from a server: it says which bytes it needs, and is given them.

use std::ops::Range;

use ghostreel_core::{Error, Fault, Result};

use crate::chunk::{Chunk, HEAD_LENGTH, Head, Kind, payload};
use crate::header::Header;
use crate::index::{END_LENGTH, End, Index};
use crate::reel::Reel;
use crate::{index, limits, preamble};

/// So many bytes from the end are asked for first: most indexes are no longer.
const TAIL: u64 = 64 << 10;

/// Chunks no further apart than this, in bytes, are asked for as one piece: another question takes longer.
const NEAR: u64 = 8 << 10;

/// A reel with only some pieces here. It does no input or output.
///
/// ```
/// # let file = {
/// #     let column = |name: &str| ghostreel_reel::TableColumn { name: name.into(), kind: "f32".into(), ..Default::default() };
/// #     let columns = vec![column("time"), column("height")];
/// #     let table = ghostreel_reel::Table { name: "frames".into(), time: Some("time".into()), columns, ..Default::default() };
/// #     let streams = vec![ghostreel_reel::Stream::Table(table)];
/// #     let header = ghostreel_reel::Header { game: "mine".into(), streams, ..Default::default() };
/// #     let mut writer = ghostreel_reel::Writer::new(header, ghostreel_reel::Settings::default())?;
/// #     writer.rows(1, &[vec![0.0_f32, 5.0, 9.0].into(), vec![1.0_f32, 2.0, 3.0].into()])?;
/// #     writer.finish()
/// # };
/// use ghostreel_reel::Remote;
///
/// // A source of bytes: a request with a range, a file that is read at a place.
/// let fetch = |range: std::ops::Range<u64>| &file[range.start as usize..range.end as usize];
///
/// let mut remote = Remote::new(file.len() as u64);
/// while let Some(range) = remote.needs() {
///     remote.give(range.start, fetch(range))?;
/// }
/// for range in remote.needs_for(&["frames"], &(4.0..6.0)) {
///     remote.give(range.start, fetch(range))?;
/// }
/// let reel = remote.reel().unwrap();
/// assert_eq!(reel.rows("frames", &["height"], 4.0..6.0)?.columns[0].as_f32(), Some(&[2.0][..]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Remote {
    /// Bytes of the file.
    length: u64,
    /// The preamble, and then each chunk that was given, one after the other.
    kept: Vec<u8>,
    /// The end of the file, as far as it was given.
    tail: Vec<u8>,
    open: Option<Open>,
}

/// The content of the index.
#[derive(Clone, Debug)]
struct Open {
    /// The chunks are as they lie in the file.
    index: Index,
    /// Where each of them is kept, if it is.
    places: Vec<Option<u64>>,
}

impl Remote {
    /// A reel of so many bytes, with none of them here.
    pub fn new(length: u64) -> Self {
        Self { length, kept: Vec::new(), tail: Vec::new(), open: None }
    }

    /// The bytes that are needed to open it; `None` if it is open.
    pub fn needs(&self) -> Option<Range<u64>> {
        let begin = preamble::LENGTH as u64;
        if self.open.is_some() {
            return None;
        }
        if self.kept.is_empty() {
            return Some(0..begin.min(self.length));
        }
        let tail = self.tail_offset();
        if self.tail.is_empty() {
            return Some(self.length.saturating_sub(TAIL).max(begin)..tail);
        }
        let end = self.end().ok()?;
        Some(end.index_offset..tail)
    }

    /// The bytes that are needed for the rows of some tables in a span of seconds, and are not here: whole chunks, each piece after the
    /// one before. None before it is open.
    pub fn needs_for(&self, tables: &[&str], span: &Range<f64>) -> Vec<Range<u64>> {
        let Some(open) = &self.open else { return Vec::new() };
        let streams: Vec<u16> =
            tables.iter().filter_map(|table| Some(open.index.header.table(table)?.0)).collect();
        let mut pieces: Vec<Range<u64>> = Vec::new();
        for (chunk, place) in open.index.chunks.iter().zip(&open.places) {
            let head = &chunk.head;
            let is_of_these = head.kind == Kind::Rows && streams.contains(&head.stream);
            if place.is_some() || !is_of_these || head.is_outside(span) {
                continue;
            }
            let end = end_of(chunk);
            match pieces.last_mut() {
                Some(last) if chunk.offset.saturating_sub(last.end) <= NEAR => last.end = end,
                _ => pieces.push(chunk.offset..end),
            }
        }
        pieces
    }

    /// Bytes of the file from an offset on. Those that were not asked for are not kept, unless they are whole chunks.
    ///
    /// # Errors
    /// Before it is open: if they are not those that it [needs](Self::needs), this is no reel, it is of a later version, or it has no
    /// index, as one that is not finished; then it can only be read [as a whole](Reel::open).
    pub fn give(&mut self, offset: u64, bytes: &[u8]) -> Result<()> {
        match self.needs() {
            Some(range) => self.open(offset, bytes, &range),
            None => {
                self.keep(offset, bytes);
                Ok(())
            }
        }
    }

    /// The reel, once it is open. The rows in chunks that were not given are missing.
    pub fn reel(&self) -> Option<Reel<'_>> {
        let Open { index, places } = self.open.as_ref()?;
        let kept = |(chunk, place): (&Chunk, &Option<u64>)| Chunk {
            offset: place.unwrap_or(u64::MAX),
            head: chunk.head,
        };
        let chunks = index.chunks.iter().zip(places).map(kept).collect();
        let (header, ranges) = (index.header.clone(), index.ranges.clone());
        Some(Reel::of_index(&self.kept, Index { header, chunks, ranges }))
    }

    /// The metadata of the reel, once it is open.
    pub fn header(&self) -> Option<&Header> {
        Some(&self.open.as_ref()?.index.header)
    }

    /// How many bytes of the file are kept.
    pub fn kept(&self) -> usize {
        self.kept.len()
    }

    fn tail_offset(&self) -> u64 {
        self.length.saturating_sub(self.tail.len() as u64)
    }

    fn open(&mut self, offset: u64, bytes: &[u8], range: &Range<u64>) -> Result<()> {
        let length = range.end.saturating_sub(range.start);
        if offset != range.start || bytes.len() as u64 != length {
            let expected = format!("{length} bytes at {}", range.start);
            let found = format!("{} at {offset}", bytes.len());
            return Err(Error::new(Fault::Bug, offset, "piece", expected, found));
        }
        if self.kept.is_empty() {
            preamble::read(bytes)?;
            self.kept = bytes.to_vec();
            return Ok(());
        }
        self.tail.splice(0..0, bytes.iter().copied());
        let end = self.end()?;
        let tail = self.tail_offset();
        if end.index_offset < tail {
            // It is asked for next, unless it is no index.
            let longest = u64::from(limits::PAYLOAD).saturating_add(TAIL);
            let is_index = end.index_offset >= preamble::LENGTH as u64
                && self.length.saturating_sub(end.index_offset) <= longest;
            return if is_index { Ok(()) } else { Err(no_index(end.index_offset)) };
        }
        let index = index::find_in(&self.tail, tail).ok_or_else(|| no_index(tail))?;
        let places = vec![None; index.chunks.len()];
        self.open = Some(Open { index, places });
        self.tail = Vec::new();
        Ok(())
    }

    /// The payload of the last chunk.
    fn end(&self) -> Result<End> {
        let at = self.tail.len().checked_sub(HEAD_LENGTH.saturating_add(END_LENGTH));
        let at = at.ok_or_else(|| no_index(self.length))?;
        let head = Head::read(self.tail.get(at..).unwrap_or_default(), self.tail_offset())?;
        let chunk = Chunk { offset: at as u64, head };
        let is_end = head.kind == Kind::End;
        let payload = payload(&self.tail, &chunk).ok().filter(|_| is_end);
        let end = End::read(payload.ok_or_else(|| no_index(self.length))?)?;
        // Without an index it is 0.
        if end.index_offset == 0 { Err(no_index(self.length)) } else { Ok(end) }
    }

    fn keep(&mut self, offset: u64, bytes: &[u8]) {
        let Some(Open { index, places, .. }) = &mut self.open else { return };
        for (chunk, place) in index.chunks.iter().zip(places).filter(|(_, place)| place.is_none()) {
            let begin = chunk.offset.checked_sub(offset).and_then(|at| usize::try_from(at).ok());
            let end = begin.map(|at| at.saturating_add(chunk.head.total_length()));
            let whole = begin.zip(end).and_then(|(begin, end)| bytes.get(begin..end));
            let Some(whole) = whole else { continue };
            *place = Some(self.kept.len() as u64);
            self.kept.extend_from_slice(whole);
        }
    }
}

fn end_of(chunk: &Chunk) -> u64 {
    chunk.offset.saturating_add(chunk.head.total_length() as u64)
}

fn no_index(offset: u64) -> Error {
    Error::new(Fault::Truncated, offset, "end", "a finished reel with an index", "none")
}
