//! The real replays, where they are at hand.

use std::path::PathBuf;

/// Files of a folder of the corpus: `$GHOSTREEL_CORPUS`, or `../shared/corpus` beside the repository.
pub(crate) fn files(folder: &str) -> Vec<(String, Vec<u8>)> {
    let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/corpus");
    let corpus =
        std::env::var_os("GHOSTREEL_CORPUS").map_or_else(|| PathBuf::from(beside), PathBuf::from);
    let Ok(entries) = std::fs::read_dir(corpus.join("slippi").join(folder)) else {
        println!("skipped: no corpus of real replays (set GHOSTREEL_CORPUS)");
        return Vec::new();
    };
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let name = |path: &PathBuf| path.file_name().unwrap().to_string_lossy().into_owned();
    files.iter().map(|path| (name(path), std::fs::read(path).unwrap())).collect()
}
