//! The errors of the archive itself. A file that is not a replay is no error here but a
//! [`Verdict`](crate::Verdict).

use std::io;
use std::time::Duration;

use crate::breakdown::Breakdown;
use crate::damage::Damage;
use crate::records::kind::Kind;

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
    /// An original is lost, or not what was uploaded. Uploading the same content again puts it back.
    #[error("{} {name} is {damage}", .kind.original())]
    Damaged {
        /// The kind of original.
        kind: Kind,
        /// The replay's id, the map's hash.
        name: String,
        /// The damage.
        damage: Damage,
    },
    /// The folder holds no archive.
    #[error("there is no archive in {}", .0.display())]
    NoArchive(std::path::PathBuf),
    /// There are originals, and the index knows of no replay at all.
    #[error(
        "the index is empty, though there are {originals} originals; if it was lost, it can be rebuilt from them"
    )]
    EmptyIndex {
        /// How many.
        originals: u64,
    },
    /// A server of another version has brought the index to its own shape.
    #[error("the index belongs to another version of Ghostreel")]
    OtherVersion,
    /// Another process has the data folder open.
    #[error("{0} is in use by another server")]
    InUse(std::path::PathBuf),
    /// No decoder came free in time.
    #[error("no decoder came free within {} s", .0.as_secs())]
    Busy(Duration),
    /// The decoder did not finish in time. Where it is a process of its own, it was stopped.
    #[error("the decoder did not finish within {} s", .0.as_secs())]
    DecoderTooSlow(Duration),
    /// The decoder gave no answer.
    #[error(transparent)]
    Decoder(#[from] Breakdown),
    /// An option of a format is refused.
    #[error(transparent)]
    FormatOption(#[from] ghostreel_formats::OptionError),
    /// The decoder panicked: our bug, not the file's fault.
    #[error("the decoder panicked: {0}")]
    DecoderPanicked(String),
    /// The operating system gave no random bytes.
    #[error("no random bytes: {0}")]
    Random(getrandom::Error),
    /// Writing to the spool.
    #[error(transparent)]
    Spool(#[from] SpoolError),
}

impl Error {
    /// Whether the index is closed, as it is once a server stops.
    pub(crate) const fn is_of_closed_index(&self) -> bool {
        matches!(self, Self::Index(sqlx::Error::PoolClosed))
    }

    /// Whether the cause is that the disk, or our share of it, is full.
    pub fn is_disk_full(&self) -> bool {
        is_disk_full(self)
    }
}

/// Why bytes were not taken.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SpoolError {
    /// More bytes than the archive takes for one replay.
    #[error("larger than {limit} bytes")]
    TooLarge {
        /// The most it takes, in bytes.
        limit: u64,
    },
    /// The disk did not take them.
    #[error("writing the spool file: {0}")]
    Io(#[from] io::Error),
}

/// Whether the cause of an error is that the disk, or our share of it, is full.
pub fn is_disk_full(error: &(dyn std::error::Error + 'static)) -> bool {
    let mut cause = Some(error);
    while let Some(error) = cause {
        if is_full(error) {
            return true;
        }
        cause = error.source();
    }
    false
}

/// Whether this very error says so, however it is wrapped.
fn is_full(error: &(dyn std::error::Error + 'static)) -> bool {
    /// SQLite's code for it: <https://www.sqlite.org/rescode.html#full>.
    const SQLITE_FULL: &str = "13";
    if let Some(io) = error.downcast_ref::<io::Error>() {
        let says_so =
            matches!(io.kind(), io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded);
        // The error that an I/O error wraps is not its source, but its source's source.
        return says_so || io.get_ref().is_some_and(|inner| is_full(inner));
    }
    match error.downcast_ref::<sqlx::Error>() {
        Some(sqlx::Error::Database(error)) => error.code().as_deref() == Some(SQLITE_FULL),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_disk_is_noticed_however_deep_it_is_said() {
        let full = || io::Error::from(io::ErrorKind::StorageFull);
        let store = |source: io::Error| {
            Error::Store(object_store::Error::Generic { store: "a", source: source.into() })
        };
        for error in [
            Error::Io(full()),
            Error::Io(io::ErrorKind::QuotaExceeded.into()),
            Error::Io(io::Error::other(full())),
            Error::Spool(SpoolError::Io(full())),
            store(full()),
            store(io::Error::other(io::Error::other(full()))),
            Error::Index(sqlx::Error::Io(full())),
        ] {
            assert!(error.is_disk_full(), "{error:?}");
        }
        for error in [
            Error::Io(io::ErrorKind::NotFound.into()),
            store(io::Error::other("full of words")),
            Error::Index(sqlx::Error::RowNotFound),
        ] {
            assert!(!error.is_disk_full(), "{error:?}");
        }
    }

    /// SQLite may use few pages only, as if the disk ended there.
    #[tokio::test]
    async fn an_index_that_cannot_grow_is_a_full_disk() {
        use sqlx::Connection as _;
        let mut index = sqlx::SqliteConnection::connect("sqlite::memory:").await.unwrap();
        let mut run = async |statement| sqlx::query(statement).execute(&mut index).await;
        run("CREATE TABLE t (b BLOB)").await.unwrap();
        run("PRAGMA max_page_count = 4").await.unwrap();
        let error = Error::from(run("INSERT INTO t VALUES (zeroblob(100000))").await.unwrap_err());
        assert!(error.is_disk_full(), "{error:?}");
    }
}
