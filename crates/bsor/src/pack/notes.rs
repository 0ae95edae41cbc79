//! Notes: values are predicted from the frames and from one another, and the rest is coded.

use ghostreel_core::Record;

use super::frames::POSES;
use super::geometry::{Vector, cross, largest, length, minus, plus, rotated, times, unit};
use super::values::{Values, tame};
use crate::layout::{CutInfo, Frame, Note, NoteHead};

const HEAD: usize = NoteHead::SIZE / 4;
const CUT: usize = CutInfo::SIZE / 4;
const WORDS: usize = HEAD + CUT;

/// A note's values in the file's order, as bits. Without cut info, those after the head mean nothing.
type Words = [u32; WORDS];

/// How far along the blade a note is met, about.
const WHERE_BLADES_CUT: f64 = 0.7;

/// How much of a new value goes into a mean.
const SLOWLY: f64 = 0.05;

/// The columns of notes: the words of a note as they stand in the file, and codes for some of them.
mod column {
    pub(super) const NOTE_ID: usize = 0;
    pub(super) const EVENT_TIME: usize = 1;
    pub(super) const SPAWN_TIME: usize = 2;
    pub(super) const EVENT_TYPE: usize = 3;
    /// The four booleans at the start of the cut info.
    pub(super) const FLAGS: usize = 4;
    pub(super) const SABER_SPEED: usize = 5;
    pub(super) const SABER_DIR: usize = 6;
    pub(super) const SABER_TYPE: usize = 9;
    pub(super) const TIME_DEVIATION: usize = 10;
    pub(super) const CUT_DIR_DEVIATION: usize = 11;
    pub(super) const CUT_POINT: usize = 12;
    pub(super) const CUT_NORMAL: usize = 15;
    pub(super) const DISTANCE: usize = 18;
    pub(super) const CUT_ANGLE: usize = 19;
    pub(super) const BEFORE_RATING: usize = 20;
    pub(super) const AFTER_RATING: usize = 21;
    /// The frame whose time is the event's.
    pub(super) const FRAME: usize = 22;
    /// A coordinate of the point that follows from the others.
    pub(super) const DEPTH: usize = 23;
}

/// Columns of notes.
pub(super) const COLUMNS: usize = 24;

/// Symbols, each of a kind of value.
mod symbol {
    /// 0 to 3: the event's type. 4: another.
    pub(super) const EVENT_TYPE: usize = 0;
    pub(super) const HAS_CUT: usize = 1;
    pub(super) const HAS_FRAME: usize = 2;
    /// Whether the digits of the id are coded one by one.
    pub(super) const HAS_DIGITS: usize = 3;
    pub(super) const SCORING: usize = 4;
    pub(super) const LINE: usize = 5;
    pub(super) const LAYER: usize = 6;
    pub(super) const COLOUR: usize = 7;
    pub(super) const DIRECTION: usize = 8;
    pub(super) const SAME_SPAWN: usize = 9;
    pub(super) const SAME_FLAGS: usize = 10;
    /// 0, 1: the saber. 2: another number.
    pub(super) const SABER: usize = 11;
}

/// The code of event types without a name.
const OTHER_TYPE: u32 = 4;

/// Tables of symbols.
pub(super) const TABLES: usize = 12;

/// Codes notes one by one.
#[derive(Clone, Debug)]
struct Notes<'a> {
    /// The frames in the same part.
    frames: &'a [u8],
    /// The frame of the last event.
    frame: usize,
    spawn_time: f32,
    event_type: u32,
    /// The last booleans by the event's type.
    flags: [u32; 5],
    /// Speeds by that of the tip up to that frame.
    speed_share: f64,
    speed_is_bits: bool,
    /// The mean ratings before and after the cut.
    ratings: [f64; 2],
    /// The last ids of each colour.
    ids: [u32; 2],
}

impl<'a> Notes<'a> {
    fn new(frames: &'a [u8]) -> Self {
        Self {
            frames,
            frame: 0,
            spawn_time: 0.0,
            event_type: 0,
            flags: [0x0001_0101; 5],
            speed_share: 1.0,
            speed_is_bits: false,
            ratings: [1.0; 2],
            ids: [0; 2],
        }
    }

