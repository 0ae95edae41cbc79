//! Bytes on their way in: written to a file as they arrive, hashed and counted on the way.

use std::io;
use std::path::{Path, PathBuf};

use tempfile::TempPath;
use tokio::fs::File;
use tokio::io::AsyncWriteExt;

use crate::formats::core::Digest;
use crate::formats::core::digest::Hasher;

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

/// An upload in progress. Dropping it removes what was written.
#[derive(Debug)]
pub struct Spool {
    file: File,
    path: TempPath,
    hasher: Hasher,
    size: u64,
    limit: u64,
}

impl Spool {
    pub(crate) fn create(incoming: &Path, limit: u64) -> io::Result<Self> {
        let (file, path) =
            tempfile::Builder::new().suffix(".part").tempfile_in(incoming)?.into_parts();
        Ok(Self { file: File::from_std(file), path, hasher: Digest::hasher(), size: 0, limit })
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
    file: File,
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

    /// Where the bytes are until they are kept.
    pub(crate) fn path(&self) -> PathBuf {
        self.path.to_path_buf()
    }

    /// Waits until the bytes are on the disk itself, and closes the file so that it can be renamed.
    pub(crate) async fn sync(self) -> io::Result<TempPath> {
        self.file.sync_all().await?;
        Ok(self.path)
    }
}
