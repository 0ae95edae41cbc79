//! The queue on the disk.
//!
//! ```text
//! lock               held while a program uses the queue
//! queue.json         which server it is for, and what was in the folders before
//! unfinished.json    files that are no whole replays at present
//! replays/DIGEST.json  what is known of a replay, by the SHA-256 of the game's own file
//! uploads/DIGEST     what is uploaded of it, until the server has it
//! ```
//!
//! Each file is written whole under another name, brought to the disk and renamed. A replay's upload is there before its record is, and goes
//! when its record says that it is not wanted any more; so at any moment the records alone determine the work.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use ghostreel_live::Stamp;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::disk;
use crate::record::{Record, State};

const LOCK: &str = "lock";
const ABOUT: &str = "queue.json";
const UNFINISHED: &str = "unfinished.json";
const REPLAYS: &str = "replays";
const UPLOADS: &str = "uploads";

/// Why a queue cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum QueueError {
    /// Another program uses it.
    #[error("the queue {} is in use by another program", .0.display())]
    InUse(PathBuf),
    /// It is for another server.
    #[error("the queue {} is for {found}; each server needs a queue of its own", folder.display())]
    OtherServer {
        /// The queue's folder.
        folder: PathBuf,
        /// The server that it is for.
        found: String,
    },
    /// There is none.
    #[error("there is no queue in {}", .0.display())]
    None(PathBuf),
    /// The disk does not let it be read or written.
    #[error("the queue {}: {source}", folder.display())]
    Disk {
        /// The queue's folder.
        folder: PathBuf,
        /// Why not.
        source: io::Error,
    },
}

/// A file that is no whole replay at present.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unfinished {
    /// Where it is.
    pub path: PathBuf,
    /// Why it is no whole replay.
    pub reason: String,
}

/// The files in a folder when it was first looked into.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Before {
    /// When that was, in milliseconds since 1970 UTC.
    pub(crate) since: i64,
    /// The files that were there; `None` until the folder can be listed.
    pub(crate) stamps: Option<BTreeSet<Stamp>>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Stored {
    server: String,
    folders: BTreeMap<PathBuf, Before>,
}

/// The content of a queue.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// The server that it is for.
    pub server: String,
    /// Whether a program uses it now.
    pub is_in_use: bool,
    /// All replays, in the order in which they were found.
    pub replays: Vec<Record>,
    /// Files that are no whole replays at present.
    pub unfinished: Vec<Unfinished>,
}

/// Replays on their way to a server. One program at a time uses it; its threads share it.
#[derive(Debug)]
pub struct Queue {
    folder: PathBuf,
    /// Unlocked when it is dropped, or its program ends.
    _lock: File,
    inner: Mutex<Inner>,
}

#[derive(Debug, Default)]
struct Inner {
    stored: Stored,
    records: BTreeMap<String, Record>,
    unfinished: BTreeMap<PathBuf, String>,
}

