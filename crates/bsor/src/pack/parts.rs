//! How a file is cut into parts.

use ghostreel_core::{DecodeOptions, Record};
use ghostreel_pack::{Level, Part};

use super::segment::{self, Content, Effort, Stretch};
use crate::layout::{Frame, SectionId};
use crate::view::View;

/// Bytes of the file in a part of [`Level::Live`] or [`Level::Fast`], at most.
const SHORT_PART: usize = 1 << 20;

/// The same in a part of [`Level::Archive`].
const LONG_PART: usize = 1 << 24;

/// Frames in a part of [`Level::Live`], at most: a second has 80 to 144.
const LIVE_FRAMES: usize = 256;

/// Notes in a part of [`Level::Live`], at most: no longer than the frames of a second or two.
const LIVE_NOTES: usize = 128;

/// Seconds of play in a part of [`Level::Live`].
const LIVE_SECONDS: f32 = 1.0;

/// Packs a file.
pub(super) fn pack(file: &[u8], level: Level) -> Vec<Part> {
    let (longest, effort) = match level {
        Level::Live => (0, Effort { zstd: 1, is_close: false }),
        Level::Fast => (SHORT_PART, Effort { zstd: 3, is_close: false }),
        Level::Archive => (LONG_PART, Effort { zstd: 19, is_close: true }),
    };
    let stretches = stretches(file, level);
    let mut parts = Vec::new();
    let mut rest = &stretches[..];
    let mut position = 0_usize;
    while !rest.is_empty() {
        let mut length = 0_usize;
        let fits = |stretch: &&Stretch<'_>| {
            length = length.saturating_add(stretch.bytes.len());
            length <= longest
        };
        let count = rest.iter().take_while(fits).count().max(1);
        let (part, after) = rest.split_at_checked(count).unwrap_or((rest, &[]));
        parts.push(pack_part(part, position, effort));
        position = parts.last().map_or(position, |part: &Part| part.range.end);
        rest = after;
    }
    parts
}

fn pack_part(stretches: &[Stretch<'_>], start: usize, effort: Effort) -> Part {
    let length = stretches.iter().fold(0_usize, |sum, part| sum.saturating_add(part.bytes.len()));
    let packed = segment::pack(stretches, effort);
    let mut frames = stretches.iter().filter(|part| matches!(part.content, Content::Frames));
    let first = frames.next();
    let last = frames.next_back().or(first);
    let last_frame = |bytes: &[u8]| bytes.len().checked_sub(Frame::SIZE);
    let times = [
        first.and_then(|part| time(part.bytes)),
        last.and_then(|part| time(part.bytes.get(last_frame(part.bytes)?..)?)),
    ];
    Part {
        range: start..start.saturating_add(length),
        times: times.map(|time| time.map_or(f64::NAN, f64::from)),
        packed: (packed.len() < length).then_some(packed),
    }
}

/// The time of the frame at the start of bytes.
fn time(frame: &[u8]) -> Option<f32> {
    frame.first_chunk().map(|time| f32::from_le_bytes(*time))
}

/// All stretches of a file, in order and without a gap.
fn stretches(file: &[u8], level: Level) -> Vec<Stretch<'_>> {
    let mut stretches = Vec::new();
    let mut position = 0_usize;
    if let Ok(view) = View::open(file, &DecodeOptions::RECOVER) {
        for (id, range) in view.record_ranges() {
            let Some(records) = file.get(range.clone()).filter(|records| !records.is_empty())
            else {
                continue;
            };
            let before = file.get(position..range.start).unwrap_or_default();
            match id {
                SectionId::Frames => {
                    push_bytes(before, &mut stretches);
                    push_frames(records, level, &mut stretches);
                }
                SectionId::Notes => {
                    push_bytes(before, &mut stretches);
                    push_notes(
                        records,
                        view.notes().slices().map(<[u8]>::len),
                        level,
                        &mut stretches,
                    );
                }
                _ => continue,
            }
            position = range.end;
        }
    }
    push_bytes(file.get(position..).unwrap_or_default(), &mut stretches);
    stretches
}

fn push_bytes<'a>(bytes: &'a [u8], stretches: &mut Vec<Stretch<'a>>) {
    let pieces = bytes.chunks(SHORT_PART);
    stretches.extend(pieces.map(|bytes| Stretch { bytes, content: Content::Bytes }));
}

fn push_frames<'a>(records: &'a [u8], level: Level, stretches: &mut Vec<Stretch<'a>>) {
    let mut rest = records;
    while !rest.is_empty() {
        let count = match level {
            Level::Live => frames_of_a_second(rest),
            Level::Fast => SHORT_PART.checked_div(Frame::SIZE).unwrap_or(1),
            Level::Archive => LONG_PART.checked_div(Frame::SIZE).unwrap_or(1),
        };
        let length = count.max(1).saturating_mul(Frame::SIZE).min(rest.len());
        let (bytes, after) = rest.split_at_checked(length).unwrap_or((rest, &[]));
        stretches.push(Stretch { bytes, content: Content::Frames });
        rest = after;
    }
}

/// How many frames, of those that begin `bytes`, are of the first second.
fn frames_of_a_second(bytes: &[u8]) -> usize {
    let Some(first) = time(bytes) else { return 0 };
    let frames = bytes.chunks_exact(Frame::SIZE).take(LIVE_FRAMES);
    let is_within = |frame: &[u8]| time(frame).is_some_and(|time| time < first + LIVE_SECONDS);
    frames.take_while(|frame| is_within(frame)).count()
}

fn push_notes<'a>(
    records: &'a [u8],
    lengths: impl Iterator<Item = usize>,
    level: Level,
    stretches: &mut Vec<Stretch<'a>>,
) {
    let (most, longest) = match level {
        Level::Live => (LIVE_NOTES, SHORT_PART),
        Level::Fast => (usize::MAX, SHORT_PART),
        Level::Archive => (usize::MAX, LONG_PART),
    };
    let (mut start, mut end) = (0_usize, 0_usize);
    let mut notes = Vec::new();
    let mut push = |range: std::ops::Range<usize>, notes: Vec<&'a [u8]>| {
        let bytes = records.get(range).unwrap_or_default();
        if !bytes.is_empty() {
            stretches.push(Stretch { bytes, content: Content::Notes(notes) });
        }
    };
    for length in lengths {
        let after = end.saturating_add(length);
        if notes.len() >= most || after.saturating_sub(start) > longest {
            push(start..end, std::mem::take(&mut notes));
            start = end;
        }
        notes.push(records.get(end..after).unwrap_or_default());
        end = after;
    }
    push(start..end, notes);
}
