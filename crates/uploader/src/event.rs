//! The events of replays on their way.

use std::path::PathBuf;

use serde::Serialize;

use crate::record::Record;

/// Something that happened. As JSON, an object whose member `event` is the name.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Event {
    /// A replay is in the queue.
    Queued(Record),
    /// A file has the content of a replay that is known.
    Known {
        /// The file.
        path: PathBuf,
        /// Where the replay was found first.
        first: PathBuf,
    },
    /// A file is no whole replay, and waits until it changes.
    Unfinished {
        /// The file.
        path: PathBuf,
        /// Why it is no whole replay.
        reason: String,
    },
    /// The server has a replay.
    Sent(Record),
    /// The server does not take a replay. It is not tried again.
    Refused(Record),
    /// The server is away, or takes nothing now. It is tried again.
    Away {
        /// Why.
        reason: String,
        /// In how many seconds it is tried again.
        seconds: f64,
        /// How many replays wait.
        waiting: usize,
    },
    /// A replay cannot be taken into the queue. It is tried again.
    Trouble {
        /// The file.
        path: PathBuf,
        /// Why.
        reason: String,
    },
    /// A folder cannot be listed. It is tried again.
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
