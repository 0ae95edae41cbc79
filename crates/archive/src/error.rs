//! What can go wrong with the archive itself. That a file is not a replay is no error here but a
//! [`Verdict`](crate::Verdict).

use std::io;
use std::time::Duration;

/// The archive could not do its work.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// Reading or writing the spool or the data folder.
    #[error("the data folder: {0}")]
    Io(#[from] io::Error),
    /// Reading or writing an original.
    #[error("the object store: {0}")]
    Store(#[from] object_store::Error),
    /// Reading or writing the index.
    #[error("the index: {0}")]
    Index(#[from] sqlx::Error),
    /// Bringing the index to this version's shape.
    #[error("migrating the index: {0}")]
    Migrate(#[from] sqlx::migrate::MigrateError),
    /// A row whose content this version cannot make sense of.
    #[error("the index: the row of replay {id} has an unreadable {column}")]
    Row {
        /// The replay's id.
        id: String,
        /// The column's name.
        column: &'static str,
    },
    /// Another process has the data folder open.
    #[error("{0} is in use by another server")]
    InUse(std::path::PathBuf),
    /// No decoder came free, or it did not finish, in time.
    #[error("no answer from a decoder within {} s", .0.as_secs())]
    Busy(Duration),
    /// The decoder panicked: our bug, not the file's fault.
    #[error("the decoder panicked: {0}")]
    DecoderPanicked(String),
    /// The operating system gave no random bytes.
    #[error("no random bytes: {0}")]
    Random(getrandom::Error),
    /// Writing to the spool.
    #[error(transparent)]
    Spool(#[from] crate::SpoolError),
}
