//! The fields of each event, in the order in which they are coded, and what each is expected to be.

use super::items;
use super::numbers::{self, Kind, add, subtract};
use super::rows::{Row, Rows};
use super::tokens::{
    self, BOOKEND, FRAME_START, ITEM, LONGEST, Lengths, POST, SLOTS, STADIUM_TRANSFORMATION, Slot,
    head_length,
};

/// The prediction for a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rule {
    /// As a frame before.
    Same,
    /// As the field at that place of the row's partner.
    Partner(u8),
    /// Frames in an action state: goes on as it went, by one at first, and from 0 in another state.
    Counter,
    /// A float that goes down by one, to 0.
    CountDown,
    /// An integer that goes on by one.
    Next,
    /// A float that goes on as it went.
    Onward,
    /// A position that goes on by the sum of the velocities at two places, but for hitlag, which the third shows; 0 for none of these.
    Move(u8, u8, u8),
    /// A velocity that is the one at that place on the ground, and as before in the air.
    AirSpeed(u8),
    /// As in the last row of the same character in the same action state.
    Animation,
    /// The random seed at a frame's start: as before, or that much more that it counts frames in its upper half.
    StartSeed,
    /// The random seed of the event before.
    Seed,
    /// The axis of a stick, from the controller's values of it and of the other.
    Stick(u8, u8),
    /// The controller's value of an axis that the game uses so.
    RawStick(u8),
    /// The trigger as the game uses it, of buttons and both triggers.
    Trigger,
    /// The buttons as the game uses them.
    Buttons,
}

/// A field of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Field {
    pub(super) offset: u8,
    /// 1, 2 or 4 bytes.
    pub(super) width: u8,
    pub(super) kind: Kind,
    pub(super) rule: Rule,
}

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

/// Takes columns, and puts them into the events if it reads.
pub(super) trait ColumnCoder {
    /// Codes a field of all rows but the first.
    fn column<const WIDTH: usize>(
        &mut self,
        bytes: &mut [u8],
        rows: &[Row],
        slot: Slot,
        field: &Field,
        guess: impl FnMut(&[u8], &Row) -> u32,
    );
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
    let offset = usize::from(field.offset);
    let base = |bytes: &[u8], row: &Row| load::<WIDTH>(bytes, at_row(rows, row.base), offset);
    let onward = |bytes: &[u8], row: &Row| {
        let last = base(bytes, row);
        let before = rows.get(row.base as usize).map_or(0, |row| row.base);
        let before = load::<WIDTH>(bytes, at_row(rows, before), offset);
        add(last, subtract(last, before))
    };
    match field.rule {
        Same => coder.column::<WIDTH>(bytes, rows, slot, field, base),
        Partner(place) => {
            let place = usize::from(place);
            coder.column::<WIDTH>(bytes, rows, slot, field, |bytes, row| {
                load::<WIDTH>(bytes, row.partner as usize, place)
            });
        }
        Counter => coder.column::<WIDTH>(bytes, rows, slot, field, |bytes, row| {
            let state = |at: usize| load::<2>(bytes, at, 0x08);
            let (at, last_at) = (row.at as usize, at_row(rows, row.base));
            let before = at_row(rows, rows.get(row.base as usize).map_or(0, |row| row.base));
            let last = load::<WIDTH>(bytes, last_at, offset);
            if state(at) != state(last_at) {
                0
            } else if state(last_at) == state(before) {
                add(last, subtract(last, load::<WIDTH>(bytes, before, offset)))
            } else {
                add(last, 1.0_f32.to_bits())
            }
        }),
        CountDown => coder.column::<WIDTH>(bytes, rows, slot, field, |bytes, row| {
            let last = f32::from_bits(base(bytes, row));
            if last > 1.0 { (last - 1.0).to_bits() } else { 0 }
        }),
        Next => coder.column::<WIDTH>(bytes, rows, slot, field, |bytes, row| {
            base(bytes, row).wrapping_add(1)
        }),
        Onward => coder.column::<WIDTH>(bytes, rows, slot, field, onward),
        Animation => {
            let mut last = [0_u16; ANIMATIONS];
            let mut before = 0;
            let place = |bytes: &[u8], at: usize| {
                let state =
                    load::<2>(bytes, at, 0x08).wrapping_add(load::<1>(bytes, at, 0x07) << 9);
                state as usize & (ANIMATIONS - 1)
            };
            coder.column::<WIDTH>(bytes, rows, slot, field, |bytes, row| {
                let at = row.at as usize;
                let last_value = load::<WIDTH>(bytes, before, offset);
                let next = u16::try_from(last_value).ok().and_then(|value| value.checked_add(1));
                if let (Some(known), Some(next)) = (last.get_mut(place(bytes, before)), next)
                    && before != 0
                {
                    *known = next;
                }
                before = at;
                let known = last.get(place(bytes, at)).copied().unwrap_or(0);
                if known == 0 { base(bytes, row) } else { u32::from(known.wrapping_sub(1)) }
            });
        }
        Move(own, attack, hitlag) => {
            let [own, attack, hitlag] = [own, attack, hitlag].map(usize::from);
            coder.column::<WIDTH>(bytes, rows, slot, field, |bytes, row| {
                let at = row.at as usize;
                let last = base(bytes, row);
                if hitlag != 0
                    && [at, at_row(rows, row.base)]
                        .iter()
                        .any(|at| load::<4>(bytes, *at, hitlag) != 0)
                {
                    return last;
                }
                let moved = add(last, load::<4>(bytes, at, own));
                if attack == 0 { moved } else { add(moved, load::<4>(bytes, at, attack)) }
            });
        }
        AirSpeed(ground) => coder.column::<WIDTH>(bytes, rows, slot, field, |bytes, row| {
            let at = row.at as usize;
            if load::<1>(bytes, at, 0x2f) == 0 {
                load::<WIDTH>(bytes, at, ground.into())
            } else {
                onward(bytes, row)
            }
        }),
        StartSeed => coder.column::<WIDTH>(bytes, rows, slot, field, |bytes, row| {
            let last = base(bytes, row);
            let before = rows.get(row.base as usize).map_or(0, |row| row.base);
            let before = load::<WIDTH>(bytes, at_row(rows, before), offset);
            if last.wrapping_sub(before) == FRAME_IN_SEED {
                last.wrapping_add(FRAME_IN_SEED)
            } else {
                last
            }
        }),
        Seed => coder.column::<WIDTH>(bytes, rows, slot, field, |bytes, row| {
            load::<WIDTH>(bytes, row.seed as usize, 0)
        }),
        Stick(along, across) => coder.column::<WIDTH>(bytes, rows, slot, field, |bytes, row| {
            let raw = |place: u8| load::<1>(bytes, row.at as usize, place.into());
            numbers::stick(raw(along), raw(across))
        }),
        RawStick(place) => coder.column::<WIDTH>(bytes, rows, slot, field, |bytes, row| {
            let used = |at: usize| numbers::part(load::<4>(bytes, at, place.into()), 80);
            let (now, last) = (used(row.at as usize), used(at_row(rows, row.base)));
            let centre = numbers::part(0, 80);
            if now == last || now == centre {
                base(bytes, row)
            } else {
                now.wrapping_sub(centre) & 0xff
            }
        }),
        Trigger => coder.column::<WIDTH>(bytes, rows, slot, field, |bytes, row| {
            trigger(bytes, row.at as usize, at_row(rows, row.base))
        }),
        Buttons => coder.column::<WIDTH>(bytes, rows, slot, field, |bytes, row| {
            buttons(bytes, row.at as usize)
        }),
    }
}

