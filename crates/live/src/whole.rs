//! Replays in folders, each when it is whole.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use ghostreel_formats::core::{DecodeOptions, Severity};
use notify::{RecommendedWatcher, RecursiveMode, Watcher};
use same_file::Handle;
use serde::{Deserialize, Serialize};
use walkdir::WalkDir;

use crate::ending::{Ending, OVER};
use crate::folder::should_be_replay;

/// A folder is listed at least this often, even when no event comes: network folders have none, and a busy system drops some.
const RESCAN: Duration = Duration::from_secs(5);
/// It is not listed more often, however many events come …
const LISTING: Duration = Duration::from_millis(200);
/// … and with pauses so many times longer than it takes: it may hold ten thousand games.
const REST: u32 = 20;
/// A file that did not become whole is reported when it has not changed for so many times the wait: a game may be paused.
const UNFINISHED: u32 = 15;
/// A file that was put off is offered again after this.
const PUT_OFF: Duration = Duration::from_secs(5);
/// The longest file that is read, in bytes.
const LONGEST: u64 = 1 << 30;

/// The identity of a file without reading it: it keeps it when it is renamed or moved, and any writing changes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Stamp {
    /// Its length in bytes.
    pub length: u64,
    /// When it was written to last, in nanoseconds since 1970 UTC; 0 where the system does not say.
    pub modified: u64,
}

impl Stamp {
    fn of(path: &Path) -> io::Result<Self> {
        let there = std::fs::metadata(path)?;
        if !there.is_file() {
            return Err(io::ErrorKind::InvalidInput.into());
        }
        let modified = there.modified().unwrap_or(UNIX_EPOCH);
        let since: Duration = modified.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        let modified = u64::try_from(since.as_nanos()).unwrap_or(u64::MAX);
        Ok(Self { length: there.len(), modified })
    }
}

/// Something that was seen in the folders.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Seen {
    /// A replay is whole: it is read strictly, and has not been written to for a while. It comes once, unless it is [put off](WholeFiles::put_off).
    Whole {
        /// Where it is.
        path: PathBuf,
        /// Its identity.
        stamp: Stamp,
        /// All of it.
        bytes: Vec<u8>,
    },
    /// A file has not changed for long, and is no whole replay. It is looked at again when it changes.
    Unfinished {
        /// Where it is.
        path: PathBuf,
        /// Why it is no whole replay: one sentence without a full stop.
        reason: String,
    },
    /// A file that did not become whole, or could not be read, is gone or has changed.
    Changed {
        /// Where it was.
        path: PathBuf,
    },
    /// A folder cannot be listed, for example because it is not there. It is tried again.
    FolderGone {
        /// The folder.
        folder: PathBuf,
        /// Why.
        reason: String,
    },
    /// It can be listed again.
    FolderBack {
        /// The folder.
        folder: PathBuf,
    },
}

/// Replays in folders, and in the folders below, each when it is whole.
///
/// Events of the system say when to look, and the folders are listed slowly besides, as events get lost and network folders have none. No file is
/// locked, no symbolic link followed. A folder need not exist yet, and may vanish and come back.
#[derive(Debug)]
pub struct WholeFiles {
    folders: Vec<Folder>,
    /// How long a file must not have changed.
    wait: Duration,
    /// The files that are left alone, by stamp.
    known: HashSet<Stamp>,
    files: BTreeMap<PathBuf, Candidate>,
    /// `None`: the system has no events for us.
    watcher: Option<RecommendedWatcher>,
    events: Receiver<()>,
    /// When the folders were listed last, and how long that took.
    listed: Option<(Instant, Duration)>,
    /// Events came since.
    is_awake: bool,
    waiting: Vec<Seen>,
}

#[derive(Debug)]
struct Folder {
    path: PathBuf,
    /// The folder that is watched: another may come under the same name.
    watched: Option<Handle>,
    is_gone: bool,
}

/// A file that is not known to be whole yet.
#[derive(Debug)]
struct Candidate {
    stamp: Stamp,
    /// It has had this stamp since then.
    since: Instant,
    /// It is not looked at before that.
    due: Instant,
    verdict: Verdict,
}

#[derive(Debug)]
enum Verdict {
    /// It was not looked at since it changed.
    None,
    /// It is no whole replay, for this reason.
    Unfinished(String),
    /// Its reason was reported.
    Reported,
}

impl WholeFiles {
    /// Looks into `folders`. A file must not have changed for as long as `wait`.
    pub fn new(folders: &[PathBuf], wait: Duration) -> Self {
        let (sender, events) = channel();
        let wake = move |event: notify::Result<notify::Event>| {
            // Our own looking is such an event, too.
            if event.is_ok_and(|event| event.kind.is_access()) {
                return;
            }
            // The receiver is gone: there is none to wake.
            let _ = sender.send(());
        };
        let folder = |path: &PathBuf| Folder { path: path.clone(), watched: None, is_gone: false };
        Self {
            folders: folders.iter().map(folder).collect(),
            wait,
            known: HashSet::new(),
            files: BTreeMap::new(),
            watcher: notify::recommended_watcher(wake).ok(),
            events,
            listed: None,
            is_awake: false,
            waiting: Vec::new(),
        }
    }

