//! Model to bytes.

use ghostreel_core::DecodeOptions;

use crate::cursor::{Place, write_text};
use crate::layout::{
    Bits, FramePlaces, Info, InfoPlaces, SectionId, frame_values, height_values, write_frame,
    write_frame_value, write_height, write_info, write_value,
};
use crate::model::Replay;
use crate::number;
use crate::scan::{Item, Scanner, Step};

/// Writes a replay. For a decoded file, these are the very bytes it was decoded from, damage included; where values were
/// changed, these alone are written anew. If they do not fit the file, it is written in the usual way.
pub fn encode(replay: &Replay) -> Vec<u8> {
    let layout = replay.layout.as_deref();
    layout.and_then(|layout| fit(replay, layout)).unwrap_or_else(|| encode_values(replay))
}

/// The usual way: one object with all seven members, without white space, each number as short as it can be.
pub(crate) fn encode_values(replay: &Replay) -> Vec<u8> {
    const FRAME: usize = 400;
    let mut out = Vec::with_capacity(replay.frames.len().saturating_mul(FRAME));
    let mut before = b'{';
    for id in SectionId::ALL {
        out.push(before);
        before = b',';
        write_text(&mut out, id.name());
        out.push(b':');
        write_member(&mut out, replay, id);
    }
    out.push(b'}');
    out
}

/// The value of one of the seven members in the usual way.
pub fn encode_member(replay: &Replay, id: SectionId) -> Vec<u8> {
    let mut out = Vec::new();
    write_member(&mut out, replay, id);
    out
}

fn write_member(out: &mut Vec<u8>, replay: &Replay, id: SectionId) {
    let whole = |out: &mut Vec<u8>, value: &i32| number::write_whole(out, *value);
    let float = |out: &mut Vec<u8>, value: &f32| number::write_float(out, *value);
    match id {
        SectionId::Info => write_info(out, &replay.info),
        SectionId::Frames => write_list(out, &replay.frames, write_frame),
        SectionId::Scores => write_list(out, &replay.scores, whole),
        SectionId::Combos => write_list(out, &replay.combos, whole),
        SectionId::NoteTime => write_list(out, &replay.note_times, float),
        SectionId::NoteInfos => write_list(out, replay.note_infos.iter(), write_text),
        SectionId::DynamicHeight => write_list(out, &replay.dynamic_heights, write_height),
    }
}

fn write_list<T>(
    out: &mut Vec<u8>,
    list: impl IntoIterator<Item = T>,
    write: impl Fn(&mut Vec<u8>, T),
) {
    out.push(b'[');
    let mut is_first = true;
    for element in list {
        if !is_first {
            out.push(b',');
        }
        is_first = false;
        write(out, element);
    }
    out.push(b']');
}

/// The text of a file with the replay's values in the places of its own. `None` if they do not fit.
fn fit(replay: &Replay, layout: &[u8]) -> Option<Vec<u8>> {
    let mut scanner = Scanner::new(&DecodeOptions::RECOVER);
    let mut writer = Writer { layout, copied: 0, out: Vec::with_capacity(layout.len()) };
    let mut fitted = Fitted::default();
    let mut info = Some(&replay.info);
    let mut start = 0_usize;
    loop {
        let step = scanner.step(layout.get(start..)?, true).ok()?;
        let length = step.length();
        match step {
            Step::Info { info: before, places, .. } => {
                writer.info(info.take()?, &before, &places, start)?;
            }
            Step::Item { id, item, .. } => {
                writer.item(replay, id, item, scanner.frame_places(), &mut fitted, start)?
            }
            Step::Section { .. } | Step::Between { .. } => {}
            Step::NeedMore | Step::End => break,
        }
        start = start.saturating_add(length);
    }
    // A file without info fits a replay whose info says nothing.
    let is_whole = info.is_none_or(|info| *info == Info::default())
        && fitted.frames == replay.frames.len()
        && fitted.scores == replay.scores.len()
        && fitted.combos == replay.combos.len()
        && fitted.note_times == replay.note_times.len()
        && fitted.note_infos == replay.note_infos.len()
        && fitted.heights == replay.dynamic_heights.len();
    is_whole.then(|| writer.finish())
}

/// How many elements of each list have found their place.
#[derive(Default)]
struct Fitted {
    frames: usize,
    scores: usize,
    combos: usize,
    note_times: usize,
    note_infos: usize,
    heights: usize,
}

