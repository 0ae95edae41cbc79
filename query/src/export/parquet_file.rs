//! One file of rows in an export.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::Result;
use arrow::array::{Array as _, ArrayRef, AsArray as _, RecordBatch};
use arrow::datatypes::{DataType, Field, Float32Type, Float64Type};
use deltalake::kernel::Add;
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_writer::ArrowWriterOptions;
use parquet::basic::{Compression, Encoding, ZstdLevel};
use parquet::file::properties::WriterProperties;
use parquet::schema::types::ColumnPath;

use crate::catalog::{ROW, Table};
use crate::header::REPLAY;

/// Rows are sorted by replay: so few in a group, and a query for some replays reads little else.
const ROWS_IN_GROUP: usize = 1 << 17;

/// The columns that name players and maps, whose values are looked for one by one.
const IDS: [&str; 3] = [REPLAY, "id", "map_id"];

/// The rows as a Parquet file, with no more about Arrow in it than the types of Parquet: readers have types of their own.
pub(super) fn encoded(table: &Table, batches: &[RecordBatch]) -> Result<Vec<u8>> {
    let mut properties = WriterProperties::builder()
        .set_compression(Compression::ZSTD(ZstdLevel::try_new(1)?))
        .set_max_row_group_row_count(Some(ROWS_IN_GROUP));
    if table.schema.index_of(ROW).is_ok() {
        let row = ColumnPath::from(ROW);
        properties = properties
            .set_column_dictionary_enabled(row.clone(), false)
            .set_column_encoding(row, Encoding::DELTA_BINARY_PACKED);
    }
    for name in IDS {
        if table.schema.index_of(name).is_ok() {
            properties = properties.set_column_bloom_filter_enabled(ColumnPath::from(name), true);
        }
    }
    for field in table.schema.fields() {
        if is_varied(batches, field) {
            let name = ColumnPath::from(field.name().as_str());
            properties = properties.set_column_dictionary_enabled(name, false);
        }
    }
    let options = ArrowWriterOptions::new()
        .with_properties(properties.build())
        .with_skip_arrow_metadata(true);
    let mut file = Vec::new();
    let mut writer =
        ArrowWriter::try_new_with_options(&mut file, Arc::clone(&table.schema), options)?;
    for batch in batches {
        writer.write(batch)?;
    }
    writer.close()?;
    Ok(file)
}

/// So many rows say whether a column's values repeat.
const LOOKED_AT: usize = 4096;

/// Whether a column has numbers with fractions of which few repeat, as far as its first rows say: a dictionary of them is looked up in vain.
fn is_varied(batches: &[RecordBatch], field: &Field) -> bool {
    let columns = batches.iter().filter_map(|batch| batch.column_by_name(field.name()));
    let bits: Vec<u64> = match field.data_type() {
        DataType::Float32 => {
            let values = columns.flat_map(|column| column.as_primitive::<Float32Type>().values());
            values.take(LOOKED_AT).map(|value| value.to_bits().into()).collect()
        }
        DataType::Float64 => {
            let values = columns.flat_map(|column| column.as_primitive::<Float64Type>().values());
            values.take(LOOKED_AT).map(|value| value.to_bits()).collect()
        }
        _ => return false,
    };
    let distinct: HashSet<u64> = bits.iter().copied().collect();
    distinct.len() > bits.len() / 2
}

/// The file in the words of Delta's log. It says how many rows there are, and between which replays.
pub(super) fn added(
    path: String,
    size: usize,
    batches: &[RecordBatch],
    partition: Option<(String, Option<String>)>,
) -> Result<Add> {
    let rows: usize = batches.iter().map(RecordBatch::num_rows).sum();
    let ends = batches.iter().filter_map(|batch| ends_of(batch.column_by_name(REPLAY)?));
    let ends = ends.reduce(|(first, last), (next, end)| (first.min(next), last.max(end)));
    let stats = match ends {
        Some((first, last)) => serde_json::json!({
            "numRecords": rows,
            "minValues": { REPLAY: first },
            "maxValues": { REPLAY: last },
            "nullCount": { REPLAY: 0 },
        }),
        None => serde_json::json!({ "numRecords": rows }),
    };
    Ok(Add {
        path,
        partition_values: partition.into_iter().collect(),
        size: i64::try_from(size)?,
        modification_time: i64::try_from(
            SystemTime::now().duration_since(UNIX_EPOCH)?.as_millis(),
        )?,
        data_change: true,
        stats: Some(stats.to_string()),
        tags: None,
        deletion_vector: None,
        base_row_id: None,
        default_row_commit_version: None,
        clustering_provider: None,
    })
}

/// The least and the greatest of texts.
fn ends_of(texts: &ArrayRef) -> Option<(String, String)> {
    if texts.is_empty() {
        return None;
    }
    let texts = texts.as_string_view();
    let least = texts.iter().flatten().min()?;
    let greatest = texts.iter().flatten().max()?;
    Some((least.to_owned(), greatest.to_owned()))
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;
    use ghostreel::{Options, read, sample};
    use parquet::file::reader::{FileReader as _, SerializedFileReader};

    use super::*;
    use crate::catalog::tables;
    use crate::rows::Selection;

    #[test]
    fn a_file_has_what_makes_looking_for_some_replays_cheap() {
        let table = tables().iter().find(|table| table.name == "players").unwrap();
        let selection = Selection::new(table, None);
        let bytes = sample("melee", Some("small"), 1).unwrap();
        let replay = read(&bytes[..], &Options::default()).unwrap();
        let rows = |digest: &str| {
            let rows = selection.rows(&replay).unwrap().unwrap();
            selection.batch(rows, Some(digest), std::path::Path::new("a.slp")).unwrap()
        };
        let batches = [rows("0a"), rows("0b"), rows("0c")];
        let file = encoded(table, &batches).unwrap();
        let add = added("a".to_owned(), file.len(), &batches, None).unwrap();
        let stats: serde_json::Value = serde_json::from_str(&add.stats.unwrap()).unwrap();
        assert_eq!(stats["numRecords"], 6);
        assert_eq!(
            (&stats["minValues"][REPLAY], &stats["maxValues"][REPLAY]),
            (&"0a".into(), &"0c".into())
        );
        let reader = SerializedFileReader::new(Bytes::from(file)).unwrap();
        let group = reader.metadata().row_group(0);
        let column = |name: &str| {
            group.columns().iter().find(|column| column.column_path().string() == name).unwrap()
        };
        for id in [REPLAY, "id"] {
            assert!(column(id).bloom_filter_offset().is_some(), "{id}");
        }
        assert!(column("name").bloom_filter_offset().is_none());
        assert!(matches!(column(REPLAY).compression(), Compression::ZSTD(_)));
    }
}
