//! Finding replays, and taking them into the queue.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use ghostreel_formats::core::Digest;
use ghostreel_live::{Seen, Stamp, WholeFiles};
use ghostreel_mark::SecretKey;

use crate::event::Event;
use crate::marked;
use crate::queue::{Before, Queue};
use crate::record::{Record, State};

/// Looks into folders, and takes each replay into the queue when it is whole, signed.
///
/// Files that were in a folder when it was first looked into are left alone; the queue remembers them. So a replay that came while no
/// program looked is found at the next start.
#[derive(Debug)]
pub struct Finder {
    files: WholeFiles,
    key: SecretKey,
    queue: Arc<Queue>,
    takes_existing: bool,
}

impl Finder {
    /// Looks into `folders`, which need not be there. A file must not have changed for as long as `wait`. With `takes_existing`, a file that was in a
    /// folder before is taken, too.
    ///
    /// # Errors
    /// If the disk does not let the queue be written.
    pub fn new(
        folders: &[PathBuf],
        wait: Duration,
        takes_existing: bool,
        key: SecretKey,
        queue: Arc<Queue>,
    ) -> io::Result<Self> {
        let folders: Vec<PathBuf> =
            folders.iter().map(std::path::absolute).collect::<io::Result<_>>()?;
        queue.forget_unfinished()?;
        let mut files = WholeFiles::new(&folders, wait);
        files.leave_alone(queue.stamps());
        let mut finder = Self { files, key, queue, takes_existing };
        for folder in &folders {
            finder.leave_before(folder, folder.is_dir())?;
        }
        Ok(finder)
    }

    /// Leaves alone the files that were in a folder before.
    fn leave_before(&mut self, folder: &Path, is_there: bool) -> io::Result<()> {
        let (mut before, was_known) = match self.queue.before(folder) {
            Some(before) => (before, true),
            None => (Before { since: now(), stamps: None }, false),
        };
        if before.stamps.is_none() && (is_there || !was_known) {
            if is_there {
                let mut stamps = WholeFiles::present(folder);
                if was_known {
                    // It came later: files written since then are new.
                    let since = u64::try_from(before.since).unwrap_or(0).saturating_mul(1_000_000);
                    stamps.retain(|stamp| stamp.modified < since);
                }
                before.stamps = Some(stamps);
            }
            self.queue.set_before(folder, before.clone())?;
        }
        if !self.takes_existing {
            self.files.leave_alone(before.stamps.into_iter().flatten());
        }
        Ok(())
    }

    /// Whether all files that are there were looked at since they changed last.
    pub fn is_idle(&self) -> bool {
        self.files.is_idle()
    }

    /// The files that are not whole replays, including those that may still become whole. Each is reported once until it changes.
    pub fn take_unfinished(&mut self) -> Vec<Event> {
        let reported = self.files.take_unfinished();
        reported.into_iter().map(|(path, reason)| self.unfinished(path, reason)).collect()
    }

    /// The next event, waiting for it for at most `patience`.
    pub fn next(&mut self, patience: Duration) -> Option<Event> {
        Some(match self.files.next(patience)? {
            Seen::Whole { path, stamp, bytes } => match self.take(&path, stamp, bytes) {
                Ok(event) => return event,
                Err(reason) => {
                    self.files.put_off(path.clone(), stamp);
                    Event::Trouble { path, reason }
                }
            },
            Seen::Unfinished { path, reason } => self.unfinished(path, reason),
            Seen::Changed { path } => {
                // If the disk does not take it, the list is out of date until it does.
                let _ = self.queue.set_unfinished(&path, None);
                return None;
            }
            Seen::FolderGone { folder, reason } => Event::FolderGone { folder, reason },
            Seen::FolderBack { folder } => {
                if let Err(error) = self.leave_before(&folder, true) {
                    return Some(Event::Trouble { path: folder, reason: error.to_string() });
                }
                Event::FolderBack { folder }
            }
            _ => return None,
        })
    }

    fn unfinished(&self, path: PathBuf, reason: String) -> Event {
        let _ = self.queue.set_unfinished(&path, Some(&reason));
        Event::Unfinished { path, reason }
    }

    /// Takes a replay into the queue, unless it is known.
    fn take(&self, path: &Path, stamp: Stamp, bytes: Vec<u8>) -> Result<Option<Event>, String> {
        let unwritable = |error: io::Error| format!("the queue cannot be written: {error}");
        let digest = Digest::of(&bytes).to_string();
        if let Some(record) = self.queue.meet(&digest, stamp).map_err(unwritable)? {
            let is_other = record.path != path;
            return Ok(is_other.then(|| Event::Known { path: path.to_owned(), first: record.path }));
        }
        let upload = marked::signed(path, bytes, &self.key, now()).map_err(|e| e.to_string())?;
        let record = Record {
            digest,
            path: path.to_owned(),
            game: upload.game.to_owned(),
            stamps: vec![stamp],
            found: now(),
            name: upload.name,
            state: State::Waiting,
            reason: None,
            sent: None,
        };
        self.queue.add(record.clone(), &upload.bytes).map_err(unwritable)?;
        Ok(Some(Event::Queued(record)))
    }
}

/// Now, in milliseconds since 1970 UTC.
fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}
