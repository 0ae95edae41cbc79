//! Reading a reel that lies in memory.

use std::ops::Range;

use ghostreel_core::{Digest, Error, Fault, Result};
use ghostreel_timeline::{Column, ColumnBuilder, Type};

use crate::bounds::Ranges;
use crate::chunk::{Chunk, HEAD_LENGTH, Head, Kind, payload, unchecked_payload};
use crate::header::Header;
use crate::index::Index;
use crate::original::{self, Codecs};
use crate::pending::seconds;
use crate::rows::Rows as Packed;
use crate::scan::{Step, step};
use crate::{index, limits, preamble};

/// Bytes that are no chunk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damage {
    /// Where they begin.
    pub offset: u64,
    /// Their number.
    pub length: u64,
    /// Why they are none.
    pub error: Error,
}

/// Rows that are not there: of a chunk that is damaged or lost.
#[derive(Clone, Debug, PartialEq)]
pub struct Missing {
    /// The rows, counted from the first of the table; of an original, the bytes.
    pub rows: Range<u64>,
    /// From the last time before to the first after, in seconds; NaN where there is none.
    pub seconds: [f64; 2],
}

/// Some columns of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Rows {
    /// The columns, in the order asked for.
    pub columns: Vec<Column>,
    /// Rows among them that are not there.
    pub missing: Vec<Missing>,
}

/// Whether a chunk is as it was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Integrity {
    /// The payload has its checksum, and the hash covers it and the chunk before.
    Whole,
    /// The payload has its checksum, but its hash covers another chunk before it: one was removed, changed, or cannot be read.
    Unchained,
    /// The payload is damaged.
    Damaged,
}

/// A reel in memory. One that is damaged, or not at its end yet, is read as far as it goes.
#[derive(Clone, Debug)]
pub struct Reel<'a> {
    bytes: &'a [u8],
    header: Header,
    chunks: Vec<Chunk>,
    /// Empty, where the reel was opened without its index.
    ranges: Ranges,
    damage: Vec<Damage>,
    is_finished: bool,
}

impl<'a> Reel<'a> {
    /// Opens a reel. With an index at its end, no other chunk is looked at; without, the heads of all.
    ///
    /// # Errors
    /// If these are no bytes of a reel, it is of a later version, or no header can be read.
    pub fn open(bytes: &'a [u8]) -> Result<Self> {
        preamble::read(bytes)?;
        if let Some(index) = index::find(bytes) {
            return Ok(Self::of_index(bytes, index));
        }
        Self::scan(bytes)
    }

