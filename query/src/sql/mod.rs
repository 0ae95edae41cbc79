//! `ghostreel query`: replays asked in SQL.

mod conditions;
mod error;
mod exported;
mod folder;
pub(crate) mod functions;
mod made;
mod names;
mod output;
mod yielding;

use std::collections::BTreeSet;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use anyhow::{Result, anyhow, bail};
use datafusion::error::DataFusionError;
use datafusion::execution::SessionStateBuilder;
use datafusion::execution::context::SQLOptions;
use datafusion::execution::runtime_env::RuntimeEnvBuilder;
use datafusion::prelude::{DataFrame, SessionConfig, SessionContext};
use futures::StreamExt as _;

pub(crate) use self::error::no_table;
pub(crate) use self::folder::Failures;
use self::names::Namespace;
use self::output::Output;
pub(crate) use self::output::{Format, of_name};
use self::yielding::Yielding;
use crate::catalog::{REPLAYS, Table, tables};
use crate::cluster::Cluster;
use crate::say::absent;
use crate::store::Store;

/// What is asked: replays at some paths, or an export.
#[derive(Debug)]
pub(crate) enum Over {
    Replays(Arc<[PathBuf]>),
    Export(Store),
}

impl Over {
    /// One path may be an export: a folder, or a place in an object store, that has the table `replays`.
    pub(crate) async fn paths(paths: &[PathBuf]) -> Result<Self> {
        if let [path] = paths {
            let place = path.to_string_lossy();
            if place.starts_with("s3://") {
                let store = Store::at(&place)?;
                if !store.has_table(REPLAYS).await? {
                    bail!("there is no export at {place}");
                }
                return Ok(Self::Export(store));
            }
            if Path::new(path).join(REPLAYS).join("_delta_log").is_dir() {
                return Ok(Self::Export(Store::at(&place)?));
            }
        }
        Ok(Self::Replays(paths.into()))
    }
}

/// A session that has all tables.
pub(crate) struct Sql {
    pub(crate) context: SessionContext,
    /// Who answers together.
    cluster: Option<Cluster>,
    pub(crate) failures: Failures,
}

impl std::fmt::Debug for Sql {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Sql").finish_non_exhaustive()
    }
}

impl Sql {
    /// `memory`: the bytes that a query may hold. `cluster`: who answers an export's questions together.
    pub(crate) fn over(over: Over, memory: usize, cluster: Option<Cluster>) -> Result<Self> {
        let config = SessionConfig::new().with_information_schema(true);
        let runtime = RuntimeEnvBuilder::new().with_memory_limit(memory, 1.0).build_arc()?;
        let state = SessionStateBuilder::new_with_default_features();
        let mut state = state
            .with_config(config)
            .with_runtime_env(runtime)
            .with_physical_optimizer_rule(Arc::new(Yielding));
        if let Some(cluster) = &cluster {
            if matches!(over, Over::Replays(_)) {
                bail!(
                    "workers answer questions over an export; `ghostreel export` makes one of replays"
                );
            }
            state = cluster.plans(state)?;
        }
        let mut state = state.build();
        functions::register(&mut state)?;
        let context = SessionContext::new_with_state(state);
        let failures = Failures::default();
        if let Over::Export(store) = &over {
            context.register_object_store(store.url(), Arc::clone(store.root()));
        }
        let over = Arc::new(over);
        for (name, function) in made::functions(&over, &failures) {
            context.register_udtf(name, function);
        }
        let catalog = context.catalog("datafusion");
        let catalog = catalog.ok_or_else(|| anyhow!("the engine has no catalog"))?;
        let names: BTreeSet<Option<String>> = tables().iter().map(Table::namespace).collect();
        for name in names {
            // Tables without a namespace are where the engine looks first.
            let registered = name.clone().unwrap_or_else(|| "public".to_owned());
            let (over, failures) = (Arc::clone(&over), failures.clone());
            let namespace = Namespace { name, over, failures, raw: Mutex::default() };
            catalog.register_schema(&registered, Arc::new(namespace))?;
        }
        Ok(Self { context, cluster, failures })
    }

    /// Writes the answer to a question. Returns how many rows it has: it is given up where there are more than `most`.
    pub(crate) async fn answer(
        &self,
        sql: &str,
        format: Format,
        out: Box<dyn Write + Send>,
        most: Option<usize>,
    ) -> Result<usize> {
        let frame = self.ask(sql).await?;
        let mut output = Output::new(format, BufWriter::new(out), frame.schema().inner().clone())?;
        let failed = |error: DataFusionError| error::sentence(&error);
        let mut stream = frame.execute_stream().await.map_err(failed)?;
        let mut rows = 0;
        while let Some(batch) = stream.next().await {
            let batch = batch.map_err(failed)?;
            rows += batch.num_rows();
            if let Some(most) = most.filter(|most| rows > *most) {
                bail!("the answer has more than {most} rows; ask for fewer, with LIMIT");
            }
            output.write(batch)?;
        }
        output.finish()?;
        Ok(rows)
    }

    /// Plans a question. Nothing can be changed by one: there is no writing of files, and no table can be made.
    async fn ask(&self, sql: &str) -> Result<DataFrame> {
        if let Some(cluster) = &self.cluster {
            cluster.greet().await?.iter().for_each(absent);
        }
        let read_only = SQLOptions::new()
            .with_allow_ddl(false)
            .with_allow_dml(false)
            .with_allow_statements(false);
        self.context.sql_with_options(sql, read_only).await.map_err(|error| error::sentence(&error))
    }
}
