//! What an export is made of. It is settled when it is begun.

use std::collections::{BTreeSet, HashMap};

use anyhow::{Result, bail};

use crate::catalog::{Table, tables};

/// By what tables are cut into folders.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Partition {
    /// By the month in which play began: `month=2026-11`
    Month,
}

/// The property of the table `replays` that names the tables of the export; an empty one means all.
const TABLES: &str = "ghostreel.tables";

/// Which tables an export has, and how they are cut.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    pub(super) partition: Option<Partition>,
    /// The places of the tables beside `replays`; none: all.
    pub(super) tables: BTreeSet<String>,
}

impl Layout {
    /// The tables that are written: `replays` always.
    pub(super) fn written(&self) -> impl Iterator<Item = &'static Table> {
        let is_written = |table: &&Table| {
            table.is_of_replays() || self.tables.is_empty() || self.tables.contains(&table.place())
        };
        tables().iter().filter(is_written)
    }

    /// What is written down of it.
    pub(super) fn properties(&self) -> HashMap<String, Option<String>> {
        let tables: Vec<&str> = self.tables.iter().map(String::as_str).collect();
        HashMap::from([(TABLES.to_owned(), Some(tables.join(",")))])
    }

    /// Out of what was written down.
    pub(super) fn of_properties(
        properties: &HashMap<String, String>,
        partition: Option<Partition>,
    ) -> Self {
        let tables = properties.get(TABLES).map_or("", String::as_str);
        let tables = tables.split(',').filter(|name| !name.is_empty()).map(str::to_owned);
        Self { partition, tables: tables.collect() }
    }

    /// The layout of an export that was begun; fails if another is asked for.
    pub(super) fn settled(self, begun: &Self) -> Result<Self> {
        if self.partition.is_some() && self.partition != begun.partition {
            bail!("the export is not cut by month; another folder can have one that is");
        }
        if !self.tables.is_empty() && self.tables != begun.tables {
            let names: Vec<&str> = begun.tables.iter().map(String::as_str).collect();
            let has = if names.is_empty() { "all tables".to_owned() } else { names.join(", ") };
            bail!(
                "the export has {has}, and its replays would lack others; another folder can have them"
            );
        }
        Ok(begun.clone())
    }
}
