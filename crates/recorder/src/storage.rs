//! Where the files of a session are written.

use std::fmt::Debug;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use tempfile::{NamedTempFile, TempPath};

/// Where the files of a session are written. Any failure may be tried again.
pub(crate) trait Storage: Debug + Send {
    /// Writes the next bytes of the reel at an offset, where an attempt before may have left some of them.
    fn write(&mut self, offset: u64, bytes: &[u8]) -> io::Result<()>;

    /// Returns when written data would survive a power cut.
    fn sync(&mut self) -> io::Result<()>;

    /// The reel as it was written.
    fn read(&mut self) -> io::Result<Vec<u8>>;

    /// Writes a file beside the reel: the whole of it, or none.
    fn put_beside(&mut self, extension: &str, bytes: &[u8], is_synced: bool)
    -> io::Result<PathBuf>;

    /// Writes a file that belongs to `file`, with its name and an `ending`.
    fn put_with_ending(&mut self, file: &Path, ending: &str, bytes: &[u8]) -> io::Result<()>;

    /// Gives the reel its name, now that it is whole.
    fn finish(&mut self) -> io::Result<PathBuf>;
}

/// The name of a reel until it is whole.
const UNFINISHED: &str = "unfinished.reel";

/// Files in a folder.
#[derive(Debug)]
pub(crate) struct Folder {
    folder: PathBuf,
    name: String,
    /// The name of the files, once there is one: with a number where it was taken.
    stem: Option<String>,
    file: Option<File>,
}

impl Folder {
    pub(crate) fn new(folder: PathBuf, name: String) -> Self {
        Self { folder, name, stem: None, file: None }
    }

    fn place(&self, stem: &str, extension: &str) -> PathBuf {
        self.folder.join(format!("{stem}.{extension}"))
    }

    fn unfinished(&self) -> io::Result<PathBuf> {
        let stem = self.stem.as_deref().ok_or(io::ErrorKind::NotFound)?;
        Ok(self.place(stem, UNFINISHED))
    }

    /// Stems, until one is free.
    fn stems(&self) -> impl Iterator<Item = String> + use<> {
        let name = self.name.clone();
        (1..10_000).map(move |number| match number {
            1 => name.clone(),
            number => format!("{name}-{number}"),
        })
    }

    /// The reel's file: a new one, or the one that was begun and could not be written to.
    fn file(&mut self) -> io::Result<&mut File> {
        let file = match (self.file.take(), &self.stem) {
            (Some(file), _) => file,
            (None, Some(_)) => {
                OpenOptions::new().read(true).write(true).open(self.unfinished()?)?
            }
            (None, None) => self.create()?,
        };
        Ok(self.file.insert(file))
    }

    /// Gives a file the name of the session, with a number if it was taken.
    fn publish(&self, from: &Path, extension: &str) -> io::Result<PathBuf> {
        for stem in self.stem.iter().cloned().chain(self.stems()) {
            let path = self.place(&stem, extension);
            match rename(from, &path) {
                Ok(()) => return Ok(path),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
        Err(io::ErrorKind::AlreadyExists.into())
    }

    /// Writes a file under a temporary name, and renames it.
    fn put<T>(
        &self,
        bytes: &[u8],
        is_synced: bool,
        name: impl FnOnce(&Path) -> io::Result<T>,
    ) -> io::Result<T> {
        let mut file = NamedTempFile::new_in(&self.folder)?;
        file.write_all(bytes)?;
        if is_synced {
            file.as_file().sync_data()?;
        }
        let written = file.into_temp_path().keep().map_err(|error| error.error)?;
        let named = name(&written);
        if named.is_err() {
            fs::remove_file(&written).ok();
        }
        named
    }

    fn create(&mut self) -> io::Result<File> {
        fs::create_dir_all(&self.folder)?;
        for stem in self.stems() {
            if self.place(&stem, "reel").try_exists()? {
                continue;
            }
            let path = self.place(&stem, UNFINISHED);
            match OpenOptions::new().read(true).write(true).create_new(true).open(path) {
                Ok(file) => {
                    self.stem = Some(stem);
                    return Ok(file);
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
        Err(io::ErrorKind::AlreadyExists.into())
    }
}

impl Storage for Folder {
    fn write(&mut self, offset: u64, bytes: &[u8]) -> io::Result<()> {
        let file = self.file()?;
        let mut write = || {
            if file.metadata()?.len() < offset {
                return Err(io::Error::other("the file has lost bytes that were written"));
            }
            file.seek(SeekFrom::Start(offset))?;
            file.write_all(bytes)
        };
        let written = write();
        if written.is_err() {
            // A disk that was away needs the file to be opened again.
            self.file = None;
        }
        written
    }

    fn sync(&mut self) -> io::Result<()> {
        self.file()?.sync_data()
    }

    fn read(&mut self) -> io::Result<Vec<u8>> {
        let file = self.file()?;
        file.seek(SeekFrom::Start(0))?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    fn put_beside(
        &mut self,
        extension: &str,
        bytes: &[u8],
        is_synced: bool,
    ) -> io::Result<PathBuf> {
        self.put(bytes, is_synced, |from| self.publish(from, extension))
    }

    fn put_with_ending(&mut self, file: &Path, ending: &str, bytes: &[u8]) -> io::Result<()> {
        let mut path = file.as_os_str().to_owned();
        path.push(ending);
        self.put(bytes, true, |from| rename(from, path.as_ref()))
    }

    fn finish(&mut self) -> io::Result<PathBuf> {
        let unfinished = self.unfinished()?;
        if !unfinished.try_exists()? {
            // Somebody has deleted it; as long as it is open, its bytes are there.
            let bytes = self.read()?;
            fs::create_dir_all(&self.folder)?;
            fs::write(&unfinished, bytes)?;
        }
        self.file = None;
        let path = self.publish(&unfinished, "reel")?;
        sync_folder(&self.folder);
        Ok(path)
    }
}

/// Gives a file its name, in the place of no other. On failure it stays where it is.
fn rename(from: &Path, to: &Path) -> io::Result<()> {
    let Err(error) = TempPath::try_from_path(from)?.persist_noclobber(to) else { return Ok(()) };
    error.path.keep().map_err(|error| error.error)?;
    if error.error.kind() == io::ErrorKind::AlreadyExists || to.try_exists()? {
        return Err(io::ErrorKind::AlreadyExists.into());
    }
    // Some memory cards and network folders know only the plain way.
    fs::rename(from, to)
}

/// So that the name survives a power cut. Not all systems can do it.
fn sync_folder(folder: &Path) {
    if let Ok(folder) = File::open(folder) {
        folder.sync_all().ok();
    }
}
