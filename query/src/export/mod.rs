//! `ghostreel export`: replays as tables of Delta Lake, which dataframes and engines of SQL read as they are.
//!
//! Rows of many replays go in together, as a batch: a file in each table. The table `replays` is written last, and only then the batch counts as
//! exported. All that is needed to go on after an interruption is in the names of the files and in that table:
//!
//! - A file's name has its batch and how many replays the batch has: `<batch>-<replays>.zstd.parquet`.
//! - A batch without rows in `replays` is incomplete. The next writer first commits to `replays` that it is given up, and then removes its files. If its own writer
//!   still runs, it sees that, and writes its replays as a new batch.
//! - When a replay is exported again, its row in `replays` names the new batch. The old batch then has fewer replays there than the names of its files
//!   say, and those files are written anew without the replay.
//! - Commits to `replays` follow each other: each has the next number of the application [`APPLICATION`], and Delta lets one of two writers win.

mod batch;
mod delta;
mod layout;
mod parquet_file;
mod replays;
#[cfg(test)]
mod tests;

use std::collections::{BTreeSet, HashSet};
use std::str::FromStr as _;

use anyhow::{Result, bail};
use deltalake::kernel::LogicalFileView;
use ghostreel::collection;
use ghostreel::formats::core::Digest;

use self::batch::Batch;
use self::delta::Exported;
use self::layout::Layout;
pub(crate) use self::layout::Partition;
pub(crate) use self::replays::Versions;
use self::replays::{Enlisted, Replays, folder_of};
use crate::catalog::{Table, tables};
use crate::rows::Selection;
use crate::say::no_such;
use crate::store::Store;

/// The name under which commits to `replays` are numbered.
pub(super) const APPLICATION: &str = "ghostreel";

/// What was exported.
#[derive(Debug, Default)]
pub(crate) struct Outcome {
    /// How many replays have rows now that had none, or older ones.
    pub(crate) exported: usize,
    /// Those of them that are damaged.
    pub(crate) recovered: usize,
    /// The files that were left out, with the reason.
    pub(crate) failures: Vec<String>,
}

/// What to export, and where to.
#[derive(Debug)]
pub(crate) struct Export<'a> {
    pub(crate) paths: &'a [std::path::PathBuf],
    pub(crate) out: &'a str,
    /// The places of the tables, if not all.
    pub(crate) tables: &'a [String],
    pub(crate) partition: Option<Partition>,
    /// Bytes for open replays and for rows that are not written yet.
    pub(crate) memory: u64,
    /// Replays that an earlier version has written are written again.
    pub(crate) newest: Versions,
}

impl Export<'_> {
    /// Exports the replays that are not there yet. Calls `progress` with the number of files that are done, and of all files.
    pub(crate) fn run(
        &self,
        runtime: &tokio::runtime::Runtime,
        mut progress: impl FnMut(usize, usize),
    ) -> Result<Outcome> {
        let wanted = self.wanted()?;
        let store = Store::at(self.out)?;
        let layout = Layout { partition: self.partition, tables: wanted };
        let mut writer = runtime.block_on(Writer::open(store, layout, self.newest))?;
        let selections: Vec<Selection> =
            writer.layout.written().map(|table| Selection::new(table, None)).collect();
        let open = self.memory / 2;
        let mut answers = collection(self.paths)
            .memory(open)
            .without(writer.replays.current())
            .each(move |replay| {
                let game = replay.format().game;
                let is_of = |selection: &&Selection| selection.table().has_rows_of(game);
                let rows = selections.iter().filter(is_of).map(|selection| {
                    let rows = selection.rows(replay)?;
                    Ok(rows.map(|rows| (selection.clone(), rows)))
                });
                let rows: Result<Vec<_>> = rows.filter_map(Result::transpose).collect();
                let meta = replay.meta();
                let recovered = replay.outcome() == ghostreel::Outcome::Recovered;
                Ok((rows, meta.started_at, recovered))
            });
        let mut outcome = Outcome::default();
        let mut batch = Batch::default();
        let mut seen: HashSet<Digest> = HashSet::new();
        while let Some(answer) = answers.next() {
            let (at, of) = answers.progress();
            progress(at, of);
            let rows = match (answer.result, answer.digest) {
                (Ok((Ok(rows), started_at, recovered)), Some(digest)) => {
                    if !seen.insert(digest) {
                        continue;
                    }
                    outcome.recovered += usize::from(recovered);
                    (digest, rows, started_at)
                }
                (Ok((Err(error), ..)), _) => {
                    outcome.failures.push(format!("{}: {error:#}", answer.path.display()));
                    continue;
                }
                (Err(error), _) => {
                    outcome.failures.push(sentence(&answer.path, &error));
                    continue;
                }
                (Ok(_), None) => continue,
            };
            let (digest, rows, started_at) = rows;
            let grown_from = writer.replays.grown_from(&answer.path);
            batch.add(digest, &answer.path, rows, started_at, grown_from)?;
            if batch.bytes() >= open {
                outcome.exported += runtime.block_on(writer.commit(std::mem::take(&mut batch)))?;
            }
        }
        outcome.exported += runtime.block_on(writer.commit(batch))?;
        Ok(outcome)
    }

    /// The places of the tables that were asked for; none: of all.
    fn wanted(&self) -> Result<BTreeSet<String>> {
        let known: Vec<String> = tables().iter().map(Table::place).collect();
        if let Some(name) = self.tables.iter().find(|name| !known.contains(name)) {
            return Err(no_such("table", name, known.iter().map(String::as_str)));
        }
        Ok(self.tables.iter().cloned().collect())
    }
}

