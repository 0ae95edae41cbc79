//! Columns as arrays.

use std::sync::Arc;

use arrow_array::types::Int32Type;
use arrow_array::{
    ArrayRef, BooleanArray, Decimal128Array, DictionaryArray, Float32Array, Float64Array,
    Int8Array, Int16Array, Int32Array, Int64Array, PrimitiveArray, StringArray,
};
use arrow_buffer::{BooleanBuffer, Buffer, NullBuffer, ScalarBuffer};
use arrow_schema::ArrowError;
use ghostreel::{Column, Data};

use crate::field::DIGITS_OF_U64;

/// A column as an array of [its type](crate::data_type). Numbers that have a sign are not copied.
pub(crate) fn array(column: Column) -> Result<ArrayRef, ArrowError> {
    let nulls = column.validity.map(|valid| NullBuffer::new(bits(&valid)));
    Ok(match column.data {
        Data::F32(values) => Arc::new(Float32Array::try_new(values.into(), nulls)?),
        Data::F64(values) => Arc::new(Float64Array::try_new(values.into(), nulls)?),
        Data::I8(values) => Arc::new(Int8Array::try_new(values.into(), nulls)?),
        Data::I16(values) => Arc::new(Int16Array::try_new(values.into(), nulls)?),
        Data::I32(values) => Arc::new(Int32Array::try_new(values.into(), nulls)?),
        Data::I64(values) => Arc::new(Int64Array::try_new(values.into(), nulls)?),
        Data::U8(values) => Arc::new(Int16Array::try_new(widened(values), nulls)?),
        Data::U16(values) => Arc::new(Int32Array::try_new(widened(values), nulls)?),
        Data::U32(values) => Arc::new(Int64Array::try_new(widened(values), nulls)?),
        Data::U64(values) => {
            let digits = Decimal128Array::try_new(widened(values), nulls)?;
            Arc::new(digits.with_precision_and_scale(DIGITS_OF_U64, 0)?)
        }
        Data::Bool(values) => Arc::new(BooleanArray::new(bits(&values), nulls)),
        Data::Dict { codes, values } => Arc::new(texts(codes, values, nulls)?),
        other => {
            let what = format!("columns like {other:?} have no type in Arrow yet");
            return Err(ArrowError::NotYetImplemented(what));
        }
    })
}

/// A dictionary of one text for all rows.
#[cfg(not(target_family = "wasm"))]
pub(crate) fn same_text(text: &str, rows: usize) -> ArrayRef {
    let codes = PrimitiveArray::<Int32Type>::from_value(0, rows);
    Arc::new(DictionaryArray::new(codes, Arc::new(StringArray::from(vec![text]))))
}

fn texts(
    codes: Vec<u32>,
    values: Vec<String>,
    nulls: Option<NullBuffer>,
) -> Result<DictionaryArray<Int32Type>, ArrowError> {
    let rows = codes.len();
    // The same bytes: a code beyond the signed numbers is negative, and refused as one beyond the dictionary.
    let codes = ScalarBuffer::<i32>::new(Buffer::from_vec(codes), 0, rows);
    DictionaryArray::try_new(
        PrimitiveArray::try_new(codes, nulls)?,
        Arc::new(StringArray::from(values)),
    )
}

fn widened<N: Into<W>, W>(values: Vec<N>) -> ScalarBuffer<W>
where
    ScalarBuffer<W>: From<Vec<W>>,
    W: arrow_buffer::ArrowNativeType,
{
    values.into_iter().map(N::into).collect::<Vec<W>>().into()
}

/// A bit for each byte that is not 0.
fn bits(bytes: &[u8]) -> BooleanBuffer {
    bytes.iter().map(|&byte| byte != 0).collect()
}

#[cfg(test)]
mod tests {
    use arrow_array::Array as _;
    use arrow_array::cast::AsArray as _;
    use arrow_array::types::{Float64Type, Int64Type};
    use ghostreel::Type;

    use super::*;
    use crate::data_type;

    fn of(column: impl Into<Column>) -> ArrayRef {
        array(column.into()).unwrap()
    }

    #[test]
    fn every_type_has_the_array_that_its_rule_says() {
        for kind in Type::ALL {
            let array = array(Column::absent(kind, 3)).unwrap();
            assert_eq!((array.data_type(), array.null_count()), (&data_type(kind), 3), "{kind:?}");
        }
    }

    #[test]
    fn numbers_with_a_sign_are_not_copied() {
        let values = vec![1.5, f64::NAN, -0.0];
        let at = values.as_ptr();
        let array = of(values);
        assert_eq!(array.as_primitive::<Float64Type>().values().as_ptr(), at);
        let codes = vec![1, 0, 1];
        let at = codes.as_ptr();
        let texts = of(Data::Dict { codes, values: vec!["a".into(), "b".into()] });
        assert_eq!(texts.as_dictionary::<Int32Type>().keys().values().as_ptr().cast(), at);
    }

    #[test]
    fn the_greatest_numbers_without_a_sign_stay_what_they_are() {
        assert_eq!(of(vec![u8::MAX]).as_primitive::<arrow_array::types::Int16Type>().value(0), 255);
        assert_eq!(of(vec![u16::MAX]).as_primitive::<Int32Type>().value(0), 65535);
        assert_eq!(of(vec![u32::MAX]).as_primitive::<Int64Type>().value(0), 4_294_967_295);
        let digits = of(vec![u64::MAX, 7]);
        let digits = digits.as_primitive::<arrow_array::types::Decimal128Type>();
        assert_eq!(digits.value_as_string(0), u64::MAX.to_string());
        assert_eq!(digits.value_as_string(1), "7");
    }

    #[test]
    fn absent_values_and_false_ones_differ() {
        let column = Column { data: Data::Bool(vec![1, 0, 1]), validity: Some(vec![1, 1, 0]) };
        let array = of(column);
        let array: Vec<Option<bool>> = array.as_boolean().iter().collect();
        assert_eq!(array, [Some(true), Some(false), None]);
    }

    #[test]
    fn a_code_beyond_its_dictionary_is_an_error() {
        for code in [2, u32::MAX] {
            let wrong = Data::Dict { codes: vec![code], values: vec!["a".into(), "b".into()] };
            assert!(array(wrong.into()).is_err(), "{code}");
        }
        assert_eq!(same_text("a", 0).len(), 0);
    }
}
