//! Schemas, with units and meanings.

use std::collections::HashMap;

use arrow_schema::{DataType, Field, Schema};
use ghostreel::timeline::Sentinel;
use ghostreel::{ColumnSchema, Type};

/// The decimal digits of the greatest `u64`.
pub(crate) const DIGITS_OF_U64: u8 = 20;

/// The type of a column in Arrow: the one rule of types for tables, exports and queries.
pub fn data_type(kind: Type) -> DataType {
    match kind {
        Type::F32 => DataType::Float32,
        Type::F64 => DataType::Float64,
        Type::I8 => DataType::Int8,
        Type::I16 | Type::U8 => DataType::Int16,
        Type::I32 | Type::U16 => DataType::Int32,
        Type::I64 | Type::U32 => DataType::Int64,
        Type::Bool => DataType::Boolean,
        Type::Dict => text_type(),
        // Also of types that come later: as digits, no number is lost.
        _ => DataType::Decimal128(DIGITS_OF_U64, 0),
    }
}

/// Texts that repeat. Codes have a sign: pandas takes no others.
pub(crate) fn text_type() -> DataType {
    DataType::Dictionary(Box::new(DataType::Int32), Box::new(DataType::Utf8))
}

/// The schema of a table in Arrow. Any column may have nulls: in another replay it may lack values.
pub fn schema(table: &ghostreel::Schema) -> Schema {
    let fields: Vec<Field> = table.columns.iter().map(field).collect();
    let metadata = known([
        ("table", table.name.as_ref()),
        ("rows", table.kind.name()),
        ("time", table.time.unwrap_or_default()),
        ("meaning", table.meaning),
    ]);
    Schema::new_with_metadata(fields, metadata)
}

fn field(column: &ColumnSchema) -> Field {
    let sentinel = column.sentinel.as_ref().map(Sentinel::to_string).unwrap_or_default();
    let metadata = known([
        ("type", column.kind.name()),
        ("unit", column.unit),
        ("meaning", column.meaning.as_ref()),
        ("null", column.null),
        ("sentinel", &sentinel),
        ("since", column.since),
    ]);
    Field::new(column.name.as_ref(), data_type(column.kind), true).with_metadata(metadata)
}

/// What there is to say, by name.
fn known<const N: usize>(members: [(&str, &str); N]) -> HashMap<String, String> {
    let is_said = |(_, value): &(&str, &str)| !value.is_empty();
    let owned = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
    members.into_iter().filter(is_said).map(owned).collect()
}
