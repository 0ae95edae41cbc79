//! The fields of each event, in the order in which they are coded, and the prediction for each.

use super::columns::ColumnCoder;
use super::field::{Field, Rule};
use super::guesses::{Animations, Before, buttons, trigger};
use super::items;
use super::numbers::{self, Kind};
use super::rows::{Row, Rows};
use super::tokens::{
    self, BOOKEND, FRAME_START, ITEM, LONGEST, Lengths, POST, SLOTS, STADIUM_TRANSFORMATION, Slot,
    head_length,
};
use super::values::{at_row, load};

const fn int(offset: u8, width: u8, rule: Rule) -> Field {
    Field { offset, width, kind: Kind::Int, rule }
}

const fn float(offset: u8, rule: Rule) -> Field {
    Field { offset, width: 4, kind: Kind::Float, rule }
}

const fn parts(offset: u8, count: u8, rule: Rule) -> Field {
    Field { offset, width: 4, kind: Kind::Parts(count), rule }
}

const fn seed(offset: u8, rule: Rule) -> Field {
    Field { offset, width: 4, kind: Kind::Seed, rule }
}

use Rule::{
    AirSpeed, Animation, Buttons, CountDown, Counter, Move, Next, Onward, Partner, RawStick, Same,
    Seed, StartSeed, Stick, Trigger,
};

/// The controller's values of both sticks come first if they are there: the game makes the rest of them.
const PRE_FRAME: &[Field] = &[
    int(0x3b, 1, Same),
    int(0x40, 1, Same),
    int(0x41, 1, Same),
    int(0x42, 1, Same),
    parts(0x19, 80, Stick(0x3b, 0x40)),
    parts(0x1d, 80, Stick(0x40, 0x3b)),
    parts(0x21, 80, Stick(0x41, 0x42)),
    parts(0x25, 80, Stick(0x42, 0x41)),
    int(0x31, 2, Same),
    parts(0x33, 140, Same),
    parts(0x37, 140, Same),
    parts(0x29, 140, Trigger),
    int(0x2d, 4, Buttons),
    seed(0x07, Seed),
    int(0x0b, 2, Partner(0x08)),
    float(0x0d, Partner(0x0a)),
    float(0x11, Partner(0x0e)),
    float(0x15, Partner(0x12)),
    float(0x3c, Partner(0x16)),
];

/// The raw stick where the event has only one of its axes: it comes after the stick that the game uses.
const RAW_STICK: Field = int(0x3b, 1, RawStick(0x19));
const RAW_STICK_Y: u8 = 0x40;

const POST_FRAME: &[Field] = &[
    int(0x07, 1, Same),
    int(0x08, 2, Same),
    float(0x22, Counter),
    int(0x2f, 1, Same),
    float(0x12, Same),
    float(0x16, Same),
    float(0x1a, Onward),
    int(0x1e, 1, Same),
    int(0x1f, 1, Same),
    int(0x20, 1, Same),
    int(0x21, 1, Same),
    int(0x26, 1, Same),
    int(0x27, 1, Same),
    int(0x28, 1, Same),
    int(0x29, 1, Same),
    int(0x2a, 1, Same),
    float(0x2b, Onward),
    int(0x30, 2, Same),
    int(0x32, 1, Same),
    int(0x33, 1, Same),
    int(0x34, 1, Same),
    float(0x49, CountDown),
    int(0x4d, 4, Animation),
    int(0x51, 2, Same),
    int(0x53, 2, Same),
    float(0x45, Onward),
    float(0x35, AirSpeed(0x45)),
    float(0x39, Onward),
    float(0x3d, Onward),
    float(0x41, Onward),
    float(0x0a, Move(0x35, 0x3d, 0x49)),
    float(0x0e, Move(0x39, 0x41, 0x49)),
];

/// The position of a character in events without velocities.
const POSITIONS: &[Field] = &[float(0x0a, Onward), float(0x0e, Onward)];

const STARTS: &[Field] = &[seed(0x05, StartSeed), int(0x09, 4, Next)];

