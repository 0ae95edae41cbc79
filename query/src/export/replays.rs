//! The table `replays` of an export: which replays count, and in which batch their rows are.

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::str::FromStr as _;

use anyhow::{Result, anyhow};
use arrow::array::{AsArray as _, RecordBatch};
use arrow::datatypes::{Int32Type, Int64Type};
use deltalake::kernel::{Add, LogicalFileView, Transaction};
use ghostreel::analysis::STATISTICS_VERSION;
use ghostreel::formats::core::Digest;

use super::batch::{self, Batch};
use super::delta::Exported;
use super::{APPLICATION, FileName, Layout, Partition};
use crate::catalog;
use crate::header::{BATCH, PATH, REPLAY, SIZE, STATISTICS, TABLES, TABLES_VERSION, path_text};
use crate::store::Store;

/// The table `replays`, and what it says.
#[derive(Debug)]
pub(super) struct Replays {
    exported: Exported,
    /// By the file of the table that says so.
    known: HashMap<String, Vec<Known>>,
    /// The same by batch.
    batches: HashMap<String, HashSet<Digest>>,
    /// The same by path, with the lengths of files.
    paths: HashMap<String, Vec<(Digest, i64)>>,
    newest: Versions,
}

/// Versions of what rows are written by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Versions {
    pub(super) tables: i32,
    pub(super) statistics: i32,
}

impl Versions {
    /// Those of this program.
    pub(crate) const fn own() -> Self {
        Self { tables: TABLES_VERSION, statistics: STATISTICS_VERSION.cast_signed() }
    }
}

/// A replay that is exported.
#[derive(Clone, Debug)]
struct Known {
    digest: Digest,
    batch: String,
    path: String,
    /// The length of the file.
    size: i64,
    /// Whether its rows are as today's tables are.
    is_current: bool,
}

impl Replays {
    /// Opens the table, and makes it if there is none.
    pub(super) async fn open(store: &Store, layout: &Layout, newest: Versions) -> Result<Self> {
        let exported = Exported::open_or_create(store, catalog::replays(), layout).await?;
        let (known, batches, paths) = Default::default();
        let mut replays = Self { exported, known, batches, paths, newest };
        replays.read().await?;
        Ok(replays)
    }

    /// Reads the files that are new, and forgets those that are gone.
    async fn read(&mut self) -> Result<()> {
        let paths: Vec<String> =
            self.exported.files()?.iter().map(|file| file.path().into_owned()).collect();
        self.known.retain(|path, _| paths.contains(path));
        for path in paths {
            if !self.known.contains_key(&path) {
                let rows = self.rows(&path).await?;
                self.known.insert(path, known(&rows, self.newest)?);
            }
        }
        self.batches.clear();
        self.paths.clear();
        for known in self.known.values().flatten() {
            self.batches.entry(known.batch.clone()).or_default().insert(known.digest);
            let at_path = self.paths.entry(known.path.clone()).or_default();
            at_path.push((known.digest, known.size));
        }
        Ok(())
    }

    async fn rows(&self, path: &str) -> Result<RecordBatch> {
        batch::read(self.exported.table, self.exported.read(path).await?)
    }

    fn all(&self) -> impl Iterator<Item = &Known> {
        self.known.values().flatten()
    }

    /// How the export is laid out.
    pub(super) fn layout(&self) -> Result<Layout> {
        self.exported.layout()
    }

    /// The replays that need not be exported again.
    pub(super) fn current(&self) -> HashSet<Digest> {
        self.all().filter(|known| known.is_current).map(|known| known.digest).collect()
    }

    /// The exported state from which a file has grown: one whose bytes it begins with.
    pub(super) fn grown_from(&self, path: &Path) -> Option<Digest> {
        let states = self.paths.get(&path_text(path))?;
        let bytes = std::fs::read(path).ok()?;
        let begins = |&&(digest, size): &&(Digest, i64)| {
            let begin = usize::try_from(size).ok().and_then(|size| bytes.get(..size));
            begin.is_some_and(|begin| begin.len() < bytes.len() && Digest::of(begin) == digest)
        };
        states.iter().find(begins).map(|(digest, _)| *digest)
    }

    /// Whether a batch counts.
    pub(super) fn has_batch(&self, batch: &str) -> bool {
        self.batches.contains_key(batch)
    }

    /// The replays whose rows are in a batch; `None` of one that does not count.
    pub(super) fn of_batch(&self, batch: &str) -> Option<&HashSet<Digest>> {
        self.batches.get(batch)
    }

    /// Has a batch never count. False if it counts already.
    pub(super) async fn give_up(&mut self, batch: &str) -> Result<bool> {
        for tries in 0.. {
            self.exported.reload().await?;
            self.read().await?;
            if self.has_batch(batch) {
                return Ok(false);
            }
            let mut transactions = vec![self.next().await?];
            transactions.push(Transaction::new(given_up(batch), 1));
            if self.exported.commit(Vec::new(), &[], transactions, tries).await? {
                return Ok(true);
            }
        }
        unreachable!("the commit fails at some number of tries")
    }

