//! One table of an export, in Delta Lake's format.

use std::sync::Arc;

use anyhow::{Context as _, Result, anyhow};
use arrow::datatypes::Schema;
use deltalake::DeltaTable;
use deltalake::kernel::engine::arrow_conversion::TryIntoKernel as _;
use deltalake::kernel::transaction::{CommitBuilder, CommitProperties};
use deltalake::kernel::{Action, Add, LogicalFileView, StructField, StructType, Transaction};
use deltalake::operations::create::CreateBuilder;
use deltalake::protocol::{DeltaOperation, SaveMode};
use object_store::{ObjectStoreExt as _, path::Path};

use super::{Layout, Partition};
use crate::catalog::{Table, text_field};
use crate::store::Store;

/// The column of [`Partition::Month`](super::Partition::Month).
pub(super) const MONTH: &str = "month";

/// So often a commit is tried again because another writer's came first.
const TRIES: usize = 50;

/// A table as it is in the export.
#[derive(Debug)]
pub(super) struct Exported {
    pub(super) table: &'static Table,
    delta: DeltaTable,
}

impl Exported {
    /// The table, if the export has it.
    pub(super) async fn open(store: &Store, table: &'static Table) -> Result<Option<Self>> {
        let mut delta = store.table(&table.place())?;
        if !delta.verify_deltatable_existence().await? {
            return Ok(None);
        }
        delta.load().await.with_context(|| format!("table {}", table.place()))?;
        Ok(Some(Self { table, delta }))
    }

    /// The table, made if it is not there, and with all of today's columns.
    pub(super) async fn open_or_create(
        store: &Store,
        table: &'static Table,
        layout: &Layout,
    ) -> Result<Self> {
        if Self::open(store, table).await?.is_none() {
            let created = Self::create(store, table, layout).await;
            // Another writer may have made it just now.
            if let Err(error) = created
                && Self::open(store, table).await?.is_none()
            {
                return Err(error).with_context(|| format!("cannot make table {}", table.place()));
            }
        }
        let made = Self::open(store, table).await?;
        let mut made = made.ok_or_else(|| anyhow!("table {} went away", table.place()))?;
        made.add_columns().await?;
        Ok(made)
    }

    async fn create(store: &Store, table: &'static Table, layout: &Layout) -> Result<()> {
        let mut fields: Vec<StructField> = kernel(&table.schema)?.fields().cloned().collect();
        if layout.partition.is_some() {
            let month = Arc::new(Schema::new(vec![text_field(
                MONTH,
                "The month in which play began, e.g. 2026-11",
            )]));
            fields.extend(kernel(&month)?.fields().cloned());
        }
        let meaning = table.schema.metadata().get("meaning");
        let mut builder = CreateBuilder::new()
            .with_log_store(store.table(&table.place())?.log_store())
            .with_save_mode(SaveMode::ErrorIfExists)
            .with_table_name(table.place())
            .with_raise_if_key_not_exists(false)
            .with_configuration(layout.properties())
            .with_columns(fields);
        if layout.partition.is_some() {
            builder = builder.with_partition_columns([MONTH]);
        }
        if let Some(meaning) = meaning {
            builder = builder.with_comment(meaning);
        }
        builder.await?;
        Ok(())
    }

    /// Columns that came with a later version are added to those that are there.
    pub(super) async fn add_columns(&mut self) -> Result<()> {
        let new = self.new_columns()?;
        if new.is_empty() {
            return Ok(());
        }
        let added = self.delta.clone().add_columns().with_fields(new).await;
        self.reload().await?;
        // Another writer may have added them just now.
        match added {
            Err(error) if !self.new_columns()?.is_empty() => {
                let place = self.table.place();
                Err(error).with_context(|| format!("cannot add columns to table {place}"))
            }
            _ => Ok(()),
        }
    }

