//! Writing a reel while it is played.

use ghostreel_core::Digest;
use ghostreel_core::digest::Hasher;
use ghostreel_core::io::Writer as Bytes;
use ghostreel_pack::general;
use ghostreel_timeline::{Column, Type};

use crate::chunk::{Chain, Hash, Head, Kind};
use crate::header::{Header, Stream};
use crate::original::BY_CODEC;
use crate::pending::{Extent, Pending};
use crate::settings::Settings;
use crate::{bounds, limits, preamble, rows};

/// Bytes that a chunk is closed at, whatever the settings say. The other parts of a chunk fit in the rest of a payload.
const LONGEST_CHUNK: usize = limits::PAYLOAD as usize / 4;

/// Why something cannot be written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WriteError {
    /// The header has no stream of this number, or one of another kind.
    #[error("the reel has no {expected} number {stream}")]
    NoStream {
        /// The number.
        stream: u16,
        /// `table` or `original`.
        expected: &'static str,
    },
    /// The columns are not those of the table: other types, another number, or of different lengths.
    #[error("the columns are not those of table {0}")]
    OtherColumns(String),
    /// A row of this table has longer texts than a chunk may have.
    #[error("a row of table {0} has texts that are too long")]
    TooLong(String),
    /// The header has more streams, columns or bytes than a reader takes, or a type that is not known.
    #[error("the header is too long, or has a column of an unknown type")]
    Header,
    /// The payload of a mark is too long, or its kind is not of a mark.
    #[error("a mark is a signed head, a receipt or the close, of at most {} bytes", limits::MARK)]
    Mark,
    /// The session is closed: only receipts may follow.
    #[error("the session is closed, and only receipts may follow")]
    Closed,
    /// The session cannot be closed while rows or bytes are in no chunk yet.
    #[error("rows or bytes are in no chunk yet, so the close would not cover them")]
    NotFlushed,
}

/// Turns rows and bytes into a reel. It does no input or output: [`take`](Self::take) gives the bytes to append to the file.
///
/// ```
/// use ghostreel_reel::{Header, Reel, Settings, Stream, Table, TableColumn, Writer};
/// use ghostreel_timeline::Column;
///
/// let column = |name: &str| TableColumn { name: name.into(), kind: "f32".into(), ..TableColumn::default() };
/// let table = Table {
///     name: "frames".into(),
///     rows: "states".into(),
///     time: Some("time".into()),
///     columns: vec![column("time"), column("height")],
///     ..Table::default()
/// };
/// let header = Header { game: "mine".into(), streams: vec![Stream::Table(table)], ..Header::default() };
/// let mut writer = Writer::new(header, Settings::default())?;
/// writer.rows(1, &[vec![0.0_f32, 0.5, 1.5].into(), vec![1.0_f32, 2.0, 3.0].into()])?;
/// let mut file = writer.take();
/// file.extend(writer.finish());
///
/// let reel = Reel::open(&file)?;
/// let rows = reel.rows("frames", &["height"], 0.4..9.0)?;
/// assert_eq!(rows.columns[0], Column::from(vec![2.0_f32, 3.0]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Writer {
    settings: Settings,
    header: Header,
    /// By stream: the rows that are not in a chunk yet.
    streams: Vec<State>,
    /// Bytes to be appended to the file.
    out: Vec<u8>,
    /// Bytes of the file up to the next chunk.
    offset: u64,
    chain: Chain,
    /// Whether the close was written.
    is_closed: bool,
    index: Bytes,
    original: Hasher,
    original_length: u64,
    /// Whether no byte of the original was left out.
    has_whole_original: bool,
}

#[derive(Debug)]
enum State {
    Table { types: Vec<Type>, time: Option<usize>, pending: Pending, written: u64 },
    Original { pending: Vec<u8>, written: u64, start: f64, end: f64 },
    Unknown,
}

impl State {
    /// Whether it has something that is in no chunk yet.
    fn is_pending(&self) -> bool {
        match self {
            Self::Table { pending, .. } => pending.rows() > 0,
            Self::Original { pending, .. } => !pending.is_empty(),
            Self::Unknown => false,
        }
    }
}

/// The parts of a head that its content gives.
struct Content<'c> {
    kind: Kind,
    packing: u8,
    stream: u16,
    payload: &'c [u8],
    unpacked_length: usize,
    first_row: u64,
    rows: usize,
    times: [f64; 2],
}

