//! The least and the greatest value of a column in a chunk, as the index has them.

use ghostreel_core::io::Reader;
use ghostreel_timeline::{Column, Data, Type};

use crate::header::{Header, Stream, Table};
use crate::transform::width;

/// The least and the greatest value that is there, little endian, each as wide as the column's values. Without any, the least is the greater
/// one. A column of texts has none.
pub(crate) fn of(column: &Column) -> Vec<u8> {
    fn range<T: Copy + PartialOrd, const N: usize>(
        values: &[T],
        validity: Option<&[u8]>,
        none: [T; 2],
        bytes: fn(T) -> [u8; N],
    ) -> Vec<u8> {
        let is_there = |row: usize| validity.is_none_or(|valid| valid.get(row) != Some(&0));
        let there = values.iter().enumerate().filter(|(row, _)| is_there(*row));
        // NaN is neither less nor greater.
        let [least, greatest] = there.fold(none, |[least, greatest], (_, &value)| {
            [
                if value < least { value } else { least },
                if value > greatest { value } else { greatest },
            ]
        });
        [bytes(least), bytes(greatest)].concat()
    }
    let validity = column.validity.as_deref();
    macro_rules! match_types {
        ($($variant:ident $type:ident $most:ident $least:ident,)*) => {
            match &column.data {
                $(Data::$variant(values) => {
                    range(values, validity, [$type::$most, $type::$least], $type::to_le_bytes)
                })*
                _ => Vec::new(),
            }
        };
    }
    match_types! {
        F32 f32 INFINITY NEG_INFINITY,
        F64 f64 INFINITY NEG_INFINITY,
        I8 i8 MAX MIN,
        I16 i16 MAX MIN,
        I32 i32 MAX MIN,
        I64 i64 MAX MIN,
        U8 u8 MAX MIN,
        U16 u16 MAX MIN,
        U32 u32 MAX MIN,
        U64 u64 MAX MIN,
        Bool u8 MAX MIN,
    }
}

/// The least and the greatest value of each column in many chunks; of one that has none, both are NaN.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Ranges(Vec<Vec<[f64; 2]>>);

impl Ranges {
    /// Without chunks.
    pub(crate) fn of(header: &Header) -> Self {
        let columns = |stream: &Stream| match stream {
            Stream::Table(table) => vec![[f64::NAN; 2]; table.columns.len()],
            _ => Vec::new(),
        };
        Self(header.streams.iter().map(columns).collect())
    }

    /// Adds those of a chunk of a table, as the index has them. Of columns after one of an unknown type nothing is known.
    pub(crate) fn add(&mut self, stream: u16, table: &Table, bounds: &[u8]) {
        let place = usize::from(stream).checked_sub(1);
        let Some(ranges) = place.and_then(|place| self.0.get_mut(place)) else { return };
        let mut reader = Reader::new(bounds, "bounds");
        for (column, range) in table.columns.iter().zip(ranges) {
            let kind = match column.value_type() {
                Some(Type::Dict) => continue,
                Some(kind) => kind,
                None => return,
            };
            let mut number = || Some(number(kind, reader.take(width(kind), "a value").ok()?));
            let Some((least, greatest)) = number().zip(number()) else { return };
            if least <= greatest {
                // NaN gives way.
                *range = [range[0].min(least), range[1].max(greatest)];
            }
        }
    }

    /// The bounds of a column.
    pub(crate) fn get(&self, stream: u16, column: usize) -> Option<[f64; 2]> {
        let range = self.0.get(usize::from(stream.checked_sub(1)?))?.get(column)?;
        Some(*range).filter(|[least, _]| !least.is_nan())
    }
}

/// A little-endian value as a double: integers beyond 2^53 are rounded. NaN stays NaN.
fn number(kind: Type, bytes: &[u8]) -> f64 {
    macro_rules! match_types {
        ($($variant:ident $type:ident,)*) => {
            match kind {
                $(Type::$variant => {
                    bytes.first_chunk().map_or(f64::NAN, |bytes| $type::from_le_bytes(*bytes) as f64)
                })*
                _ => f64::NAN,
            }
        };
    }
    match_types! {
        F32 f32, F64 f64, I8 i8, I16 i16, I32 i32, I64 i64, U8 u8, U16 u16, U32 u32, U64 u64, Bool u8,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_values_that_are_there_and_are_numbers_count() {
        let column = Column::from(vec![f32::NAN, 3.0, -1.0]);
        assert_eq!(of(&column), [(-1.0_f32).to_le_bytes(), 3.0_f32.to_le_bytes()].concat());
        let none = Column { validity: Some(vec![0]), ..Column::from(vec![5_u8]) };
        assert_eq!(of(&none), [255, 0]);
        assert_eq!(of(&Column::dict(["a"])), [0_u8; 0]);
    }
}
