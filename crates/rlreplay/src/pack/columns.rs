//! Fields in columns, each packed by itself: quick.

use std::borrow::Cow;

use ghostreel_core::Result;
use ghostreel_pack::integers::{from_zigzag, zigzag};
use ghostreel_pack::planes;

use super::fields::{Contexts, Field, Fields};
use super::section;

/// How hard zstd tries.
const ZSTD_LEVEL: i32 = 1;

/// The gathered fields: bytes and numbers of each, and the bits of values.
#[derive(Debug)]
pub(super) struct Columns {
    bytes: Vec<Vec<u8>>,
    numbers: Vec<Vec<u32>>,
    values: Vec<u8>,
}

impl Columns {
    pub(super) fn new() -> Self {
        let (bytes, numbers) = (vec![Vec::new(); Field::COUNT], vec![Vec::new(); Field::COUNT]);
        Self { bytes, numbers, values: Vec::new() }
    }

    /// Bytes of all columns.
    pub(super) fn length(&self) -> usize {
        let bytes: usize = self.bytes.iter().map(Vec::len).sum();
        let numbers: usize = self.numbers.iter().map(Vec::len).sum();
        bytes.saturating_add(numbers.saturating_mul(4)).saturating_add(self.values.len())
    }

    /// The columns, one after the other.
    pub(super) fn finish(self, packed: &mut Vec<u8>) {
        for column in self.bytes.iter().chain([&self.values]) {
            section::write(column, ZSTD_LEVEL, packed);
        }
        let mut bytes = Vec::new();
        for numbers in &self.numbers {
            bytes.clear();
            planes::append(numbers, &mut bytes);
            for plane in bytes.chunks(numbers.len().max(1)) {
                section::write(plane, ZSTD_LEVEL, packed);
            }
            for _ in bytes.chunks(numbers.len().max(1)).count()..4 {
                section::write(&[], ZSTD_LEVEL, packed);
            }
        }
    }
}

impl Fields for Columns {
    const IS_UNPACKING: bool = false;
    const IS_DRY: bool = false;
    const LEARNS: bool = false;

    #[inline]
    fn flag(&mut self, field: Field, contexts: Contexts, flag: bool) -> bool {
        self.symbol(field, contexts, flag.into(), 1);
        flag
    }

    #[inline]
    fn symbol(&mut self, field: Field, _: Contexts, symbol: u8, _: u32) -> u8 {
        if let Some(column) = self.bytes.get_mut(usize::from(field.0)) {
            column.push(symbol);
        }
        symbol
    }

    #[inline]
    fn number(&mut self, field: Field, _: Contexts, number: i32, _: u32) -> i32 {
        if let Some(column) = self.numbers.get_mut(usize::from(field.0)) {
            column.push(zigzag(number.cast_unsigned()));
        }
        number
    }

    fn value(&mut self, _: u32, _: &[u8], value: &mut Vec<u8>, _: usize) {
        self.values.extend_from_slice(value);
    }

    fn is_exhausted(&self) -> bool {
        false
    }
}

/// Columns that are read.
#[derive(Debug)]
pub(super) struct UnpackedColumns<'a> {
    bytes: Vec<std::vec::IntoIter<u8>>,
    /// By field, its planes from the lowest bytes up, and the number that is next.
    numbers: Vec<([Cow<'a, [u8]>; 4], usize)>,
    values: Vec<u8>,
    value_at: usize,
    is_exhausted: bool,
}

impl<'a> UnpackedColumns<'a> {
    /// Reads columns of a stream of so many bytes.
    pub(super) fn read(sections: &mut section::Sections<'a>) -> Result<Self> {
        let mut bytes = Vec::with_capacity(Field::COUNT);
        for _ in 0..Field::COUNT {
            bytes.push(sections.next()?.into_owned().into_iter());
        }
        let values = sections.next()?.into_owned();
        let mut numbers = Vec::with_capacity(Field::COUNT);
        for _ in 0..Field::COUNT {
            let planes = [sections.next()?, sections.next()?, sections.next()?, sections.next()?];
            numbers.push((planes, 0));
        }
        Ok(Self { bytes, numbers, values, value_at: 0, is_exhausted: false })
    }
}

impl Fields for UnpackedColumns<'_> {
    const IS_UNPACKING: bool = true;
    const IS_DRY: bool = false;
    const LEARNS: bool = false;

    #[inline]
    fn flag(&mut self, field: Field, contexts: Contexts, _: bool) -> bool {
        self.symbol(field, contexts, 0, 1) != 0
    }

    #[inline]
    fn symbol(&mut self, field: Field, _: Contexts, _: u8, _: u32) -> u8 {
        match self.bytes.get_mut(usize::from(field.0)).and_then(Iterator::next) {
            Some(symbol) => symbol,
            None => {
                self.is_exhausted = true;
                0
            }
        }
    }

    #[inline]
    fn number(&mut self, field: Field, _: Contexts, _: i32, _: u32) -> i32 {
        let number = self.numbers.get_mut(usize::from(field.0)).and_then(|(planes, at)| {
            let [lowest, low, high, highest] = planes;
            let here = *at;
            *at = here.wrapping_add(1);
            let bytes =
                [*lowest.get(here)?, *low.get(here)?, *high.get(here)?, *highest.get(here)?];
            Some(from_zigzag(u32::from_le_bytes(bytes)).cast_signed())
        });
        self.is_exhausted |= number.is_none();
        number.unwrap_or(0)
    }

    fn value(&mut self, _: u32, _: &[u8], value: &mut Vec<u8>, bits: usize) {
        value.clear();
        let end = self.value_at.saturating_add(bits.div_ceil(8));
        match self.values.get(self.value_at..end) {
            Some(bytes) => value.extend_from_slice(bytes),
            None => self.is_exhausted = true,
        }
        self.value_at = end;
    }

    fn is_exhausted(&self) -> bool {
        self.is_exhausted
    }
}
