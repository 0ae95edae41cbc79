//! Game replays as [Apache Arrow](https://arrow.apache.org): what dataframes, engines of SQL and other languages read without a parser of
//! their own.
//!
//! ```
//! let bytes = ghostreel::sample("rocket-league", None, 1).expect("a game that is known");
//! let replay = ghostreel::read(&bytes, &ghostreel::Options::default())?;
//!
//! let ball = ghostreel_arrow::record_batch(replay.columns("ball", ["position.x", "position.y"], ..)?)?;
//! assert_eq!(ball.num_columns(), 3);
//! assert_eq!(ball.schema().field(1).metadata()["unit"], "uu");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Of many replays, [`batches`] makes one stream, which is also a `RecordBatchReader`: [`FFI_ArrowArrayStream`] hands it to C and to all that
//! read Arrow's C stream.
//!
//! | column | Arrow |
//! |---|---|
//! | `f32`, `f64`, `i8`, `i16`, `i32`, `i64` | the same; the values are not copied |
//! | `u8`, `u16`, `u32` | `Int16`, `Int32`, `Int64` |
//! | `u64` | `Decimal128(20, 0)` |
//! | `bool` | `Boolean`, a bit each |
//! | `dict` | `Dictionary(Int32, Utf8)`; the codes are not copied |
//! | absent values | null, a bit each |
//!
//! Numbers without a sign are the next wider ones with one, as Delta Lake and many engines have none; the field's metadata has the replay's own type
//! (`type`). There, too, are `unit`, `meaning`, `null` (the meaning of a missing value), `sentinel` (a value that stands for none, which
//! [`Columns::with_nulls`](ghostreel::Columns::with_nulls) makes null) and `since` (the version of the format that added it), each where it has one. The
//! schema's metadata has the `table`, its `rows` (`states`, `steps` or `events`), the column of its `time`, and its `meaning`.
//!
//! Nothing here reads Arrow: it is written only.

mod array;
mod field;
#[cfg(not(target_family = "wasm"))]
mod stream;

use std::sync::Arc;

use arrow_array::{RecordBatch, RecordBatchOptions};
use arrow_schema::ArrowError;
use ghostreel::{Column, Columns};

pub use arrow_array;
pub use arrow_array::ffi_stream::FFI_ArrowArrayStream;
pub use arrow_schema;
pub use field::{data_type, schema};
#[cfg(not(target_family = "wasm"))]
pub use stream::{Batches, Failure, Failures, batches};

/// Columns as a record batch.
///
/// # Errors
/// If the columns contradict themselves, as a code beyond a dictionary does: a bug of whoever made them.
pub fn record_batch(columns: Columns) -> Result<RecordBatch, ArrowError> {
    let rows = columns.len();
    let (schema, columns) = columns.into_parts();
    batch_of(field::schema(&schema), columns, rows)
}

/// Columns under a schema of one's own, whose fields have their [types](data_type): those of a reel's tables, say.
///
/// # Errors
/// As [`record_batch`]; also if the schema has other columns.
pub fn batch_of(
    schema: arrow_schema::Schema,
    columns: Vec<Column>,
    rows: usize,
) -> Result<RecordBatch, ArrowError> {
    let arrays = columns.into_iter().map(array::array).collect::<Result<_, _>>()?;
    // Without columns there are rows still.
    let options = RecordBatchOptions::new().with_row_count(Some(rows));
    RecordBatch::try_new_with_options(Arc::new(schema), arrays, &options)
}
