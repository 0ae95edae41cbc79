//! The names that a question may have: each table is opened when it is asked for.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use async_trait::async_trait;
use datafusion::catalog::{SchemaProvider, TableProvider};
use datafusion::common::Result;
use datafusion::error::DataFusionError;
use ghostreel::collection;

use super::folder::FolderTable;
use super::{Failures, Over, exported};
use crate::catalog::{Table, as_in, is_raw, tables};
use crate::source::Source;

/// The tables of one game, or those with rows of all.
#[derive(Debug)]
pub(super) struct Namespace {
    /// `melee`; `None` of those with rows of all games.
    pub(super) name: Option<String>,
    pub(super) over: Arc<Over>,
    pub(super) failures: Failures,
    /// Tables that only replays themselves know, once they were looked for.
    pub(super) raw: Mutex<HashMap<String, &'static Table>>,
}

impl Namespace {
    /// A table of raw properties: it is as in the first replay that has it.
    async fn find_raw(&self, name: &str) -> Result<Option<&'static Table>> {
        let raw = || self.raw.lock().unwrap_or_else(PoisonError::into_inner);
        let known = raw().get(name).copied();
        let game = self.tables().find_map(|table| table.game);
        let (None, Over::Replays(paths), Some(game)) = (known, &*self.over, game) else {
            return Ok(known);
        };
        let (paths, wanted) = (Arc::clone(paths), name.to_owned());
        let look = move || {
            let schemas = collection(paths.iter()).game(game).each(move |replay| {
                Ok(replay.timeline().table(&wanted).map(|table| table.schema().clone()).ok())
            });
            schemas.filter_map(|answer| answer.result.ok().flatten()).next()
        };
        let schema = tokio::task::spawn_blocking(look).await;
        let schema = schema.map_err(|error| DataFusionError::External(error.into()))?;
        let table = schema.and_then(|schema| as_in(game, &schema));
        // There are as many as were asked for by name.
        let table: Option<&'static Table> = table.map(|table| &*Box::leak(Box::new(table)));
        raw().extend(table.map(|table| (name.to_owned(), table)));
        Ok(table)
    }

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
        let table = match self.find(name) {
            None if is_raw(name) => self.find_raw(name).await?,
            known => known,
        };
        let Some(table) = table else { return Ok(None) };
        Ok(Some(match &*self.over {
            Over::Replays(paths) => {
                let (paths, failures) = (Arc::clone(paths), self.failures.clone());
                Arc::new(FolderTable { table, paths, failures, source: Source::Own })
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
