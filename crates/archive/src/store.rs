//! The originals: one object each, under its digest.

use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bytes::Bytes;
use futures_util::stream::BoxStream;
use futures_util::{StreamExt, TryStreamExt};
use object_store::local::LocalFileSystem;
use object_store::path::Path as Key;
use object_store::{GetOptions, ObjectStore, ObjectStoreExt};

use crate::Error;
use crate::formats::core::Digest;
use crate::spool::{Spool, Spooled};

const INCOMING: &str = "incoming";
const OBJECTS: &str = "objects";

/// The bytes of an original as they are read.
pub type ByteStream = BoxStream<'static, io::Result<Bytes>>;

/// A folder with `objects/`, the originals, and `incoming/`, uploads in progress.
///
/// Both sit in one file system, so that an upload gets to its place by a rename.
#[derive(Clone, Debug)]
pub(crate) struct Store {
    objects: Arc<dyn ObjectStore>,
    incoming: PathBuf,
}

impl Store {
    /// Opens the folder, creating what is missing, and throws away uploads that were never finished.
    pub(crate) fn open(data: &Path) -> Result<Self, Error> {
        let incoming = data.join(INCOMING);
        std::fs::create_dir_all(data.join(OBJECTS))?;
        std::fs::create_dir_all(&incoming)?;
        for entry in std::fs::read_dir(&incoming)? {
            std::fs::remove_file(entry?.path())?;
        }
        // Renames wait until the folders involved are on disk, so that what was acknowledged
        // survives a power cut and not only a crash of the process.
        let objects = Arc::new(LocalFileSystem::new_with_prefix(data)?.with_fsync(true));
        Ok(Self { objects, incoming })
    }

    /// Starts an upload of at most `limit` bytes.
    pub(crate) fn spool(&self, limit: u64) -> io::Result<Spool> {
        Spool::create(&self.incoming, limit)
    }

    /// Makes a finished upload an object; afterwards it is durable. The same content may already
    /// be there: then it is replaced by itself.
    pub(crate) async fn keep(&self, spooled: Spooled) -> Result<(), Error> {
        let to = key(&spooled.digest());
        let path = spooled.sync().await?;
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        self.objects.rename(&Key::from_iter([INCOMING, name]), &to).await?;
        Ok(())
    }

    /// Reads an original, or the given bytes of it.
    pub(crate) async fn read(
        &self,
        digest: &Digest,
        range: Option<Range<u64>>,
    ) -> Result<ByteStream, Error> {
        let options = GetOptions { range: range.map(Into::into), ..GetOptions::default() };
        let object = self.objects.get_opts(&key(digest), options).await?;
        Ok(object.into_stream().map_err(io::Error::other).boxed())
    }

    /// Removes an original; it is fine if it is not there.
    pub(crate) async fn remove(&self, digest: &Digest) -> Result<(), Error> {
        match self.objects.delete(&key(digest)).await {
            Ok(()) | Err(object_store::Error::NotFound { .. }) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// Every original with its size in bytes.
    pub(crate) fn list(&self) -> BoxStream<'static, Result<(Digest, u64), Error>> {
        self.objects
            .list(Some(&Key::from(OBJECTS)))
            .map_err(Error::from)
            .try_filter_map(|object| async move {
                let digest = object.location.filename().and_then(|name| name.parse().ok());
                Ok(digest.map(|digest| (digest, object.size)))
            })
            .boxed()
    }

    /// Whether an upload could be written now.
    pub(crate) async fn check(&self) -> Result<(), Error> {
        let mut spool = self.spool(1)?;
        spool.write(b"?").await?;
        spool.finish().await?.sync().await?;
        Ok(())
    }
}

/// `objects/ab/cd/abcd…`: no folder grows to where listing it hurts.
fn key(digest: &Digest) -> Key {
    let digest = digest.to_string();
    Key::from_iter([OBJECTS, &digest[..2], &digest[2..4], &digest])
}
