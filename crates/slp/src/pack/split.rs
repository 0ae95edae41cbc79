//! Finds the events of a part.

use std::ops::Range;

use super::tokens::{self, Lengths, PIECE_DATA, PIECE_END, PIECE_LENGTH, Place, SLOTS, Slot};
use crate::layout::command;

/// Frames further from the last are taken for bytes that make no sense.
const FARTHEST: u32 = 1_000;

/// When a part ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    pub(super) bytes: usize,
    pub(super) frames: u32,
}

/// A part of a file: its places in order.
#[derive(Debug)]
pub(super) struct Split {
    pub(super) range: Range<usize>,
    pub(super) places: Vec<Place>,
    /// The first and the last frame, of a part that has any.
    pub(super) frames: Option<[i32; 2]>,
}

/// Finds the items from `start` on, up to a frame's beginning at which a limit is reached. An event begins
/// there, or at `events` if that is after it; `sizes` are the lengths of all events.
pub(super) fn split(
    file: &[u8],
    start: usize,
    events: usize,
    sizes: &[u32; 256],
    lengths: &Lengths,
    limits: Limits,
) -> Split {
    let mut split = Split { range: start..start, places: Vec::new(), frames: None };
    let mut raw = start;
    let mut frame = None;
    let mut is_sound = true;
    let mut at = start.max(events.min(file.len()));
    while let Some(rest) = file.get(at..).filter(|rest| !rest.is_empty()) {
        let length = at.wrapping_sub(start);
        let place = next(rest, lengths).filter(|(place, _)| is_sound || is_near(*place, frame));
        let Some((place, taken)) = place else {
            if length >= limits.bytes {
                break;
            }
            let other = rest.first().and_then(|code| sizes.get(usize::from(*code)));
            let other = other.map_or(0, |size| *size as usize);
            is_sound &= (1..=rest.len()).contains(&other);
            at = at.saturating_add(if is_sound { other } else { 1 });
            continue;
        };
        if let Place::Event { frame: now, .. } = place {
            let [first, last] = split.frames.unwrap_or([now, now]);
            if frame.is_some_and(|frame| frame != now)
                && (length >= limits.bytes || now.abs_diff(first) >= limits.frames)
            {
                break;
            }
            split.frames = Some([first.min(now), last.max(now)]);
            frame = Some(now);
        }
        if at > raw {
            split.places.push(Place::Raw { length: at.wrapping_sub(raw) });
        }
        split.places.push(place);
        at = at.saturating_add(taken);
        raw = at;
        is_sound = true;
    }
    if at > raw {
        split.places.push(Place::Raw { length: at.wrapping_sub(raw) });
    }
    split.range.end = at;
    split
}

/// Whether an event after bytes that make no sense may be one.
fn is_near(place: Place, last: Option<i32>) -> bool {
    match (place, last) {
        (Place::Event { frame, .. }, Some(last)) => frame.abs_diff(last) <= FARTHEST,
        _ => false,
    }
}

/// The event or piece that bytes begin with, if they do.
#[inline]
fn next(bytes: &[u8], lengths: &Lengths) -> Option<(Place, usize)> {
    let code = *bytes.first()?;
    if code == command::MESSAGE_SPLITTER {
        let end = bytes.get(PIECE_DATA.wrapping_add(1)..PIECE_LENGTH)?;
        return (end == PIECE_END).then_some((Place::Piece, PIECE_LENGTH));
    }
    let head = bytes.first_chunk::<5>()?;
    let slot = slot(head, bytes)?;
    let length = lengths.of(slot);
    if length == 0 || length > bytes.len() {
        return None;
    }
    let frame = i32::from_be_bytes([head[1], head[2], head[3], head[4]]);
    Some((Place::Event { slot, frame }, length))
}

/// The slot of an event that begins so.
#[inline]
fn slot(head: &[u8; 5], bytes: &[u8]) -> Option<Slot> {
    let [code, ..] = *head;
    let first = match code {
        command::PRE_FRAME => 0,
        command::POST_FRAME => tokens::POST,
        command::FRAME_START => return Some(tokens::FRAME_START),
        command::ITEM_UPDATE => return Some(tokens::ITEM),
        command::FRAME_BOOKEND => return Some(tokens::BOOKEND),
        command::FOUNTAIN_PLATFORM => return Some(tokens::FOUNTAIN_PLATFORM),
        command::WHISPY_BLOW => return Some(tokens::WHISPY_BLOW),
        command::STADIUM_TRANSFORMATION => return Some(tokens::STADIUM_TRANSFORMATION),
        _ => return None,
    };
    let [.., port, follower] = *bytes.first_chunk::<7>()?;
    (port < 8 && follower < 2).then_some(first | port << 1 | follower)
}

const _: () = assert!(SLOTS == 38, "a slot for each that is named here");
