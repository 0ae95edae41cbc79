//! Which files were meant.

use std::collections::BTreeMap;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::slice;

use anyhow::{Result, anyhow};
use walkdir::{DirEntry, WalkDir};

use crate::{input, text};

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

/// The replays that are named or lie in the folders named, in the order in which they are named; an error in place of a folder that has none. In a
/// folder, files that neither have a replay's name nor begin like one are passed over.
pub(crate) fn replays(paths: &[PathBuf]) -> Vec<Result<PathBuf>> {
    let mut all = Vec::new();
    for path in paths {
        let before = all.len();
        for candidate in candidates(slice::from_ref(path)) {
            match &candidate.origin {
                Origin::Trouble(_) if candidate.is_skipped(input::has_replay_name) => {}
                Origin::Trouble(error) => all.push(Err(input::unreadable(&candidate.path, error))),
                Origin::Found if !input::may_be_replay(&candidate.path) => {}
                Origin::Found | Origin::Named => all.push(Ok(candidate.path)),
            }
        }
        if all.len() == before {
            all.push(Err(none_in(slice::from_ref(path), "replay")));
        }
    }
    all
}

/// The error of folders without files of a kind, such as `replay`.
pub(crate) fn none_in(paths: &[PathBuf], kind: &str) -> anyhow::Error {
    let names: Vec<String> = paths.iter().map(|path| text::path(path)).collect();
    anyhow!("there are no {kind}s in {}", names.join(", "))
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
