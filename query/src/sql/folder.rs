//! A table over replays themselves: what a query asks for is read out of the files as it runs.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use arrow::datatypes::SchemaRef;
use async_trait::async_trait;
use datafusion::catalog::{Session, TableProvider};
use datafusion::common::Result;
use datafusion::error::DataFusionError;
use datafusion::execution::TaskContext;
use datafusion::logical_expr::{Expr, TableProviderFilterPushDown, TableType};
use datafusion::physical_plan::stream::RecordBatchReceiverStreamBuilder;
use datafusion::physical_plan::streaming::{PartitionStream, StreamingTableExec};
use datafusion::physical_plan::{EmptyRecordBatchStream, ExecutionPlan, SendableRecordBatchStream};
use ghostreel::collection;

use super::conditions::{WantedReplays, is_on_whole_replays, wanted_games};
use crate::catalog::Table;
use crate::export::sentence;
use crate::rows::Selection;
use crate::source::Source;

/// The files that a query leaves out, each with the reason, once.
#[derive(Clone, Debug, Default)]
pub(crate) struct Failures(Arc<Mutex<Vec<String>>>);

impl Failures {
    fn add(&self, failure: String) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if !all.contains(&failure) {
            all.push(failure);
        }
    }

    /// Those that are known by now, by name; then none are.
    pub(crate) fn take(&self) -> Vec<String> {
        let mut all = std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner));
        all.sort();
        all
    }
}

/// A table over the replays at some paths.
#[derive(Debug)]
pub(super) struct FolderTable {
    pub(super) table: &'static Table,
    pub(super) paths: Arc<[PathBuf]>,
    pub(super) failures: Failures,
    /// What its rows are.
    pub(super) source: Source,
}

#[async_trait]
impl TableProvider for FolderTable {
    fn schema(&self) -> SchemaRef {
        Arc::clone(&self.table.schema)
    }

    fn table_type(&self) -> TableType {
        TableType::Base
    }

    fn supports_filters_pushdown(
        &self,
        filters: &[&Expr],
    ) -> Result<Vec<TableProviderFilterPushDown>> {
        // The engine looks at every row once more.
        let pushed = |filter: &&Expr| match is_on_whole_replays(filter) {
            true => TableProviderFilterPushDown::Inexact,
            false => TableProviderFilterPushDown::Unsupported,
        };
        Ok(filters.iter().map(pushed).collect())
    }

    async fn scan(
        &self,
        state: &dyn Session,
        projection: Option<&Vec<usize>>,
        filters: &[Expr],
        limit: Option<usize>,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        let selection = Selection::new(self.table, projection.map(Vec::as_slice));
        let selection = selection.of(self.source.clone());
        let games: Arc<[&str]> = wanted_games(self.table, filters, state)?.into();
        let wanted = WantedReplays::of(filters, state)?;
        let parts = state.config().target_partitions();
        let part = |number| {
            let (selection, paths) = (selection.clone(), Arc::clone(&self.paths));
            let (games, failures) = (Arc::clone(&games), self.failures.clone());
            let wanted = wanted.clone();
            let part = Part { selection, paths, games, wanted, number, parts, failures };
            Arc::new(part) as Arc<dyn PartitionStream>
        };
        let streams = (0..parts).map(part).collect();
        let schema = Arc::clone(selection.schema());
        Ok(Arc::new(StreamingTableExec::try_new(schema, streams, None, None, false, limit)?))
    }
}

/// The replays of which one task reads the rows. It shares nothing with the others.
#[derive(Debug)]
struct Part {
    selection: Selection,
    paths: Arc<[PathBuf]>,
    /// Those that are asked about.
    games: Arc<[&'static str]>,
    wanted: WantedReplays,
    number: usize,
    parts: usize,
    failures: Failures,
}

impl PartitionStream for Part {
    fn schema(&self) -> &SchemaRef {
        self.selection.schema()
    }

    fn execute(&self, context: Arc<TaskContext>) -> SendableRecordBatchStream {
        let selection = self.selection.clone();
        let mut replays = collection(self.paths.iter()).part(self.number, self.parts).threads(1);
        if self.games.is_empty() {
            return Box::pin(EmptyRecordBatchStream::new(Arc::clone(selection.schema())));
        }
        for game in self.games.iter() {
            replays = replays.game(game);
        }
        if selection.has_digest() {
            replays = replays.digests();
        }
        if !self.wanted.are_all() {
            let wanted = self.wanted.clone();
            replays = replays.only_digests(move |digest| wanted.may_have(digest));
        }
        let failures = self.failures.clone();
        let rows_at_once = context.session_config().batch_size();
        let mut stream = RecordBatchReceiverStreamBuilder::new(Arc::clone(selection.schema()), 2);
        let send = stream.tx();
        stream.spawn_blocking(move || {
            let of = selection.clone();
            for answer in replays.each(move |replay| Ok(of.rows(replay))) {
                let rows = match answer.result {
                    Ok(Ok(Some(rows))) => rows,
                    Ok(Ok(None)) => continue,
                    Ok(Err(error)) => {
                        failures.add(format!("{}: {error:#}", answer.path.display()));
                        continue;
                    }
                    Err(error) => {
                        failures.add(sentence(&answer.path, &error));
                        continue;
                    }
                };
                let digest = answer.digest.map(|digest| digest.to_string());
                let batch = selection.batch(rows, digest.as_deref(), &answer.path);
                let batch = batch.map_err(|error| DataFusionError::External(error.into()))?;
                for from in (0..batch.num_rows()).step_by(rows_at_once) {
                    let rows = rows_at_once.min(batch.num_rows() - from);
                    // Nobody waits for more.
                    if send.blocking_send(Ok(batch.slice(from, rows))).is_err() {
                        return Ok(());
                    }
                }
            }
            Ok(())
        });
        stream.build()
    }
}