    /// Codes a note. Returns whether it has cut info.
    fn code<V: Values>(&mut self, values: &mut V, words: &mut Words, has_cut: bool) -> bool {
        let word = words[column::EVENT_TYPE];
        self.event_type = values
            .symbol(symbol::EVENT_TYPE, self.event_type, word.min(OTHER_TYPE))
            .min(OTHER_TYPE);
        words[column::EVENT_TYPE] = if self.event_type < OTHER_TYPE {
            self.event_type
        } else {
            values.integer(column::EVENT_TYPE, 0, word)
        };
        let has_cut = values.symbol(symbol::HAS_CUT, self.event_type, has_cut.into()) == 1;
        let frame = self.event_time(values, words);
        let colour = self.id(values, words);
        self.spawn_time(values, words);
        if has_cut {
            self.cut(values, words, colour, frame);
        }
        has_cut
    }

    /// The time of a frame, mostly. Returns which.
    fn event_time<V: Values>(&mut self, values: &mut V, words: &mut Words) -> Option<usize> {
        let time = f32::from_bits(words[column::EVENT_TIME]);
        let found = self.find(time);
        if values.symbol(symbol::HAS_FRAME, 0, found.is_some().into()) == 1 {
            let was = u32::try_from(self.frame).unwrap_or(0);
            let found = found.and_then(|found| u32::try_from(found).ok()).unwrap_or(0);
            let frame = values.integer(column::FRAME, was, found) as usize;
            self.frame = frame;
            words[column::EVENT_TIME] = self.time_of(frame).unwrap_or_default().to_bits();
            return Some(frame);
        }
        words[column::EVENT_TIME] =
            values.float(column::EVENT_TIME, tame(self.spawn_time), false, time).to_bits();
        None
    }

    /// The first frame of this time, if times grow.
    fn find(&self, time: f32) -> Option<usize> {
        let (mut from, mut to) = (0_usize, self.frames.len().checked_div(Frame::SIZE)?);
        while from < to {
            let middle = from.midpoint(to);
            if self.time_of(middle)? < time {
                from = middle.saturating_add(1);
            } else {
                to = middle;
            }
        }
        self.time_of(from).filter(|found| found.to_bits() == time.to_bits()).map(|_| from)
    }

    /// A value of a frame.
    fn value(&self, frame: usize, column: usize) -> Option<f32> {
        let at = frame.checked_mul(Frame::SIZE)?.checked_add(column.checked_mul(4)?)?;
        let bytes = self.frames.get(at..)?.first_chunk()?;
        Some(f32::from_le_bytes(*bytes))
    }

    fn time_of(&self, frame: usize) -> Option<f32> {
        self.value(frame, 0)
    }

    /// Returns the colour.
    fn id<V: Values>(&mut self, values: &mut V, words: &mut Words) -> u32 {
        let id = words[column::NOTE_ID];
        let digits = Digits::of(id).filter(|digits| digits.id() == id);
        let [last, _] = self.ids;
        if values.symbol(symbol::HAS_DIGITS, 0, digits.is_some().into()) == 0 {
            words[column::NOTE_ID] = values.integer(column::NOTE_ID, last, id);
            return 0;
        }
        let digits = digits.unwrap_or_default();
        let last_colour = Digits::of(last).unwrap_or_default().colour;
        let scoring = values.symbol(symbol::SCORING, 0, digits.scoring);
        let colour = values.symbol(symbol::COLOUR, last_colour, digits.colour);
        let Some(last) = self.ids.get_mut((colour & 1) as usize) else { return colour };
        let before = Digits::of(*last).unwrap_or_default();
        let line = values.symbol(symbol::LINE, before.line, digits.line);
        let layer = values.symbol(symbol::LAYER, line, digits.layer);
        let direction = values.symbol(symbol::DIRECTION, before.direction, digits.direction);
        let digits = Digits { scoring, line, layer, colour, direction };
        *last = digits.id();
        words[column::NOTE_ID] = *last;
        colour
    }

    fn spawn_time<V: Values>(&mut self, values: &mut V, words: &mut Words) {
        let time = f32::from_bits(words[column::SPAWN_TIME]);
        let is_same = time.to_bits() == self.spawn_time.to_bits();
        if values.symbol(symbol::SAME_SPAWN, 0, is_same.into()) == 0 {
            let event = tame(f32::from_bits(words[column::EVENT_TIME]));
            self.spawn_time = values.float(column::SPAWN_TIME, event, false, time);
        }
        words[column::SPAWN_TIME] = self.spawn_time.to_bits();
    }

