//! The rows of one replay in a table.

use std::path::Path;
use std::sync::Arc;

use anyhow::Result;
use arrow::array::{
    ArrayRef, Int32Array, RecordBatch, RecordBatchOptions, StringViewArray, new_null_array,
};
use arrow::compute::cast;
use arrow::datatypes::{Schema, SchemaRef};
use arrow::error::ArrowError;
use ghostreel::{Column, Replay};

use crate::catalog::{GAME, ROW, Table};
use crate::header::{self, PATH, REPLAY};
use crate::source::Source;

/// Some columns of a table, in an order of their own.
#[derive(Clone, Debug)]
pub(crate) struct Selection {
    table: &'static Table,
    columns: Vec<usize>,
    schema: SchemaRef,
    source: Source,
}

impl Selection {
    /// All columns, or those at these places.
    pub(crate) fn new(table: &'static Table, columns: Option<&[usize]>) -> Self {
        let all = || (0..table.schema.fields().len()).collect();
        let columns: Vec<usize> = columns.map_or_else(all, <[usize]>::to_vec);
        let fields: Vec<_> =
            columns.iter().map(|&index| Arc::clone(&table.schema.fields()[index])).collect();
        let schema = Schema::new_with_metadata(fields, table.schema.metadata().clone());
        Self { table, columns, schema: Arc::new(schema), source: Source::Own }
    }

    /// Of other rows than the table's own.
    pub(crate) fn of(self, source: Source) -> Self {
        Self { source, ..self }
    }

    pub(crate) fn table(&self) -> &'static Table {
        self.table
    }

    pub(crate) fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    /// Whether the digest of the file is among them.
    pub(crate) fn has_digest(&self) -> bool {
        self.schema.index_of(REPLAY).is_ok()
    }

    /// The rows of a replay, but for the values that its file alone gives; `None` if it has no such table.
    ///
    /// # Errors
    /// If the replay cannot be read, or its columns are not those of the table.
    pub(crate) fn rows(&self, replay: &Replay<'_>) -> Result<Option<Rows>> {
        if self.table.is_of_replays() {
            return Ok(Some(Rows { arrays: header::row(replay, &self.columns), rows: 1 }));
        }
        let fields = self.schema.fields();
        let wanted: Vec<&str> = fields.iter().map(|field| field.name().as_str()).collect();
        let made = self.source.columns(replay, &self.table.name, &wanted)?;
        let Some((schema, columns, rows)) = made else { return Ok(None) };
        let marked: Vec<Column> = schema
            .columns
            .iter()
            .zip(columns)
            .map(|(schema, column)| schema.with_nulls(column))
            .collect();
        let batch = ghostreel_arrow::batch_of(ghostreel_arrow::schema(&schema), marked, rows);
        let batch = batch?;
        let game = replay.format().game;
        let array = |field: &Arc<arrow::datatypes::Field>| match batch.column_by_name(field.name())
        {
            Some(array) => cast(array, field.data_type()),
            None if field.name() == GAME => Ok(same_text(game, rows)),
            None if field.name() == ROW => Ok(numbers(rows)),
            None => Ok(new_null_array(field.data_type(), rows)),
        };
        let arrays = fields.iter().map(array).collect::<Result<_, ArrowError>>()?;
        Ok(Some(Rows { arrays, rows }))
    }

    /// Rows as a batch, with the values that their file gives.
    pub(crate) fn batch(
        &self,
        rows: Rows,
        digest: Option<&str>,
        path: &Path,
    ) -> Result<RecordBatch> {
        let Rows { arrays, rows } = rows;
        let fields = self.schema.fields().iter();
        let of_file = |(array, name): (ArrayRef, &str)| match name {
            REPLAY => same_text(digest.unwrap_or_default(), rows),
            PATH if self.table.is_of_replays() => same_text(&header::path_text(path), rows),
            _ => array,
        };
        let names = fields.map(|field| field.name().as_str());
        let arrays = arrays.into_iter().zip(names).map(of_file).collect();
        let options = RecordBatchOptions::new().with_row_count(Some(rows));
        Ok(RecordBatch::try_new_with_options(Arc::clone(&self.schema), arrays, &options)?)
    }
}

/// The rows of a replay, without what its file alone gives.
#[derive(Debug)]
pub(crate) struct Rows {
    arrays: Vec<ArrayRef>,
    rows: usize,
}

/// The same text in each row. It is held once.
pub(crate) fn same_text(text: &str, rows: usize) -> ArrayRef {
    let one = StringViewArray::from_iter_values([text]);
    let views = vec![one.views()[0]; rows].into();
    Arc::new(StringViewArray::new(views, one.data_buffers().to_vec(), None))
}

/// From 0 on.
fn numbers(rows: usize) -> ArrayRef {
    Arc::new((0..).take(rows).collect::<Int32Array>())
}

#[cfg(test)]
mod tests {
    use arrow::array::{Array as _, AsArray as _};

    use super::*;

    #[test]
    fn a_text_that_is_the_same_in_each_row_is_held_once() {
        for text in ["", "short", &"a".repeat(64)] {
            let array = same_text(text, 100_000);
            assert!(array.as_string_view().iter().all(|found| found == Some(text)));
            // A view of a text is 16 bytes.
            assert!(array.get_array_memory_size() < 100_000 * 16 + 100_000, "{text}");
            assert_eq!(same_text(text, 0).len(), 0);
        }
    }
}
