//! What is measured on.

use std::path::PathBuf;

/// Files of a folder of the corpus by name, or `None` where there is no corpus.
pub(crate) fn corpus(folder: &str) -> Option<Vec<(String, Vec<u8>)>> {
    let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/corpus");
    let corpus =
        std::env::var_os("GHOSTREEL_CORPUS").map_or_else(|| PathBuf::from(beside), PathBuf::from);
    let mut files: Vec<PathBuf> = std::fs::read_dir(corpus.join(folder))
        .ok()?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .collect();
    files.sort();
    let read = |path: PathBuf| {
        let name = path.file_name()?.to_string_lossy().into_owned();
        Some((name, std::fs::read(&path).ok()?))
    };
    Some(files.into_iter().filter_map(read).collect())
}
