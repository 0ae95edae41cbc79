//! Columns straight from fixed-size records in a byte slice.

use ghostreel_core::record::{self, Leaf};
use ghostreel_core::{Kind, Record, Value};

use crate::{Column, ColumnSchema, Data, Type};

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

/// Records that are read together: few enough to stay in the nearest cache while each of their scalars goes to its
/// column.
const BLOCK: usize = 64;

/// Columns of some scalars out of every record: `bytes` holds whole records, the scalars are leaves of theirs. The
/// bytes are read once, however many columns are asked for.
pub fn gather<'l, R: Record>(
    bytes: &[u8],
    leaves: impl IntoIterator<Item = &'l Leaf>,
) -> Vec<Column> {
    let rows = bytes.len().checked_div(R::SIZE).unwrap_or(0);
    let mut columns: Vec<(usize, Data)> =
        leaves.into_iter().map(|leaf| (leaf.offset, empty(leaf.kind, rows))).collect();
    for block in bytes.chunks(R::SIZE.saturating_mul(BLOCK)) {
        for (offset, data) in &mut columns {
            match data {
                Data::U8(values) => values.extend(strided::<R, u8>(block, *offset)),
                Data::I8(values) => values.extend(strided::<R, i8>(block, *offset)),
                Data::U16(values) => values.extend(strided::<R, u16>(block, *offset)),
                Data::U32(values) => values.extend(strided::<R, u32>(block, *offset)),
                Data::I32(values) => values.extend(strided::<R, i32>(block, *offset)),
                Data::I64(values) => values.extend(strided::<R, i64>(block, *offset)),
                Data::F32(values) => values.extend(strided::<R, f32>(block, *offset)),
                _ => {}
            }
        }
    }
    columns.into_iter().map(|(_, data)| data.into()).collect()
}

/// One scalar out of every record of a block.
fn strided<'b, R: Record, T: Value + Default>(
    block: &'b [u8],
    offset: usize,
) -> impl Iterator<Item = T> + use<'b, R, T> {
    let load = |scalar: &[u8]| T::load(scalar, R::ENDIAN).unwrap_or_default();
    block
        .chunks_exact(R::SIZE)
        .map(move |record| record.get(offset..).map_or_else(T::default, load))
}

fn empty(kind: Kind, rows: usize) -> Data {
    match kind {
        Kind::U8 => Data::U8(Vec::with_capacity(rows)),
        Kind::I8 => Data::I8(Vec::with_capacity(rows)),
        Kind::U16 => Data::U16(Vec::with_capacity(rows)),
        Kind::U32 => Data::U32(Vec::with_capacity(rows)),
        Kind::I64 => Data::I64(Vec::with_capacity(rows)),
        Kind::F32 => Data::F32(Vec::with_capacity(rows)),
        // A record is no scalar, so no leaf is one.
        _ => Data::I32(Vec::with_capacity(rows)),
    }
}

const fn column_type(kind: Kind) -> Type {
    match kind {
        Kind::U8 => Type::U8,
        Kind::I8 => Type::I8,
        Kind::U16 => Type::U16,
        Kind::U32 => Type::U32,
        Kind::I64 => Type::I64,
        Kind::F32 => Type::F32,
        _ => Type::I32,
    }
}
