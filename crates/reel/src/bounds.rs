//! The least and the greatest value of a column in a chunk, as the index has them.

use ghostreel_timeline::{Column, Data};

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
        // What is no number is neither less nor greater.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_values_that_are_there_and_are_numbers_count() {
        let column = Column::from(vec![f32::NAN, 3.0, -1.0]);
        assert_eq!(of(&column), [(-1.0_f32).to_le_bytes(), 3.0_f32.to_le_bytes()].concat());
        let none = Column { validity: Some(vec![0]), ..Column::from(vec![5_u8]) };
        assert_eq!(of(&none), [255, 0]);
        assert_eq!(of(&Column::dict(["a"])), []);
    }
}