    fn cut<V: Values>(
        &mut self,
        values: &mut V,
        words: &mut Words,
        colour: u32,
        frame: Option<usize>,
    ) {
        self.flags(values, words);
        let saber = values.symbol(symbol::SABER, colour, words[column::SABER_TYPE].min(2));
        words[column::SABER_TYPE] = if saber < 2 {
            saber
        } else {
            values.integer(column::SABER_TYPE, 0, words[column::SABER_TYPE])
        };
        let swing = frame.map(|frame| self.swing(frame, saber));
        let is_known = swing.is_some();
        let swing = swing.unwrap_or_default();
        for (column, predicted) in (column::SABER_DIR..).zip(swing.direction) {
            float(values, column, predicted, words);
        }
        let mut normal = [0.0; 3];
        for ((column, part), predicted) in (column::CUT_NORMAL..).zip(&mut normal).zip(swing.normal)
        {
            *part = float(values, column, predicted, words);
        }
        code_point(values, words, &swing, normal, is_known);
        self.speed(values, words, swing.speed);
        let early =
            f32::from_bits(words[column::SPAWN_TIME]) - f32::from_bits(words[column::EVENT_TIME]);
        float(values, column::TIME_DEVIATION, tame(early), words);
        let deviation = float(values, column::CUT_DIR_DEVIATION, 0.0, words);
        let angle = if deviation < -90.0 { deviation + 270.0 } else { deviation - 90.0 };
        float(values, column::CUT_ANGLE, angle, words);
        float(values, column::DISTANCE, 0.0, words);
        for (column, mean) in
            [column::BEFORE_RATING, column::AFTER_RATING].into_iter().zip(&mut self.ratings)
        {
            let rating = float(values, column, *mean, words);
            *mean += (rating.clamp(0.0, 4.0) - *mean) * SLOWLY;
        }
    }

    /// The four booleans at the start, as one number.
    fn flags<V: Values>(&mut self, values: &mut V, words: &mut Words) {
        let flags = &mut words[column::FLAGS];
        let Some(last) = self.flags.get_mut(self.event_type as usize) else { return };
        let is_same =
            values.symbol(symbol::SAME_FLAGS, self.event_type, (*flags == *last).into()) == 1;
        *flags = if is_same { *last } else { values.integer(column::FLAGS, *last, *flags) };
        *last = *flags;
    }

    /// The saber's speed, which some mods write as a number that is its bits.
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the bits of a float"
    )]
    fn speed<V: Values>(&mut self, values: &mut V, words: &mut Words, tip: f64) {
        let speed = tip * self.speed_share;
        let predicted =
            if self.speed_is_bits { f64::from((speed as f32).to_bits()) } else { speed };
        let stored = values.float(
            column::SABER_SPEED,
            predicted,
            false,
            f32::from_bits(words[column::SABER_SPEED]),
        );
        words[column::SABER_SPEED] = stored.to_bits();
        self.speed_is_bits = (1e6..4e9).contains(&stored);
        let share =
            tame(if self.speed_is_bits { f32::from_bits(stored as u32) } else { stored }) / tip;
        if share > 0.25 && share < 4.0 {
            self.speed_share += (share - self.speed_share) * SLOWLY;
        }
    }

    /// The motion of a saber up to a frame.
    fn swing(&self, frame: usize, saber: u32) -> Swing {
        let [_, left, right] = POSES;
        let pose = if saber == 0 { left } else { right };
        let at = |frame: usize, column: usize| self.value(frame, column).map_or(0.0, tame);
        let blade = |frame: usize| {
            let column = |place: usize| at(frame, pose.wrapping_add(place));
            let rotation = [column(3), column(4), column(5), column(6)];
            ([column(0), column(1), column(2)], rotated(rotation, [0.0, 0.0, 1.0]))
        };
        let before = frame.saturating_sub(1);
        let ((hilt, now), (hilt_before, then)) = (blade(frame), blade(before));
        let (tip, tip_before) = (plus(hilt, now), plus(hilt_before, then));
        let middle = times(plus(tip_before, hilt_before), 0.5);
        let way = minus(tip, tip_before);
        let time = at(frame, 0) - at(before, 0);
        let speed = if time > 1e-4 { length(way) / time } else { 0.0 };
        let normal = unit(cross(now, minus(middle, hilt)));
        Swing { hilt, blade: now, direction: unit(way), normal, speed: speed.clamp(0.0, 1e3) }
    }
}