/// The next element of a list.
fn next<'l, T>(list: &'l [T], fitted: &mut usize) -> Option<&'l T> {
    let element = list.get(*fitted)?;
    *fitted = fitted.saturating_add(1);
    Some(element)
}

/// Copies a file, but for some places.
struct Writer<'a> {
    layout: &'a [u8],
    /// So much of it was copied or replaced.
    copied: usize,
    out: Vec<u8>,
}

impl Writer<'_> {
    fn finish(mut self) -> Vec<u8> {
        self.out.extend_from_slice(self.layout.get(self.copied..).unwrap_or_default());
        self.out
    }

    /// Replaces the text at a place. `start`: where the step begins that the place counts from.
    fn replace(&mut self, start: usize, place: &Place, write: impl FnOnce(&mut Vec<u8>)) {
        let end = start.saturating_add(place.start);
        self.out.extend_from_slice(self.layout.get(self.copied..end).unwrap_or_default());
        write(&mut self.out);
        self.copied = start.saturating_add(place.end);
    }

    /// `None` if a member has a value and no place, or a place and no value.
    fn info(
        &mut self,
        info: &Info,
        before: &Info,
        places: &InfoPlaces,
        start: usize,
    ) -> Option<()> {
        let values = info.fields().into_iter().zip(before.fields());
        let mut changed = Vec::new();
        for (((_, value), (_, before)), place) in values.zip(places) {
            match (value, before, place) {
                (None, None, None) => {}
                (Some(value), Some(before), Some(place)) => {
                    if !value.is_same(&before) {
                        changed.push((place, value));
                    }
                }
                _ => return None,
            }
        }
        // The file may have the members in another order.
        changed.sort_by_key(|(place, _)| place.start);
        for (place, value) in changed {
            self.replace(start, place, |out| write_value(out, value));
        }
        Some(())
    }

    /// `None` if the list has no such element any more.
    fn item(
        &mut self,
        replay: &Replay,
        id: SectionId,
        item: Item,
        frame_places: &FramePlaces,
        fitted: &mut Fitted,
        start: usize,
    ) -> Option<()> {
        match item {
            Item::Frame(frame) => {
                let now = frame_values(next(&replay.frames, &mut fitted.frames)?);
                self.values(&frame_values(&frame), &now, frame_places, start, write_frame_value)
            }
            Item::Height { height, places } => {
                let now = height_values(next(&replay.dynamic_heights, &mut fitted.heights)?);
                self.values(&height_values(&height), &now, &places, start, |out, _, value| {
                    number::write_float(out, f32::from_le_bytes(value));
                })
            }
            Item::Whole { value, place } => {
                let now = match id {
                    SectionId::Combos => next(&replay.combos, &mut fitted.combos)?,
                    _ => next(&replay.scores, &mut fitted.scores)?,
                };
                if *now != value {
                    self.replace(start, &place, |out| number::write_whole(out, *now));
                }
                Some(())
            }
            Item::Float { value, place } => {
                let now = next(&replay.note_times, &mut fitted.note_times)?;
                if now.to_bits() != value.to_bits() {
                    self.replace(start, &place, |out| number::write_float(out, *now));
                }
                Some(())
            }
            Item::Text { text, place } => {
                let now = replay.note_infos.get(fitted.note_infos)?;
                fitted.note_infos = fitted.note_infos.saturating_add(1);
                if now != text {
                    // The place is that between the quotes.
                    let quoted = place.start.saturating_sub(1)..place.end.saturating_add(1);
                    self.replace(start, &quoted, |out| write_text(out, now));
                }
                Some(())
            }
        }
    }

    /// `None` if a value was changed that has no place.
    fn values<const N: usize>(
        &mut self,
        before: &[Bits; N],
        now: &[Bits; N],
        places: &[Place; N],
        start: usize,
        write: fn(&mut Vec<u8>, usize, Bits),
    ) -> Option<()> {
        if before == now {
            return Some(());
        }
        let mut changed = Vec::new();
        let values = before.iter().zip(now).zip(places).enumerate();
        for (index, ((before, now), place)) in values {
            if before != now {
                changed.push((place, index, *now));
            }
        }
        if changed.iter().any(|(place, ..)| place.is_empty()) {
            return None;
        }
        // The file may have the members in another order.
        changed.sort_by_key(|(place, ..)| place.start);
        for (place, index, value) in changed {
            self.replace(start, place, |out| write(out, index, value));
        }
        Some(())
    }
}
