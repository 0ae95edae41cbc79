//! Whether an event plausibly stands at a position, judged by the events before it and, where that leaves
//! doubt, by those after it.
//!
//! A file says how long its events are but not where they begin, so after damage only plausibility helps. Frame numbers give it:
//! they go up by one, or back by a rollback. All answers but [`Look`] are `None` while more bytes could change them.

use std::cell::Cell;
use std::ops::RangeInclusive;

use ghostreel_core::Record as _;

use crate::layout::{FIRST_FRAME, GameEnd, command, frame_number};
use crate::limits;

/// The bytes after the events: the beginning of the only member that files have.
const METADATA: &[u8] = b"U\x08metadata";

/// Where the frame number of an event ends: it is right after the command byte.
const FRAME_END: usize = 5;

/// How many commands of events are gathered before they are added to the list.
const CODES_AT_ONCE: usize = 64;

/// Where the size of a splitter's data, the command it belongs to and the flag of the last piece are.
const SPLITTER_END: std::ops::Range<usize> = 0x201..0x205;

/// The highest method of Game End that was seen is 9.
const HIGHEST_END_METHOD: u8 = 15;

/// The content at a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Look {
    /// An event of this size, and the frame it belongs to, if it is about one.
    Event { size: usize, frame: Option<i32> },
    /// The metadata, or the end of the object.
    Trailer,
    /// The end of the input.
    EndOfInput,
    /// More bytes are needed to decide.
    NeedMore,
    /// Nothing that makes sense.
    Damage(Damage),
}

/// Why a position makes no sense.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Damage {
    /// The file does not declare the command.
    Unknown(u8),
    /// The input ends in the event.
    Cut(u8),
    /// The metadata begins in the event.
    Crossing(u8),
    /// The event is of a frame that cannot follow.
    Frame(u8, i32),
    /// The event belongs elsewhere, and nothing sensible follows it.
    Stray(u8),
}

/// Bytes of the input, as far as they are there.
#[derive(Clone, Copy)]
pub(crate) struct Input<'a> {
    pub(crate) bytes: &'a [u8],
    /// Where they begin in the file.
    pub(crate) base: u64,
    /// Nothing follows them.
    pub(crate) complete: bool,
}

impl<'a> Input<'a> {
    fn from(&self, at: usize) -> &'a [u8] {
        self.bytes.get(at..).unwrap_or_default()
    }

    fn offset(&self, at: usize) -> u64 {
        self.base.saturating_add(at as u64)
    }
}

/// Facts from the head and the events so far.
#[derive(Clone, Debug)]
pub(crate) struct Track {
    /// Event sizes by command, 0 where undeclared.
    pub(crate) sizes: [u32; 256],
    /// There is nothing but events.
    pub(crate) bare: bool,
    /// Where the file says that the events end.
    pub(crate) declared_end: Option<u64>,
    /// Events so far.
    pub(crate) count: u64,
    /// The frame of the last event that had one.
    pub(crate) last: Option<i32>,
    /// The updates of that frame.
    pub(crate) updates: Updates,
    /// Events that were looked at ahead, not yet accounted for.
    pub(crate) looked: Cell<usize>,
    /// The last row of events that nothing speaks for or against.
    pub(crate) strays: Cell<Option<Strays>>,
}

/// The updates of a frame so far: each character has a Pre-Frame and a Post-Frame Update.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Updates {
    /// The sum of [what each event counts](Self::of): below are bytes, above how many more Pre-Frame than Post-Frame Updates there are.
    sum: u64,
    /// Damage was stepped over, in which there may be more of them.
    has_gap: bool,
}

impl Updates {
    /// The count of an event of this command and size: one addition keeps account of both. A file has less than 4 GiB.
    pub(crate) fn of(code: u8, size: u32) -> u64 {
        let updates: i32 = match code {
            command::PRE_FRAME => 1,
            command::POST_FRAME => -1,
            _ => 0,
        };
        u64::from(updates.cast_unsigned()) << 32 | u64::from(size)
    }

    /// After damage that was stepped over.
    pub(crate) fn after_gap() -> Self {
        Self { sum: 0, has_gap: true }
    }

    #[inline]
    pub(crate) fn add(&mut self, counts: u64) {
        self.sum = self.sum.wrapping_add(counts);
    }