    /// Today's columns that the table in the export lacks.
    fn new_columns(&self) -> Result<Vec<StructField>> {
        let known = self.delta.snapshot()?.schema();
        let today = kernel(&self.table.schema)?;
        let is_new = |field: &&StructField| known.field(field.name()).is_none();
        Ok(today.fields().filter(is_new).cloned().collect())
    }

    /// Reads what others have committed since.
    pub(super) async fn reload(&mut self) -> Result<()> {
        self.delta.update_state().await.with_context(|| format!("table {}", self.table.place()))
    }

    /// How the export is laid out.
    pub(super) fn layout(&self) -> Result<Layout> {
        let metadata = self.delta.snapshot()?.metadata();
        let partition = (!metadata.partition_columns().is_empty()).then_some(Partition::Month);
        Ok(Layout::of_properties(metadata.configuration(), partition))
    }

    /// How many columns the table in the export has.
    #[cfg(test)]
    pub(super) fn columns(&self) -> Result<usize> {
        Ok(self.delta.snapshot()?.schema().fields().count())
    }

    /// The files whose rows count.
    pub(super) fn files(&self) -> Result<Vec<LogicalFileView>> {
        Ok(self.delta.snapshot()?.log_data().iter().collect())
    }

    /// The bytes of a file.
    pub(super) async fn read(&self, path: &str) -> Result<bytes::Bytes> {
        let place = || format!("{} of table {}", path, self.table.place());
        let got = self.delta.object_store().get(&Path::from(path)).await.with_context(place)?;
        got.bytes().await.with_context(place)
    }

    /// Puts a file where it belongs. It counts when it is committed.
    pub(super) async fn write(&self, path: &str, bytes: Vec<u8>) -> Result<()> {
        let put = self.delta.object_store().put(&Path::from(path), bytes.into()).await;
        put.with_context(|| format!("cannot write {path} of table {}", self.table.place()))?;
        Ok(())
    }

    /// The number of an application's last transaction.
    pub(super) async fn transaction(&self, application: &str) -> Result<Option<i64>> {
        let log = self.delta.log_store();
        Ok(self.delta.snapshot()?.transaction_version(&*log, application).await?)
    }

    /// Makes files count.
    pub(super) async fn append(&mut self, added: Vec<Add>) -> Result<()> {
        let mut tries = 0;
        // Delta takes an append beside another commit for a reader of what that one took away.
        while !self.commit(added.clone(), &[], Vec::new(), tries).await? {
            tries += 1;
        }
        Ok(())
    }

    /// Adds files and removes others in one commit. Returns false if another writer's commit came first: the table is read anew then, and the caller tries again.
    /// Fails on any other error, and after [`TRIES`] tries.
    pub(super) async fn commit(
        &mut self,
        added: Vec<Add>,
        removed: &[LogicalFileView],
        transactions: Vec<Transaction>,
        tries: usize,
    ) -> Result<bool> {
        let partition_by = self.layout()?.partition.map(|_| vec![MONTH.to_owned()]);
        let operation = if removed.is_empty() {
            DeltaOperation::Write { mode: SaveMode::Append, partition_by, predicate: None }
        } else {
            DeltaOperation::Delete { predicate: None }
        };
        let removed = removed.iter().map(|file| Action::Remove(file.remove_action(true)));
        let actions = added.into_iter().map(Action::Add).chain(removed).collect();
        let properties = CommitProperties::default().with_application_transactions(transactions);
        let version = self.delta.version();
        let committed = CommitBuilder::from(properties)
            .with_actions(actions)
            .build(Some(self.delta.snapshot()?), self.delta.log_store(), operation)
            .await;
        self.reload().await?;
        match committed {
            Ok(_) => Ok(true),
            Err(_) if self.delta.version() != version && tries < TRIES => Ok(false),
            Err(error) => {
                Err(error).with_context(|| format!("cannot commit to table {}", self.table.place()))
            }
        }
    }
}

/// A schema in the words of Delta.
fn kernel(schema: &Arc<Schema>) -> Result<StructType> {
    Ok(schema.as_ref().try_into_kernel()?)
}