    /// Leaves files with these stamps alone, whatever they are called.
    pub fn leave_alone(&mut self, stamps: impl IntoIterator<Item = Stamp>) {
        self.known.extend(stamps);
        self.files.retain(|_, file| !self.known.contains(&file.stamp));
    }

    /// Offers a file that came as whole again, a few seconds later.
    pub fn put_off(&mut self, path: PathBuf, stamp: Stamp) {
        self.known.remove(&stamp);
        let now = Instant::now();
        let due = now + PUT_OFF.max(self.wait);
        let candidate = Candidate { stamp, since: now, due, verdict: Verdict::None };
        self.files.insert(path, candidate);
    }

    /// The stamps of all files with a replay's name that are there now. A folder that cannot be listed has none.
    pub fn present(folder: &Path) -> BTreeSet<Stamp> {
        let files = replays(folder).filter_map(Result::ok);
        files.filter_map(|path| Stamp::of(&path).ok()).collect()
    }

    /// Whether all files that are there were looked at since they changed last.
    pub fn is_idle(&self) -> bool {
        let is_looked_at = |file: &Candidate| !matches!(file.verdict, Verdict::None);
        self.listed.is_some() && self.waiting.is_empty() && self.files.values().all(is_looked_at)
    }

    /// The files that are no whole replays at present, with the reason; those included that were not reported yet.
    pub fn take_unfinished(&mut self) -> Vec<(PathBuf, String)> {
        let mut reported = Vec::new();
        for (path, file) in &mut self.files {
            if let Verdict::Unfinished(reason) = &mut file.verdict {
                reported.push((path.clone(), std::mem::take(reason)));
                file.verdict = Verdict::Reported;
            }
        }
        reported
    }

