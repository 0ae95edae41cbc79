//! The data folder of an archive: where the index is, and who may use it.

use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::error::Error;
use crate::store::within::LinkFreeFolder;

/// The index's place in the data folder.
pub(crate) const DATABASE: &str = "ghostreel.db";
const LOCK: &str = "lock";

/// The index's file, which must be no link.
pub(crate) fn database(within: &LinkFreeFolder) -> Result<PathBuf, Error> {
    for name in [DATABASE, "ghostreel.db-wal", "ghostreel.db-shm"] {
        within.refuse_link(name)?;
    }
    Ok(within.path().join(DATABASE))
}

/// The data folder of an archive that should be there.
pub(crate) fn existing(data: &Path) -> Result<Arc<LinkFreeFolder>, Error> {
    match LinkFreeFolder::open(data) {
        Ok(within) => Ok(Arc::new(within)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            Err(Error::NoArchive(data.to_owned()))
        }
        Err(error) => Err(error.into()),
    }
}

/// The lock that keeps others out of the data folder, for as long as it lives.
#[derive(Debug)]
pub(crate) struct Lock {
    _file: File,
    _folder: Option<File>,
}

/// Locks the file `lock`, and the folder itself: a file can be deleted while it is locked, and the next to come would lock a
/// new one.
pub(crate) fn lock(within: &LinkFreeFolder, data: &Path) -> Result<Lock, Error> {
    let in_use = || Error::InUse(data.to_owned());
    let folder = within.handle().ok();
    let folder = match folder.as_ref().map(File::try_lock) {
        Some(Ok(())) => folder,
        Some(Err(TryLockError::WouldBlock)) => return Err(in_use()),
        // Windows has no handles of folders, and some file systems of networks lock files only.
        Some(Err(TryLockError::Error(_))) | None => None,
    };
    let file = within.append(LOCK)?;
    match file.try_lock() {
        Ok(()) => Ok(Lock { _file: file, _folder: folder }),
        Err(TryLockError::WouldBlock) => Err(in_use()),
        Err(TryLockError::Error(error)) => Err(error.into()),
    }
}
