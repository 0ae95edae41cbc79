//! The entries of one folder, reached a step at a time without following symbolic links.

use std::fs::{File, Metadata};
use std::io;
use std::path::{Path, PathBuf};

/// A folder. It may itself be reached through links: the operator chose it.
#[derive(Debug)]
pub(crate) struct LinkFreeFolder {
    path: PathBuf,
    #[cfg(unix)]
    folder: File,
}

impl LinkFreeFolder {
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Makes sure that nothing of this name is there, or something that is no link.
    pub(crate) fn refuse_link(&self, name: &str) -> io::Result<()> {
        match self.path.join(name).symlink_metadata() {
            Ok(metadata) if metadata.is_symlink() => Err(link(&self.path.join(name))),
            Ok(_) => Ok(()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            Err(error) => Err(error),
        }
    }

    fn inside(&self, parts: &[String]) -> PathBuf {
        let mut path = self.path.clone();
        path.extend(parts);
        path
    }
}

/// The refusal, in words for the person who placed the link.
fn link(path: &Path) -> io::Error {
    let path = path.display();
    let sentence = format!(
        "{path} is a symbolic link or not what belongs there; links in the data folder are not followed"
    );
    io::Error::new(io::ErrorKind::PermissionDenied, sentence)
}

fn nameless() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, "a path without a name")
}

/// Differs between two files, and between a file before and after it was written to.
#[cfg(unix)]
pub(super) fn stamp(metadata: &Metadata) -> String {
    use std::os::unix::fs::MetadataExt;
    // The time of change, unlike that of modification, cannot be set back.
    format!(
        "{:x}-{:x}-{:x}-{:x}.{:x}-{:x}.{:x}",
        metadata.dev(),
        metadata.ino(),
        metadata.size(),
        metadata.mtime(),
        metadata.mtime_nsec(),
        metadata.ctime(),
        metadata.ctime_nsec()
    )
}

#[cfg(not(unix))]
pub(super) fn stamp(metadata: &Metadata) -> String {
    format!("{:x}-{:?}-{:?}", metadata.len(), metadata.created().ok(), metadata.modified().ok())
}

