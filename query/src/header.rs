//! The table `replays`: a row for each replay, of what its header says. Nothing is decoded for it.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use arrow::array::{
    ArrayRef, BooleanArray, Float64Array, Int32Array, Int64Array, StringViewArray,
    TimestampMicrosecondArray,
};
use arrow::datatypes::{DataType, Field, Schema, SchemaRef, TimeUnit};
use ghostreel::analysis::STATISTICS_VERSION;
use ghostreel::timeline::Meta;
use ghostreel::{Outcome, Replay};

/// Which tables, columns and types there are. Replays that were exported by an earlier version are exported again: it counts up with every change of
/// tables or of what stands in them.
pub(crate) const TABLES_VERSION: i32 = 1;

/// The column that names the replay of a row: the SHA-256 of the game's own file in hex.
pub(crate) const REPLAY: &str = "replay";

/// The column with the file's path.
pub(crate) const PATH: &str = "path";

/// The column with what it was exported together with.
pub(crate) const BATCH: &str = "batch";

/// The column with the length of the file.
pub(crate) const SIZE: &str = "size";

/// The columns with the versions that its rows were written by.
pub(crate) const TABLES: &str = "tables_version";
pub(crate) const STATISTICS: &str = "statistics_version";

/// A value of a header.
enum Value {
    Text(Option<String>),
    Float(Option<f64>),
    Integer(Option<i64>),
    Small(i32),
    Truth(bool),
    /// Seconds since 1970.
    Time(Option<i64>),
}

/// What a column is filled from.
struct Header<'r> {
    replay: &'r Replay<'r>,
    meta: Meta,
}

struct Column {
    name: &'static str,
    kind: DataType,
    unit: &'static str,
    meaning: &'static str,
    value: fn(&Header<'_>) -> Value,
}

/// The columns in their order. `replay` and `path` are those of the file, which a replay does not know.
fn columns() -> Vec<Column> {
    use DataType::{Boolean, Float64, Int32, Int64, Utf8View as Text};
    let at = DataType::Timestamp(TimeUnit::Microsecond, Some("UTC".into()));
    let column = |name, kind, unit, meaning, value| Column { name, kind, unit, meaning, value };
    let none = |_: &Header<'_>| Value::Text(None);
    vec![
        column(REPLAY, Text, "", "The SHA-256 of the game's own file, in hex", none),
        column(PATH, Text, "", "Where the file was when it was read", none),
        column("game", Text, "", "The game's short name", |of| text(of.meta.game)),
        column("format", Text, "", "The format's short name", |of| text(of.meta.format)),
        column("format_version", Text, "", "Version of the format", |of| text(&of.meta.version)),
        column("writer", Text, "", "The program that recorded, with its version", |of| {
            Value::Text(of.meta.writer.clone())
        }),
        column("game_version", Text, "", "Version of the game", |of| {
            Value::Text(of.meta.game_version.clone())
        }),
        column("started_at", at, "", "When play began", |of| Value::Time(of.meta.started_at)),
        column("duration_s", Float64, "s", "Length in the game's own time", |of| {
            Value::Float(Some(of.meta.duration_s))
        }),
        column("map", Text, "", "Name of the map, stage or arena", |of| {
            Value::Text(of.meta.map.as_ref().map(|map| map.name.clone()))
        }),
        column(
            "map_id",
            Text,
            "",
            "The game's identifier of the map, for Beat Saber its hash",
            |of| Value::Text(of.meta.map.as_ref().and_then(|map| map.id.clone())),
        ),
        column("map_author", Text, "", "The map's author", |of| {
            Value::Text(of.meta.map.as_ref().and_then(|map| map.author.clone()))
        }),
        column("difficulty", Text, "", "Its difficulty, in the game's words", |of| {
            Value::Text(of.meta.map.as_ref().and_then(|map| map.difficulty.clone()))
        }),
        column("mode", Text, "", "The mode of the game, in the game's own words", |of| {
            Value::Text(of.meta.mode.clone())
        }),
        column("player_count", Int32, "", "How many play", |of| {
            Value::Small(i32::try_from(of.meta.players.len()).unwrap_or(i32::MAX))
        }),
        column("score", Int64, "", "The score, where there is a single one", |of| {
            Value::Integer(of.meta.score)
        }),
        column("outcome", Text, "", "How it ended: cleared, failed, practice …", |of| {
            Value::Text(of.meta.outcome.map(str::to_owned))
        }),
        column(
            "recovered",
            Boolean,
            "",
            "Whether the file is damaged, and part of it is lost",
            |of| Value::Truth(of.replay.outcome() == Outcome::Recovered),
        ),
        column(SIZE, Int64, "bytes", "Length of the game's own file", |of| {
            Value::Integer(i64::try_from(of.replay.bytes().len()).ok())
        }),
        column(TABLES, Int32, "", "Version of the tables that its rows were written by", |_| {
            Value::Small(TABLES_VERSION)
        }),
        column(STATISTICS, Int32, "", "Version of the statistics in its rows", |_| {
            Value::Small(i32::try_from(STATISTICS_VERSION).unwrap_or(i32::MAX))
        }),
        column(BATCH, Text, "", "What it was exported together with; none outside an export", none),
    ]
}

fn text(text: impl Into<String>) -> Value {
    Value::Text(Some(text.into()))
}

/// The schema of the table `replays`.
pub(crate) fn schema() -> SchemaRef {
    let field = |column: Column| {
        let said = [("unit", column.unit), ("meaning", column.meaning)];
        let said = said.into_iter().filter(|(_, text)| !text.is_empty());
        let metadata: HashMap<String, String> =
            said.map(|(name, text)| (name.to_owned(), text.to_owned())).collect();
        Field::new(column.name, column.kind, true).with_metadata(metadata)
    };
    Arc::new(Schema::new(columns().into_iter().map(field).collect::<Vec<_>>()))
}

/// Some columns of the one row of a replay.
pub(crate) fn row(replay: &Replay<'_>, wanted: &[usize]) -> Vec<ArrayRef> {
    let header = Header { replay, meta: replay.meta() };
    let columns = columns();
    wanted.iter().map(|&index| array((columns[index].value)(&header))).collect()
}

fn array(value: Value) -> ArrayRef {
    match value {
        Value::Text(text) => Arc::new(StringViewArray::from(vec![text.as_deref()])),
        Value::Float(number) => Arc::new(Float64Array::from(vec![number])),
        Value::Integer(number) => Arc::new(Int64Array::from(vec![number])),
        Value::Small(number) => Arc::new(Int32Array::from(vec![number])),
        Value::Truth(truth) => Arc::new(BooleanArray::from(vec![truth])),
        Value::Time(seconds) => {
            let micros = seconds.and_then(|seconds| seconds.checked_mul(1_000_000));
            Arc::new(TimestampMicrosecondArray::from(vec![micros]).with_timezone("UTC"))
        }
    }
}

/// A path as a value.
pub(crate) fn path_text(path: &Path) -> String {
    path.display().to_string()
}