/// An error of a file, with the file's name.
pub(crate) fn sentence(path: &std::path::Path, error: &ghostreel::Error) -> String {
    match error {
        ghostreel::Error::File { .. } => error.to_string(),
        _ => format!("{}: {error}", path.display()),
    }
}

/// An export that is written to.
#[derive(Debug)]
struct Writer {
    store: Store,
    layout: Layout,
    replays: Replays,
    /// The other tables that are there.
    tables: Vec<Exported>,
}

impl Writer {
    /// Opens an export or begins one, and clears away what another run has left behind.
    async fn open(store: Store, layout: Layout, newest: Versions) -> Result<Self> {
        let replays = Replays::open(&store, &layout, newest).await?;
        let layout = layout.settled(&replays.layout()?)?;
        let mut there = Vec::new();
        for table in tables().iter().filter(|table| !table.is_of_replays()) {
            if let Some(mut exported) = Exported::open(&store, table).await? {
                exported.add_columns().await?;
                there.push(exported);
            }
        }
        let mut writer = Self { store, layout, replays, tables: there };
        writer.clear_broken_off().await?;
        writer.clear_superseded().await?;
        Ok(writer)
    }

    /// The table as it is in the export, made if need be.
    async fn table(&mut self, table: &'static Table) -> Result<&mut Exported> {
        let place = self.tables.iter().position(|known| std::ptr::eq(known.table, table));
        let place = match place {
            Some(place) => place,
            None => {
                let made = Exported::open_or_create(&self.store, table, &self.layout).await?;
                self.tables.push(made);
                self.tables.len() - 1
            }
        };
        Ok(&mut self.tables[place])
    }

    /// Takes out the files of batches that do not count.
    async fn clear_broken_off(&mut self) -> Result<()> {
        let mut batches: Vec<String> = Vec::new();
        for table in &self.tables {
            for file in table.files()? {
                let Some(FileName { batch, .. }) = FileName::of(&file.path()) else { continue };
                if !self.replays.has_batch(&batch) && !batches.contains(&batch) {
                    batches.push(batch);
                }
            }
        }
        for batch in batches {
            if self.replays.give_up(&batch).await? {
                self.take_out(&batch).await?;
            }
        }
        Ok(())
    }

    /// Takes out all files of a batch.
    async fn take_out(&mut self, batch: &str) -> Result<()> {
        for table in &mut self.tables {
            table.reload().await?;
            for tries in 0.. {
                let mut files = table.files()?;
                files.retain(|file| {
                    FileName::of(&file.path()).is_some_and(|name| name.batch == batch)
                });
                if files.is_empty() || table.commit(Vec::new(), &files, Vec::new(), tries).await? {
                    break;
                }
            }
        }
        Ok(())
    }

