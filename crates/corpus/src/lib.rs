//! The real replays that tests and measurements read. They are not part of the repository: `$GHOSTREEL_CORPUS` says where
//! they are, or they are in `../shared/corpus` beside it.
//!
//! A test that says nothing without them returns where there are none. It is the only way to skip, and this crate reports it:
//!
//! ```no_run
//! let Some(files) = ghostreel_corpus::files("slippi/good") else { return };
//! ```
//!
//! A test that says something about samples too goes through both, and asks nothing of all together that samples do not hold:
//! `samples.chain(files("slippi/good").into_iter().flatten())`.

use std::env;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

/// A folder of the corpus, such as `slippi/good`; `None`, and a line that says so, where it is not at hand.
pub fn folder(path: &str) -> Option<PathBuf> {
    let corpus = env::var_os("GHOSTREEL_CORPUS").map_or_else(beside, PathBuf::from);
    let folder = corpus.join(path);
    if folder.is_dir() {
        note_reader();
        return Some(folder);
    }
    println!("skipped: there are no real replays at {} (set GHOSTREEL_CORPUS)", folder.display());
    None
}

/// Beside the checkout that cargo runs the program for; one that another checkout has built is the same file.
fn beside() -> PathBuf {
    let package = env::var_os("CARGO_MANIFEST_DIR");
    let package = package.map_or_else(|| env!("CARGO_MANIFEST_DIR").into(), PathBuf::from);
    let places = package.ancestors().map(|folder| folder.join("shared/corpus"));
    let corpus = places.into_iter().find(|place| place.is_dir());
    corpus.unwrap_or_else(|| package.join("../../../shared/corpus"))
}

/// Writes down that a test reads real replays, where `$GHOSTREEL_CORPUS_READERS` names a file for that: `cargo xtask test` runs these tests once more without any.
fn note_reader() {
    // The program and the test, as nextest calls them.
    let names = ["NEXTEST_BINARY_ID", "NEXTEST_TEST_NAME"].map(env::var_os);
    let (Some(list), [Some(program), Some(test)]) =
        (env::var_os("GHOSTREEL_CORPUS_READERS"), names)
    else {
        return;
    };
    let write = |list: &Path| -> io::Result<()> {
        let mut file = OpenOptions::new().append(true).create(true).open(list)?;
        let [program, test] = [program, test].map(|name| name.to_string_lossy().into_owned());
        file.write_all(format!("{program}\t{test}\n").as_bytes())
    };
    write(Path::new(&list)).unwrap_or_else(|e| panic!("{}: {e}", list.display()));
}

/// How often something random is tried: `usual` times, or `nightly` times where `$GHOSTREEL_NIGHTLY` is set, as `cargo xtask nightly` does.
pub fn rounds(usual: usize, nightly: usize) -> usize {
    if is_nightly() { nightly } else { usual }
}

/// The variants to try of one thing, out of `count`: one, another for the next thing, or all of them by night, by [`rounds`].
pub fn variants(of: usize, count: usize) -> Range<usize> {
    if is_nightly() || count == 0 { 0..count } else { of % count..of % count + 1 }
}

fn is_nightly() -> bool {
    env::var_os("GHOSTREEL_NIGHTLY").is_some()
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