    /// Those of the next frame, before any of its events. The first one after damage may have begun in it.
    #[inline]
    pub(crate) fn of_next_frame(self) -> Self {
        Self { sum: 0, has_gap: self.has_gap && self.sum == 0 }
    }

    /// How many more Pre-Frame than Post-Frame Updates there are.
    #[inline]
    pub(crate) fn surplus(self) -> i32 {
        #[allow(clippy::cast_possible_truncation, reason = "the upper half")]
        let surplus = (self.sum >> 32) as u32;
        if self.has_gap { 0 } else { surplus.cast_signed() }
    }
}

/// As many events as are looked at ahead, if none is about a frame or can be recognised by its content.
///
/// The next look begins one event further on: without this, each event of a long row would be looked at as often as it takes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Strays {
    /// Where the second of them is in the file, and where the last one ends.
    second: u64,
    end: u64,
}

impl Track {
    fn size(&self, code: u8) -> usize {
        self.sizes.get(usize::from(code)).map_or(0, |&size| size as usize)
    }

    /// Walks over events about frames that follow one another, at most `most` of them, and adds their commands to `order`.
    /// Nearly all events of nearly all files are such; the others are for [`Self::look`]. Returns where it stopped.
    #[inline(never)]
    pub(crate) fn walk(
        &mut self,
        input: Input<'_>,
        at: usize,
        most: usize,
        order: &mut Vec<u8>,
    ) -> usize {
        let Some(mut last) = self.last else { return at };
        let room = self.declared_end.map(|end| end.saturating_sub(input.base));
        let room = room.and_then(|room| usize::try_from(room).ok()).unwrap_or(usize::MAX);
        let bytes = input.bytes.get(..room).unwrap_or(input.bytes);
        let mut rest = bytes.get(at..).unwrap_or_default();
        let mut next = following(last);
        let mut updates = self.updates;
        let sizes = self.sizes_about_frames();
        let mut left = most;
        loop {
            // The commands are gathered in a block, so that the list need not be looked at for each of them.
            let mut codes = [0; CODES_AT_ONCE];
            let mut count = 0_usize;
            for slot in codes.get_mut(..left.min(CODES_AT_ONCE)).unwrap_or_default() {
                let Some(&code) = rest.first() else { break };
                let counts = sizes.get(usize::from(code)).copied().unwrap_or(0);
                #[allow(clippy::cast_possible_truncation, reason = "the lower half is the size")]
                let size = counts as u32;
                let Some((event, after)) = rest.split_at_checked(size as usize) else { break };
                // None of an event without a size.
                let Some(frame) = frame_number(event) else { break };
                if frame != last {
                    if !next.contains(&frame) || updates.surplus() != 0 {
                        break;
                    }
                    (last, next) = (frame, following(frame));
                    updates = updates.of_next_frame();
                }
                updates.add(counts);
                *slot = code;
                count = count.wrapping_add(1);
                rest = after;
            }
            order.extend_from_slice(codes.get(..count).unwrap_or_default());
            left = left.saturating_sub(count);
            self.count = self.count.saturating_add(count as u64);
            if count < CODES_AT_ONCE {
                break;
            }
        }
        self.last = Some(last);
        self.updates = updates;
        bytes.len().saturating_sub(rest.len()).max(at)
    }

    /// The count of each event that is about frames and long enough to say which, by [`Updates::of`]; 0 for all others.
    fn sizes_about_frames(&self) -> [u64; 256] {
        let mut sizes = [0; 256];
        for code in command::ALL.into_iter().filter(|&code| is_about_frames(code)) {
            let size = self.sizes.get(usize::from(code)).copied().unwrap_or(0);
            if let Some(slot) = sizes.get_mut(usize::from(code))
                && size as usize >= FRAME_END
            {
                *slot = Updates::of(code, size);
            }
        }
        sizes
    }

