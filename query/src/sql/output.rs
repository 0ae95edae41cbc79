//! The rows of an answer, in some format.

use std::io::Write;

use anyhow::{Result, anyhow};
use arrow::array::RecordBatch;
use arrow::csv::WriterBuilder;
use arrow::datatypes::SchemaRef;
use arrow::ipc::writer::FileWriter;
use arrow::json::LineDelimitedWriter;
use arrow::util::pretty::pretty_format_batches;
use parquet::arrow::ArrowWriter;

/// How an answer is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Format {
    /// A table for people
    Table,
    /// CSV with a line of names
    Csv,
    /// A JSON object for each row, one a line
    Json,
    /// A Parquet file
    Parquet,
    /// An Arrow IPC file
    Arrow,
}

/// Writes batches as they come.
pub(crate) enum Output<W: Write + Send> {
    Table { out: W, schema: SchemaRef, batches: Vec<RecordBatch> },
    Csv { writer: Box<arrow::csv::Writer<W>>, schema: SchemaRef },
    Json(LineDelimitedWriter<W>),
    Parquet(Box<ArrowWriter<W>>),
    Arrow(Box<FileWriter<W>>),
}

impl<W: Write + Send> Output<W> {
    pub(crate) fn new(format: Format, out: W, schema: SchemaRef) -> Result<Self> {
        Ok(match format {
            Format::Table => Self::Table { out, schema, batches: Vec::new() },
            Format::Csv => Self::Csv { writer: Box::new(WriterBuilder::new().build(out)), schema },
            Format::Json => Self::Json(LineDelimitedWriter::new(out)),
            Format::Parquet => Self::Parquet(Box::new(ArrowWriter::try_new(out, schema, None)?)),
            Format::Arrow => Self::Arrow(Box::new(FileWriter::try_new(out, &schema)?)),
        })
    }

    pub(crate) fn write(&mut self, batch: RecordBatch) -> Result<()> {
        match self {
            Self::Table { batches, .. } => batches.push(batch),
            Self::Csv { writer, .. } => writer.write(&batch)?,
            Self::Json(writer) => writer.write(&batch)?,
            Self::Parquet(writer) => writer.write(&batch)?,
            Self::Arrow(writer) => writer.write(&batch)?,
        }
        Ok(())
    }

    /// Writes what is to be written at the end.
    pub(crate) fn finish(self) -> Result<()> {
        match self {
            Self::Table { mut out, schema, mut batches } => {
                if batches.is_empty() {
                    batches.push(RecordBatch::new_empty(schema));
                }
                writeln!(out, "{}", pretty_format_batches(&batches)?)?;
                out.flush()?;
            }
            Self::Csv { mut writer, schema } => {
                // The names stand there also without rows.
                writer.write(&RecordBatch::new_empty(schema))?;
                writer.into_inner().flush()?;
            }
            Self::Json(mut writer) => {
                writer.finish()?;
                writer.into_inner().flush()?;
            }
            Self::Parquet(writer) => {
                writer.into_inner()?.flush()?;
            }
            Self::Arrow(mut writer) => {
                writer.finish()?;
                writer.into_inner()?.flush()?;
            }
        }
        Ok(())
    }
}

impl<W: Write + Send> std::fmt::Debug for Output<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Output").finish_non_exhaustive()
    }
}

/// The format that a file's name promises.
pub(crate) fn of_name(path: &std::path::Path) -> Result<Format> {
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("csv") => Ok(Format::Csv),
        Some("json" | "jsonl" | "ndjson") => Ok(Format::Json),
        Some("parquet") => Ok(Format::Parquet),
        Some("arrow" | "feather") => Ok(Format::Arrow),
        Some("txt") => Ok(Format::Table),
        _ => Err(anyhow!("{}: say its format with --format", path.display())),
    }
}