    /// Opens a reel by going through the heads of all chunks, whether it has an index or not.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub fn scan(bytes: &'a [u8]) -> Result<Self> {
        preamble::read(bytes)?;
        let (mut chunks, mut damage) = (Vec::new(), Vec::new());
        let mut at = preamble::LENGTH;
        while let Some(rest) = bytes.get(at..).filter(|rest| !rest.is_empty()) {
            let offset = at as u64;
            let length = match step(rest, offset, true) {
                Step::Chunk(head) => {
                    chunks.push(Chunk { offset, head });
                    head.total_length()
                }
                Step::Damage(length, error) => {
                    damage.push(Damage { offset, length: length as u64, error });
                    length
                }
                Step::Wait => break,
            };
            at = at.saturating_add(length);
        }
        let is_whole_end =
            |chunk: &Chunk| chunk.head.kind == Kind::End && payload(bytes, chunk).is_ok();
        let is_finished = chunks.last().is_some_and(is_whole_end);
        let header = header_of(bytes, &chunks)?;
        let ranges = Ranges::default();
        Ok(Self { bytes, header, chunks, ranges, damage, is_finished })
    }

    /// A reel whose chunks lie in some bytes, which begin with its preamble, as the index says.
    pub(crate) fn of_index(bytes: &'a [u8], index: Index) -> Self {
        let Index { header, chunks, ranges } = index;
        let damage = Vec::new();
        Self { bytes, header, chunks, ranges, damage, is_finished: true }
    }

    /// The least and the greatest value of a column in all of its table, as the index says; `None` without an index, and for texts.
    pub fn range(&self, table: &str, column: &str) -> Option<[f64; 2]> {
        let (stream, table) = self.header.table(table)?;
        let place = table.columns.iter().position(|there| there.name == column)?;
        self.ranges.get(stream, place)
    }

    /// The metadata of the reel.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The chunks, in order.
    pub fn chunks(&self) -> &[Chunk] {
        &self.chunks
    }

    /// Bytes between the chunks that are none. A reel that was opened by its index does not look for them.
    pub fn damage(&self) -> &[Damage] {
        &self.damage
    }

    /// Whether the reel has its end. Without, it is still being written, or writing was interrupted.
    pub fn is_finished(&self) -> bool {
        self.is_finished
    }

    /// Some columns of a table, of the rows in a span of seconds. A table outside time gives all rows.
    ///
    /// # Errors
    /// If there is no such table or column, one is of an unknown type, or the rows take up more than
    /// [`limits::UNPACKED_PER_BYTE`] allows: they can be read a few seconds at a time.
    pub fn rows(&self, table: &str, columns: &[&str], span: Range<f64>) -> Result<Rows> {
        let fail = |expected: String| {
            Error::new(Fault::Unsupported, 0, "streams", expected, "none of that name")
        };
        let (stream, schema) =
            self.header.table(table).ok_or_else(|| fail(format!("a table {table}")))?;
        let find = |name: &&str| {
            let index = schema.columns.iter().position(|column| column.name == **name);
            let kind = index.and_then(|index| schema.columns.get(index)?.value_type());
            index.zip(kind).ok_or_else(|| fail(format!("a column {name} of a known type")))
        };
        let wanted: Vec<(usize, Type)> = columns.iter().map(find).collect::<Result<_>>()?;
        let time = schema.time_column();
        let mut builders: Vec<ColumnBuilder> =
            wanted.iter().map(|(_, kind)| ColumnBuilder::new(*kind)).collect();
        let mut missing = Gaps::default();
        let mut room = self.room();
        for chunk in self.rows_of(stream) {
            let head = &chunk.head;
            if head.is_outside(&span) {
                missing.pass(head);
                continue;
            }
            let Ok((part, rows)) = self.part(chunk, &wanted, time, &span, false) else {
                missing.lose(head);
                continue;
            };
            room = room
                .checked_sub(part.iter().map(length).sum())
                .ok_or_else(|| self.too_long(table))?;
            missing.pass(head);
            for (column, part) in builders.iter_mut().zip(&part) {
                column.append(part, rows.clone());
            }
        }
        let columns = builders.iter_mut().map(ColumnBuilder::take).collect();
        Ok(Rows { columns, missing: missing.within(&span) })
    }

    /// The columns of a chunk, and which of its rows are in the span; `with_lead`, one more in front of them.
    pub(crate) fn part(
        &self,
        chunk: &Chunk,
        wanted: &[(usize, Type)],
        time: Option<(usize, Type)>,
        span: &Range<f64>,
        with_lead: bool,
    ) -> Result<(Vec<Column>, Range<usize>)> {
        let Head { rows, unpacked_length, .. } = chunk.head;
        // The columns that are asked for have checksums of their own.
        let payload = unchecked_payload(self.bytes, chunk)?;
        let offset = chunk.offset.saturating_add(HEAD_LENGTH as u64);
        let packed = Packed::read(payload, rows, unpacked_length, offset)?;
        let columns = packed.columns(wanted)?;
        let is_inside = chunk.head.start >= span.start && chunk.head.end < span.end;
        let rows = match time {
            Some((index, kind)) if !is_inside => {
                let times = seconds(&packed.column(index, kind)?);
                // Rows are in the order of time.
                let before = times.partition_point(|time| *time < span.start);
                let after = times.partition_point(|time| *time < span.end).max(before);
                before.saturating_sub(usize::from(with_lead))..after
            }
            _ => 0..rows as usize,
        };
        Ok((columns, rows))
    }

    /// How many bytes may be unpacked at once.
    pub(crate) fn room(&self) -> u64 {
        let bytes = (self.bytes.len() as u64).saturating_mul(limits::UNPACKED_PER_BYTE);
        limits::UNPACKED_BASE.saturating_add(bytes)
    }

    pub(crate) fn too_long(&self, table: &str) -> Error {
        let expected = format!("at most {} bytes of table {table} at once", self.room());
        Error::new(Fault::Limit, 0, "rows", expected, "more")
    }

    /// The bytes of the game's own file, and which are missing: of damaged chunks, and of those after
    /// [the limit of unpacking](limits::UNPACKED_PER_BYTE). `None` if the reel has none.
    ///
    /// # Errors
    /// If its codec is not among those given.
    pub fn original(&self, codecs: &Codecs) -> Result<Option<(Vec<u8>, Vec<Missing>)>> {
        let Some((stream, original)) = self.header.original() else { return Ok(None) };
        let codec = original::codec(original, codecs)?;
        let (mut bytes, mut missing) = (Vec::new(), Gaps::default());
        let mut room = self.room();
        for chunk in self.chunks_of(Kind::Original, stream) {
            let unpacked_length = chunk.head.unpacked_length;
            let Some(left) = room.checked_sub(unpacked_length.into()) else {
                missing.lose(&chunk.head);
                continue;
            };
            room = left;
            let offset = chunk.offset.saturating_add(HEAD_LENGTH as u64);
            let unpacked = self
                .whole_payload(chunk)
                .and_then(|payload| original::unpack(&chunk.head, payload, codec, offset));
            match unpacked {
                Ok(unpacked) => {
                    missing.pass(&chunk.head);
                    bytes.extend_from_slice(&unpacked);
                }
                Err(_) => missing.lose(&chunk.head),
            }
        }
        if let Some(length) = self.end().map(|end| end.original_length) {
            missing.end(length);
        }
        Ok(Some((bytes, missing.within(&(f64::NEG_INFINITY..f64::INFINITY)))))
    }

    /// Whether these bytes are the original that was written; `None` if the reel has no end, which says so.
    pub fn is_original(&self, bytes: &[u8]) -> Option<bool> {
        Some(*Digest::of(bytes).as_bytes() == self.end()?.original_digest)
    }

    fn end(&self) -> Option<index::End> {
        let chunk = self.chunks.last().filter(|chunk| chunk.head.kind == Kind::End)?;
        index::End::read(self.whole_payload(chunk).ok()?).ok()
    }

    /// Looks at every chunk: payloads, and the chain of hashes.
    pub fn verify(&self) -> Vec<Integrity> {
        let mut before = preamble::hash(self.bytes);
        let each = self.chunks.iter().map(|chunk| {
            let last = std::mem::replace(&mut before, chunk.head.hash);
            match self.whole_payload(chunk) {
                Err(_) => Integrity::Damaged,
                Ok(payload) if chunk.head.hash_after(&last, payload) == chunk.head.hash => {
                    Integrity::Whole
                }
                Ok(_) => Integrity::Unchained,
            }
        });
        each.collect()
    }

    /// The chunks of a table.
    pub(crate) fn rows_of(&self, stream: u16) -> impl Iterator<Item = &Chunk> {
        self.chunks_of(Kind::Rows, stream)
    }

    /// The SHA-256 of the file.
    pub(crate) fn digest(&self) -> Digest {
        Digest::of(self.bytes)
    }

    /// The chunks whose payloads are damaged.
    pub(crate) fn damaged(&self) -> impl Iterator<Item = &Chunk> {
        self.chunks.iter().filter(|chunk| self.whole_payload(chunk).is_err())
    }

    fn chunks_of(&self, kind: Kind, stream: u16) -> impl Iterator<Item = &Chunk> {
        let is_wanted =
            move |chunk: &&Chunk| chunk.head.kind == kind && chunk.head.stream == stream;
        self.chunks.iter().filter(is_wanted)
    }

    /// The whole reel, as it lies in memory.
    pub(crate) fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// The payload of a chunk, if it has its checksum.
    pub(crate) fn whole_payload(&self, chunk: &Chunk) -> Result<&'a [u8]> {
        payload(self.bytes, chunk)
    }
}