    /// Looks at the content of a position to which the earlier events have led.
    pub(crate) fn look(&self, input: Input<'_>, at: usize) -> Look {
        let Some(&code) = input.bytes.get(at) else {
            return if input.complete { Look::EndOfInput } else { Look::NeedMore };
        };
        let size = self.size(code);
        let at_end = self.declared_end == Some(input.offset(at));
        if at_end && size == 0 && matches!(code, b'}' | b'U' | b'i' | b'I' | b'l' | b'L') {
            return Look::Trailer;
        }
        match self.ends(input, at, size) {
            None => return Look::NeedMore,
            Some(true) => return Look::Trailer,
            Some(false) if size == 0 => return Look::Damage(Damage::Unknown(code)),
            Some(false) => {}
        }
        match self.crosses(input, at, size) {
            None => return Look::NeedMore,
            Some(true) => return Look::Damage(Damage::Crossing(code)),
            Some(false) => {}
        }
        let Some(event) = input.bytes.get(at..at.saturating_add(size)) else {
            return if input.complete { Look::Damage(Damage::Cut(code)) } else { Look::NeedMore };
        };
        let frame = event_frame(code, event);
        let (sound, damage) = match (frame, self.last) {
            (Some(frame), Some(last)) if follows(last, frame) => (Some(true), Damage::Cut(code)),
            (Some(frame), None) if frame == FIRST_FRAME => (Some(true), Damage::Cut(code)),
            (Some(frame), _) => (self.leads_on(input, at, 2), Damage::Frame(code, frame)),
            (None, _) if self.belongs(code, event) => (Some(true), Damage::Cut(code)),
            (None, _) => (self.leads_on(input, at, 0), Damage::Stray(code)),
        };
        match sound {
            None => Look::NeedMore,
            Some(true) => Look::Event { size, frame },
            Some(false) => Look::Damage(damage),
        }
    }

    /// Whether events go on at a position that the events before it do not lead to.
    pub(crate) fn resumes(&self, input: Input<'_>, at: usize) -> Option<bool> {
        let Some(&code) = input.bytes.get(at) else { return Some(false) };
        let size = self.size(code);
        if size == 0 || !(is_about_frames(code) || can_belong(code)) {
            return Some(false);
        }
        let Some(event) = input.bytes.get(at..at.saturating_add(size)) else {
            return input.complete.then_some(false);
        };
        if event_frame(code, event).is_none() && !self.belongs(code, event) {
            return Some(false);
        }
        self.leads_on(input, at, 2)
    }

    /// Whether the metadata or the end of the object stands at a position.
    pub(crate) fn ends_at(&self, input: Input<'_>, at: usize) -> Option<bool> {
        let code = input.bytes.get(at).copied().unwrap_or(0);
        self.ends(input, at, self.size(code))
    }

    /// The frame of the event at a position.
    pub(crate) fn frame_at(&self, input: Input<'_>, at: usize) -> Option<i32> {
        let code = *input.bytes.get(at)?;
        event_frame(code, input.bytes.get(at..at.saturating_add(self.size(code)))?)
    }

    /// As [`Self::ends_at`], for a command of this size. A command that the file declares counts as one, but for where
    /// the file says that the events end.
    fn ends(&self, input: Input<'_>, at: usize, size: usize) -> Option<bool> {
        if self.bare || (size > 0 && self.declared_end != Some(input.offset(at))) {
            return Some(false);
        }
        trailer(input, at)
    }

    /// Whether an event would reach over the end of the events that the file declares, and that is where they end.
    fn crosses(&self, input: Input<'_>, at: usize, size: usize) -> Option<bool> {
        let left = self.declared_end.and_then(|end| end.checked_sub(input.offset(at)));
        match left.and_then(|left| usize::try_from(left).ok()) {
            Some(left) if left > 0 && left < size => trailer(input, at.saturating_add(left)),
            _ => Some(false),
        }
    }

