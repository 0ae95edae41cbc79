//! The names that a question may have: each table is opened when it is asked for.

use std::sync::Arc;

use async_trait::async_trait;
use datafusion::catalog::{SchemaProvider, TableProvider};
use datafusion::common::Result;
use datafusion::error::DataFusionError;

use super::folder::FolderTable;
use super::{Failures, Over, exported};
use crate::catalog::{Table, tables};

/// The tables of one game, or those with rows of all.
#[derive(Debug)]
pub(super) struct Namespace {
    /// `melee`; `None` of those with rows of all games.
    pub(super) name: Option<String>,
    pub(super) over: Arc<Over>,
    pub(super) failures: Failures,
}

impl Namespace {
    fn tables(&self) -> impl Iterator<Item = &'static Table> {
        tables().iter().filter(|table| table.namespace() == self.name)
    }

    fn find(&self, name: &str) -> Option<&'static Table> {
        self.tables().find(|table| table.name == name)
    }
}

#[async_trait]
impl SchemaProvider for Namespace {
    fn table_names(&self) -> Vec<String> {
        self.tables().map(|table| table.name.clone()).collect()
    }

    async fn table(&self, name: &str) -> Result<Option<Arc<dyn TableProvider>>> {
        let Some(table) = self.find(name) else { return Ok(None) };
        Ok(Some(match &*self.over {
            Over::Replays(paths) => {
                let (paths, failures) = (Arc::clone(paths), self.failures.clone());
                Arc::new(FolderTable { table, paths, failures })
            }
            Over::Export(store) => {
                let table = exported::table(store, table).await;
                table.map_err(|error| DataFusionError::External(error.into()))?
            }
        }))
    }

    fn table_exist(&self, name: &str) -> bool {
        self.find(name).is_some()
    }
}