    /// The next file seen, waiting for it for at most `patience`.
    pub fn next(&mut self, patience: Duration) -> Option<Seen> {
        let deadline = Instant::now() + patience;
        loop {
            if self.is_listing_due() {
                self.list();
            }
            if let Some(seen) = self.waiting.pop().or_else(|| self.look()) {
                return Some(seen);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return None;
            }
            match self.events.recv_timeout(LISTING.min(left)) {
                Ok(()) => {
                    self.is_awake = true;
                    // One is as good as many.
                    while self.events.try_recv().is_ok() {}
                    // The next listing sees all events of a burst.
                    std::thread::sleep(Duration::from_millis(10).min(left));
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => std::thread::sleep(LISTING.min(left)),
            }
        }
    }

    fn is_listing_due(&self) -> bool {
        let Some((at, took)) = self.listed else { return true };
        let is_growing = || self.files.values().any(|file| matches!(file.verdict, Verdict::None));
        let pause = if self.is_awake || is_growing() { LISTING } else { RESCAN };
        at.elapsed() >= pause.max(took * REST)
    }

    fn list(&mut self) {
        let started = Instant::now();
        self.is_awake = false;
        let mut files_there = BTreeMap::new();
        let mut unreadable = Vec::new();
        for folder in &mut self.folders {
            folder.watch(self.watcher.as_mut());
            for path in replays(&folder.path) {
                match path {
                    Ok(path) => {
                        // One that was deleted meanwhile is not there.
                        if let Ok(stamp) = Stamp::of(&path) {
                            files_there.insert(path, stamp);
                        }
                    }
                    Err((path, reason)) if path == folder.path => {
                        unreadable.push(path.clone());
                        if !folder.is_gone {
                            folder.is_gone = true;
                            self.waiting.push(Seen::FolderGone { folder: path, reason });
                        }
                    }
                    // A folder that cannot be listed is tried again with the next listing.
                    Err(_) => {}
                }
            }
            if folder.is_gone && !unreadable.contains(&folder.path) {
                folder.is_gone = false;
                self.waiting.push(Seen::FolderBack { folder: folder.path.clone() });
            }
        }
        self.compare(files_there);
        self.listed = Some((Instant::now(), started.elapsed()));
    }

    /// Takes in the files that are there now.
    fn compare(&mut self, found: BTreeMap<PathBuf, Stamp>) {
        let waiting = &mut self.waiting;
        self.files.retain(|path, file| {
            let is_same = found.get(path) == Some(&file.stamp);
            if !is_same && matches!(file.verdict, Verdict::Reported) {
                waiting.push(Seen::Changed { path: path.clone() });
            }
            is_same
        });
        let now = Instant::now();
        for (path, stamp) in found {
            // An empty file is one that a game has only begun.
            if stamp.length == 0 || self.known.contains(&stamp) {
                continue;
            }
            let due = now + self.wait;
            let candidate = Candidate { stamp, since: now, due, verdict: Verdict::None };
            self.files.entry(path).or_insert(candidate);
        }
    }

    /// Looks at the next file that was left alone for long enough.
    fn look(&mut self) -> Option<Seen> {
        let now = Instant::now();
        loop {
            let is_due = |file: &Candidate| match &file.verdict {
                Verdict::None => now >= file.due,
                Verdict::Unfinished(_) => now - file.since >= self.wait * UNFINISHED,
                Verdict::Reported => false,
            };
            let (path, file) = self.files.iter_mut().find(|(_, file)| is_due(file))?;
            if let Verdict::Unfinished(reason) = &mut file.verdict {
                let reason = std::mem::take(reason);
                file.verdict = Verdict::Reported;
                return Some(Seen::Unfinished { path: path.clone(), reason });
            }
            match read(path, file.stamp) {
                Ok(Some(bytes)) => match whole(&bytes, now - file.since) {
                    Ok(()) => {
                        let (path, stamp) = (path.clone(), file.stamp);
                        self.files.remove(&path);
                        self.known.insert(stamp);
                        return Some(Seen::Whole { path, stamp, bytes });
                    }
                    // A recorder may still write after the end of a game.
                    Err(_) if now - file.since < OVER => file.due = file.since + OVER,
                    Err(reason) => file.verdict = Verdict::Unfinished(reason),
                },
                // It changed meanwhile, which the next listing sees.
                Ok(None) => file.due = now + self.wait,
                Err(error) => file.verdict = Verdict::Unfinished(error.to_string()),
            }
        }
    }
}

impl Folder {
    /// Has the system say when something happens in the folder that is there now.
    fn watch(&mut self, watcher: Option<&mut RecommendedWatcher>) {
        let Some(watcher) = watcher else { return };
        let now = Handle::from_path(&self.path).ok();
        if now == self.watched {
            return;
        }
        if self.watched.take().is_some() {
            // The folder that it was for may be gone, and the watch with it.
            let _ = watcher.unwatch(&self.path);
        }
        if now.is_some() && watcher.watch(&self.path, RecursiveMode::Recursive).is_ok() {
            self.watched = now;
        }
    }
}

/// The files in a folder, and in those below, that should be replays; what cannot be listed with the reason.
fn replays(folder: &Path) -> impl Iterator<Item = Result<PathBuf, (PathBuf, String)>> {
    WalkDir::new(folder).into_iter().filter_map(|entry| match entry {
        Ok(entry) if entry.file_type().is_file() && should_be_replay(entry.path()) => {
            Some(Ok(entry.into_path()))
        }
        Ok(_) => None,
        Err(error) => {
            let path = error.path().unwrap_or(Path::new("")).to_owned();
            let reason =
                error.into_io_error().map_or("it cannot be listed".into(), |e| e.to_string());
            Some(Err((path, reason)))
        }
    })
}

/// A file's bytes; `None` if it is not the one with that stamp any more.
fn read(path: &Path, stamp: Stamp) -> io::Result<Option<Vec<u8>>> {
    if stamp.length > LONGEST {
        return Err(io::Error::other("it is longer than 1 GiB"));
    }
    let bytes = std::fs::read(path)?;
    let is_same = bytes.len() as u64 == stamp.length && Stamp::of(path)? == stamp;
    Ok(is_same.then_some(bytes))
}

/// Whether the bytes of a file that has not changed for so long are a whole replay; the reason why not. The rule for files that grow is asked where
/// a replay is read strictly, and something is odd: a game that is being written is such, and one that was written oddly, too.
fn whole(bytes: &[u8], silence: Duration) -> Result<(), String> {
    let view = ghostreel_formats::open(bytes, &DecodeOptions::STRICT)
        .map_err(|error| error.to_string())?;
    let Some(odd) = view.diagnostics().iter().find(|odd| odd.severity > Severity::Info) else {
        return Ok(());
    };
    let mut ending = Ending::new();
    ending.push(bytes);
    if ending.has_come(silence) { Ok(()) } else { Err(odd.to_string()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_are_whole_and_their_beginnings_are_not() {
        for game in ["beat-saber", "melee", "rocket-league"] {
            let sample = ghostreel_formats::sample(game, None, 1).unwrap();
            assert_eq!(whole(&sample, OVER), Ok(()), "{game}");
            for part in [1, 100, sample.len() / 2, sample.len() - 1] {
                assert!(whole(&sample[..part], OVER).is_err(), "{game}: {part} bytes");
            }
        }
    }

    #[test]
    fn a_game_that_is_still_being_written_is_not_whole() {
        let mut sample = ghostreel_formats::sample("melee", None, 1).unwrap();
        // As the recorder leaves it until the end: no length, and nothing after the events.
        let length = u32::from_be_bytes(sample[11..15].try_into().unwrap()) as usize;
        sample.truncate(15 + length);
        sample[11..15].fill(0);
        assert!(whole(&sample, OVER / 2).is_err(), "more may come");
        assert_eq!(whole(&sample, OVER), Ok(()), "the game is over");
        assert!(whole(&sample[..sample.len() - 2_000], OVER).is_err(), "the game goes on");
    }
}
