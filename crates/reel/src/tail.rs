//! Reading a reel that is still being written.

use ghostreel_core::Result;
use ghostreel_timeline::Column;

use crate::chunk::{Chunk, HEAD_LENGTH, Head, Kind, payload};
use crate::header::{Header, Stream};
use crate::original::{self, Codecs};
use crate::preamble;
use crate::reel::Damage;
use crate::rows::Rows as Packed;
use crate::scan::{Step, step};

/// Something new in a reel that grows.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Event {
    /// The metadata of the reel. Comes first.
    Header(Header),
    /// Rows of a table.
    Rows {
        /// The table's stream.
        stream: u16,
        /// The first row, counted from the first of the table.
        first_row: u64,
        /// All columns of the table whose types are known, in its order.
        columns: Vec<Column>,
    },
    /// Bytes of a game's own file.
    Original {
        /// The stream.
        stream: u16,
        /// Where they begin in the file.
        first_byte: u64,
        /// The bytes.
        bytes: Vec<u8>,
    },
    /// Bytes that are no chunk, or a chunk that is damaged.
    Damage(Damage),
    /// The reel is at its end.
    End,
}

/// Reads a reel as its bytes arrive: each row comes once, however they are split.
#[derive(Debug)]
pub struct Tail<'c> {
    codecs: &'c Codecs,
    /// Bytes that are in no chunk yet.
    bytes: Vec<u8>,
    /// Where they begin in the file.
    offset: u64,
    header: Option<Header>,
}

impl<'c> Tail<'c> {
    /// Before the first byte.
    pub fn new(codecs: &'c Codecs) -> Self {
        Self { codecs, bytes: Vec::new(), offset: 0, header: None }
    }

    /// Takes the next bytes of the file. Returns the chunks that are whole by now.
    ///
    /// # Errors
    /// If these are no bytes of a reel, it is of a later version, or it does not begin with a header.
    pub fn push(&mut self, bytes: &[u8]) -> Result<Vec<Event>> {
        self.bytes.extend_from_slice(bytes);
        let mut events = Vec::new();
        let mut at = 0_usize;
        if self.offset == 0 {
            if self.bytes.len() < preamble::LENGTH {
                return Ok(events);
            }
            preamble::read(&self.bytes)?;
            at = preamble::LENGTH;
        }
        loop {
            let offset = self.offset.saturating_add(at as u64);
            let rest = self.bytes.get(at..).unwrap_or_default();
            let length = match step(rest, offset, false) {
                Step::Wait => break,
                Step::Damage(length, error) => {
                    events.push(Event::Damage(Damage { offset, length: length as u64, error }));
                    length
                }
                Step::Chunk(head) => {
                    let chunk = rest.get(..head.total_length()).unwrap_or_default();
                    let event = event(chunk, head, offset, self.header.as_ref(), self.codecs);
                    let length = head.total_length();
                    match event {
                        Ok(Some(Event::Header(header))) => {
                            self.header = Some(header.clone());
                            events.push(Event::Header(header));
                        }
                        Ok(event) => events.extend(event),
                        Err(error) if self.header.is_none() => return Err(error),
                        Err(error) => {
                            events.push(Event::Damage(Damage {
                                offset,
                                length: length as u64,
                                error,
                            }));
                        }
                    }
                    length
                }
            };
            at = at.saturating_add(length);
        }
        self.bytes.drain(..at.min(self.bytes.len()));
        self.offset = self.offset.saturating_add(at as u64);
        Ok(events)
    }
}

fn event(
    chunk: &[u8],
    head: Head,
    offset: u64,
    header: Option<&Header>,
    codecs: &Codecs,
) -> Result<Option<Event>> {
    // As if the chunk were the file.
    let payload = payload(chunk, &Chunk { offset: 0, head })?;
    let begin = offset.saturating_add(HEAD_LENGTH as u64);
    let Head { kind, stream, rows, unpacked_length, first_row, .. } = head;
    Ok(match (kind, header.and_then(|header| header.stream(stream))) {
        (Kind::Header, _) if header.is_none() => Some(Event::Header(Header::read(payload, begin)?)),
        (Kind::Rows, Some(Stream::Table(table))) => {
            let packed = Packed::read(payload, rows, unpacked_length, begin)?;
            let known_columns = table.columns.iter().enumerate();
            let known_columns =
                known_columns.filter_map(|(index, column)| Some((index, column.value_type()?)));
            let columns = packed.columns(&known_columns.collect::<Vec<_>>())?;
            Some(Event::Rows { stream, first_row, columns })
        }
        (Kind::Original, Some(Stream::Original(original))) => {
            let codec = original::codec(original, codecs)?;
            let bytes = original::unpack(&head, payload, codec, begin)?;
            Some(Event::Original { stream, first_byte: first_row, bytes })
        }
        (Kind::End, _) => Some(Event::End),
        _ => None,
    })
}
