//! Columns straight from fixed-size records in a byte slice.

use ghostreel_core::record::{self, Leaf};
use ghostreel_core::{Endian, FieldType, Record};

use crate::{Column, ColumnSchema, Data, Sentinel, Type};

/// The schema of a record's scalars, in the order of their bytes; the names of records inside records
/// are joined by dots. Matches [`gather`] by index.
pub fn record_columns<R: Record>() -> Vec<ColumnSchema> {
    leaf_columns(&record::leaves(R::FIELDS))
}

/// The schema of some scalars of a record.
pub fn leaf_columns(leaves: &[Leaf]) -> Vec<ColumnSchema> {
    leaves
        .iter()
        .map(|Leaf { column, kind, unit, meaning, none, since, .. }| ColumnSchema {
            sentinel: Sentinel::parse(none),
            since,
            ..ColumnSchema::new(column.clone(), column_type(*kind), unit, meaning.clone())
        })
        .collect()
}

/// Records that are read together: few enough to stay in the nearest cache while each of their scalars goes to its
/// column.
const BLOCK: usize = 128;

/// Bytes of a record that are read together. Most records have no more; columns further apart take another pass.
const WIDTH: usize = 96;

/// Where columns are no further apart, so many bytes of a record are enough.
const NARROW: usize = 32;

/// A part of a record. Windows all have the same width, which the compiler knows, so that it has nothing to check for
/// each of their scalars.
type Window = [u8; WIDTH];

/// A column on its way: where its scalar is in each record, and the values so far.
type Growing = (usize, Data);

/// Columns of some scalars out of every record: `bytes` holds whole records, the scalars are leaves of theirs. The
/// bytes are read once for each 96 bytes of a record, however many columns are asked for.
pub fn gather<'l, R: Record>(
    bytes: &[u8],
    leaves: impl IntoIterator<Item = &'l Leaf>,
) -> Vec<Column> {
    let rows = bytes.len().checked_div(R::SIZE).unwrap_or(0);
    let after = |row: usize, first: usize| {
        bytes.get(row.saturating_mul(R::SIZE).saturating_add(first)..).unwrap_or_default()
    };
    gather_records(0..rows, after, R::ENDIAN, leaves)
}

/// The same out of records of differing lengths. Bytes that a record lacks count as 0.
pub fn gather_slices<'b, 'l>(
    slices: impl ExactSizeIterator<Item = &'b [u8]> + Clone,
    endian: Endian,
    leaves: impl IntoIterator<Item = &'l Leaf>,
) -> Vec<Column> {
    let after = |slice: &'b [u8], first: usize| slice.get(first..).unwrap_or_default();
    gather_records(slices, after, endian, leaves)
}

/// Columns of some big-endian scalars out of records that lie scattered in `bytes`, at `starts`. A start of 0 means that
/// there is no such record: its values are 0 and marked invalid. Records are read as often as by [`gather`].
pub fn gather_at<'l>(
    bytes: &[u8],
    starts: impl ExactSizeIterator<Item = u32> + Clone,
    leaves: impl IntoIterator<Item = &'l Leaf>,
) -> Vec<Column> {
    let after = |start: u32, first: usize| match start {
        0 => &[],
        start => bytes.get((start as usize).saturating_add(first)..).unwrap_or_default(),
    };
    let mut columns = gather_records(starts.clone(), after, Endian::Big, leaves);
    // Without a stop at the first, which is rare, many are looked at together.
    if starts.clone().fold(false, |lacks_one, start| lacks_one | (start == 0)) {
        let validity: Vec<u8> = starts.map(|start| u8::from(start != 0)).collect();
        columns.iter_mut().for_each(|column| column.validity = Some(validity.clone()));
    }
    columns
}

/// Columns of some scalars of records. `after` gives the bytes from a place in one of them; it may go on after the record.
fn gather_records<'b, 'l, R>(
    records: impl ExactSizeIterator<Item = R> + Clone,
    after: impl Fn(R, usize) -> &'b [u8],
    endian: Endian,
    leaves: impl IntoIterator<Item = &'l Leaf>,
) -> Vec<Column> {
    let rows = records.len();
    let column = |leaf: &Leaf| (leaf.offset, empty(leaf.kind, rows));
    let mut columns: Vec<Growing> = leaves.into_iter().map(column).collect();
    let mut windows = [[0; WIDTH]; BLOCK];
    let mut rest = columns.as_mut_slice();
    while !rest.is_empty() {
        let (first, end, count) = fitting(rest);
        let is_narrow = end.saturating_sub(first) <= NARROW;
        let (columns, others) = rest.split_at_mut(count);
        rest = others;
        let mut records = records.clone();
        while records.len() > 0 {
            let count = records.len().min(windows.len());
            for (window, record) in windows.iter_mut().zip(&mut records) {
                read_window(window, after(record, first), is_narrow);
            }
            let windows = windows.get(..count).unwrap_or_default();
            for (offset, data) in &mut *columns {
                extend(data, endian, windows, offset.saturating_sub(first));
            }
        }
    }
    columns.into_iter().map(|(_, data)| data.into()).collect()
}

/// Where a window begins that holds the first of these columns and as many after it as it can, where the last of those ends, and how
/// many they are.
fn fitting(columns: &[Growing]) -> (usize, usize, usize) {
    let (mut first, mut end) = (usize::MAX, 0);
    for (count, (offset, data)) in columns.iter().enumerate() {
        let wider = (first.min(*offset), end.max(offset.saturating_add(size_of(data))));
        if count > 0 && wider.1.saturating_sub(wider.0) > WIDTH {
            return (first, end, count);
        }
        (first, end) = wider;
    }
    (first, end, columns.len())
}

#[inline(always)]
fn read_window(window: &mut Window, bytes: &[u8], is_narrow: bool) {
    match bytes.first_chunk::<WIDTH>() {
        Some(bytes) if is_narrow => {
            let (window, bytes) = (window.first_chunk_mut(), bytes.first_chunk::<NARROW>());
            if let (Some(window), Some(bytes)) = (window, bytes) {
                *window = *bytes;
            }
        }
        Some(bytes) => *window = *bytes,
        None => {
            window.fill(0);
            window.iter_mut().zip(bytes).for_each(|(to, from)| *to = *from);
        }
    }
}

/// Appends the scalar at `offset` of each window (a block's worth at most) to a column.
#[inline(never)]
fn extend(data: &mut Data, endian: Endian, windows: &[Window], offset: usize) {
    // The byte order is settled outside of the loops.
    macro_rules! load {
        ($values:expr, $number:ty) => {
            match endian {
                Endian::Little => append($values, windows, offset, <$number>::from_le_bytes),
                Endian::Big => append($values, windows, offset, <$number>::from_be_bytes),
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
fn append<T: Copy, const N: usize>(
    values: &mut Vec<T>,
    windows: &[Window],
    offset: usize,
    load: impl Fn([u8; N]) -> T,
) {
    // Never less: the compiler learns by this that the scalar is within the window.
    let offset = offset.min(WIDTH.saturating_sub(N));
    let scalar = |window: &Window| {
        let bytes = window.get(offset..).and_then(|bytes| bytes.first_chunk());
        load(bytes.copied().unwrap_or([0; N]))
    };
    // Eight at a time, and for all of them one look at the room that the column has.
    let (eights, rest) = windows.as_chunks::<8>();
    values.extend(eights.iter().flat_map(|eight| eight.each_ref().map(scalar)));
    values.extend(rest.iter().map(scalar));
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
