//! Writing files so that they are there whole or not at all.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

/// How the names of files begin that are not whole yet.
pub(crate) const PARTIAL: &str = ".part-";

/// Writes a file, in place of one that may be there. When this returns, it is on the disk under its name.
pub(crate) fn write(folder: &Path, name: &str, bytes: &[u8]) -> io::Result<()> {
    // Only its owner may read it: it may hold the secret that removes an upload.
    let mut file = tempfile::Builder::new().prefix(PARTIAL).tempfile_in(folder)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    file.persist(folder.join(name)).map_err(|failed| failed.error)?;
    sync(folder)
}

/// Has the names in a folder on the disk.
#[cfg(unix)]
pub(crate) fn sync(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

/// Windows has no such call, and writes names by itself.
#[cfg(not(unix))]
pub(crate) fn sync(_: &Path) -> io::Result<()> {
    Ok(())
}
