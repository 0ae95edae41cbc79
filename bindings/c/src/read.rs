//! Reading replays and reels.
#![allow(unsafe_code, reason = "`no_mangle` counts as unsafe: two exports of one name would clash")]

use std::ffi::{c_char, c_void};
use std::fs;
use std::mem::MaybeUninit;
use std::ptr::null;

use ghostreel::{TableKind, Type};
use ghostreel_arrow::FFI_ArrowArrayStream;
use ghostreel_arrow::arrow_array::RecordBatchIterator;

use crate::failure::{Failure, Outcome, attempt, outcome};
use crate::memory::{bytes, text};
use crate::record::Rows;
use crate::replay::Opened;

/// A replay or reel that is open.
#[derive(Debug)]
pub struct Replay {
    opened: Opened,
}

/// The type of a column's values.
#[repr(C)]
#[allow(clippy::enum_variant_names, reason = "C has no other names for them")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnType {
    /// float
    GhostreelF32 = 0,
    /// double
    GhostreelF64 = 1,
    /// int8_t
    GhostreelI8 = 2,
    /// int16_t
    GhostreelI16 = 3,
    /// int32_t
    GhostreelI32 = 4,
    /// int64_t
    GhostreelI64 = 5,
    /// uint8_t
    GhostreelU8 = 6,
    /// uint16_t
    GhostreelU16 = 7,
    /// uint32_t
    GhostreelU32 = 8,
    /// uint64_t
    GhostreelU64 = 9,
    /// uint8_t, 0 or 1
    GhostreelBool = 10,
    /// uint32_t, each the place of a text in `texts`
    GhostreelText = 11,
}

/// A table. All texts are valid until the replay is freed.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct TableInfo {
    /// Name, e.g. `frames`.
    pub name: *const c_char,
    /// The column that holds the time in seconds; empty for a table outside time.
    pub time: *const c_char,
    /// The meaning of a row.
    pub meaning: *const c_char,
    /// A `GhostreelRows`: how to read the table between its rows.
    pub kind: u32,
    /// The number of columns.
    pub columns: u32,
    /// The number of rows written. Of a damaged reel, columns may have fewer.
    pub rows: u64,
}

/// A column, before it is read. All texts are valid until the replay is freed.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct ColumnInfo {
    /// Name, e.g. `head.pos.x`.
    pub name: *const c_char,
    /// The type's name, e.g. `f32`.
    pub r#type: *const c_char,
    /// Unit; empty if it has none.
    pub unit: *const c_char,
    /// The meaning of a value, with its range.
    pub meaning: *const c_char,
}

/// The values of a column. They are lent, and valid until the replay is freed.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Column {
    /// The type of the values: a `GhostreelColumnType`.
    pub r#type: u32,
    /// The number of texts.
    pub text_count: u32,
    /// The number of rows.
    pub rows: u64,
    /// The values, one for each row, aligned as their type asks for. Not NULL, but not to be read if there are no rows.
    pub values: *const c_void,
    /// A byte for each row, 0 where the value is absent; NULL where all are there.
    pub present: *const u8,
    /// The texts of a column of texts.
    pub texts: *const *const c_char,
}

/// Opens a file: a replay of any format that Ghostreel knows, or a reel. NULL on failure; free it. A damaged file is read as far as it goes;
/// the description lists the losses. Any thread; different replays may be used by different threads at the same time, one replay by one.
#[unsafe(no_mangle)]
pub extern "C" fn ghostreel_replay_open(path: *const c_char) -> Option<Box<Replay>> {
    let open = || {
        let path = text(path)?;
        let bytes = fs::read(path)
            .map_err(|error| Failure::new(Outcome::GhostreelFile, format!("{path}: {error}")))?;
        Ok(Box::new(Replay { opened: Opened::new(bytes)? }))
    };
    attempt(open).ok()
}

/// As `ghostreel_replay_open`, of the bytes of a file, which are copied.
#[unsafe(no_mangle)]
pub extern "C" fn ghostreel_replay_open_bytes(
    data: *const u8,
    length: usize,
) -> Option<Box<Replay>> {
    let open = || Ok(Box::new(Replay { opened: Opened::new(bytes(data, length)?.to_owned())? }));
    attempt(open).ok()
}

/// Frees a replay, and all that it lent.
#[unsafe(no_mangle)]
pub extern "C" fn ghostreel_replay_free(replay: Option<Box<Replay>>) {
    attempt(|| {
        drop(replay);
        Ok(())
    })
    .ok();
}

/// The number of tables; 0 for NULL.
#[unsafe(no_mangle)]
pub extern "C" fn ghostreel_replay_table_count(replay: Option<&Replay>) -> u32 {
    count(replay.map_or(0, |replay| replay.opened.tables.len()))
}

/// The table of a number, from 0.
#[unsafe(no_mangle)]
pub extern "C" fn ghostreel_replay_table(
    replay: Option<&Replay>,
    number: u32,
    table: Option<&mut MaybeUninit<TableInfo>>,
) -> Outcome {
    outcome(|| {
        let tables = &replay.ok_or(Failure::NO_OBJECT)?.opened.tables;
        let place = table.ok_or(Failure::NO_PLACE)?;
        let about = tables.get(number as usize).ok_or(Failure::NO_TABLE)?;
        place.write(TableInfo {
            name: about.name.as_ptr(),
            time: about.time.as_ptr(),
            meaning: about.meaning.as_ptr(),
            kind: match about.kind {
                TableKind::States => Rows::GhostreelStates,
                TableKind::Steps => Rows::GhostreelSteps,
                TableKind::Events => Rows::GhostreelEvents,
            } as u32,
            columns: count(about.columns.len()),
            rows: about.rows,
        });
        Ok(())
    })
}

