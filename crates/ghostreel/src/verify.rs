//! What the marks of a replay prove.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use ghostreel_mark::{BESIDE, Report, Trust, verify_file};

use crate::{Error, Result};

/// What the marks of a replay or reel prove to those who trust some servers: which key vouches for it, for how much of it a server received that
/// live, and whether it was changed since. A mark beside the file, as `FILE.mark`, is looked at, too.
///
/// ```no_run
/// use ghostreel::mark::Trust;
///
/// let mut trust = Trust::default();
/// trust.add_server("ed25519:sHMwwDS06nF-NFj4X1OoIuOgtgeZdyOpAgfIA0mSpY8".parse()?);
/// let report = ghostreel::verify("a.bsor", &trust)?;
/// println!("{}, {} of 1", report.level, report.share);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Whether motion and score fit is another question: [`Replay::motion`](crate::Replay::motion).
///
/// # Errors
/// If the file, or the one with its mark, cannot be read. What is no replay is unmarked.
pub fn verify(path: impl AsRef<Path>, trust: &Trust) -> Result<Report> {
    let path = path.as_ref();
    let unreadable = |path: &Path| {
        let path = path.to_owned();
        move |reason| Error::File { path, reason }
    };
    let bytes = fs::read(path).map_err(unreadable(path))?;
    let mark = mark_beside(path).map_err(unreadable(&beside(path)))?;
    Ok(verify_file(&bytes, mark.as_deref(), trust))
}

/// Where the mark of a file is that has none inside.
pub fn beside(file: &Path) -> PathBuf {
    let mut name = OsString::from(file);
    name.push(BESIDE);
    name.into()
}

/// The mark beside a file; `None` if there is none.
///
/// # Errors
/// If it cannot be read.
pub fn mark_beside(file: &Path) -> io::Result<Option<Vec<u8>>> {
    match fs::read(beside(file)) {
        Ok(mark) => Ok(Some(mark)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}
