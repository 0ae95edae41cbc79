//! Bytes on their way in: written to a file as they arrive, hashed and counted on the way.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ghostreel_formats::core::Digest;
use ghostreel_formats::core::digest::Hasher;
use tempfile::TempPath;
use tokio::io::{AsyncWrite, AsyncWriteExt};

use crate::error::SpoolError;
use crate::store::within::LinkFreeFolder;

/// The folder of uploads in progress.
pub(crate) const INCOMING: &str = "incoming";
/// The extension of uploads in progress.
pub(crate) const PART: &str = "part";
const SUFFIX: &str = ".part";

/// The target of a spool: a file, or in tests one that fails when a test wants it to.
#[async_trait::async_trait]
pub(crate) trait Sink: AsyncWrite + fmt::Debug + Send + Sync + Unpin {
    /// Waits until what was written is on the disk itself.
    async fn sync(&self) -> io::Result<()>;
}

#[async_trait::async_trait]
impl Sink for tokio::fs::File {
    async fn sync(&self) -> io::Result<()> {
        self.sync_all().await
    }
}

/// Makes a sink of a new file.
#[derive(Clone)]
pub(crate) struct Files(
    pub(crate) Arc<dyn Fn(tokio::fs::File) -> io::Result<Box<dyn Sink>> + Send + Sync>,
);

impl Default for Files {
    fn default() -> Self {
        Self(Arc::new(|file| Ok(Box::new(file))))
    }
}

impl fmt::Debug for Files {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Files")
    }
}

/// An upload in progress. Dropping it removes what was written.
#[derive(Debug)]
pub struct Spool {
    file: Box<dyn Sink>,
    path: TempPath,
    hasher: Hasher,
    size: u64,
    limit: u64,
}

impl Spool {
    pub(crate) fn create(within: &LinkFreeFolder, files: &Files, limit: u64) -> io::Result<Self> {
        let incoming = within.path().join(INCOMING);
        let make = |path: &Path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            within.create_new(&[INCOMING.to_owned(), name])
        };
        let named = tempfile::Builder::new().suffix(SUFFIX).make_in(incoming, make)?;
        let (file, path) = named.into_parts();
        let file = (files.0)(tokio::fs::File::from_std(file))?;
        Ok(Self { file, path, hasher: Digest::hasher(), size: 0, limit })
    }

    /// Takes in the next bytes.
    ///
    /// # Errors
    /// [`SpoolError::TooLarge`] once they are more than the limit; nothing of `bytes` is written then.
    pub async fn write(&mut self, bytes: &[u8]) -> Result<(), SpoolError> {
        let size = self.size.saturating_add(bytes.len() as u64);
        if size > self.limit {
            return Err(SpoolError::TooLarge { limit: self.limit });
        }
        self.file.write_all(bytes).await?;
        self.hasher.update(bytes);
        self.size = size;
        Ok(())
    }

    /// No more bytes will come. The file is complete, though not yet synced.
    ///
    /// # Errors
    /// If the last bytes could not be written.
    pub async fn finish(mut self) -> Result<Spooled, SpoolError> {
        self.file.flush().await?;
        Ok(Spooled {
            file: self.file,
            path: self.path,
            digest: self.hasher.finish(),
            size: self.size,
        })
    }
}

/// A complete upload that is not part of the archive yet. Dropping it removes the file.
#[derive(Debug)]
pub struct Spooled {
    file: Box<dyn Sink>,
    path: TempPath,
    digest: Digest,
    size: u64,
}

impl Spooled {
    /// The digest of all bytes.
    pub fn digest(&self) -> Digest {
        self.digest
    }

    /// Size in bytes.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// All bytes again.
    ///
    /// # Errors
    /// If they cannot be read.
    pub async fn read(&self) -> io::Result<Vec<u8>> {
        tokio::fs::read(&self.path).await
    }

    /// Where the bytes are until they are kept.
    pub(crate) fn path(&self) -> PathBuf {
        self.path.to_path_buf()
    }

    /// Waits until the bytes are on the disk itself, and closes the file so that it can be renamed.
    pub(crate) async fn sync(self) -> io::Result<TempPath> {
        self.file.sync().await?;
        Ok(self.path)
    }
}