impl Queue {
    /// Opens a queue, or begins one, for a server.
    ///
    /// # Errors
    /// If another program uses it, it is for another server, or the disk does not let it be written.
    pub fn open(folder: &Path, server: &str) -> Result<Self, QueueError> {
        let lock = open(folder).map_err(|source| failed(folder, source))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(QueueError::InUse(folder.to_owned())),
            Err(TryLockError::Error(source)) => return Err(failed(folder, source)),
        }
        let queue = Self { folder: folder.to_owned(), _lock: lock, inner: Mutex::default() };
        queue.load(server)?;
        Ok(queue)
    }

    fn load(&self, server: &str) -> Result<(), QueueError> {
        let server = server.trim_end_matches('/');
        let mut inner = self.inner();
        match read_json::<Stored>(&self.folder.join(ABOUT)) {
            Some(stored) if stored.server != server => {
                let folder = self.folder.clone();
                return Err(QueueError::OtherServer { folder, found: stored.server });
            }
            Some(stored) => inner.stored = stored,
            None => {
                inner.stored.server = server.to_owned();
                self.write_about(&inner).map_err(|source| failed(&self.folder, source))?;
            }
        }
        let records = records(&self.folder).map_err(|source| failed(&self.folder, source))?;
        for record in records {
            let is_complete =
                record.state != State::Waiting || self.upload(&record.digest).exists();
            if is_complete {
                inner.records.insert(record.digest.clone(), record);
            }
        }
        self.clean(&inner).map_err(|source| failed(&self.folder, source))
    }

    /// Removes leftovers of a crash: files that were not whole yet, and uploads that are not wanted any more.
    fn clean(&self, inner: &Inner) -> io::Result<()> {
        for folder in [self.folder.clone(), self.folder.join(REPLAYS), self.folder.join(UPLOADS)] {
            let is_of_uploads = folder.ends_with(UPLOADS);
            for entry in fs::read_dir(&folder)? {
                let entry = entry?;
                let name = entry.file_name().to_string_lossy().into_owned();
                let record = inner.records.get(&name);
                let is_wanted = record.is_some_and(|record| record.state == State::Waiting);
                if name.starts_with(disk::PARTIAL) || is_of_uploads && !is_wanted {
                    fs::remove_file(entry.path())?;
                }
            }
        }
        Ok(())
    }

    /// The content of a queue, also while a program uses it.
    ///
    /// # Errors
    /// If there is none, or it cannot be read.
    pub fn read(folder: &Path) -> Result<Summary, QueueError> {
        let stored: Stored =
            read_json(&folder.join(ABOUT)).ok_or_else(|| QueueError::None(folder.to_owned()))?;
        let mut replays = records(folder).map_err(|source| failed(folder, source))?;
        replays.sort_by_key(|record| record.found);
        let lock = File::open(folder.join(LOCK)).map_err(|source| failed(folder, source))?;
        let is_in_use = matches!(lock.try_lock_shared(), Err(TryLockError::WouldBlock));
        let unfinished = read_json(&folder.join(UNFINISHED)).unwrap_or_default();
        Ok(Summary { server: stored.server, is_in_use, replays, unfinished })
    }

    /// How many replays wait.
    pub fn waiting(&self) -> usize {
        self.inner().records.values().filter(|record| record.state == State::Waiting).count()
    }

    /// The replay that waits and comes first in this order.
    pub(crate) fn next<O: Ord>(&self, order: impl Fn(&Record) -> O) -> Option<Record> {
        let inner = self.inner();
        let waiting = inner.records.values().filter(|record| record.state == State::Waiting);
        waiting.min_by_key(|record| order(record)).cloned()
    }

    /// Where the upload of a replay is.
    pub(crate) fn upload(&self, digest: &str) -> PathBuf {
        self.folder.join(UPLOADS).join(digest)
    }

    /// The stamps of all replays that are known.
    pub(crate) fn stamps(&self) -> Vec<Stamp> {
        self.inner().records.values().flat_map(|record| record.stamps.clone()).collect()
    }

    /// The files that were in a folder before; `None` if it was never looked into.
    pub(crate) fn before(&self, folder: &Path) -> Option<Before> {
        self.inner().stored.folders.get(folder).cloned()
    }

    pub(crate) fn set_before(&self, folder: &Path, before: Before) -> io::Result<()> {
        let mut inner = self.inner();
        inner.stored.folders.insert(folder.to_owned(), before);
        self.write_about(&inner)
    }

    fn write_about(&self, inner: &Inner) -> io::Result<()> {
        self.write("", ABOUT, &inner.stored)
    }

    /// The replay with that content, which this file has, too.
    pub(crate) fn meet(&self, digest: &str, stamp: Stamp) -> io::Result<Option<Record>> {
        let mut inner = self.inner();
        let Some(record) = inner.records.get_mut(digest) else { return Ok(None) };
        if !record.stamps.contains(&stamp) {
            record.stamps.push(stamp);
            self.write_record(record)?;
        }
        Ok(Some(record.clone()))
    }

    /// Takes a replay in, with its upload.
    pub(crate) fn add(&self, record: Record, upload: &[u8]) -> io::Result<()> {
        disk::write(&self.folder.join(UPLOADS), &record.digest, upload)?;
        self.update(record)
    }

    /// Writes what became of a replay. In memory that holds even where the disk does not take it.
    pub(crate) fn update(&self, record: Record) -> io::Result<()> {
        let mut inner = self.inner();
        let is_new = !inner.records.contains_key(&record.digest);
        let written = self.write_record(&record);
        if is_new {
            written?;
            inner.records.insert(record.digest.clone(), record);
            return Ok(());
        }
        if written.is_ok() && record.state != State::Waiting {
            // One that stays is removed at the next start.
            let _ = fs::remove_file(self.upload(&record.digest));
        }
        inner.records.insert(record.digest.clone(), record);
        written
    }

    /// Remembers that a file is no whole replay at present, or with `None`, that it is not in the way any more.
    pub(crate) fn set_unfinished(&self, path: &Path, reason: Option<&str>) -> io::Result<()> {
        let mut inner = self.inner();
        match reason {
            Some(reason) => drop(inner.unfinished.insert(path.to_owned(), reason.to_owned())),
            None => drop(inner.unfinished.remove(path)),
        }
        let list = inner.unfinished.iter();
        let list: Vec<Unfinished> = list
            .map(|(path, reason)| Unfinished { path: path.clone(), reason: reason.clone() })
            .collect();
        self.write("", UNFINISHED, &list)
    }

    /// Forgets all files that were no whole replays.
    pub(crate) fn forget_unfinished(&self) -> io::Result<()> {
        self.inner().unfinished.clear();
        self.write("", UNFINISHED, &Vec::<Unfinished>::new())
    }

    fn write_record(&self, record: &Record) -> io::Result<()> {
        self.write(REPLAYS, &format!("{}.json", record.digest), record)
    }

    fn write(&self, within: &str, name: &str, value: &impl Serialize) -> io::Result<()> {
        disk::write(&self.folder.join(within), name, &serde_json::to_vec(value)?)
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn failed(folder: &Path, source: io::Error) -> QueueError {
    QueueError::Disk { folder: folder.to_owned(), source }
}

/// Makes the folders that are not there, and opens the file that is locked.
fn open(folder: &Path) -> io::Result<File> {
    fs::create_dir_all(folder)?;
    for within in [REPLAYS, UPLOADS] {
        fs::create_dir_all(folder.join(within))?;
    }
    File::options().create(true).append(true).open(folder.join(LOCK))
}

/// All records that can be read. One that cannot is not there: its file is found again.
fn records(folder: &Path) -> io::Result<Vec<Record>> {
    let mut records = Vec::new();
    for entry in fs::read_dir(folder.join(REPLAYS))? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "json") {
            let record: Option<Record> = read_json(&path);
            records
                .extend(record.filter(|record| path.file_stem() == Some(record.digest.as_ref())));
        }
    }
    Ok(records)
}

