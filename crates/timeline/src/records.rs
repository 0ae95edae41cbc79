//! Columns straight from fixed-size records in a byte slice.

use ghostreel_core::record::{self, Leaf};
use ghostreel_core::{Kind, Record, Value};

use crate::{Column, ColumnSchema, Type};

/// The schema of a record's scalars, in the order of their bytes; the names of records inside records
/// are joined by dots. Matches [`gather`] by index.
pub fn record_columns<R: Record>() -> Vec<ColumnSchema> {
    record::leaves(R::FIELDS)
        .into_iter()
        .map(|Leaf { column, kind, unit, meaning, .. }| {
            ColumnSchema::new(column, column_type(kind), unit, meaning)
        })
        .collect()
}

/// The column of one scalar out of every record: `bytes` holds records of `stride` bytes each, and the
/// scalar is `offset` bytes into them. A partial record at the end is left out.
pub fn gather(bytes: &[u8], stride: usize, offset: usize, kind: Kind) -> Column {
    match kind {
        Kind::U8 => strided::<u8>(bytes, stride, offset).into(),
        Kind::I64 => strided::<i64>(bytes, stride, offset).into(),
        Kind::F32 => strided::<f32>(bytes, stride, offset).into(),
        // A record is no scalar: nobody asks for one, and four bytes of it are as good as any answer.
        _ => strided::<i32>(bytes, stride, offset).into(),
    }
}

fn strided<T: Value>(bytes: &[u8], stride: usize, offset: usize) -> Vec<T> {
    bytes.chunks_exact(stride.max(1)).filter_map(|record| T::load(record.get(offset..)?)).collect()
}

const fn column_type(kind: Kind) -> Type {
    match kind {
        Kind::U8 => Type::U8,
        Kind::I64 => Type::I64,
        Kind::F32 => Type::F32,
        _ => Type::I32,
    }
}
