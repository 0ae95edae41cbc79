//! Columns straight from fixed-size records in a byte slice.

use ghostreel_core::record::{self, Leaf};
use ghostreel_core::{Endian, FieldType, FieldValue, Record};

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
        .map(|Leaf { column, kind, unit, meaning, since, .. }| ColumnSchema {
            since,
            ..ColumnSchema::new(column.clone(), column_type(*kind), unit, meaning.clone())
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
    let columns = empty_columns(leaves, rows);
    gather_records(bytes, R::SIZE, R::ENDIAN, columns)
}

/// The part of [`gather`] that is the same for all records.
#[inline(never)]
fn gather_records(
    bytes: &[u8],
    stride: usize,
    endian: Endian,
    mut columns: Vec<(usize, Data)>,
) -> Vec<Column> {
    for block in bytes.chunks(stride.max(1).saturating_mul(BLOCK)) {
        deal_out(block, stride, endian, &mut columns);
    }
    columns.into_iter().map(|(_, data)| data.into()).collect()
}

/// Appends the scalars of some records, which lie side by side, to their columns.
fn deal_out(block: &[u8], stride: usize, endian: Endian, columns: &mut [(usize, Data)]) {
    // Where the compiler learns the stride, it vectorises the loops below into ones that are half as fast.
    let stride = std::hint::black_box(stride.max(1));
    for (offset, data) in columns {
        let scalar = *offset..offset.saturating_add(size_of(data));
        let records = block.chunks_exact(stride);
        extend(data, endian, records.map(|record| record.get(scalar.clone()).unwrap_or_default()));
    }
}

/// Appends the scalar at the start of each of the slices; slices that are too short for it count as 0.
fn extend<'b>(data: &mut Data, endian: Endian, slices: impl Iterator<Item = &'b [u8]>) {
    // The byte order is settled outside of the loops.
    macro_rules! load {
        ($values:expr, $number:ty) => {
            match endian {
                Endian::Little => $values.extend(slices.map(|slice| little::<$number>(slice))),
                Endian::Big => $values.extend(slices.map(|slice| big::<$number>(slice))),
            }
        };
    }
    match data {
        Data::U8(values) => load!(values, u8),
        Data::I8(values) => load!(values, i8),
        Data::U16(values) => load!(values, u16),
        Data::U32(values) => load!(values, u32),
        Data::I32(values) => load!(values, i32),
        Data::I64(values) => load!(values, i64),
        Data::F32(values) => load!(values, f32),
        _ => {}
    }
}

#[inline(always)]
fn little<T: FieldValue + Default>(slice: &[u8]) -> T {
    T::load(slice, Endian::Little).unwrap_or_default()
}

#[inline(always)]
fn big<T: FieldValue + Default>(slice: &[u8]) -> T {
    T::load(slice, Endian::Big).unwrap_or_default()
}

/// Bytes of a value as it stands in a record.
const fn size_of(data: &Data) -> usize {
    match data {
        Data::U8(_) | Data::I8(_) => 1,
        Data::U16(_) => 2,
        Data::I64(_) => 8,
        _ => 4,
    }
}

fn empty_columns<'l>(
    leaves: impl IntoIterator<Item = &'l Leaf>,
    rows: usize,
) -> Vec<(usize, Data)> {
    leaves.into_iter().map(|leaf| (leaf.offset, empty(leaf.kind, rows))).collect()
}

/// Columns of some scalars out of records of differing lengths, which are read once, however many columns are asked for.
/// Where a record is too short for a scalar, it counts as 0.
pub fn gather_slices<'b, 'l>(
    slices: impl ExactSizeIterator<Item = &'b [u8]>,
    endian: Endian,
    leaves: impl IntoIterator<Item = &'l Leaf>,
) -> Vec<Column> {
    let mut columns = empty_columns(leaves, slices.len());
    let mut slices = slices;
    let mut block = Vec::with_capacity(BLOCK);
    while slices.len() > 0 {
        block.clear();
        block.extend(slices.by_ref().take(BLOCK));
        for (offset, data) in &mut columns {
            let scalar = *offset..offset.saturating_add(size_of(data));
            let scalars = block.iter().map(|slice| slice.get(scalar.clone()).unwrap_or_default());
            extend(data, endian, scalars);
        }
    }
    columns.into_iter().map(|(_, data)| data.into()).collect()
}

/// Columns of some big-endian scalars out of records that lie scattered in `bytes`, at `starts`. A start of 0 means that
/// there is no such record: its values are 0 and marked invalid. Each record is read once, however many columns are asked
/// for.
pub fn gather_at<'l>(
    bytes: &[u8],
    starts: impl Iterator<Item = u32>,
    leaves: impl IntoIterator<Item = &'l Leaf>,
) -> Vec<Column> {
    let starts: Vec<u32> = starts.collect();
    let columns = empty_columns(leaves, starts.len());
    gather_scattered(bytes, &starts, columns)
}

/// The part of [`gather_at`] that is the same for all callers.
fn gather_scattered(bytes: &[u8], starts: &[u32], mut columns: Vec<(usize, Data)>) -> Vec<Column> {
    let first = columns.iter().map(|(offset, _)| *offset).min().unwrap_or(0);
    let end = columns.iter().map(|(offset, data)| offset.saturating_add(size_of(data))).max();
    let stride = end.unwrap_or(0).saturating_sub(first);
    if stride == 0 {
        return Vec::new();
    }
    columns.iter_mut().for_each(|(offset, _)| *offset = offset.saturating_sub(first));
    // The records of a block are laid side by side, which costs less than to look for each of their scalars.
    let mut block = vec![0; stride.saturating_mul(BLOCK.min(starts.len()))];
    for starts in starts.chunks(BLOCK) {
        for (record, &start) in block.chunks_exact_mut(stride).zip(starts) {
            let from = (start as usize).saturating_add(first);
            match bytes.get(from..from.saturating_add(stride)) {
                Some(bytes) if start != 0 => record.copy_from_slice(bytes),
                _ => record.fill(0),
            }
        }
        let there = stride.saturating_mul(starts.len());
        deal_out(block.get(..there).unwrap_or_default(), stride, Endian::Big, &mut columns);
    }
    let validity = starts
        .contains(&0)
        .then(|| starts.iter().map(|&start| u8::from(start != 0)).collect::<Vec<u8>>());
    columns.into_iter().map(|(_, data)| Column { data, validity: validity.clone() }).collect()
}

fn empty(kind: FieldType, rows: usize) -> Data {
    match kind {
        FieldType::U8 => Data::U8(Vec::with_capacity(rows)),
        FieldType::I8 => Data::I8(Vec::with_capacity(rows)),
        FieldType::U16 => Data::U16(Vec::with_capacity(rows)),
        FieldType::U32 => Data::U32(Vec::with_capacity(rows)),
        FieldType::I64 => Data::I64(Vec::with_capacity(rows)),
        FieldType::F32 => Data::F32(Vec::with_capacity(rows)),
        // A record is no scalar, so no leaf is one.
        _ => Data::I32(Vec::with_capacity(rows)),
    }
}

const fn column_type(kind: FieldType) -> Type {
    match kind {
        FieldType::U8 => Type::U8,
        FieldType::I8 => Type::I8,
        FieldType::U16 => Type::U16,
        FieldType::U32 => Type::U32,
        FieldType::I64 => Type::I64,
        FieldType::F32 => Type::F32,
        _ => Type::I32,
    }
}