/// How many animations are remembered, by action state and character.
const ANIMATIONS: usize = 1 << 14;

/// How much an online game adds to the seed with each frame.
const FRAME_IN_SEED: u32 = 1 << 16;

/// The trigger as the game uses it, by the buttons pressed, and by whether the game used it a frame before.
fn trigger(bytes: &[u8], at: usize, last: usize) -> u32 {
    /// The value of the button between trigger and stick.
    const Z: f32 = 49.0 / 140.0;
    /// Less counts for nothing.
    const LEAST: f32 = 43.0 / 140.0;
    let held = |at: usize| {
        let [left, right] = [0x33, 0x37].map(|place| f32::from_bits(load::<4>(bytes, at, place)));
        let held = if left > right { left } else { right };
        if held >= LEAST { held } else { 0.0 }
    };
    let pressed = |at: usize| load::<2>(bytes, at, 0x31);
    let was_ignored = held(last) != 0.0 && load::<4>(bytes, last, 0x29) == 0;
    if pressed(at) & 0x60 != 0 {
        1.0_f32.to_bits()
    } else if pressed(at) & 0x10 != 0 {
        Z.to_bits()
    } else if was_ignored {
        0
    } else {
        held(at).to_bits()
    }
}

/// The buttons as the game uses them: those pressed, sticks and triggers.
fn buttons(bytes: &[u8], at: usize) -> u32 {
    let [x, y, cx, cy, trigger] =
        [0x19, 0x1d, 0x21, 0x25, 0x29].map(|place| load::<4>(bytes, at, place));
    load::<2>(bytes, at, 0x31)
        | numbers::direction(x, y) << 16
        | numbers::direction(cx, cy) << 20
        | u32::from(trigger != 0) << 31
}

/// Where a row begins.
#[inline]
pub(super) fn at_row(rows: &[Row], row: u32) -> usize {
    rows.get(row as usize).map_or(0, |row| row.at as usize)
}

/// The value of a field.
#[inline]
pub(super) fn load<const WIDTH: usize>(bytes: &[u8], at: usize, offset: usize) -> u32 {
    let Some(bytes) = bytes.get(at.wrapping_add(offset)..).and_then(<[u8]>::first_chunk::<WIDTH>)
    else {
        return 0;
    };
    bytes.iter().fold(0, |value, byte| value << 8 | u32::from(*byte))
}

/// Puts the value of a field.
#[inline]
pub(super) fn store<const WIDTH: usize>(bytes: &mut [u8], at: usize, offset: usize, value: u32) {
    let place = bytes.get_mut(at.wrapping_add(offset)..).and_then(<[u8]>::first_chunk_mut::<WIDTH>);
    if let Some(place) = place {
        let [a, b, c, d] = value.to_be_bytes();
        match WIDTH {
            1 => place.copy_from_slice(&[d]),
            2 => place.copy_from_slice(&[c, d]),
            _ => place.copy_from_slice(&[a, b, c, d]),
        }
    }
}

const _: () = assert!(
    tokens::FOUNTAIN_PLATFORM as usize + 3 == SLOTS && STADIUM_TRANSFORMATION as usize + 1 == SLOTS
);
