//! Replays while they are being written.
//!
//! A [`Source`] gives one event after the other: a replay began, here are its next bytes, it has ended, the next one
//! began. [`follow`] makes one for a file that grows, or for a folder whose newest replay is meant, as Slippi's is. What
//! the bytes mean is for the decoders of `formats`; a source only asks them whether a file has come to its end.
//!
//! [`Slippi`] is a console, a relay or Dolphin on the network. Its reconnecting, its cursors and its keep-alives are its own business,
//! and it gives the file that a recorder would write.
//!
//! [`WholeFiles`] is for replays that are to be read once, when nothing more comes: it looks into folders, and gives each when it is whole.
//!
//! ```no_run
//! use std::time::Duration;
//! use ghostreel_live::{LiveEvent, Source, follow};
//!
//! let mut source = follow("Slippi".as_ref());
//! loop {
//!     match source.next(Duration::from_secs(1)) {
//!         Some(LiveEvent::Began { name }) => println!("{name}"),
//!         Some(LiveEvent::Bytes(bytes)) => println!("{} more bytes", bytes.len()),
//!         Some(event) => println!("{event:?}"),
//!         None => {}
//!     }
//! }
//! ```

mod ending;
mod file;
mod folder;
mod slippi;
mod whole;

use std::fmt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

pub use file::GrowingFile;
pub use folder::NewestIn;
pub use slippi::Slippi;
#[cfg(feature = "fuzzing")]
pub use slippi::fuzzing;
pub use whole::{Seen, Stamp, WholeFiles};

/// An event of the followed source. `Bytes`, `Rewritten` and `Ended` are about the replay that `Began` last.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LiveEvent {
    /// A replay begins. The one before it has ended.
    Began {
        /// Its name for people: a file's name.
        name: String,
    },
    /// Its next bytes, never none.
    Bytes(Vec<u8>),
    /// Bytes that were given before are different now: a recorder fills in a length when it is done.
    Rewritten {
        /// Where they begin.
        offset: usize,
        /// The content now.
        bytes: Vec<u8>,
    },
    /// No more of it will come.
    Ended(EndReason),
}

/// Why a replay has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EndReason {
    /// It is whole, or the game is over and its recorder has been silent for a while.
    Finished,
    /// Another one was put into its place, or it lost bytes.
    Replaced,
    /// It was deleted or moved away.
    Gone,
    /// A newer one appeared in the folder.
    Superseded,
}

impl EndReason {
    /// The name used in JSON and in the HTTP API.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Finished => "finished",
            Self::Replaced => "replaced",
            Self::Gone => "gone",
            Self::Superseded => "superseded",
        }
    }
}

/// Where replays come from while they are being written.
pub trait Source: fmt::Debug + Send {
    /// The next event, waiting for it for at most `patience`. `None`: nothing so far.
    fn next(&mut self, patience: Duration) -> Option<LiveEvent>;

    /// The obstacle, if nothing comes because of one: one sentence.
    fn trouble(&self) -> Option<String>;
}

/// Follows a file or the newest replay in a folder. Neither needs to exist yet; what turns out to be a folder is one.
pub fn follow(path: &Path) -> Box<dyn Source> {
    Box::new(FileOrFolder { path: path.to_owned(), source: None })
}

/// The target of a path, once there is one.
#[derive(Debug)]
struct FileOrFolder {
    path: PathBuf,
    source: Option<Box<dyn Source>>,
}

impl Source for FileOrFolder {
    fn next(&mut self, patience: Duration) -> Option<LiveEvent> {
        let started = Instant::now();
        let source = match &mut self.source {
            Some(source) => source,
            none => {
                let there = poll(patience, || std::fs::metadata(&self.path).ok())?;
                none.insert(if there.is_dir() {
                    Box::new(NewestIn::new(&self.path))
                } else {
                    Box::new(GrowingFile::new(&self.path))
                })
            }
        };
        source.next(patience.saturating_sub(started.elapsed()))
    }

    fn trouble(&self) -> Option<String> {
        self.source.as_ref()?.trouble()
    }
}

/// How often files are looked at.
///
/// They are polled rather than watched: reports of another process's writes differ from system to system
/// and come late or not at all over network folders, while a look at the length costs microseconds anywhere. Half a
/// frame of a game at 60 a second adds nothing visible.
const PERIOD: Duration = Duration::from_millis(8);

/// Asks again and again until there is something, or the time is up.
fn poll<T>(patience: Duration, mut look: impl FnMut() -> Option<T>) -> Option<T> {
    let deadline = Instant::now() + patience;
    loop {
        if let Some(event) = look() {
            return Some(event);
        }
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return None;
        }
        std::thread::sleep(PERIOD.min(left));
    }
}
