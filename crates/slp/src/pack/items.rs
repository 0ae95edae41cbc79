//! The item of an Item Update: items keep their order from frame to frame.

use super::columns::ColumnCoder;
use super::field::{Field, Rule};
use super::numbers::Kind;
use super::rows::Row;
use super::tokens::ITEM;
use super::values::{at_row, load};

/// Where an item's number stands.
const SPAWN_ID: Field = Field { offset: 0x22, width: 4, kind: Kind::Int, rule: Rule::Same };
/// Shorter events have none.
pub(super) const END: usize = 0x26;
const FRAME: usize = 1;

/// The most items that are followed at a time, each by its number.
const KNOWN: usize = 64;

/// Follows the items through the frames.
#[derive(Debug)]
struct Follower {
    /// The last row of each item, by the lowest bits of its number.
    last: [u32; KNOWN],
    /// The first row of the last frame but one, and of the last.
    firsts: [u32; 2],
}

impl Follower {
    const NEW: Self = Self { last: [0; KNOWN], firsts: [0; 2] };

    /// Notes a row, whose number is known. Returns the row of the same item before it; 0 for none.
    fn note(&mut self, bytes: &[u8], rows: &[Row], row: u32) -> u32 {
        let at = at_row(rows, row);
        let id = load::<4>(bytes, at, SPAWN_ID.offset.into());
        let frame = load::<4>(bytes, at, FRAME);
        if frame != load::<4>(bytes, at_row(rows, row.wrapping_sub(1)), FRAME) || row == 1 {
            self.firsts = [self.firsts[1], row];
        }
        let Some(last) = self.last.get_mut(id as usize & (KNOWN - 1)) else { return 0 };
        let known = std::mem::replace(last, row);
        let is_same =
            known != 0 && load::<4>(bytes, at_row(rows, known), SPAWN_ID.offset.into()) == id;
        if is_same { known } else { 0 }
    }
}

/// Codes the numbers of the items, and finds the row before each.
pub(super) fn code<C: ColumnCoder>(coder: &mut C, bytes: &mut [u8], rows: &mut [Row]) {
    if rows.len() < 2 {
        return;
    }
    let mut follower = Follower::NEW;
    let mut row = 0_u32;
    let known: &[Row] = rows;
    coder.column::<4>(bytes, known, ITEM, &SPAWN_ID, |bytes, _| {
        let id = |row: u32| load::<4>(bytes, at_row(known, row), SPAWN_ID.offset.into());
        let frame = |row: u32| load::<4>(bytes, at_row(known, row), FRAME);
        let last = row;
        row = row.wrapping_add(1);
        if last == 0 {
            return 0;
        }
        let before = follower.note(bytes, known, last);
        if frame(row) != frame(last) {
            return id(follower.firsts[1]);
        }
        let beside = before.wrapping_add(1);
        if before != 0 && frame(before) == frame(beside) && beside < last {
            id(beside)
        } else {
            id(last).wrapping_add(1)
        }
    });
    let mut follower = Follower::NEW;
    for row in 1..u32::try_from(rows.len()).unwrap_or(0) {
        let base = follower.note(bytes, rows, row);
        if let Some(row) = rows.get_mut(row as usize) {
            row.base = base;
        }
    }
}
