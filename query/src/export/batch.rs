//! Replays whose rows are written together.

use std::collections::{BTreeMap, HashSet};
use std::path::Path;
use std::sync::Arc;

use anyhow::Result;
use arrow::array::{AsArray as _, BooleanArray, RecordBatch, new_null_array};
use arrow::compute::{cast, concat_batches, filter_record_batch};
use bytes::Bytes;
use chrono::DateTime;
use deltalake::kernel::Add;
use ghostreel::formats::core::Digest;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;

use super::delta::{Exported, MONTH};
use super::parquet_file::{added, encoded};
use super::{FileName, Partition};
use crate::catalog::Table;
use crate::header::{BATCH, REPLAY};
use crate::rows::{Rows, Selection, same_text};

/// The folder of replays that do not say when they began, as Hive and Delta name it.
const NO_MONTH: &str = "__HIVE_DEFAULT_PARTITION__";

/// Replays whose rows are written together.
#[derive(Debug, Default)]
pub(super) struct Batch {
    replays: Vec<OfReplay>,
    bytes: u64,
}

/// The rows of a replay.
#[derive(Debug)]
struct OfReplay {
    digest: Digest,
    /// The earlier state of its file, if that was exported while it grew.
    grown_from: Option<Digest>,
    /// When it began, e.g. `2026-11`.
    month: Option<String>,
    tables: Vec<(&'static Table, RecordBatch)>,
}

impl Batch {
    /// Takes the rows of a replay. `started_at`: seconds since 1970.
    pub(super) fn add(
        &mut self,
        digest: Digest,
        path: &Path,
        rows: Vec<(Selection, Rows)>,
        started_at: Option<i64>,
        grown_from: Option<Digest>,
    ) -> Result<()> {
        let replay = digest.to_string();
        let mut tables = Vec::new();
        for (selection, rows) in rows {
            let batch = selection.batch(rows, Some(&replay), path)?;
            self.bytes += batch.get_array_memory_size() as u64;
            tables.push((selection.table(), batch));
        }
        let month = started_at.and_then(|seconds| DateTime::from_timestamp(seconds, 0));
        let month = month.map(|at| at.format("%Y-%m").to_string());
        self.replays.push(OfReplay { digest, grown_from, month, tables });
        Ok(())
    }

    pub(super) fn is_empty(&self) -> bool {
        self.replays.is_empty()
    }

    pub(super) fn len(&self) -> usize {
        self.replays.len()
    }

    /// The memory of its rows.
    pub(super) const fn bytes(&self) -> u64 {
        self.bytes
    }

    pub(super) fn digests(&self) -> impl Iterator<Item = Digest> {
        self.replays.iter().map(|replay| replay.digest)
    }

    /// The replays whose rows its own are in place of: themselves, and earlier states of their files.
    pub(super) fn replaced(&self) -> HashSet<Digest> {
        self.digests().chain(self.replays.iter().filter_map(|replay| replay.grown_from)).collect()
    }

    /// Rows are in the order of their replays.
    pub(super) fn sort(&mut self) {
        self.replays.sort_by_key(|replay| replay.digest.to_string());
    }

    /// Without these replays.
    pub(super) fn leave_out(&mut self, others: &[Digest]) {
        self.replays.retain(|replay| !others.contains(&replay.digest));
    }

    /// The rows of each table.
    pub(super) fn tables(&self) -> Vec<(&'static Table, TableRows)> {
        let mut tables: Vec<(&'static Table, TableRows)> = Vec::new();
        for replay in &self.replays {
            for (table, rows) in &replay.tables {
                if rows.num_rows() == 0 {
                    continue;
                }
                let index = tables.iter().position(|(known, _)| std::ptr::eq(*known, *table));
                let index = index.unwrap_or_else(|| {
                    tables.push((table, TableRows::default()));
                    tables.len() - 1
                });
                tables[index].1.rows.push((replay.month.clone(), rows.clone()));
            }
        }
        tables
    }
}

/// Rows of a table, in the order of their replays, each with the month in which its replay began.
#[derive(Debug, Default)]
pub(super) struct TableRows {
    rows: Vec<(Option<String>, RecordBatch)>,
}

impl TableRows {
    /// The same, with the batch said in each row.
    pub(super) fn in_batch(mut self, batch: &str) -> Result<Self> {
        for (_, rows) in &mut self.rows {
            let schema = rows.schema();
            let mut arrays = rows.columns().to_vec();
            arrays[schema.index_of(BATCH)?] = same_text(batch, rows.num_rows());
            *rows = RecordBatch::try_new(schema, arrays)?;
        }
        Ok(self)
    }

    /// Writes them as files, which count when they are committed.
    pub(super) async fn write(
        self,
        exported: &Exported,
        name: &FileName,
        partition: Option<Partition>,
    ) -> Result<Vec<Add>> {
        let mut folders: BTreeMap<String, Vec<RecordBatch>> = BTreeMap::new();
        for (month, rows) in self.rows {
            let folder = match partition {
                Some(Partition::Month) => {
                    format!("{MONTH}={}/", month.as_deref().unwrap_or(NO_MONTH))
                }
                None => String::new(),
            };
            folders.entry(folder).or_default().push(rows);
        }
        let mut all = Vec::new();
        for (folder, rows) in folders {
            all.push(write(exported, &folder, name, &rows).await?);
        }
        Ok(all)
    }
}

/// Writes rows as a file of a folder, which has a slash at its end or is empty.
pub(super) async fn write(
    exported: &Exported,
    folder: &str,
    name: &FileName,
    rows: &[RecordBatch],
) -> Result<Add> {
    let path = format!("{folder}{name}");
    let bytes = encoded(exported.table, rows)?;
    let size = bytes.len();
    exported.write(&path, bytes).await?;
    added(path, size, rows, partition_of(folder))
}

/// The values of the columns that a folder is named after.
fn partition_of(folder: &str) -> Option<(String, Option<String>)> {
    let (name, value) = folder.trim_end_matches('/').split_once('=')?;
    Some((name.to_owned(), (value != NO_MONTH).then(|| value.to_owned())))
}

/// The rows of a file, as the table is today.
pub(super) fn read(table: &Table, file: Bytes) -> Result<RecordBatch> {
    let mut all = Vec::new();
    for batch in ParquetRecordBatchReaderBuilder::try_new(file)?.build()? {
        let batch = batch?;
        let arrays =
            table.schema.fields().iter().map(|field| match batch.column_by_name(field.name()) {
                Some(array) => cast(array, field.data_type()),
                None => Ok(new_null_array(field.data_type(), batch.num_rows())),
            });
        let arrays = arrays.collect::<Result<_, _>>()?;
        all.push(RecordBatch::try_new(Arc::clone(&table.schema), arrays)?);
    }
    Ok(concat_batches(&table.schema, &all)?)
}

/// The rows of some replays.
pub(super) fn kept(rows: &RecordBatch, is_kept: impl Fn(&str) -> bool) -> Result<RecordBatch> {
    let Some(replays) = rows.column_by_name(REPLAY) else { return Ok(rows.clone()) };
    let replays = replays.as_string_view();
    let mask: BooleanArray =
        replays.iter().map(|replay| Some(replay.is_some_and(&is_kept))).collect();
    Ok(filter_record_batch(rows, &mask)?)
}
