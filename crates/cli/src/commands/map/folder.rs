//! A folder with the files of a map.

use std::borrow::Cow;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::Result;
use ghostreel_beatmap::{Content, Files, too_long};
use ghostreel_formats::core::{Error, Fault};

use crate::{input, text};

/// The files in a folder, without those in folders inside it.
#[derive(Debug)]
pub(super) struct Folder {
    names: Vec<String>,
    paths: Vec<PathBuf>,
    length: u64,
}

impl Folder {
    /// Lists a folder.
    pub(super) fn open(path: &Path) -> Result<Self> {
        let unreadable = |error| input::unreadable(path, &error);
        let mut files = Vec::new();
        for entry in fs::read_dir(path).map_err(unreadable)? {
            let entry = entry.map_err(unreadable)?;
            // The target of a link counts, if there is one.
            if let Ok(there) = fs::metadata(entry.path())
                && there.is_file()
            {
                let name = entry.file_name().to_string_lossy().into_owned();
                files.push((name, entry.path(), there.len()));
            }
        }
        files.sort();
        let mut folder = Self { names: Vec::new(), paths: Vec::new(), length: 0 };
        for (name, path, length) in files {
            folder.names.push(name);
            folder.paths.push(path);
            folder.length = folder.length.saturating_add(length);
        }
        Ok(folder)
    }
}

impl Files for Folder {
    fn names(&self) -> &[String] {
        &self.names
    }

    fn read(&self, index: usize, most: u64) -> Result<Content<'_>, Error> {
        let path = &self.paths[index];
        let mut bytes = Vec::new();
        let read = File::open(path)
            .and_then(|file| file.take(most.saturating_add(1)).read_to_end(&mut bytes));
        read.map_err(|error| {
            Error::new(Fault::Malformed, 0, "file", "a file that can be read", text::reason(&error))
        })?;
        match bytes.len() as u64 {
            length if length > most => {
                Err(too_long(most, fs::metadata(path).map_or(length, |m| m.len())))
            }
            _ => Ok(Content::whole(Cow::Owned(bytes))),
        }
    }

    fn length(&self) -> u64 {
        self.length
    }
}
