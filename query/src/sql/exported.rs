//! A table of an export: the Parquet files that Delta's log names, as the engine reads them itself.

use std::sync::Arc;

use anyhow::{Context as _, Result};
use datafusion::catalog::TableProvider;
use datafusion::datasource::empty::EmptyTable;
use datafusion::datasource::file_format::parquet::ParquetFormat;
use datafusion::datasource::listing::{
    ListingOptions, ListingTable, ListingTableConfig, ListingTableUrl,
};
use deltalake::kernel::LogicalFileView;

use crate::catalog::Table;
use crate::store::Store;

/// The table, if the export has it; one without rows if it has not.
pub(super) async fn table(store: &Store, table: &'static Table) -> Result<Arc<dyn TableProvider>> {
    let schema = Arc::clone(&table.schema);
    if !store.has_table(&table.place()).await? {
        return Ok(Arc::new(EmptyTable::new(schema)));
    }
    let mut delta = store.table(&table.place())?;
    delta.load().await.with_context(|| format!("table {}", table.place()))?;
    // Not as texts, which could be taken for patterns.
    let url = |file: LogicalFileView| {
        Ok(ListingTableUrl::try_new(delta.table_url().join(&file.path())?, None)?)
    };
    let files: Vec<LogicalFileView> = delta.snapshot()?.log_data().iter().collect();
    let urls = files.into_iter().map(url).collect::<Result<Vec<_>>>()?;
    if urls.is_empty() {
        return Ok(Arc::new(EmptyTable::new(schema)));
    }
    let options = ListingOptions::new(Arc::new(ParquetFormat::default()));
    let config = ListingTableConfig::new_with_multi_paths(urls)
        .with_listing_options(options)
        .with_schema(schema);
    Ok(Arc::new(ListingTable::try_new(config)?))
}
