//! Columns as differences from predictions: the number of rows as predicted, and the differences in byte planes.

use ghostreel_core::Result;

use super::field::Field;
use super::numbers;
use super::rows::Row;
use super::tokens::{Slot, malformed, put, take};
use super::values::{load, store};

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

/// Gathers columns.
#[derive(Debug, Default)]
pub(super) struct Writer {
    /// How many rows differ, by column.
    pub(super) counts: Vec<u8>,
    /// How many rows are as expected before each that is not.
    pub(super) gaps: Vec<u8>,
    /// The differences.
    pub(super) planes: Vec<u8>,
    differences: Vec<u32>,
}

impl ColumnCoder for Writer {
    fn column<const WIDTH: usize>(
        &mut self,
        bytes: &mut [u8],
        rows: &[Row],
        _: Slot,
        field: &Field,
        mut guess: impl FnMut(&[u8], &Row) -> u32,
    ) {
        self.differences.clear();
        let offset = usize::from(field.offset);
        let mut gap = 0_u32;
        for row in rows.iter().skip(1) {
            let value = load::<WIDTH>(bytes, row.at as usize, offset);
            let guess = guess(bytes, row);
            if value == guess {
                gap = gap.wrapping_add(1);
            } else {
                put(&mut self.gaps, gap.into());
                gap = 0;
                self.differences.push(numbers::difference(field.kind, WIDTH, value, guess));
            }
        }
        put(&mut self.counts, self.differences.len() as u64);
        for plane in 0..WIDTH {
            let bytes = self.differences.iter();
            self.planes.extend(bytes.filter_map(|value| value.to_le_bytes().get(plane).copied()));
        }
    }
}

/// Puts columns back.
#[derive(Debug)]
pub(super) struct Reader<'a> {
    pub(super) counts: &'a [u8],
    pub(super) gaps: &'a [u8],
    pub(super) planes: &'a [u8],
    /// The first error, if there is one.
    pub(super) outcome: Result<()>,
}

impl ColumnCoder for Reader<'_> {
    fn column<const WIDTH: usize>(
        &mut self,
        bytes: &mut [u8],
        rows: &[Row],
        _: Slot,
        field: &Field,
        guess: impl FnMut(&[u8], &Row) -> u32,
    ) {
        if self.outcome.is_ok() {
            self.outcome = self.read::<WIDTH>(bytes, rows, field, guess);
        }
    }
}

impl Reader<'_> {
    fn read<const WIDTH: usize>(
        &mut self,
        bytes: &mut [u8],
        rows: &[Row],
        field: &Field,
        mut guess: impl FnMut(&[u8], &Row) -> u32,
    ) -> Result<()> {
        let count = usize::try_from(take(&mut self.counts)?).unwrap_or(usize::MAX);
        let length = count.saturating_mul(WIDTH);
        let Some((planes, rest)) = self.planes.split_at_checked(length) else {
            return Err(malformed("too few differences"));
        };
        self.planes = rest;
        let offset = usize::from(field.offset);
        let mut rows = rows.iter().skip(1);
        for place in 0..count {
            let gap = usize::try_from(take(&mut self.gaps)?).unwrap_or(usize::MAX);
            for row in rows.by_ref().take(gap) {
                let guess = guess(bytes, row);
                store::<WIDTH>(bytes, row.at as usize, offset, guess);
            }
            let Some(row) = rows.next() else {
                return Err(malformed("too many differences"));
            };
            let plane = |plane: usize| {
                let byte = planes.get(plane.wrapping_mul(count).wrapping_add(place));
                byte.map_or(0, |byte| u32::from(*byte))
            };
            let difference = (0..WIDTH).rev().fold(0, |value, number| value << 8 | plane(number));
            let guess = guess(bytes, row);
            let value = numbers::value(field.kind, WIDTH, difference, guess);
            store::<WIDTH>(bytes, row.at as usize, offset, value);
        }
        for row in rows {
            let guess = guess(bytes, row);
            store::<WIDTH>(bytes, row.at as usize, offset, guess);
        }
        Ok(())
    }
}