/// The header: of the first chunk, or if that is damaged, of the index.
fn header_of(bytes: &[u8], chunks: &[Chunk]) -> Result<Header> {
    let first = chunks.first().filter(|chunk| chunk.head.kind == Kind::Header);
    let begin = preamble::LENGTH as u64;
    let missing = || Error::new(Fault::Malformed, begin, "header", "the chunk of a header", "none");
    let header = first.ok_or_else(missing).and_then(|chunk| {
        Header::read(payload(bytes, chunk)?, chunk.offset.saturating_add(HEAD_LENGTH as u64))
    });
    header.or_else(|error| {
        let mut indices = chunks.iter().filter(|chunk| chunk.head.kind == Kind::Index);
        indices.find_map(|chunk| Some(index::read(bytes, chunk).ok()?.header)).ok_or(error)
    })
}

/// Bytes that a column takes up.
pub(crate) fn length(column: &Column) -> u64 {
    let texts = column.dict_values().unwrap_or_default().iter().map(String::len).sum::<usize>();
    let validity = column.validity.as_ref().map_or(0, Vec::len);
    column.bytes().len().saturating_add(texts).saturating_add(validity) as u64
}

/// Finds rows that are missing between chunks.
#[derive(Debug, Default)]
pub(crate) struct Gaps {
    next: u64,
    time: Option<f64>,
    found: Vec<Missing>,
    /// The row after the unreadable chunks, and its time.
    lost: Option<(u64, f64)>,
}

impl Gaps {
    /// A chunk is there.
    pub(crate) fn pass(&mut self, head: &Head) {
        if head.first_row > self.next {
            let seconds = [self.time.unwrap_or(f64::NAN), head.start];
            self.found.push(Missing { rows: self.next..head.first_row, seconds });
        }
        self.next = head.first_row.saturating_add(u64::from(head.rows)).max(self.next);
        self.time = Some(head.end);
    }

    /// A chunk is there that cannot be read.
    pub(crate) fn lose(&mut self, head: &Head) {
        self.lost = Some((head.first_row.saturating_add(head.rows.into()), head.end));
    }

    /// The missing parts of a span of seconds.
    pub(crate) fn within(mut self, span: &Range<f64>) -> Vec<Missing> {
        if let Some((row, end)) = self.lost.filter(|(row, _)| *row > self.next) {
            let seconds = [self.time.unwrap_or(f64::NAN), end];
            self.found.push(Missing { rows: self.next..row, seconds });
        }
        let touches = |gap: &Missing| !(gap.seconds[1] < span.start || gap.seconds[0] >= span.end);
        self.found.retain(touches);
        self.found
    }

    /// Ends the rows; there should be `rows` of them.
    fn end(&mut self, rows: u64) {
        if rows > self.next {
            let seconds = [self.time.unwrap_or(f64::NAN), f64::NAN];
            self.found.push(Missing { rows: self.next..rows, seconds });
            self.next = rows;
        }
    }
}
