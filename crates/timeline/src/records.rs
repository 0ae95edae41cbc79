//! Columns straight from fixed-size records in a byte slice.

use ghostreel_core::record::{self, Leaf};
use ghostreel_core::{Endian, Kind, Record, Value};

use crate::{Column, ColumnSchema, Data, Type};

/// The schema of a record's scalars, in the order of their bytes; the names of records inside records
/// are joined by dots. Matches [`gather`] by index.
pub fn record_columns<R: Record>() -> Vec<ColumnSchema> {
    leaf_columns(&record::leaves(R::FIELDS))
}

/// The schema of some scalars of a record.
pub fn leaf_columns(leaves: &[Leaf]) -> Vec<ColumnSchema> {
    leaves
        .iter()
        .map(|Leaf { column, kind, unit, meaning, .. }| {
            ColumnSchema::new(column.clone(), column_type(*kind), unit, meaning.clone())
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

/// Columns of some big-endian scalars out of records that lie scattered in `bytes`, at `starts`. A start of 0 means that
/// there is no such record: its values are 0 and marked invalid. The records are visited in blocks, so that each is read
/// from memory once, however many columns are asked for.
pub fn gather_at<'l>(
    bytes: &[u8],
    starts: impl Iterator<Item = u32>,
    leaves: impl IntoIterator<Item = &'l Leaf>,
) -> Vec<Column> {
    let mut leaves = leaves.into_iter().peekable();
    if leaves.peek().is_none() {
        return Vec::new();
    }
    let starts: Vec<u32> = starts.collect();
    let mut columns: Vec<(usize, Data)> =
        leaves.map(|leaf| (leaf.offset, empty(leaf.kind, starts.len()))).collect();
    for block in starts.chunks(BLOCK) {
        for (offset, data) in &mut columns {
            match data {
                Data::U8(values) => values.extend(scattered::<u8>(bytes, block, *offset)),
                Data::I8(values) => values.extend(scattered::<i8>(bytes, block, *offset)),
                Data::U16(values) => values.extend(scattered::<u16>(bytes, block, *offset)),
                Data::U32(values) => values.extend(scattered::<u32>(bytes, block, *offset)),
                Data::I32(values) => values.extend(scattered::<i32>(bytes, block, *offset)),
                Data::I64(values) => values.extend(scattered::<i64>(bytes, block, *offset)),
                Data::F32(values) => values.extend(scattered::<f32>(bytes, block, *offset)),
                _ => {}
            }
        }
    }
    let validity = starts
        .contains(&0)
        .then(|| starts.iter().map(|&start| u8::from(start != 0)).collect::<Vec<u8>>());
    columns.into_iter().map(|(_, data)| Column { data, validity: validity.clone() }).collect()
}

fn scattered<T: Value + Default>(
    bytes: &[u8],
    starts: &[u32],
    offset: usize,
) -> impl Iterator<Item = T> {
    starts.iter().map(move |&start| {
        let at = (start as usize).saturating_add(offset);
        match bytes.get(at..) {
            Some(scalar) if start != 0 => T::load(scalar, Endian::Big).unwrap_or_default(),
            _ => T::default(),
        }
    })
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
