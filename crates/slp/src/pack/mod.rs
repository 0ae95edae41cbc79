//! Packing of replays. `docs/spec/packed-slp.md` is the format of the packed parts.
//!
//! A part is split into its events (`split`), which `tokens` list. Their fields are coded column by column (`fields`), each by
//! the row predicted from the events before it (`rows`).

mod columns;
mod field;
mod fields;
mod guesses;
mod items;
mod numbers;
mod rows;
mod split;
mod tokens;
mod values;

use ghostreel_core::Result;
use ghostreel_pack::{Codec, Level, Part, general};

use crate::frame_time::FRAME_RATE;
use crate::head::Head;
use rows::{Rows, ZEROS};
use split::{Limits, Split};
use tokens::{
    Lengths, PIECE_DATA, PIECE_END, PIECE_LENGTH, Place, TokenReader, TokenWriter, command_of,
    malformed, put, take, take_byte,
};

/// Packs Slippi's replays.
#[derive(Clone, Copy, Debug, Default)]
pub struct Packer;

/// The longest part. Longer ones are not unpacked.
const LONGEST_PART: usize = 9 << 20;

/// Columns, by zstd.
const COLUMNS: u8 = 0;

impl Codec for Packer {
    fn name(&self) -> &'static str {
        "slp.1"
    }

    fn pack(&self, file: &[u8], level: Level) -> Vec<Part> {
        // The page only unpacks: it need not download this.
        if cfg!(target_family = "wasm") {
            return Vec::new();
        }
        let limits = match level {
            Level::Live => Limits { bytes: 1 << 20, frames: 60 },
            Level::Fast => Limits { bytes: 1 << 20, frames: u32::MAX },
            Level::Archive => Limits { bytes: 8 << 20, frames: u32::MAX },
        };
        let head = Head::read(file).ok();
        let sizes = head.as_ref().map_or([0; 256], |head| head.sizes.table());
        let events = head.map_or(0, |head| head.events);
        let lengths = Lengths::new(&sizes);
        let mut parts = Vec::new();
        let mut start = 0;
        while start < file.len() {
            let split = split::split(file, start, events, &sizes, &lengths, limits);
            start = split.range.end;
            let times = split
                .frames
                .map_or([f64::NAN; 2], |frames| frames.map(|frame| f64::from(frame) / FRAME_RATE));
            let range = split.range.clone();
            let packed = pack_part(file, &split, lengths, level);
            let packed = packed.filter(|packed| packed.len() < range.len());
            parts.push(Part { range, times, packed });
        }
        parts
    }

    fn unpack(&self, packed: &[u8], length: usize) -> Result<Vec<u8>> {
        if length > LONGEST_PART {
            return Err(malformed("a longer part"));
        }
        let mut packed = packed;
        match take_byte(&mut packed)? {
            COLUMNS => unpack_columns(packed, length),
            other => Err(malformed(format!("method {other}"))),
        }
    }
}

fn pack_part(file: &[u8], split: &Split, lengths: Lengths, level: Level) -> Option<Vec<u8>> {
    let part = file.get(split.range.clone()).filter(|part| part.len() <= LONGEST_PART)?;
    let mut bytes = vec![0; ZEROS.saturating_add(part.len())];
    bytes.get_mut(ZEROS..)?.copy_from_slice(part);
    let mut rows = Rows::new(lengths);
    let mut tokens = TokenWriter::new();
    let mut raw = Vec::new();
    let mut at = ZEROS;
    for place in &split.places {
        tokens.place(*place);
        match *place {
            Place::Event { slot, frame } => {
                rows.add(slot, frame, u32::try_from(at).ok()?);
                at = at.saturating_add(lengths.of(slot));
            }
            Place::Piece => {
                let data = at.saturating_add(1);
                raw.extend_from_slice(bytes.get(data..data.saturating_add(PIECE_DATA))?);
                at = at.saturating_add(PIECE_LENGTH);
            }
            Place::Raw { length } => {
                raw.extend_from_slice(bytes.get(at..at.saturating_add(length))?);
                at = at.saturating_add(length);
            }
        }
    }
    let tokens = tokens.finish();
    let mut packed = vec![COLUMNS];
    packed.extend(lengths.to_bytes());
    let mut columns = columns::Writer::default();
    fields::code(&mut columns, &mut bytes, &mut rows);
    let level = if level == Level::Archive { 19 } else { 3 };
    for stream in [&tokens, &raw, &columns.counts, &columns.gaps, &columns.planes] {
        let (packing, bytes) = general::pack(stream, level);
        packed.push(packing);
        put(&mut packed, stream.len() as u64);
        put(&mut packed, bytes.len() as u64);
        packed.extend_from_slice(&bytes);
    }
    Some(packed)
}