    /// Adds a batch's replays to the table, unless the batch was given up, or another writer exported some of them meanwhile.
    pub(super) async fn enlist(
        &mut self,
        batch: &Batch,
        name: &FileName,
        partition: Option<Partition>,
    ) -> Result<Enlisted> {
        let mut older = Vec::new();
        for tries in 0.. {
            self.exported.reload().await?;
            self.read().await?;
            // A commit whose answer was lost may have been made.
            if self.has_batch(&name.batch) {
                return Ok(Enlisted::Yes(older));
            }
            if self.exported.transaction(&given_up(&name.batch)).await?.is_some() {
                return Ok(Enlisted::Not(Vec::new()));
            }
            let current = self.current();
            let others: Vec<Digest> =
                batch.digests().filter(|digest| current.contains(digest)).collect();
            if !others.is_empty() {
                return Ok(Enlisted::Not(others));
            }
            let transactions = vec![self.next().await?];
            let mut added = Vec::new();
            for (table, rows) in batch.tables() {
                if table.is_of_replays() {
                    added =
                        rows.in_batch(&name.batch)?.write(&self.exported, name, partition).await?;
                }
            }
            // Older rows of the same replays go, at once with the new ones that come.
            older = self.batches_with(batch);
            let removed = self.without_older(batch, &mut added).await?;
            if self.exported.commit(added, &removed, transactions, tries).await? {
                self.read().await?;
                return Ok(Enlisted::Yes(older));
            }
        }
        unreachable!("the commit fails at some number of tries")
    }

    /// The batches in which older rows of a batch's replays are.
    pub(super) fn batches_with(&self, batch: &Batch) -> Vec<String> {
        let new = batch.replaced();
        let older = self.all().filter(|known| new.contains(&known.digest));
        let names: HashSet<String> = older.map(|known| known.batch.clone()).collect();
        names.into_iter().collect()
    }

    /// The number of the next commit. Of two that have the same, Delta refuses one.
    async fn next(&self) -> Result<Transaction> {
        let last = self.exported.transaction(APPLICATION).await?;
        Ok(Transaction::new(APPLICATION, last.unwrap_or(0).saturating_add(1)))
    }

    /// The files with older rows of a batch's replays. What else is in them is written anew.
    async fn without_older(
        &self,
        batch: &Batch,
        added: &mut Vec<Add>,
    ) -> Result<Vec<LogicalFileView>> {
        let new = batch.replaced();
        let mut removed = Vec::new();
        for file in self.exported.files()? {
            let path = file.path().into_owned();
            let has_older =
                |known: &Vec<Known>| known.iter().any(|known| new.contains(&known.digest));
            if !self.known.get(&path).is_some_and(has_older) {
                continue;
            }
            let is_new =
                |replay: &str| Digest::from_str(replay).is_ok_and(|digest| new.contains(&digest));
            let rows = batch::kept(&self.rows(&path).await?, |replay| !is_new(replay))?;
            if rows.num_rows() > 0 {
                let name = FileName::new(rows.num_rows());
                added.push(batch::write(&self.exported, folder_of(&path), &name, &[rows]).await?);
            }
            removed.push(file);
        }
        Ok(removed)
    }
}

/// Whether a batch counts now.
#[derive(Debug)]
pub(super) enum Enlisted {
    /// These batches have older rows of its replays.
    Yes(Vec<String>),
    /// It was given up, or others exported these of its replays meanwhile.
    Not(Vec<Digest>),
}

/// The application whose transaction says that a batch is given up.
fn given_up(batch: &str) -> String {
    format!("{APPLICATION}/given-up/{batch}")
}

/// What rows of `replays` say.
fn known(rows: &RecordBatch, newest: Versions) -> Result<Vec<Known>> {
    let column = |name: &str| rows.column_by_name(name).ok_or_else(|| anyhow!("no column {name}"));
    let (replays, batches) = (column(REPLAY)?.as_string_view(), column(BATCH)?.as_string_view());
    let (paths, sizes) =
        (column(PATH)?.as_string_view(), column(SIZE)?.as_primitive::<Int64Type>());
    let tables = column(TABLES)?.as_primitive::<Int32Type>();
    let statistics = column(STATISTICS)?.as_primitive::<Int32Type>();
    let row = |row: usize| {
        let is_current =
            tables.value(row) >= newest.tables && statistics.value(row) >= newest.statistics;
        let digest = Digest::from_str(replays.value(row))
            .map_err(|_| anyhow!("no SHA-256: {}", replays.value(row)))?;
        let (batch, path) = (batches.value(row).to_owned(), paths.value(row).to_owned());
        Ok(Known { digest, batch, path, size: sizes.value(row), is_current })
    };
    (0..rows.num_rows()).map(row).collect()
}

/// The folder of a file, with a slash at its end, or nothing.
pub(super) fn folder_of(path: &str) -> &str {
    path.rfind('/').map_or("", |slash| &path[..=slash])
}
