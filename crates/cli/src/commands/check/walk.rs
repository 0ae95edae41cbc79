//! Which files to check.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use walkdir::{DirEntry, WalkDir};

/// Something to look at.
#[derive(Debug)]
pub(super) struct Candidate {
    pub(super) path: PathBuf,
    pub(super) origin: Origin,
}

/// How we came upon it.
#[derive(Debug)]
pub(super) enum Origin {
    /// The user named it.
    Named,
    /// It lay in a folder.
    Found,
    /// It lay in a folder, and could not even be looked at.
    Trouble(io::Error),
}

/// All files that are named or lie in the folders named, in the order of their paths, each once.
///
/// Symbolic links are followed; one that leads back into a folder above it is passed over.
pub(super) fn candidates(paths: &[PathBuf]) -> Vec<Candidate> {
    let mut all = BTreeMap::new();
    for path in paths {
        if path.is_dir() {
            for (path, origin) in WalkDir::new(path).follow_links(true).into_iter().filter_map(look)
            {
                all.entry(path).or_insert(origin);
            }
        } else {
            all.insert(path.clone(), Origin::Named);
        }
    }
    all.into_iter().map(|(path, origin)| Candidate { path, origin }).collect()
}

fn look(entry: walkdir::Result<DirEntry>) -> Option<(PathBuf, Origin)> {
    match entry {
        // Pipes and devices in a folder are no files of ours, and reading them may never end.
        Ok(entry) if entry.file_type().is_file() => Some((entry.into_path(), Origin::Found)),
        Ok(_) => None,
        Err(error) if error.loop_ancestor().is_some() => None,
        Err(error) => {
            let path = error.path().unwrap_or(Path::new("")).to_owned();
            let trouble = error.into_io_error().unwrap_or_else(|| io::ErrorKind::Other.into());
            Some((path, Origin::Trouble(trouble)))
        }
    }
}
