//! The values that columns are expected to have in a row.

use super::numbers::{self, add, subtract};
use super::rows::Row;
use super::values::{at_row, load};

/// How many animations are remembered, by action state and character.
const ANIMATIONS: usize = 1 << 14;

/// How much an online game adds to the seed with each frame.
const FRAME_IN_SEED: u32 = 1 << 16;

/// A column, as far as rows before tell what comes in one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Before<'r, const WIDTH: usize> {
    pub(super) rows: &'r [Row],
    pub(super) offset: usize,
}

impl<const WIDTH: usize> Before<'_, WIDTH> {
    /// As in the row that this one is based on.
    #[inline]
    pub(super) fn last(&self, bytes: &[u8], row: &Row) -> u32 {
        load::<WIDTH>(bytes, at_row(self.rows, row.base), self.offset)
    }

    /// Where the row begins that the one is based on that this row is based on.
    #[inline]
    fn at_one_before(&self, row: &Row) -> usize {
        at_row(self.rows, self.rows.get(row.base as usize).map_or(0, |row| row.base))
    }

    /// The number goes on as it went.
    #[inline]
    pub(super) fn onward(&self, bytes: &[u8], row: &Row) -> u32 {
        let last = self.last(bytes, row);
        let before = load::<WIDTH>(bytes, self.at_one_before(row), self.offset);
        add(last, subtract(last, before))
    }

    /// Frames in an action state.
    #[inline]
    pub(super) fn counter(&self, bytes: &[u8], row: &Row) -> u32 {
        let state = |at: usize| load::<2>(bytes, at, 0x08);
        let (at, last_at) = (row.at as usize, at_row(self.rows, row.base));
        let before = self.at_one_before(row);
        let last = load::<WIDTH>(bytes, last_at, self.offset);
        if state(at) != state(last_at) {
            0
        } else if state(last_at) == state(before) {
            add(last, subtract(last, load::<WIDTH>(bytes, before, self.offset)))
        } else {
            add(last, 1.0_f32.to_bits())
        }
    }

    /// A float goes down by one, to 0.
    #[inline]
    pub(super) fn count_down(&self, bytes: &[u8], row: &Row) -> u32 {
        let last = f32::from_bits(self.last(bytes, row));
        if last > 1.0 { (last - 1.0).to_bits() } else { 0 }
    }

    /// A position goes on by its own velocity and an attack's, but for hitlag: 0 for none of these.
    #[inline]
    pub(super) fn moved(&self, [own, attack, hitlag]: [usize; 3], bytes: &[u8], row: &Row) -> u32 {
        let at = row.at as usize;
        let last = self.last(bytes, row);
        if hitlag != 0
            && [at, at_row(self.rows, row.base)].iter().any(|at| load::<4>(bytes, *at, hitlag) != 0)
        {
            return last;
        }
        let moved = add(last, load::<4>(bytes, at, own));
        if attack == 0 { moved } else { add(moved, load::<4>(bytes, at, attack)) }
    }

    /// A velocity is that at a place on the ground, and goes on as it went in the air.
    #[inline]
    pub(super) fn air_speed(&self, ground: usize, bytes: &[u8], row: &Row) -> u32 {
        let at = row.at as usize;
        if load::<1>(bytes, at, 0x2f) == 0 {
            load::<WIDTH>(bytes, at, ground)
        } else {
            self.onward(bytes, row)
        }
    }

    /// The random seed at a frame's start.
    #[inline]
    pub(super) fn start_seed(&self, bytes: &[u8], row: &Row) -> u32 {
        let last = self.last(bytes, row);
        let before = load::<WIDTH>(bytes, self.at_one_before(row), self.offset);
        if last.wrapping_sub(before) == FRAME_IN_SEED {
            last.wrapping_add(FRAME_IN_SEED)
        } else {
            last
        }
    }

    /// The controller's value of an axis that the game has at a place.
    #[inline]
    pub(super) fn raw_stick(&self, place: usize, bytes: &[u8], row: &Row) -> u32 {
        let used = |at: usize| numbers::part(load::<4>(bytes, at, place), 80);
        let (now, last) = (used(row.at as usize), used(at_row(self.rows, row.base)));
        let centre = numbers::part(0, 80);
        if now == last || now == centre {
            self.last(bytes, row)
        } else {
            now.wrapping_sub(centre) & 0xff
        }
    }
}

/// The animation that each action state of each character was last in.
#[derive(Debug)]
pub(super) struct Animations {
    /// One more than its number; 0 for none.
    last: [u16; ANIMATIONS],
    /// Where the row before begins.
    before: usize,
}

impl Default for Animations {
    fn default() -> Self {
        Self { last: [0; ANIMATIONS], before: 0 }
    }
}

impl Animations {
    /// As in the last row of the same character in the same action state.
    #[inline]
    pub(super) fn next<const WIDTH: usize>(
        &mut self,
        column: &Before<'_, WIDTH>,
        bytes: &[u8],
        row: &Row,
    ) -> u32 {
        let place = |at: usize| {
            let state = load::<2>(bytes, at, 0x08).wrapping_add(load::<1>(bytes, at, 0x07) << 9);
            state as usize & (ANIMATIONS - 1)
        };
        let (at, before) = (row.at as usize, self.before);
        let last_value = load::<WIDTH>(bytes, before, column.offset);
        let next = u16::try_from(last_value).ok().and_then(|value| value.checked_add(1));
        if let (Some(known), Some(next)) = (self.last.get_mut(place(before)), next)
            && before != 0
        {
            *known = next;
        }
        self.before = at;
        let known = self.last.get(place(at)).copied().unwrap_or(0);
        if known == 0 { column.last(bytes, row) } else { u32::from(known.wrapping_sub(1)) }
    }
}

/// The trigger as the game uses it, by the buttons pressed, and by whether the game used it a frame before.
pub(super) fn trigger(bytes: &[u8], at: usize, last: usize) -> u32 {
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
pub(super) fn buttons(bytes: &[u8], at: usize) -> u32 {
    let [x, y, cx, cy, trigger] =
        [0x19, 0x1d, 0x21, 0x25, 0x29].map(|place| load::<4>(bytes, at, place));
    load::<2>(bytes, at, 0x31)
        | numbers::direction(x, y) << 16
        | numbers::direction(cx, cy) << 20
        | u32::from(trigger != 0) << 31
}
