//! Which files are meant by paths.

use std::collections::BTreeMap;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use walkdir::{DirEntry, WalkDir};

/// A file that may be a replay.
#[derive(Debug)]
pub struct Candidate {
    /// Where it is.
    pub path: PathBuf,
    /// The path below the folder that was named; of a file that was named, its name.
    pub below: PathBuf,
    /// How it was come upon.
    pub origin: Origin,
}

/// How a file was come upon.
#[derive(Debug)]
pub enum Origin {
    /// It was named.
    Named,
    /// It lay in a folder.
    Found,
    /// It lay in a folder, and could not even be looked at.
    Trouble(io::Error),
}

impl Candidate {
    /// Whether it is passed over if its content is not what is looked for: it lay in a folder, and its name promises nothing either.
    pub fn is_skipped(&self, has_wanted_name: impl FnOnce(&Path) -> bool) -> bool {
        let may_be_other = match &self.origin {
            Origin::Named => false,
            Origin::Found => true,
            // A link that leads nowhere.
            Origin::Trouble(error) => error.kind() == ErrorKind::NotFound,
        };
        may_be_other && !has_wanted_name(&self.path)
    }
}

/// All files that are named or lie in the folders named, in the order of their paths, each once. A path that names nothing stays: opening it says why. One
/// with `*`, `?`, `[…]` or `**`, where no file is called like that, names what fits it, as in a shell.
///
/// Symbolic links are followed; one that leads back into a folder above it is passed over.
pub fn candidates<P: AsRef<Path>>(paths: impl IntoIterator<Item = P>) -> Vec<Candidate> {
    let mut all = BTreeMap::new();
    for path in paths.into_iter().flat_map(|path| named(path.as_ref())) {
        if path.is_dir() {
            let entries = WalkDir::new(&path).follow_links(true).into_iter().filter_map(look);
            for (entry, origin) in entries {
                let below = entry.strip_prefix(&path).unwrap_or(&entry).to_owned();
                all.entry(entry).or_insert((below, origin));
            }
        } else {
            let name = path.file_name().unwrap_or_default().into();
            all.insert(path, (name, Origin::Named));
        }
    }
    let candidate = |(path, (below, origin))| Candidate { path, below, origin };
    all.into_iter().map(candidate).collect()
}

/// What a path names: what fits it as a pattern, or else the path as it was given.
fn named(path: &Path) -> Vec<PathBuf> {
    let pattern = path.to_str().filter(|text| text.contains(['*', '?', '[']));
    let pattern = pattern.filter(|_| !path.try_exists().unwrap_or(true));
    let fitting = pattern.and_then(|pattern| glob::glob(pattern).ok());
    // A folder that cannot be looked into is named by its own path: opening it says why.
    let place = |entry: glob::GlobResult| entry.unwrap_or_else(|error| error.path().to_owned());
    let fitting: Vec<PathBuf> = fitting.into_iter().flatten().map(place).collect();
    if fitting.is_empty() { vec![path.to_owned()] } else { fitting }
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