/// The point of the cut. It lies in the plane that the hilt and the normal make, so the third coordinate follows from two: that along
/// which the normal is longest.
fn code_point<V: Values>(
    values: &mut V,
    words: &mut Words,
    swing: &Swing,
    normal: Vector,
    is_known: bool,
) {
    let guess = plus(swing.hilt, times(swing.blade, WHERE_BLADES_CUT));
    let depth = largest(&normal);
    let [x, y, z] = swing.hilt;
    let [a, b, c] = normal;
    let mut left = a * x + b * y + c * z;
    for (place, (guess, part)) in guess.into_iter().zip(normal).enumerate() {
        if place != depth {
            left -= part * float(values, column::CUT_POINT.wrapping_add(place), guess, words);
        }
    }
    let part = normal.get(depth).copied().unwrap_or(0.0);
    let guess = guess.get(depth).copied().unwrap_or(0.0);
    let predicted = if is_known && part != 0.0 { left / part } else { guess };
    if let Some(word) = words.get_mut(column::CUT_POINT.wrapping_add(depth)) {
        *word = values.float(column::DEPTH, predicted, false, f32::from_bits(*word)).to_bits();
    }
}

/// The digits of a note's id.
#[derive(Clone, Copy, Debug, Default)]
struct Digits {
    /// From 0 to 15, the others from 0 to 9.
    scoring: u32,
    line: u32,
    layer: u32,
    colour: u32,
    direction: u32,
}

impl Digits {
    /// Those of an id below 160,000.
    fn of(id: u32) -> Option<Self> {
        let digit = |unit: u32| id.checked_div(unit).and_then(|rest| rest.checked_rem(10));
        let scoring = id.checked_div(10_000).filter(|scoring| *scoring < 16)?;
        Some(Self {
            scoring,
            line: digit(1000)?,
            layer: digit(100)?,
            colour: digit(10)?,
            direction: digit(1)?,
        })
    }

    fn id(self) -> u32 {
        let places = [
            (self.scoring, 10_000),
            (self.line, 1000),
            (self.layer, 100),
            (self.colour, 10),
            (self.direction, 1_u32),
        ];
        places.iter().fold(0, |id: u32, (digit, unit)| id.wrapping_add(digit.wrapping_mul(*unit)))
    }
}

/// The motion of a saber.
#[derive(Clone, Copy, Debug, Default)]
struct Swing {
    hilt: Vector,
    /// From the hilt to the tip.
    blade: Vector,
    direction: Vector,
    normal: Vector,
    speed: f64,
}

/// A word of the note that is a float.
fn float<V: Values>(values: &mut V, column: usize, predicted: f64, words: &mut Words) -> f64 {
    let Some(word) = words.get_mut(column) else { return 0.0 };
    let value = values.float(column, predicted, false, f32::from_bits(*word));
    *word = value.to_bits();
    tame(value)
}

/// Codes whole notes.
pub(super) fn write<V: Values>(values: &mut V, all: &[&[u8]], frames: &[u8]) {
    let mut notes = Notes::new(frames);
    for note in all {
        let mut words = [0; WORDS];
        for (word, bytes) in words.iter_mut().zip(note.chunks_exact(4)) {
            *word = bytes.first_chunk().map_or(0, |bytes| u32::from_le_bytes(*bytes));
        }
        notes.code(values, &mut words, note.len() > Note::MIN_SIZE);
    }
}

/// Notes of so many bytes. `None` if the packed bytes end before, or notes do not.
pub(super) fn read<V: Values>(values: &mut V, length: usize, frames: &[u8]) -> Option<Vec<u8>> {
    let mut notes = Notes::new(frames);
    let mut bytes = Vec::new();
    while bytes.len() < length {
        let mut words = [0; WORDS];
        let has_cut = notes.code(values, &mut words, false);
        if values.is_exhausted() {
            return None;
        }
        let count = if has_cut { WORDS } else { HEAD };
        bytes.extend(words.iter().take(count).flat_map(|word| word.to_le_bytes()));
    }
    (bytes.len() == length).then_some(bytes)
}