fn read_json<T: DeserializeOwned>(path: &Path) -> Option<T> {
    serde_json::from_slice(&fs::read(path).ok()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const URL: &str = "http://replays.example.org/";

    fn record(digest: &str) -> Record {
        Record {
            digest: digest.to_owned(),
            path: "a.slp".into(),
            game: "melee".into(),
            stamps: vec![Stamp { length: 1, modified: 2 }],
            found: 3,
            name: "a.slp".into(),
            state: State::Waiting,
            reason: None,
            sent: None,
        }
    }

    #[test]
    fn leftovers_of_a_crash_are_cleaned_up() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path();
        let queue = Queue::open(folder, URL).unwrap();
        queue.add(record("aa"), b"bytes").unwrap();
        queue.add(record("bb"), b"bytes").unwrap();
        queue.add(record("cc"), b"bytes").unwrap();
        queue.update(Record { state: State::Sent, ..record("cc") }).unwrap();
        drop(queue);
        // An upload without a record, one that was not whole, one that was sent, a record without its upload, and one that is cut.
        fs::write(folder.join("uploads/dd"), "bytes").unwrap();
        fs::write(folder.join("uploads/.part-x"), "by").unwrap();
        fs::write(folder.join("uploads/cc"), "bytes").unwrap();
        fs::remove_file(folder.join("uploads/bb")).unwrap();
        fs::write(folder.join("replays/ee.json"), "{\"digest").unwrap();
        let queue = Queue::open(folder, URL).unwrap();
        assert_eq!(queue.next(|record| record.found), Some(record("aa")));
        assert_eq!(queue.waiting(), 1);
        assert_eq!(queue.meet("bb", Stamp { length: 1, modified: 2 }).unwrap(), None);
        let left: Vec<_> = fs::read_dir(folder.join("uploads")).unwrap().collect();
        assert_eq!(left.len(), 1, "{left:?}");
    }

    #[test]
    fn nothing_is_taken_in_that_the_disk_does_not_take() {
        let place = tempfile::tempdir().unwrap();
        let queue = Queue::open(place.path(), URL).unwrap();
        // As good as a full disk: nothing can be written there.
        fs::remove_dir(place.path().join("uploads")).unwrap();
        assert!(queue.add(record("aa"), b"bytes").is_err());
        fs::create_dir(place.path().join("uploads")).unwrap();
        fs::remove_dir(place.path().join("replays")).unwrap();
        assert!(queue.add(record("aa"), b"bytes").is_err());
        assert_eq!(queue.waiting(), 0);
        fs::create_dir(place.path().join("replays")).unwrap();
        queue.add(record("aa"), b"bytes").unwrap();
        assert_eq!(queue.waiting(), 1);
    }

    #[test]
    fn one_program_and_one_server_use_a_queue() {
        let place = tempfile::tempdir().unwrap();
        let queue = Queue::open(place.path(), URL).unwrap();
        assert!(matches!(Queue::open(place.path(), URL), Err(QueueError::InUse(_))));
        assert!(Queue::read(place.path()).unwrap().is_in_use);
        drop(queue);
        assert!(!Queue::read(place.path()).unwrap().is_in_use);
        let other = Queue::open(place.path(), "http://other.example.org");
        assert!(matches!(other, Err(QueueError::OtherServer { .. })));
    }
}
