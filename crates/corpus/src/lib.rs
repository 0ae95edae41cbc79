//! The real replays that tests and measurements read. They are not part of the repository: `$GHOSTREEL_CORPUS` says where
//! they are, or they are in `../shared/corpus` beside it.
//!
//! A test that says nothing without them returns where there are none. That is the one way to skip, and this crate says so:
//!
//! ```no_run
//! let Some(files) = ghostreel_corpus::files("slippi/good") else { return };
//! ```
//!
//! A test that says something about samples too goes through both, and asks nothing of all together that samples do not hold:
//! `samples.chain(files("slippi/good").into_iter().flatten())`.

use std::fs;
use std::path::PathBuf;

/// A folder of the corpus, such as `slippi/good`; `None`, and a line that says so, where it is not at hand.
pub fn folder(path: &str) -> Option<PathBuf> {
    let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/corpus");
    let corpus = std::env::var_os("GHOSTREEL_CORPUS").map_or_else(|| beside.into(), PathBuf::from);
    let folder = corpus.join(path);
    if folder.is_dir() {
        return Some(folder);
    }
    println!("skipped: there are no real replays at {} (set GHOSTREEL_CORPUS)", folder.display());
    None
}

/// Names and bytes of the files of such a folder, by name; `None`, and a line that says so, where it is not at hand.
///
/// # Panics
/// If the folder is there and cannot be read, or is empty: a test that reads nothing shows nothing.
pub fn files(path: &str) -> Option<Vec<(String, Vec<u8>)>> {
    let folder = folder(path)?;
    let read = |result: std::io::Result<fs::DirEntry>| {
        let entry = result?;
        Ok((entry.file_name().to_string_lossy().into_owned(), fs::read(entry.path())?))
    };
    let files: std::io::Result<Vec<_>> =
        fs::read_dir(&folder).and_then(|entries| entries.map(read).collect());
    let mut files = files.unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    assert!(!files.is_empty(), "{} is empty", folder.display());
    files.sort();
    Some(files)
}
