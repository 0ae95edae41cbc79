//! The newest replay of a folder, and then the next.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use ghostreel_formats::{PROBE_LENGTH, is_replay_extension, is_shared_extension, probe};
use walkdir::{DirEntry, WalkDir};

use crate::file::GrowingFile;
use crate::{LiveEvent, Source, poll};

/// Slippi puts games into `Slippi`, or into a folder for each month in it.
const DEPTH: usize = 2;
/// The interval at which a folder is listed …
const LISTING: Duration = Duration::from_millis(100);
/// … but with pauses so many times longer than it takes: it may hold ten thousand games.
const REST: u32 = 20;

/// Follows the replay in a folder that was written to last, or in a folder below, and each that is newer after it. The
/// folder may be empty, or not exist yet. A replay that gave way to a newer one is not taken up again.
#[derive(Debug)]
pub struct NewestIn {
    folder: PathBuf,
    current: Option<Current>,
    /// Replays that were followed before.
    left: HashSet<PathBuf>,
    /// The next listing is due.
    due: Instant,
}

#[derive(Debug)]
struct Current {
    file: GrowingFile,
    modified: SystemTime,
    /// A newer one, which follows when this one has ended.
    next: Option<Found>,
}

#[derive(Clone, Debug)]
struct Found {
    path: PathBuf,
    modified: SystemTime,
}

impl NewestIn {
    /// Follows replays in `folder`.
    pub fn new(folder: &Path) -> Self {
        Self { folder: folder.to_owned(), current: None, left: HashSet::new(), due: Instant::now() }
    }

    fn look(&mut self) -> Option<LiveEvent> {
        if Instant::now() >= self.due {
            self.list();
        }
        let current = self.current.as_mut()?;
        if let Some(event) = current.file.look() {
            return Some(event);
        }
        // Everything of this one was read, and there is a newer one.
        let next = current.next.take()?;
        let ended = current.file.give_up();
        self.take_up(next);
        ended.map(LiveEvent::Ended)
    }

    fn take_up(&mut self, found: Found) {
        self.left.insert(found.path.clone());
        let file = GrowingFile::new(&found.path);
        self.current = Some(Current { file, modified: found.modified, next: None });
    }

    fn list(&mut self) {
        let started = Instant::now();
        let files = WalkDir::new(&self.folder).max_depth(DEPTH).into_iter();
        // Entries that cannot be listed are not there.
        let found: Vec<Found> = files.filter_map(|entry| replay(&entry.ok()?)).collect();
        self.due = Instant::now() + LISTING.max(started.elapsed() * REST);

        // A name that is free again may be used for another game. A file in the place of the current one is seen by its
        // own follower.
        let own = self.current.as_ref().map(|current| current.file.path());
        let is_there = |path: &Path| found.iter().any(|found| found.path == path);
        self.left.retain(|path| Some(path.as_path()) == own || is_there(path));
        if let Some(current) = &mut self.current
            && let Some(now) = found.iter().find(|found| found.path == current.file.path())
        {
            current.modified = now.modified;
        }
        let newest = found
            .into_iter()
            .filter(|found| !self.left.contains(&found.path))
            .max_by(|a, b| a.modified.cmp(&b.modified).then_with(|| a.path.cmp(&b.path)));
        let Some(newest) = newest else { return };
        match &mut self.current {
            None => self.take_up(newest),
            // It was only given another name.
            Some(current) if current.file.is_at(&newest.path) => {
                self.left.insert(newest.path);
            }
            Some(current) if newest.modified > current.modified => current.next = Some(newest),
            Some(_) => {}
        }
    }
}

impl Source for NewestIn {
    fn next(&mut self, patience: Duration) -> Option<LiveEvent> {
        poll(patience, || self.look())
    }

    fn trouble(&self) -> Option<String> {
        self.current.as_ref()?.file.trouble()
    }
}

/// A file that should be a replay and holds something.
fn replay(entry: &DirEntry) -> Option<Found> {
    if !should_be_replay(entry.path()) {
        return None;
    }
    // Of the file itself: a folder's own list may lag behind while a file is open.
    let there = std::fs::metadata(entry.path()).ok()?;
    let modified = there.modified().ok()?;
    (there.is_file() && there.len() > 0).then(|| Found { path: entry.path().to_owned(), modified })
}

/// Whether a file should be a replay: by its name, and by its first bytes where the name does not say.
pub(crate) fn should_be_replay(path: &Path) -> bool {
    let Some(extension) = path.extension().and_then(OsStr::to_str) else { return false };
    is_replay_extension(extension) || (is_shared_extension(extension) && begins_like_replay(path))
}

fn begins_like_replay(path: &Path) -> bool {
    let mut head = Vec::new();
    let read =
        File::open(path).and_then(|file| file.take(PROBE_LENGTH as u64).read_to_end(&mut head));
    read.is_ok() && probe(&head).is_some()
}