const ITEMS: &[Field] = &[
    int(0x05, 2, Same),
    int(0x07, 1, Same),
    float(0x08, Same),
    float(0x0c, Same),
    float(0x10, Onward),
    float(0x14, Move(0x0c, 0, 0)),
    float(0x18, Move(0x10, 0, 0)),
    int(0x1c, 2, Same),
    float(0x1e, Onward),
    int(0x26, 1, Same),
    int(0x27, 1, Same),
    int(0x28, 1, Same),
    int(0x29, 1, Same),
    int(0x2a, 1, Same),
    int(0x2b, 2, Same),
];

const BOOKENDS: &[Field] = &[int(0x05, 4, Next)];

/// The known fields of a slot whose events have that length, in order.
fn known_fields(slot: Slot, length: usize) -> Vec<Field> {
    match slot {
        0..POST => {
            let is_present = |place: u8| usize::from(place) < length;
            let as_present = |field: &Field| match field.rule {
                Stick(along, across) if !is_present(along.max(across)) => {
                    Field { rule: Same, ..*field }
                }
                _ => *field,
            };
            let mut fields: Vec<Field> = PRE_FRAME.iter().map(as_present).collect();
            if !is_present(RAW_STICK_Y) {
                fields.retain(|field| field.offset != RAW_STICK.offset);
                fields.push(RAW_STICK);
            }
            fields
        }
        POST..FRAME_START if length >= 0x4d => POST_FRAME.to_vec(),
        POST..FRAME_START if length >= 0x49 => {
            let without_hitlag = |field: &Field| match field.rule {
                Move(own, attack, _) => Field { rule: Move(own, attack, 0), ..*field },
                _ => *field,
            };
            POST_FRAME.iter().map(without_hitlag).collect()
        }
        POST..FRAME_START => {
            let is_kept = |field: &&Field| !matches!(field.rule, Move(..));
            POST_FRAME.iter().filter(is_kept).chain(POSITIONS).copied().collect()
        }
        FRAME_START => STARTS.to_vec(),
        ITEM => ITEMS.to_vec(),
        BOOKEND => BOOKENDS.to_vec(),
        _ => Vec::new(),
    }
}

/// How many bytes of an event a rule reads for another of its fields.
const fn reach(rule: Rule) -> usize {
    let last = match rule {
        Same | Partner(_) | CountDown | Next | Onward | StartSeed | Seed => 0,
        Counter | Animation => 0x08,
        Move(own, attack, hitlag) => {
            let longer = if own > attack { own } else { attack };
            if longer > hitlag { longer } else { hitlag }
        }
        AirSpeed(ground) => ground,
        Stick(along, across) => {
            return (if along > across { along } else { across } as usize).saturating_add(1);
        }
        RawStick(used) => used,
        Trigger => 0x37,
        Buttons => 0x31,
    };
    (last as usize).saturating_add(4)
}

/// The fields of a slot: the known ones that its events have, then all other bytes one by one. A rule counts if the events have all that
/// it reads.
fn of(slot: Slot, lengths: &Lengths) -> Vec<Field> {
    let length = lengths.of(slot);
    let mut is_free = [true; LONGEST];
    let mut claim = |start: usize, end: usize| {
        for byte in is_free.get_mut(start..end).into_iter().flatten() {
            *byte = false;
        }
    };
    claim(0, head_length(slot));
    if slot == ITEM && length >= items::END {
        claim(0x22, items::END);
    }
    let mut fields = known_fields(slot, length);
    fields.retain(|field| usize::from(field.offset).saturating_add(field.width.into()) <= length);
    for field in &mut fields {
        let (needed, there) = match field.rule {
            Partner(place) => (usize::from(place).saturating_add(4), lengths.of(slot | POST)),
            rule => (reach(rule), length),
        };
        if needed > there && field.rule != Same {
            field.rule = Same;
        }
        claim(field.offset.into(), usize::from(field.offset).saturating_add(field.width.into()));
    }
    let rest = is_free.iter().take(length).enumerate().filter(|(_, is_free)| **is_free);
    fields.extend(rest.filter_map(|(offset, _)| Some(int(u8::try_from(offset).ok()?, 1, Same))));
    fields
}

