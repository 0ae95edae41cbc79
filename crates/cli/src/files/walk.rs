//! Which files were meant.

use std::collections::BTreeMap;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use walkdir::{DirEntry, WalkDir};

/// Something to look at.
#[derive(Debug)]
pub(crate) struct Candidate {
    pub(crate) path: PathBuf,
    /// The path below the folder that was named; of a file that was named, its name.
    pub(crate) below: PathBuf,
    pub(crate) origin: Origin,
}

/// How we came upon it.
#[derive(Debug)]
pub(crate) enum Origin {
    /// The user named it.
    Named,
    /// It lay in a folder.
    Found,
    /// It lay in a folder, and could not even be looked at.
    Trouble(io::Error),
}

impl Candidate {
    /// Whether it is passed over if its content is not what is looked for: it lay in a folder, and its name promises nothing either.
    pub(crate) fn is_skipped(&self, has_wanted_name: impl FnOnce(&Path) -> bool) -> bool {
        let may_be_other = match &self.origin {
            Origin::Named => false,
            Origin::Found => true,
            // A link that leads nowhere.
            Origin::Trouble(error) => error.kind() == ErrorKind::NotFound,
        };
        may_be_other && !has_wanted_name(&self.path)
    }
}

/// All files that are named or lie in the folders named, in the order of their paths, each once.
///
/// Symbolic links are followed; one that leads back into a folder above it is passed over.
pub(crate) fn candidates(paths: &[PathBuf]) -> Vec<Candidate> {
    let mut all = BTreeMap::new();
    for path in paths {
        if path.is_dir() {
            let entries = WalkDir::new(path).follow_links(true).into_iter().filter_map(look);
            for (entry, origin) in entries {
                let below = entry.strip_prefix(path).unwrap_or(&entry).to_owned();
                all.entry(entry).or_insert((below, origin));
            }
        } else {
            let name = path.file_name().unwrap_or_default().into();
            all.insert(path.clone(), (name, Origin::Named));
        }
    }
    let candidate = |(path, (below, origin))| Candidate { path, below, origin };
    all.into_iter().map(candidate).collect()
}

fn look(entry: walkdir::Result<DirEntry>) -> Option<(PathBuf, Origin)> {
    match entry {
        // Pipes and devices in a folder are no files of ours, and reading them may never end.
        Ok(entry) if entry.file_type().is_file() => Some((entry.into_path(), Origin::Found)),
        Ok(_) => None,
        Err(error) if error.loop_ancestor().is_some() => None,
        Err(error) => {
            let path = error.path().unwrap_or(Path::new("")).to_owned();
            let trouble = error.into_io_error().unwrap_or_else(|| ErrorKind::Other.into());
            Some((path, Origin::Trouble(trouble)))
        }
    }
}