    /// Whether the event at a position, which is whole, leads to others that make sense with it: three points of evidence,
    /// the metadata, or a long row of declared events. At the end of the input, `enough` points do.
    ///
    /// An event with a frame number that fits gives a point, and so does one that can be recognised by its content. Two are
    /// needed at least, since a frame number of 0 is easily found by chance.
    fn leads_on(&self, input: Input<'_>, start: usize, enough: usize) -> Option<bool> {
        const EVIDENCE: usize = 3;
        let (mut last, mut has_frame, mut evidence) = (self.last, false, 0_usize);
        let strays = self.strays.get().filter(|strays| strays.second == input.offset(start));
        let (mut at, first) = match strays.and_then(|strays| strays.end.checked_sub(input.base)) {
            Some(end) => (usize::try_from(end).ok()?, limits::LOOK_AHEAD.saturating_sub(1)),
            None => (start, 0),
        };
        for step in first..limits::LOOK_AHEAD {
            self.looked.set(self.looked.get().saturating_add(1));
            let rest = input.from(at);
            let code = rest.first().copied().unwrap_or(0);
            let size = self.size(code);
            if step > 0 && !rest.is_empty() && self.ends(input, at, size)? {
                // One last brace can be an accident, and so can the first letter of the metadata.
                evidence = evidence.saturating_add(usize::from(rest == b"}"));
                return Some(rest.len() >= METADATA.len() || evidence >= enough);
            }
            if !rest.is_empty() && (size == 0 || self.crosses(input, at, size)?) {
                return Some(false);
            }
            let Some(event) = rest.get(..size).filter(|event| !event.is_empty()) else {
                return input.complete.then_some(evidence >= enough);
            };
            let mut points = 1;
            if let Some(frame) = event_frame(code, event) {
                let sound = match last {
                    None => (FIRST_FRAME..limits::FRAMES).contains(&frame),
                    // Frames may be missing in front of the first event, but not after it.
                    Some(last) if last < frame && !has_frame => frame < limits::FRAMES,
                    Some(last) => follows(last, frame),
                };
                if !sound {
                    return Some(false);
                }
                (last, has_frame) = (Some(frame), true);
            } else if code == command::MESSAGE_SPLITTER && self.last.is_none() {
                // Pieces stand in front of all frames.
                if has_frame || !self.belongs(code, event) {
                    return Some(false);
                }
            } else {
                points = usize::from(self.belongs(code, event));
            }
            evidence = evidence.saturating_add(points);
            if evidence >= EVIDENCE {
                return Some(true);
            }
            at = at.saturating_add(size);
        }
        if evidence == 0 && !has_frame {
            let code = input.bytes.get(start).copied().unwrap_or(0);
            let second = input.offset(start.saturating_add(self.size(code)));
            self.strays.set(Some(Strays { second, end: input.offset(at) }));
        }
        Some(true)
    }

    /// Whether an event that is not about frames looks like one that belongs here.
    fn belongs(&self, code: u8, event: &[u8]) -> bool {
        match code {
            command::GAME_START => self.count == 0,
            command::MESSAGE_SPLITTER => match event.get(SPLITTER_END) {
                Some(&[high, low, inner, last]) => {
                    let size = u16::from_be_bytes([high, low]);
                    size <= 0x200 && last <= 1 && self.size(inner) > 0 && self.last.is_none()
                }
                _ => false,
            },
            command::GAME_END => {
                let port = |port: i8| (-1..4).contains(&port);
                GameEnd::read(event).is_some_and(|end| {
                    end.method <= HIGHEST_END_METHOD
                        && port(end.lras_initiator)
                        && port(end.placement_0)
                        && port(end.placement_1)
                        && port(end.placement_2)
                        && port(end.placement_3)
                })
            }
            _ => false,
        }
    }
}

/// Whether `frame` can follow `last`.
fn follows(last: i32, frame: i32) -> bool {
    following(last).contains(&frame)
}

/// The frames that can follow one: the same, the next, or one that a rollback goes back to.
fn following(last: i32) -> RangeInclusive<i32> {
    let earliest = last.saturating_sub(limits::ROLLBACK).max(FIRST_FRAME);
    earliest..=last.saturating_add(1)
}

fn is_about_frames(code: u8) -> bool {
    matches!(
        code,
        command::FRAME_START
            | command::PRE_FRAME
            | command::POST_FRAME
            | command::ITEM_UPDATE
            | command::FRAME_BOOKEND
            | command::FOUNTAIN_PLATFORM
            | command::WHISPY_BLOW
            | command::STADIUM_TRANSFORMATION
    )
}

/// Events that are not about frames and can be recognised by their content.
fn can_belong(code: u8) -> bool {
    matches!(code, command::GAME_START | command::MESSAGE_SPLITTER | command::GAME_END)
}

/// The frame of an event that is about one.
fn event_frame(code: u8, event: &[u8]) -> Option<i32> {
    if is_about_frames(code) { frame_number(event) } else { None }
}

/// Whether these bytes begin what follows the events, as far as the input reaches.
fn trailer(input: Input<'_>, at: usize) -> Option<bool> {
    let bytes = input.from(at);
    if bytes.len() < METADATA.len() && (METADATA.starts_with(bytes) || bytes == b"}") {
        return input.complete.then_some(!bytes.is_empty());
    }
    Some(bytes.starts_with(METADATA))
}
