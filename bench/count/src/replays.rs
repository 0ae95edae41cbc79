//! The replays that the jobs are done with.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// The formats with codecs: the game, the format, and its folder of the corpus.
const FORMATS: [(&str, &str, &str); 3] = [
    ("beat-saber", "bsor", "beat-saber/bsor"),
    ("melee", "slp", "slippi/good"),
    ("rocket-league", "replay", "rocket-league/good"),
];

/// Replays of one format.
#[derive(Debug)]
pub(crate) struct Replays {
    pub(crate) format: &'static str,
    pub(crate) paths: Vec<PathBuf>,
    /// How long all are together.
    pub(crate) bytes: u64,
}

impl Replays {
    fn new(format: &'static str, paths: Vec<PathBuf>) -> Result<Self> {
        let sizes: std::io::Result<Vec<u64>> =
            paths.iter().map(|path| Ok(fs::metadata(path)?.len())).collect();
        Ok(Self { format, paths, bytes: sizes?.iter().sum() })
    }

    /// The largest alone.
    pub(crate) fn largest(&self) -> &[PathBuf] {
        let size = |path: &PathBuf| fs::metadata(path).map_or(0, |metadata| metadata.len());
        let sizes = self.paths.iter().map(size).enumerate();
        let largest = sizes.max_by_key(|(_, size)| *size).map_or(0, |(at, _)| at);
        self.paths.get(largest..=largest).unwrap_or_default()
    }
}

/// A replay of each variant that the project can make, written to a folder.
pub(crate) fn samples(folder: &Path) -> Result<Vec<Replays>> {
    fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    let variants = ghostreel_formats::sample_variants();
    let of_format = |(game, format, _): (&'static str, &'static str, &str)| {
        let mut paths = Vec::new();
        for variant in variants.iter().filter(|(name, _)| *name == game).flat_map(|(_, all)| all) {
            let bytes = ghostreel_formats::sample(game, Some(variant), 1).context("no sample")?;
            if ghostreel_formats::probe(&bytes).is_some_and(|found| found.id == format) {
                let path = folder.join(format!("{variant}.{format}"));
                fs::write(&path, bytes)?;
                paths.push(path);
            }
        }
        Replays::new(format, paths)
    };
    FORMATS.into_iter().map(of_format).collect()
}

/// The sound replays of the corpus; `None` if there is none.
pub(crate) fn corpus() -> Option<Result<Vec<Replays>>> {
    let of_format = |(_, format, folder)| {
        let folder = ghostreel_corpus::folder(folder)?;
        let paths = || {
            let entries = fs::read_dir(folder)?.map(|entry| Ok(entry?.path()));
            let mut paths = entries.collect::<std::io::Result<Vec<PathBuf>>>()?;
            paths.sort();
            Replays::new(format, paths)
        };
        Some(paths())
    };
    FORMATS.into_iter().map(of_format).collect()
}
