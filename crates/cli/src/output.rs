//! Where results go: a file that appears all at once or not at all, or `-` for standard output.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use ghostreel_formats::core::Diagnostic;
use ghostreel_formats::json;
use serde::{Serialize, Serializer};

use crate::text;

const BUFFER: usize = 64 << 10;

/// A file's name in messages.
pub(crate) fn name(path: &Path) -> String {
    if is_stdout(path) { "standard output".to_owned() } else { text::path(path) }
}

/// Writes what `fill` produces. An existing file is replaced only with `force`, and stays as it was if anything fails.
pub(crate) fn write(
    path: &Path,
    force: bool,
    fill: impl FnOnce(&mut dyn Write) -> Result<()>,
) -> Result<()> {
    if is_stdout(path) {
        return fill_buffered(io::stdout().lock(), fill).map(drop);
    }
    match fs::metadata(path) {
        Ok(there) if there.is_dir() => bail!("cannot write {}: this is a folder", text::path(path)),
        // A device or a pipe: there is nothing to replace.
        Ok(there) if !there.is_file() => {
            let file = OpenOptions::new().write(true).open(path);
            let file = file.map_err(|error| unwritable(path, &error))?;
            fill_buffered(file, fill).map(drop)
        }
        Ok(_) if !force => Err(exists(path)),
        // Of a symbolic link, the file it leads to is replaced, not the link.
        Ok(_) => replace(&fs::canonicalize(path).unwrap_or_else(|_| path.to_owned()), true, fill),
        Err(_) => replace(path, force, fill),
    }
}

/// Prints a line of JSON on standard output, at once.
pub(crate) fn json_line(line: &impl Serialize) -> Result<()> {
    let mut line = serde_json::to_vec(line)?;
    line.push(b'\n');
    Ok(io::stdout().lock().write_all(&line)?)
}

/// Diagnostics as a member of such a line.
pub(crate) fn as_json<S: Serializer>(
    diagnostics: &[Diagnostic],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    json::diagnostics(diagnostics).serialize(serializer)
}

/// Whether the only fault is that our output is no longer read.
pub(crate) fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let io = cause.downcast_ref::<io::Error>().map(io::Error::kind);
        let json = cause.downcast_ref::<serde_json::Error>().and_then(|json| json.io_error_kind());
        io.or(json) == Some(io::ErrorKind::BrokenPipe)
    })
}

fn is_stdout(path: &Path) -> bool {
    path.as_os_str() == "-"
}

fn replace(
    path: &Path,
    force: bool,
    fill: impl FnOnce(&mut dyn Write) -> Result<()>,
) -> Result<()> {
    let folder = match path.parent() {
        Some(folder) if folder != Path::new("") => folder.to_owned(),
        _ => PathBuf::from("."),
    };
    let file = new_file(&folder).map_err(|error| unwritable(path, &error))?;
    let file = fill_buffered(file, fill)?;
    file.as_file().sync_all().map_err(|error| unwritable(path, &error))?;
    let done = if force { file.persist(path) } else { file.persist_noclobber(path) };
    match done {
        Ok(_) => Ok(()),
        // It came into being while we were writing.
        Err(failed) if failed.error.kind() == io::ErrorKind::AlreadyExists => Err(exists(path)),
        Err(failed) => Err(unwritable(path, &failed.error)),
    }
}

/// A temporary file beside the final one, readable as any new file is.
fn new_file(folder: &Path) -> io::Result<tempfile::NamedTempFile<File>> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".ghostreel-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // The user's umask takes away from this.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder)
}

fn fill_buffered<W: Write>(out: W, fill: impl FnOnce(&mut dyn Write) -> Result<()>) -> Result<W> {
    let mut out = BufWriter::with_capacity(BUFFER, out);
    fill(&mut out)?;
    out.flush().context("cannot write")?;
    out.into_inner().map_err(|failed| anyhow!(failed.into_error()))
}

fn exists(path: &Path) -> anyhow::Error {
    anyhow!("{} exists already; --force replaces it", text::path(path))
}

fn unwritable(path: &Path, error: &io::Error) -> anyhow::Error {
    let reason = match error.kind() {
        io::ErrorKind::NotFound => "there is no such folder".to_owned(),
        _ => text::reason(error),
    };
    anyhow!("cannot write {}: {reason}", text::path(path))
}