/// Codes all columns of all slots: the input, then its effects, then the values in events before a frame that repeat those after the
/// last, then all others.
pub(super) fn code<C: ColumnCoder>(coder: &mut C, bytes: &mut [u8], rows: &mut Rows) {
    slot_columns(coder, bytes, rows, FRAME_START, |_| true);
    let is_repeated = |field: &Field| matches!(field.rule, Partner(_));
    for slot in 0..POST {
        slot_columns(coder, bytes, rows, slot, |field| !is_repeated(field));
    }
    for slot in POST..FRAME_START {
        slot_columns(coder, bytes, rows, slot, |_| true);
    }
    for slot in 0..POST {
        slot_columns(coder, bytes, rows, slot, is_repeated);
    }
    let has_items = rows.lengths.of(ITEM) >= items::END;
    if let Some(rows) = rows.slots.get_mut(usize::from(ITEM)).filter(|_| has_items) {
        items::code(coder, bytes, rows);
    }
    for slot in (ITEM..).take(SLOTS.saturating_sub(ITEM.into())) {
        slot_columns(coder, bytes, rows, slot, |_| true);
    }
}

/// Codes those columns of a slot.
fn slot_columns<C: ColumnCoder>(
    coder: &mut C,
    bytes: &mut [u8],
    rows: &Rows,
    slot: Slot,
    is_wanted: impl Fn(&Field) -> bool,
) {
    let events = rows.of(slot);
    if events.len() < 2 {
        return;
    }
    for field in of(slot, &rows.lengths).iter().filter(|field| is_wanted(field)) {
        match field.width {
            1 => column::<1, C>(coder, bytes, events, slot, field),
            2 => column::<2, C>(coder, bytes, events, slot, field),
            _ => column::<4, C>(coder, bytes, events, slot, field),
        }
    }
}

fn column<const WIDTH: usize, C: ColumnCoder>(
    coder: &mut C,
    bytes: &mut [u8],
    rows: &[Row],
    slot: Slot,
    field: &Field,
) {
    let before = Before::<WIDTH> { rows, offset: field.offset.into() };
    macro_rules! code {
        ($guess:expr) => {
            coder.column::<WIDTH>(bytes, rows, slot, field, $guess)
        };
    }
    match field.rule {
        Same => code!(|bytes, row| before.last(bytes, row)),
        Partner(place) => {
            let place = usize::from(place);
            code!(|bytes, row| load::<WIDTH>(bytes, row.partner as usize, place));
        }
        Counter => code!(|bytes, row| before.counter(bytes, row)),
        CountDown => code!(|bytes, row| before.count_down(bytes, row)),
        Next => code!(|bytes, row| before.last(bytes, row).wrapping_add(1)),
        Onward => code!(|bytes, row| before.onward(bytes, row)),
        Animation => {
            let mut animations = Animations::default();
            code!(|bytes, row| animations.next(&before, bytes, row));
        }
        Move(own, attack, hitlag) => {
            let places = [own, attack, hitlag].map(usize::from);
            code!(|bytes, row| before.moved(places, bytes, row));
        }
        AirSpeed(ground) => code!(|bytes, row| before.air_speed(ground.into(), bytes, row)),
        StartSeed => code!(|bytes, row| before.start_seed(bytes, row)),
        Seed => code!(|bytes, row| load::<WIDTH>(bytes, row.seed as usize, 0)),
        Stick(along, across) => code!(|bytes, row| {
            let raw = |place: u8| load::<1>(bytes, row.at as usize, place.into());
            numbers::stick(raw(along), raw(across))
        }),
        RawStick(place) => code!(|bytes, row| before.raw_stick(place.into(), bytes, row)),
        Trigger => code!(|bytes, row| trigger(bytes, row.at as usize, at_row(rows, row.base))),
        Buttons => code!(|bytes, row| buttons(bytes, row.at as usize)),
    }
}

const _: () = assert!(
    tokens::FOUNTAIN_PLATFORM as usize + 3 == SLOTS && STADIUM_TRANSFORMATION as usize + 1 == SLOTS
);