#[cfg(unix)]
impl LinkFreeFolder {
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        let path = path.canonicalize()?;
        let folder = File::open(&path)?;
        Ok(Self { path, folder })
    }

    /// A handle of the folder itself, to lock it by.
    pub(crate) fn handle(&self) -> io::Result<File> {
        // No clone, which would share its locks.
        File::open(&self.path)
    }

    /// Opens a regular file to read it.
    pub(crate) fn file(&self, parts: &[String]) -> io::Result<File> {
        use rustix::fs::OFlags;
        let (folder, name) = self.parent(parts, false)?;
        // A pipe that nobody writes to would keep us waiting.
        let flags = OFlags::RDONLY | OFlags::NONBLOCK;
        let file = self.at(&folder, name, flags, parts)?;
        if file.metadata()?.is_file() { Ok(file) } else { Err(link(&self.inside(parts))) }
    }

    /// Creates a file that must not be there yet.
    pub(crate) fn create_new(&self, parts: &[String]) -> io::Result<File> {
        use rustix::fs::OFlags;
        let (folder, name) = self.parent(parts, false)?;
        self.at(&folder, name, OFlags::RDWR | OFlags::CREATE | OFlags::EXCL, parts)
    }

    /// Opens a file to append to, made if missing.
    pub(crate) fn append(&self, name: &str) -> io::Result<File> {
        use rustix::fs::OFlags;
        let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::APPEND;
        self.at(&self.folder, name, flags, &[name.to_owned()])
    }

    /// Makes sure that the folder is there.
    pub(crate) fn make_folder(&self, name: &str) -> io::Result<()> {
        self.folder(&[name.to_owned()], true).map(drop)
    }

    /// Renames, making the folders it takes; then waits until the folders are on the disk.
    pub(crate) fn rename(&self, from: &[String], to: &[String]) -> io::Result<()> {
        let (from_folder, from_name) = self.parent(from, false)?;
        let (to_folder, to_name) = self.parent(to, true)?;
        rustix::fs::renameat(&from_folder, from_name, &to_folder, to_name)?;
        to_folder.sync_all()?;
        from_folder.sync_all()
    }

    pub(crate) fn remove(&self, parts: &[String]) -> io::Result<()> {
        let (folder, name) = self.parent(parts, false)?;
        Ok(rustix::fs::unlinkat(&folder, name, rustix::fs::AtFlags::empty())?)
    }

    fn parent<'p>(&self, parts: &'p [String], make: bool) -> io::Result<(File, &'p str)> {
        let (name, folders) = parts.split_last().ok_or_else(nameless)?;
        Ok((self.folder(folders, make)?, name))
    }

    fn folder(&self, parts: &[String], make: bool) -> io::Result<File> {
        use rustix::fs::{Mode, OFlags};
        let flags = OFlags::RDONLY | OFlags::DIRECTORY;
        let mut folder = self.folder.try_clone()?;
        for (depth, name) in parts.iter().enumerate() {
            let so_far = parts.get(..=depth).unwrap_or(parts);
            folder = match self.at(&folder, name, flags, so_far) {
                Err(error) if make && error.kind() == io::ErrorKind::NotFound => {
                    match rustix::fs::mkdirat(&folder, name.as_str(), Mode::from_raw_mode(0o777)) {
                        // Somebody else was faster.
                        Ok(()) | Err(rustix::io::Errno::EXIST) => {}
                        Err(error) => return Err(error.into()),
                    }
                    folder.sync_all()?;
                    self.at(&folder, name, flags, so_far)?
                }
                opened => opened?,
            };
        }
        Ok(folder)
    }

    fn at(
        &self,
        folder: &File,
        name: &str,
        flags: rustix::fs::OFlags,
        parts: &[String],
    ) -> io::Result<File> {
        use rustix::fs::{Mode, OFlags, openat};
        use rustix::io::Errno;
        let flags = flags | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        // A new file is an upload, and private to its owner.
        let mode = if flags.contains(OFlags::EXCL) { 0o600 } else { 0o666 };
        match openat(folder, name, flags, Mode::from_raw_mode(mode)) {
            Ok(file) => Ok(file.into()),
            // The errors that systems give for a link that they were asked not to follow, and for a folder or a
            // socket in the place of a file.
            Err(Errno::LOOP | Errno::MLINK | Errno::NOTDIR | Errno::ISDIR | Errno::NXIO) => {
                Err(link(&self.inside(parts)))
            }
            Err(error) => Err(error.into()),
        }
    }
}

/// Elsewhere each step is looked at before it is taken: a link that is placed in between is followed.
#[cfg(not(unix))]
impl LinkFreeFolder {
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        Ok(Self { path: path.canonicalize()? })
    }

    pub(crate) fn handle(&self) -> io::Result<File> {
        Err(io::ErrorKind::Unsupported.into())
    }

    pub(crate) fn file(&self, parts: &[String]) -> io::Result<File> {
        let path = self.checked(parts)?;
        if path.metadata()?.is_file() { File::open(path) } else { Err(link(&path)) }
    }

    pub(crate) fn create_new(&self, parts: &[String]) -> io::Result<File> {
        File::options().read(true).write(true).create_new(true).open(self.checked(parts)?)
    }

    pub(crate) fn append(&self, name: &str) -> io::Result<File> {
        File::options().create(true).append(true).open(self.checked(&[name.to_owned()])?)
    }

    pub(crate) fn make_folder(&self, name: &str) -> io::Result<()> {
        std::fs::create_dir_all(self.checked(&[name.to_owned()])?)
    }

    pub(crate) fn rename(&self, from: &[String], to: &[String]) -> io::Result<()> {
        let (from, to) = (self.checked(from)?, self.checked(to)?);
        if let Some(folder) = to.parent() {
            std::fs::create_dir_all(folder)?;
        }
        std::fs::rename(from, to)
    }

    pub(crate) fn remove(&self, parts: &[String]) -> io::Result<()> {
        std::fs::remove_file(self.checked(parts)?)
    }

    fn checked(&self, parts: &[String]) -> io::Result<PathBuf> {
        let mut path = self.path.clone();
        parts.last().ok_or_else(nameless)?;
        for part in parts {
            path.push(part);
            match path.symlink_metadata() {
                Ok(metadata) if metadata.is_symlink() => return Err(link(&path)),
                Ok(_) => {}
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(error),
            }
        }
        Ok(path)
    }
}
