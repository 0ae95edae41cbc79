//! Real replays, where they are at hand.

use std::path::PathBuf;

/// Names and bytes of the files of a folder of the corpus, by name.
pub(crate) fn corpus(folder: &str) -> Vec<(String, Vec<u8>)> {
    let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/corpus");
    let corpus =
        std::env::var_os("GHOSTREEL_CORPUS").map_or_else(|| PathBuf::from(beside), PathBuf::from);
    let Ok(folder) = std::fs::read_dir(corpus.join("rocket-league").join(folder)) else {
        eprintln!("skipped: there is no corpus of real replays");
        return Vec::new();
    };
    let mut files: Vec<PathBuf> = folder.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let name = |path: &PathBuf| path.file_name().unwrap().to_string_lossy().into_owned();
    files.into_iter().map(|path| (name(&path), std::fs::read(path).unwrap())).collect()
}
