//! A part's segments: stretches of the file that are packed in one way.

use std::borrow::Cow;
use std::ops::Range;

use ghostreel_core::{Error, Fault, Result};
use ghostreel_pack::general;

use super::frames;
use super::modelled::Modelled;
use super::motion::{Learned, Straight};
use super::notes;
use super::rice::Rice;

/// Frames, coded quickly.
const QUICK_FRAMES: u8 = 2;

/// Frames, coded closely.
const CLOSE_FRAMES: u8 = 3;

/// Notes, coded quickly.
const QUICK_NOTES: u8 = 4;

/// Notes, coded closely.
const CLOSE_NOTES: u8 = 5;

/// Set in the kind of the last segment, which has no lengths: it takes the rest.
const LAST: u8 = 0x80;

/// A stretch of a file, and its kind of packing.
#[derive(Clone, Debug)]
pub(super) struct Stretch<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) content: Content<'a>,
}

/// The content of a stretch.
#[derive(Clone, Debug)]
pub(super) enum Content<'a> {
    /// Bytes of unknown meaning.
    Bytes,
    /// Whole frames.
    Frames,
    /// Whole notes: these.
    Notes(Vec<&'a [u8]>),
}

/// How much time packing may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Effort {
    /// zstd's level.
    pub(super) zstd: i32,
    /// Whether frames and notes are coded closely.
    pub(super) is_close: bool,
}

/// Packs stretches of a file as one part.
pub(super) fn pack(stretches: &[Stretch<'_>], effort: Effort) -> Vec<u8> {
    let mut packed = Vec::new();
    let mut frames_before: &[u8] = &[];
    for (at, stretch) in stretches.iter().enumerate() {
        let (kind, body) = pack_segment(stretch, effort, frames_before);
        if matches!(stretch.content, Content::Frames) {
            frames_before = stretch.bytes;
        }
        if at.saturating_add(1) == stretches.len() {
            packed.push(kind | LAST);
        } else {
            packed.push(kind);
            push_number(stretch.bytes.len(), &mut packed);
            push_number(body.len(), &mut packed);
        }
        packed.extend_from_slice(&body);
    }
    packed
}

/// Returns the kind and the packed bytes.
fn pack_segment<'a>(
    stretch: &Stretch<'a>,
    effort: Effort,
    frames_before: &[u8],
) -> (u8, Cow<'a, [u8]>) {
    let bytes = stretch.bytes;
    match (&stretch.content, effort.is_close) {
        (Content::Bytes, _) => general::pack(bytes, effort.zstd),
        (Content::Frames, false) => {
            let mut values = Rice::<_, { frames::COLUMNS }>::writer();
            frames::write::<Straight, _>(&mut values, bytes);
            (QUICK_FRAMES, values.finish().into())
        }
        (Content::Frames, true) => {
            let mut values = Modelled::writer(frames::COLUMNS, 0);
            frames::write::<Learned, _>(&mut values, bytes);
            (CLOSE_FRAMES, values.finish().into())
        }
        (Content::Notes(all), false) => {
            let mut values = Rice::<_, { notes::COLUMNS }>::writer();
            notes::write(&mut values, all, frames_before);
            (QUICK_NOTES, values.finish().into())
        }
        (Content::Notes(all), true) => {
            let mut values = Modelled::writer(notes::COLUMNS, notes::TABLES);
            notes::write(&mut values, all, frames_before);
            (CLOSE_NOTES, values.finish().into())
        }
    }
}

/// Unpacks a part.
pub(super) fn unpack(packed: &[u8], length: usize) -> Result<Vec<u8>> {
    let mut unpacked = Vec::new();
    let mut frames_before = 0..0;
    let mut rest = packed;
    while unpacked.len() < length {
        let position = packed.len().saturating_sub(rest.len());
        let segment = next(&mut rest, length.saturating_sub(unpacked.len()));
        let segment = segment.ok_or_else(|| error(position, "a segment"))?;
        let start = unpacked.len();
        let before = frames_before.clone();
        unpack_segment(&segment, before, &mut unpacked)
            .ok_or_else(|| error(position, "frames, notes or bytes of the length that is said"))?;
        if matches!(segment.kind, QUICK_FRAMES | CLOSE_FRAMES) {
            frames_before = start..unpacked.len();
        }
    }
    if rest.is_empty() { Ok(unpacked) } else { Err(error(packed.len(), "the end of the part")) }
}

/// Appends the bytes of a segment. `frames_before`: where the frames of the segment before are.
fn unpack_segment(
    segment: &Segment<'_>,
    frames_before: Range<usize>,
    unpacked: &mut Vec<u8>,
) -> Option<()> {
    let Segment { kind, length, body } = *segment;
    match kind {
        QUICK_FRAMES => {
            let mut values = Rice::<_, { frames::COLUMNS }>::reader(body);
            frames::read::<Straight, _>(&mut values, length, unpacked)
        }
        CLOSE_FRAMES => {
            let mut values = Modelled::reader(body, frames::COLUMNS, 0);
            frames::read::<Learned, _>(&mut values, length, unpacked)
        }
        QUICK_NOTES => {
            let mut values = Rice::<_, { notes::COLUMNS }>::reader(body);
            let notes = notes::read(&mut values, length, unpacked.get(frames_before)?)?;
            unpacked.extend(notes);
            Some(())
        }
        CLOSE_NOTES => {
            let mut values = Modelled::reader(body, notes::COLUMNS, notes::TABLES);
            let notes = notes::read(&mut values, length, unpacked.get(frames_before)?)?;
            unpacked.extend(notes);
            Some(())
        }
        kind => {
            let bytes = general::unpack(kind, body, length, 0, SECTION).ok()?;
            unpacked.extend_from_slice(&bytes);
            Some(())
        }
    }
}

const SECTION: &str = "packed part";

fn error(position: usize, expected: &'static str) -> Error {
    Error::new(Fault::Malformed, position as u64, SECTION, expected, "other bytes")
}

/// One segment as it stands in a part.
struct Segment<'a> {
    kind: u8,
    /// Bytes of the file.
    length: usize,
    body: &'a [u8],
}

/// The segment at the start of `rest`, which is moved after it. `left`: bytes of the part that are still to come.
fn next<'a>(rest: &mut &'a [u8], left: usize) -> Option<Segment<'a>> {
    let (&kind, after) = rest.split_first()?;
    *rest = after;
    let (length, packed_length) = if kind & LAST == 0 {
        (take_number(rest)?, take_number(rest)?)
    } else {
        (left, rest.len())
    };
    let (body, after) = rest.split_at_checked(packed_length)?;
    *rest = after;
    // A segment of nothing would let a part be read for ever.
    (1..=left).contains(&length).then_some(Segment { kind: kind & !LAST, length, body })
}

/// Seven bits a byte, the lowest first; the highest bit says that more follow.
fn push_number(number: usize, bytes: &mut Vec<u8>) {
    let mut left = number;
    loop {
        let low = u8::try_from(left & 0x7f).unwrap_or(0);
        left >>= 7;
        bytes.push(if left == 0 { low } else { low | 0x80 });
        if left == 0 {
            return;
        }
    }
}

/// Reads a number of at most 32 bits as [`push_number`] writes it.
fn take_number(rest: &mut &[u8]) -> Option<usize> {
    let mut number = 0_u32;
    for place in 0..5_u32 {
        let (&byte, after) = rest.split_first()?;
        *rest = after;
        number |= u32::from(byte & 0x7f).checked_shl(place.wrapping_mul(7))?;
        if byte & 0x80 == 0 {
            return usize::try_from(number).ok();
        }
    }
    None
}
