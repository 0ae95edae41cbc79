//! Values whose length was found out, and whose meaning was not.

use ghostreel_timeline::{Column, ColumnMeta, ColumnSchema, Type};

use crate::bits::{BitReader, BitWriter};
use crate::memory_budget::MemoryBudget;

/// Values of equally many bits each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpaqueRows {
    width: u16,
    count: usize,
    /// The values one after the other, each in whole bytes, its first bit lowest.
    bytes: Vec<u8>,
}

impl OpaqueRows {
    /// Keeps the values that are wanted, asked one after the other.
    pub(crate) fn retain(&mut self, mut is_wanted: impl FnMut() -> bool) {
        let mut kept = Self::new(self.width);
        for value in (0..self.count).map_while(|index| self.get(index)) {
            if is_wanted() {
                kept.push(value);
            }
        }
        *self = kept;
    }

    /// None so far.
    pub const fn new(width: u16) -> Self {
        Self { width, count: 0, bytes: Vec::new() }
    }

    /// Bits of each.
    pub const fn width(&self) -> u16 {
        self.width
    }

    /// Their number.
    pub const fn len(&self) -> usize {
        self.count
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The bytes of one of them.
    pub fn get(&self, index: usize) -> Option<&[u8]> {
        let size = self.size();
        let start = index.checked_mul(size).filter(|_| index < self.count)?;
        self.bytes.get(start..start.checked_add(size)?)
    }

    /// Appends a value of the bytes of [`get`](Self::get); false if there are too few or too many of them.
    pub fn push(&mut self, value: &[u8]) -> bool {
        let fits = value.len() == self.size();
        if fits {
            self.bytes.extend_from_slice(value);
            self.count = self.count.saturating_add(1);
        }
        fits
    }

    const fn size(&self) -> usize {
        self.width.div_ceil(8) as usize
    }

    /// Makes room for one more; false if that would take up too much.
    pub(super) fn make_room(&mut self, memory: &mut MemoryBudget) -> bool {
        let spare = self.bytes.capacity().saturating_sub(self.bytes.len());
        let size = self.size();
        spare >= size || memory.grow(&mut self.bytes, size)
    }

    pub(super) fn read(&mut self, bits: &mut BitReader<'_>) {
        let mut left = u32::from(self.width);
        while left > 0 {
            let count = left.min(8);
            #[allow(clippy::cast_possible_truncation, reason = "at most eight bits")]
            self.bytes.push(bits.bits(count) as u8);
            left = left.saturating_sub(count);
        }
        self.count = self.count.saturating_add(1);
    }

    pub(super) fn write(&self, index: usize, bits: &mut BitWriter) -> Option<()> {
        let mut left = u32::from(self.width);
        for &byte in self.get(index)? {
            let count = left.min(8);
            bits.bits(byte.into(), count);
            left = left.saturating_sub(count);
        }
        Some(())
    }

    pub(super) fn pop(&mut self) {
        if let Some(count) = self.count.checked_sub(1) {
            self.count = count;
            self.bytes.truncate(self.bytes.len().saturating_sub(self.size()));
        }
    }

    /// Appends values of the same width; false if they are of another.
    pub(super) fn append(&mut self, other: &Self) -> bool {
        if self.width == other.width {
            self.count = self.count.saturating_add(other.count);
            self.bytes.extend_from_slice(&other.bytes);
        }
        self.width == other.width
    }

    pub(super) fn schema(meta: ColumnMeta, schema: &mut Vec<ColumnSchema>) {
        schema.push(meta.column(Type::Dict));
    }

    /// The values in hexadecimal, the last byte first.
    pub(super) fn column(&self) -> Column {
        let text = |index| {
            let bytes = self.get(index).unwrap_or_default();
            bytes.iter().rev().map(|byte| format!("{byte:02x}")).collect::<String>()
        };
        Column::dict((0..self.count).map(text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_of_an_unknown_meaning_are_kept() {
        let bytes: Vec<u8> = (0..60_u8).map(|i| i.wrapping_mul(37)).collect();
        for width in [1, 7, 8, 9, 33, 64, 163] {
            let mut rows = OpaqueRows::new(width);
            let mut reader = BitReader::new(&bytes, 3);
            rows.read(&mut reader);
            rows.read(&mut reader);
            assert_eq!(reader.position(), 3 + 2 * usize::from(width));
            let mut writer = BitWriter::default();
            writer.bits(BitReader::new(&bytes, 0).bits(3), 3);
            assert_eq!(rows.write(0, &mut writer), Some(()));
            assert_eq!(rows.write(1, &mut writer), Some(()));
            assert_eq!(rows.write(2, &mut writer), None);
            let mut again = OpaqueRows::new(width);
            let written = writer.finish();
            let mut reader = BitReader::new(&written, 3);
            again.read(&mut reader);
            again.read(&mut reader);
            assert_eq!(again, rows);
            rows.pop();
            assert_eq!((rows.len(), rows.get(1)), (1, None));
            assert_eq!(rows.column().len(), 1);
        }
    }
}
