//! Why something is not witnessed.

use std::path::PathBuf;

/// Why something is not witnessed, or cannot be.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The message does not hold, or is not the one that comes next.
    #[error("{0}")]
    Message(#[from] ghostreel_mark::Error),
    /// There is no such session, or it was never begun and its time is over.
    #[error("there is no session of this number, or its time is over")]
    NoSession,
    /// The first head came too late.
    #[error("the challenge has expired: begin another session")]
    Expired,
    /// A key or a client has too many sessions open.
    #[error("{0} has {1} sessions open, and may have no more")]
    TooManySessions(&'static str, u32),
    /// A key or a client has sent too many messages about keys.
    #[error("{0} has sent {1} messages about keys, and may send no more for now")]
    TooManyMessages(&'static str, u32),
    /// Heads come faster than they may.
    #[error("the session sends more heads than {0} a second")]
    TooFast(u32),
    /// The key was revoked.
    #[error("the key was revoked")]
    Revoked,
    /// A text is too long, or empty.
    #[error("the {0} must have from 1 to {1} bytes")]
    Text(&'static str, usize),
    /// There is no such tile or entry.
    #[error("the log has no such tile")]
    NoTile,
    /// A file of the folder is a link, or cannot be protected.
    #[error("{path}: {source}")]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The database.
    #[error("the database of what was witnessed: {0}")]
    Database(#[from] sqlx::Error),
    /// The database's shape.
    #[error("the database of what was witnessed: {0}")]
    Migrate(#[from] sqlx::migrate::MigrateError),
    /// Our own mistake.
    #[error("our own mistake: {0}")]
    Bug(String),
}

impl Error {
    pub(crate) fn bug(what: impl ToString) -> Self {
        Self::Bug(what.to_string())
    }
}

impl From<tlog_tiles::Error> for Error {
    fn from(error: tlog_tiles::Error) -> Self {
        Self::bug(error)
    }
}

/// Refuses one more where the limit is reached; `too_many` makes the error.
pub(crate) fn refuse_more(
    there: i64,
    most: u32,
    whose: &'static str,
    too_many: fn(&'static str, u32) -> Error,
) -> Result<(), Error> {
    if there >= most.into() { Err(too_many(whose, most)) } else { Ok(()) }
}