impl Content<'_> {
    fn of_none(kind: Kind, payload: &[u8]) -> Content<'_> {
        let unpacked_length = payload.len();
        let times = [f64::NAN; 2];
        Content {
            kind,
            packing: 0,
            stream: 0,
            payload,
            unpacked_length,
            first_row: 0,
            rows: 0,
            times,
        }
    }
}

impl Writer {
    /// Begins a reel.
    ///
    /// # Errors
    /// If no reader would take the header.
    pub fn new(header: Header, settings: Settings) -> Result<Self, WriteError> {
        let payload = header.bytes();
        if Header::read(&payload, 0).ok().as_ref() != Some(&header) {
            return Err(WriteError::Header);
        }
        let streams = header.streams.iter().map(|stream| match stream {
            Stream::Table(table) => {
                let types: Option<Vec<Type>> =
                    table.columns.iter().map(crate::TableColumn::value_type).collect();
                let types = types.ok_or(WriteError::Header)?;
                let (time, pending) =
                    (table.time_column().map(|(index, _)| index), Pending::new(&types));
                Ok(State::Table { types, time, pending, written: 0 })
            }
            Stream::Original(_) => {
                let (start, end) = (f64::NAN, f64::NAN);
                Ok(State::Original { pending: Vec::new(), written: 0, start, end })
            }
            Stream::Unknown => Ok(State::Unknown),
        });
        let streams = streams.collect::<Result<_, _>>()?;
        let out = preamble::bytes();
        let chain = Chain::starting_from(*blake3::hash(&out).as_bytes());
        let settings = Settings { bytes: settings.bytes.clamp(1, LONGEST_CHUNK), ..settings };
        let mut writer = Self {
            settings,
            header,
            streams,
            offset: out.len() as u64,
            out,
            chain,
            is_closed: false,
            index: Bytes::default(),
            original: Digest::hasher(),
            original_length: 0,
            has_whole_original: true,
        };
        writer.index.u32_le(u32::try_from(payload.len()).unwrap_or(u32::MAX));
        writer.index.bytes(&payload);
        writer.chunk(&Content::of_none(Kind::Header, &payload), &[]);
        Ok(writer)
    }