    /// Takes out rows of replays that were exported again since.
    async fn clear_superseded(&mut self) -> Result<()> {
        for table in &mut self.tables {
            let mut tries = 0;
            while let Some((file, name, now)) = superseded(table, &self.replays)? {
                let path = file.path().into_owned();
                let rows = batch::read(table.table, table.read(&path).await?)?;
                let is_kept =
                    |replay: &str| Digest::from_str(replay).is_ok_and(|it| now.contains(&it));
                let rows = batch::kept(&rows, is_kept)?;
                let mut added = Vec::new();
                if rows.num_rows() > 0 {
                    let name = FileName { replays: now.len(), ..name };
                    added.push(batch::write(table, folder_of(&path), &name, &[rows]).await?);
                }
                if !table.commit(added, &[file], Vec::new(), tries).await? {
                    tries += 1;
                }
            }
        }
        Ok(())
    }

    /// Rows that are to be taken out can be found only in files that say what is in them.
    fn expect_own_files(&self) -> Result<()> {
        for table in &self.tables {
            if table.files()?.iter().any(|file| FileName::of(&file.path()).is_none()) {
                bail!(
                    "another program has put files of table {} together, so what an earlier version has written cannot be taken out: export anew",
                    table.table.place()
                );
            }
        }
        Ok(())
    }

    /// Writes a batch. Returns how many replays of it are exported now: others may have exported some meanwhile.
    async fn commit(&mut self, mut batch: Batch) -> Result<usize> {
        if !self.replays.batches_with(&batch).is_empty() {
            self.expect_own_files()?;
        }
        while !batch.is_empty() {
            batch.sort();
            let name = FileName::new(batch.len());
            for (table, rows) in batch.tables() {
                if !table.is_of_replays() {
                    let partition = self.layout.partition;
                    let exported = self.table(table).await?;
                    let added = rows.write(exported, &name, partition).await?;
                    exported.append(added).await?;
                }
            }
            match self.replays.enlist(&batch, &name, self.layout.partition).await? {
                Enlisted::Yes(older) => {
                    if older.is_empty() {
                        return Ok(batch.len());
                    }
                    for older in older {
                        if !self.replays.has_batch(&older) {
                            self.take_out(&older).await?;
                        }
                    }
                    self.clear_superseded().await?;
                    return Ok(batch.len());
                }
                Enlisted::Not(others) => {
                    self.take_out(&name.batch).await?;
                    batch.leave_out(&others);
                }
            }
        }
        Ok(0)
    }
}

/// A file of a table with rows of replays that are not in its batch any more, and those that are.
fn superseded(
    table: &Exported,
    replays: &Replays,
) -> Result<Option<(LogicalFileView, FileName, HashSet<Digest>)>> {
    for file in table.files()? {
        let Some(name) = FileName::of(&file.path()) else { continue };
        // One that does not count may be another writer's, who is still at it.
        if let Some(now) = replays.of_batch(&name.batch)
            && now.len() < name.replays
        {
            return Ok(Some((file, name, now.clone())));
        }
    }
    Ok(None)
}

/// The name of a file with rows.
#[derive(Clone, Debug)]
pub(super) struct FileName {
    /// What it was written together with.
    pub(super) batch: String,
    /// How many replays the batch has.
    pub(super) replays: usize,
}

impl FileName {
    /// Of a new batch.
    pub(super) fn new(replays: usize) -> Self {
        Self { batch: uuid::Uuid::now_v7().simple().to_string(), replays }
    }

    /// `None` of a file that another program has written, as one that makes few files of many does.
    pub(super) fn of(path: &str) -> Option<Self> {
        let name = path.rsplit('/').next()?;
        let (batch, replays) = name.strip_suffix(SUFFIX)?.split_once('-')?;
        uuid::Uuid::try_parse(batch).ok()?;
        Some(Self { batch: batch.to_owned(), replays: replays.parse().ok()? })
    }
}

const SUFFIX: &str = ".zstd.parquet";

impl std::fmt::Display for FileName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}-{}{SUFFIX}", self.batch, self.replays)
    }
}