/// Lays out the places of a part: where each event begins, with its command, frame and port; pieces and other bytes as they are.
fn lay_out(
    mut tokens: TokenReader<'_>,
    mut raw: &[u8],
    length: usize,
    rows: &mut Rows,
) -> Result<Vec<u8>> {
    let mut bytes = vec![0; ZEROS.saturating_add(length)];
    let mut at = ZEROS;
    while at < bytes.len() {
        let place = tokens.place()?;
        let taken = match place {
            Place::Event { slot, .. } => rows.lengths.of(slot),
            Place::Piece => PIECE_LENGTH,
            Place::Raw { length } => length,
        };
        let rest = bytes.get_mut(at..).and_then(|rest| rest.get_mut(..taken));
        let Some(target) = rest.filter(|target| !target.is_empty()) else {
            return Err(malformed("an event that is too long"));
        };
        let mut put = |start: usize, bytes: &[u8]| {
            let target = target.get_mut(start..).and_then(|rest| rest.get_mut(..bytes.len()));
            if let Some(target) = target {
                target.copy_from_slice(bytes);
            }
        };
        match place {
            Place::Event { slot, frame } => {
                put(0, &[command_of(slot)]);
                put(1, &frame.to_be_bytes());
                if slot < tokens::FRAME_START {
                    put(5, &[slot >> 1 & 7, slot & 1]);
                }
                rows.add(slot, frame, u32::try_from(at).unwrap_or(0));
            }
            Place::Piece | Place::Raw { .. } => {
                let stored = if place == Place::Piece { PIECE_DATA } else { taken };
                let Some((stored, rest)) = raw.split_at_checked(stored) else {
                    return Err(malformed("too few bytes"));
                };
                raw = rest;
                if place == Place::Piece {
                    put(0, &[crate::layout::command::MESSAGE_SPLITTER]);
                    put(1, stored);
                    put(PIECE_DATA.saturating_add(1), &PIECE_END);
                } else {
                    put(0, stored);
                }
            }
        }
        at = at.saturating_add(taken);
    }
    Ok(bytes)
}

/// Takes a stream of at most so many bytes.
fn take_stream<'a>(packed: &mut &'a [u8], most: usize) -> Result<std::borrow::Cow<'a, [u8]>> {
    let packing = take_byte(packed)?;
    let [length, stored] =
        [take(packed)?, take(packed)?].map(|value| usize::try_from(value).unwrap_or(usize::MAX));
    if length > most {
        return Err(malformed("a stream that is too long"));
    }
    let Some((stored, rest)) = packed.split_at_checked(stored) else {
        return Err(malformed("too few bytes"));
    };
    *packed = rest;
    general::unpack(packing, stored, length, 0, "packed slp")
}

fn unpack_columns(mut packed: &[u8], length: usize) -> Result<Vec<u8>> {
    let Some((lengths, rest)) = packed.split_first_chunk() else {
        return Err(malformed("its end"));
    };
    packed = rest;
    let lengths = Lengths::from_bytes(*lengths);
    let tokens = take_stream(&mut packed, length.saturating_add(1 << 12))?;
    let raw = take_stream(&mut packed, length)?;
    let mut rows = Rows::new(lengths);
    let mut bytes = lay_out(TokenReader::new(&tokens), &raw, length, &mut rows)?;
    drop((tokens, raw));
    let counts = take_stream(&mut packed, 1 << 16)?;
    // No column has more bytes than its field.
    let gaps = take_stream(&mut packed, length)?;
    let planes = take_stream(&mut packed, length)?;
    let mut columns =
        columns::Reader { counts: &counts, gaps: &gaps, planes: &planes, outcome: Ok(()) };
    fields::code(&mut columns, &mut bytes, &mut rows);
    columns.outcome?;
    bytes.drain(..ZEROS);
    Ok(bytes)
}
