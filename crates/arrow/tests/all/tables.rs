//! Every table of every game has in Arrow what the verbs give.

use arrow_array::cast::AsArray as _;
use arrow_array::types::{
    Decimal128Type, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type,
};
use arrow_array::{Array, ArrayRef, RecordBatch, StringArray};
use arrow_schema::DataType;
use ghostreel::{Cell, Columns, Options, Replay};
use ghostreel_arrow::{data_type, record_batch};

/// A value of a batch as text.
fn value(array: &ArrayRef, row: usize) -> Option<String> {
    if array.is_null(row) {
        return None;
    }
    Some(match array.data_type() {
        DataType::Float32 => array.as_primitive::<Float32Type>().value(row).to_string(),
        DataType::Float64 => array.as_primitive::<Float64Type>().value(row).to_string(),
        DataType::Int8 => array.as_primitive::<Int8Type>().value(row).to_string(),
        DataType::Int16 => array.as_primitive::<Int16Type>().value(row).to_string(),
        DataType::Int32 => array.as_primitive::<Int32Type>().value(row).to_string(),
        DataType::Int64 => array.as_primitive::<Int64Type>().value(row).to_string(),
        DataType::Decimal128(..) => {
            array.as_primitive::<Decimal128Type>().value_as_string(row).to_string()
        }
        DataType::Boolean => array.as_boolean().value(row).to_string(),
        DataType::Dictionary(..) => {
            let texts = array.as_dictionary::<Int32Type>().downcast_dict::<StringArray>().unwrap();
            texts.into_iter().nth(row).unwrap().unwrap().to_owned()
        }
        other => panic!("no rule gives {other}"),
    })
}

/// The same of what the verbs give.
fn wanted(cell: Cell<'_>) -> Option<String> {
    Some(match cell {
        Cell::Absent => return None,
        Cell::F32(number) => number.to_string(),
        Cell::F64(number) => number.to_string(),
        Cell::Integer(number) => number.to_string(),
        Cell::Bool(is_so) => is_so.to_string(),
        Cell::Text(text) => text.to_owned(),
        other => panic!("no cell of this kind: {other:?}"),
    })
}

/// Whether a row is at the begin, in the middle or at the end.
fn is_compared(row: usize, rows: usize) -> bool {
    row < 20 || row.abs_diff(rows / 2) < 20 || rows - row < 20
}

fn compare(columns: &Columns, batch: &RecordBatch, of: &str) {
    assert_eq!(
        (batch.num_rows(), batch.num_columns()),
        (columns.len(), columns.iter().len()),
        "{of}"
    );
    for (at, (declared, _)) in columns.iter().enumerate() {
        let (schema, array) = (batch.schema(), batch.column(at));
        let (field, of) = (schema.field(at), format!("{of}: {}", declared.name));
        assert_eq!(
            (field.name().as_str(), field.data_type()),
            (&*declared.name, &data_type(declared.kind)),
            "{of}"
        );
        assert_eq!(field.metadata().get("unit").map_or("", String::as_str), declared.unit, "{of}");
        assert_eq!(field.metadata()["meaning"], declared.meaning, "{of}");
        assert_eq!(field.metadata()["type"], declared.kind.name(), "{of}");
        let rows = columns.rows().enumerate().filter(|(row, _)| is_compared(*row, columns.len()));
        for (row, cells) in rows {
            let cell = cells.cell(&declared.name).unwrap();
            assert_eq!(value(array, row), wanted(cell), "{of}, row {row}");
        }
    }
}

fn compare_all(replay: &Replay<'_>, of: &str) {
    let timeline = replay.timeline();
    for table in timeline.tables() {
        let schema = table.schema();
        let of = format!("{of}, table {}", schema.name);
        let names = schema.columns.iter().map(|column| column.name.as_ref());
        let columns = replay.columns(&schema.name, names, ..).unwrap();
        compare(&columns, &record_batch(columns.clone()).unwrap(), &of);
        let marked = columns.with_nulls();
        compare(&marked, &record_batch(marked.clone()).unwrap(), &of);
    }
}

#[test]
fn every_table_of_every_sample_is_the_same_in_arrow() {
    for (game, variants) in ghostreel::sample_variants() {
        for variant in variants {
            let bytes = ghostreel::sample(game, Some(variant), 3).unwrap();
            let replay = ghostreel::read(&bytes, &Options::default()).unwrap();
            compare_all(&replay, &format!("{game} {variant}"));
        }
    }
}

#[test]
fn a_table_says_what_it_is() {
    let bytes = ghostreel::sample("rocket-league", None, 1).unwrap();
    let replay = ghostreel::read(&bytes, &Options::default()).unwrap();
    let batch = record_batch(replay.events("goals").unwrap()).unwrap();
    let schema = batch.schema();
    let metadata = schema.metadata();
    assert_eq!(
        (&*metadata["table"], &*metadata["rows"], &*metadata["time"]),
        ("goals", "events", "time")
    );
    // No columns, and rows still.
    let none = replay.columns("players", Vec::<String>::new(), ..).unwrap();
    let players = none.len();
    assert_eq!(record_batch(none).unwrap().num_rows(), players);
}