    /// The header.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Bytes to be appended to the file. Bytes that were taken are never changed.
    pub fn take(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.out)
    }

    /// Adds rows to a table: all its columns, of the same length.
    ///
    /// # Errors
    /// If there is no such table, it has other columns, or the session is closed. Nothing is added then.
    pub fn rows(&mut self, stream: u16, columns: &[Column]) -> Result<(), WriteError> {
        self.check_open()?;
        let Some((State::Table { types, time, .. }, Stream::Table(table))) =
            state(&mut self.streams, stream).zip(self.header.stream(stream))
        else {
            return Err(WriteError::NoStream { stream, expected: "table" });
        };
        let time = *time;
        let rows = columns.first().map_or(0, Column::len);
        let fits = |(column, kind): (&Column, &Type)| {
            let validity = column.validity.as_ref().map_or(rows, Vec::len);
            column.kind() == *kind && column.len() == rows && validity == rows
        };
        if columns.len() != types.len() || !columns.iter().zip(types.iter()).all(fits) {
            return Err(WriteError::OtherColumns(table.name.clone()));
        }
        let extent = Extent::of(columns, time);
        if extent.longest_text() > LONGEST_CHUNK {
            return Err(WriteError::TooLong(table.name.clone()));
        }
        let mut from = 0;
        while from < rows {
            let Some(State::Table { pending, .. }) = state(&mut self.streams, stream) else {
                break;
            };
            let fitting = pending.fitting(from..rows, &extent, &self.settings);
            let to = from.saturating_add(fitting);
            pending.append(columns, from..to, &extent);
            if fitting == 0 || pending.is_full(&self.settings) {
                self.close(stream);
            }
            from = to;
        }
        Ok(())
    }

    /// Leaves out rows of a table, or bytes of an original, that are not there: the next one has a number that is so much greater, and
    /// readers report them as missing. The end has zeros for the digest of an original that was never seen as a whole.
    ///
    /// # Errors
    /// If there is no such stream, or the session is closed.
    pub fn skip_rows(&mut self, stream: u16, rows: u64) -> Result<(), WriteError> {
        self.check_open()?;
        self.close(stream);
        match state(&mut self.streams, stream) {
            Some(State::Table { written, .. }) => *written = written.saturating_add(rows),
            Some(State::Original { written, .. }) => {
                *written = written.saturating_add(rows);
                self.original_length = self.original_length.saturating_add(rows);
                self.has_whole_original &= rows == 0;
            }
            _ => return Err(WriteError::NoStream { stream, expected: "table" }),
        }
        Ok(())
    }

    /// Adds bytes of a game's own file. `time` is when they were written, in seconds; NaN if that is not known.
    ///
    /// # Errors
    /// If there is no such original, or the session is closed.
    pub fn original(&mut self, stream: u16, bytes: &[u8], time: f64) -> Result<(), WriteError> {
        self.check_open()?;
        let Some(State::Original { .. }) = state(&mut self.streams, stream) else {
            return Err(WriteError::NoStream { stream, expected: "original" });
        };
        self.original.update(bytes);
        self.original_length = self.original_length.saturating_add(bytes.len() as u64);
        let most = self.settings.bytes;
        let mut rest = bytes;
        while !rest.is_empty() {
            let Some(State::Original { pending, start, end, .. }) =
                state(&mut self.streams, stream)
            else {
                break;
            };
            let is_later = time - *start >= self.settings.seconds;
            let room =
                if is_later { 0 } else { most.saturating_sub(pending.len()).min(rest.len()) };
            let (now, later) = rest.split_at(room);
            pending.extend_from_slice(now);
            rest = later;
            if room > 0 {
                (*start, *end) = (start.min(time), end.max(time));
            }
            if is_later || pending.len() >= most {
                self.close(stream);
            }
        }
        Ok(())
    }

    /// Adds a part of a game's own file that the stream's codec packed, as a chunk of its own. `times` are its first and last in seconds;
    /// NaN where they are not known. The caller ensures that the part unpacks to these bytes.
    ///
    /// # Errors
    /// If there is no such original, or the session is closed.
    pub fn packed_original(
        &mut self,
        stream: u16,
        bytes: &[u8],
        times: [f64; 2],
        packed: &[u8],
    ) -> Result<(), WriteError> {
        self.check_open()?;
        let is_longer = packed.len() >= bytes.len() || bytes.len() > limits::PAYLOAD as usize;
        if is_longer {
            return self.original(stream, bytes, times[0]);
        }
        // Earlier bytes that are in no chunk yet, and the number of the first byte.
        self.close(stream);
        let Some(State::Original { written, .. }) = state(&mut self.streams, stream) else {
            return Err(WriteError::NoStream { stream, expected: "original" });
        };
        let (first_row, rows) = (*written, bytes.len());
        *written = written.saturating_add(rows as u64);
        self.original.update(bytes);
        self.original_length = self.original_length.saturating_add(rows as u64);
        let content = Content::of_none(Kind::Original, packed);
        let unpacked_length = rows;
        self.chunk(
            &Content {
                packing: BY_CODEC,
                stream,
                unpacked_length,
                first_row,
                rows,
                times,
                ..content
            },
            &[],
        );
        Ok(())
    }

    /// The chain of the chunks so far, to be signed. Rows in no chunk yet are not covered: [`flush`](Self::flush) first.
    pub fn chain(&self) -> Chain {
        self.chain
    }

    /// By stream, the number of rows in chunks, with those left out; of an original, of bytes.
    pub fn row_counts(&self) -> Vec<u64> {
        let count = |state: &State| match state {
            State::Table { written, .. } | State::Original { written, .. } => *written,
            State::Unknown => 0,
        };
        self.streams.iter().map(count).collect()
    }

    /// Adds a message that marks the session: a [signed head](Kind::SignedHead), a [receipt](Kind::Receipt) or the [close](Kind::Close).
    /// A signed head or close is of the [chain](Self::chain) at this moment, so nothing may come between.
    ///
    /// # Errors
    /// If the kind is none of these, the message is too long, or the session is closed and this is no receipt; or if it is the close,
    /// and something is in no chunk yet.
    pub fn mark(&mut self, kind: Kind, message: &[u8]) -> Result<(), WriteError> {
        let is_mark = matches!(kind, Kind::SignedHead | Kind::Receipt | Kind::Close);
        if !is_mark || message.len() > limits::MARK {
            return Err(WriteError::Mark);
        }
        if self.is_closed && kind != Kind::Receipt {
            return Err(WriteError::Closed);
        }
        if kind == Kind::Close {
            if self.streams.iter().any(State::is_pending) {
                return Err(WriteError::NotFlushed);
            }
            self.is_closed = true;
        }
        self.chunk(&Content::of_none(kind, message), &[]);
        Ok(())
    }

    /// Closes all chunks that have something in them, so that it is not lost in a crash.
    pub fn flush(&mut self) {
        for stream in 1..=u16::try_from(self.streams.len()).unwrap_or(u16::MAX) {
            self.close(stream);
        }
    }

    /// Ends the reel. Returns the last bytes to be appended.
    pub fn finish(mut self) -> Vec<u8> {
        self.flush();
        let mut index_offset = self.offset;
        let index = std::mem::take(&mut self.index).finish();
        if index.len() <= limits::PAYLOAD as usize {
            let (packing, payload) = general::pack(&index, self.settings.level);
            let unpacked_length = index.len();
            let content = Content::of_none(Kind::Index, &payload);
            self.chunk(&Content { packing, unpacked_length, ..content }, &[]);
        } else {
            // No reader would take it.
            index_offset = 0;
        }
        let mut end = Bytes::default();
        end.u64_le(index_offset);
        end.u64_le(self.chain.chunks);
        end.u64_le(self.original_length);
        end.u64_le(0);
        let digest = std::mem::replace(&mut self.original, Digest::hasher()).finish();
        end.bytes(if self.has_whole_original { digest.as_bytes() } else { &[0; 32] });
        self.chunk(&Content::of_none(Kind::End, &end.finish()), &[]);
        self.out
    }

    fn check_open(&self) -> Result<(), WriteError> {
        if self.is_closed { Err(WriteError::Closed) } else { Ok(()) }
    }

    /// Makes a chunk of a stream's rows, if there are any.
    fn close(&mut self, stream: u16) {
        let level = self.settings.level;
        match state(&mut self.streams, stream) {
            Some(State::Table { pending, written, .. }) if pending.rows() > 0 => {
                let (first_row, rows, times) = (*written, pending.rows(), pending.times());
                *written = written.saturating_add(rows as u64);
                let columns = pending.take();
                let (payload, unpacked_length) = rows::write(&columns, level);
                let bounds: Vec<u8> = columns.iter().flat_map(bounds::of).collect();
                let content = Content::of_none(Kind::Rows, &payload);
                self.chunk(
                    &Content { stream, unpacked_length, first_row, rows, times, ..content },
                    &bounds,
                );
            }
            Some(State::Original { pending, written, start, end }) if !pending.is_empty() => {
                let bytes = std::mem::take(pending);
                let (first_row, times) = (*written, [*start, *end]);
                *written = written.saturating_add(bytes.len() as u64);
                (*start, *end) = (f64::NAN, f64::NAN);
                let (packing, payload) = general::pack(&bytes, level);
                let (unpacked_length, rows) = (bytes.len(), bytes.len());
                let content = Content::of_none(Kind::Original, &payload);
                self.chunk(
                    &Content {
                        packing,
                        stream,
                        unpacked_length,
                        first_row,
                        rows,
                        times,
                        ..content
                    },
                    &[],
                );
            }
            _ => {}
        }
    }

    /// Writes a chunk, and its entry in the index.
    fn chunk(&mut self, content: &Content<'_>, bounds: &[u8]) {
        let length = |length: usize| u32::try_from(length).unwrap_or(u32::MAX);
        let mut head = Head {
            kind: content.kind,
            packing: content.packing,
            stream: content.stream,
            length: length(content.payload.len()),
            unpacked_length: length(content.unpacked_length),
            number: self.chain.chunks,
            first_row: content.first_row,
            rows: length(content.rows),
            payload_checksum: crc32c::crc32c(content.payload),
            start: content.times[0],
            end: content.times[1],
            hash: Hash::default(),
        };
        head.hash = head.hash_after(&self.chain.hash, content.payload);
        self.chain.add(&head);
        let bytes = head.bytes();
        self.index.u64_le(self.offset);
        self.index.bytes(&bytes);
        self.index.u32_le(length(bounds.len()));
        self.index.bytes(bounds);
        self.out.extend_from_slice(&bytes);
        self.out.extend_from_slice(content.payload);
        self.offset = self.offset.saturating_add(head.total_length() as u64);
    }
}

fn state(streams: &mut [State], stream: u16) -> Option<&mut State> {
    streams.get_mut(usize::from(stream.checked_sub(1)?))
}