/// Describes a column, without reading it. Both numbers are from 0.
#[unsafe(no_mangle)]
pub extern "C" fn ghostreel_replay_column_info(
    replay: Option<&Replay>,
    table: u32,
    number: u32,
    column: Option<&mut MaybeUninit<ColumnInfo>>,
) -> Outcome {
    outcome(|| {
        let tables = &replay.ok_or(Failure::NO_OBJECT)?.opened.tables;
        let place = column.ok_or(Failure::NO_PLACE)?;
        let about = tables.get(table as usize).ok_or(Failure::NO_TABLE)?;
        let about = about.columns.get(number as usize).ok_or(Failure::NO_COLUMN)?;
        place.write(ColumnInfo {
            name: about.name.as_ptr(),
            r#type: about.kind.as_ptr(),
            unit: about.unit.as_ptr(),
            meaning: about.meaning.as_ptr(),
        });
        Ok(())
    })
}

/// The values of a column. All columns of a table are read when one is asked for, and kept; they share their rows.
#[unsafe(no_mangle)]
pub extern "C" fn ghostreel_replay_column(
    replay: Option<&mut Replay>,
    table: *const c_char,
    name: *const c_char,
    column: Option<&mut MaybeUninit<Column>>,
) -> Outcome {
    outcome(|| {
        let opened = &mut replay.ok_or(Failure::NO_OBJECT)?.opened;
        let place = column.ok_or(Failure::NO_PLACE)?;
        let (table, number) = opened.find(text(table)?, text(name)?)?;
        let held = opened.column(table, number)?;
        let present = held.column.validity.as_ref().map_or(null(), |present| present.as_ptr());
        // Little endian, as everything that this is built for: the bytes are the values themselves.
        let values = held.column.bytes();
        place.write(Column {
            r#type: column_type(held.column.kind())? as u32,
            text_count: count(held.pointers.len()),
            rows: held.column.len() as u64,
            values: values.as_ptr().cast(),
            present,
            texts: held.pointers.as_ptr(),
        });
        Ok(())
    })
}

/// A stream of Arrow's C stream interface.
#[repr(transparent)]
#[derive(Debug)]
pub struct ArrowArrayStream(FFI_ArrowArrayStream);

/// All columns of a table as a stream of Apache Arrow with one batch, which R, Julia, Go, C++ and others read by its C stream interface. Units and
/// meanings are in the fields' metadata; numbers without a sign are the next wider ones with one. The stream is the caller's: its `release` frees it. It
/// stays when the replay is freed.
#[unsafe(no_mangle)]
pub extern "C" fn ghostreel_arrow_stream(
    replay: Option<&Replay>,
    table: *const c_char,
    stream: Option<&mut MaybeUninit<ArrowArrayStream>>,
) -> Outcome {
    outcome(|| {
        let opened = &replay.ok_or(Failure::NO_OBJECT)?.opened;
        let place = stream.ok_or(Failure::NO_PLACE)?;
        let batch = opened.batch(text(table)?)?;
        let schema = batch.schema();
        let batches = RecordBatchIterator::new([Ok(batch)], schema);
        place.write(ArrowArrayStream(FFI_ArrowArrayStream::new(Box::new(batches))));
        Ok(())
    })
}

/// The replay's metadata as JSON, by docs/json.md. Valid until the replay is freed; NULL on failure.
#[unsafe(no_mangle)]
pub extern "C" fn ghostreel_replay_description(replay: Option<&mut Replay>) -> *const c_char {
    let describe = || replay.ok_or(Failure::NO_OBJECT)?.opened.description();
    attempt(describe).unwrap_or(null())
}

/// Statistics as JSON, `null` if there are none: docs/json.md says how. Valid until the replay is freed; NULL on failure.
#[unsafe(no_mangle)]
pub extern "C" fn ghostreel_replay_statistics(replay: Option<&mut Replay>) -> *const c_char {
    let count = || replay.ok_or(Failure::NO_OBJECT)?.opened.statistics();
    attempt(count).unwrap_or(null())
}

fn count(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}

fn column_type(kind: Type) -> Result<ColumnType, Failure> {
    Ok(match kind {
        Type::F32 => ColumnType::GhostreelF32,
        Type::F64 => ColumnType::GhostreelF64,
        Type::I8 => ColumnType::GhostreelI8,
        Type::I16 => ColumnType::GhostreelI16,
        Type::I32 => ColumnType::GhostreelI32,
        Type::I64 => ColumnType::GhostreelI64,
        Type::U8 => ColumnType::GhostreelU8,
        Type::U16 => ColumnType::GhostreelU16,
        Type::U32 => ColumnType::GhostreelU32,
        Type::U64 => ColumnType::GhostreelU64,
        Type::Bool => ColumnType::GhostreelBool,
        Type::Dict => ColumnType::GhostreelText,
        _ => return Err(Failure::new(Outcome::GhostreelUnreadable, "a type that is not known")),
    })
}

/// Where memory is not little endian, the bytes of a column are no values, and would be lent longer than they are there.
#[cfg(not(target_endian = "little"))]
compile_error!(
    "the C interface lends columns as they are in memory, which has to be little endian"
);
