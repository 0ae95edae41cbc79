//! Running the program on a folder of samples.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use tempfile::TempDir;

/// The games that there are samples of.
pub(crate) const GAMES: [&str; 3] = ["beat-saber", "melee", "rocket-league"];

/// A folder with replays, and room for an export.
#[derive(Debug)]
pub(crate) struct Place(TempDir);

/// A run that has ended.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) said: String,
}

impl Run {
    pub(crate) fn of(command: &mut Command) -> Self {
        let Output { status, stdout, stderr } = command.output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        Self { code: status.code().unwrap_or(-1), out: text(stdout), said: text(stderr) }
    }
}

impl Place {
    /// So many replays of each game, in the folder `replays`.
    pub(crate) fn with_replays(seeds: u64) -> Self {
        let place = Self(tempfile::tempdir().unwrap());
        fs::create_dir(place.path("replays")).unwrap();
        for game in GAMES {
            for seed in 1..=seeds {
                place.add(game, seed);
            }
        }
        place
    }

    /// Small replays that have rows in nearly all tables between them.
    pub(crate) fn with_small_replays() -> Self {
        let place = Self::with_replays(0);
        for (game, variant) in [
            ("beat-saber", "everything-small"),
            ("beat-saber", "bsor2-small"),
            ("melee", "small"),
            ("melee", "stadium"),
            ("rocket-league", "small"),
            ("rocket-league", "middle"),
        ] {
            let bytes = ghostreel::sample(game, Some(variant), 1).unwrap();
            fs::write(place.path("replays").join(format!("{game}-{variant}")), bytes).unwrap();
        }
        place
    }

    /// One replay more.
    pub(crate) fn add(&self, game: &str, seed: u64) {
        let bytes = ghostreel::sample(game, None, seed).unwrap();
        fs::write(self.path("replays").join(format!("{game}-{seed}")), bytes).unwrap();
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// The program, in this folder.
    pub(crate) fn program(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ghostreel-query"));
        command.current_dir(self.0.path());
        command
    }

    pub(crate) fn run<S: AsRef<OsStr>>(&self, arguments: impl IntoIterator<Item = S>) -> Run {
        Run::of(self.program().args(arguments))
    }

    /// A run that ends well.
    pub(crate) fn well<S: AsRef<OsStr>>(&self, arguments: impl IntoIterator<Item = S>) -> String {
        let run = self.run(arguments);
        assert_eq!((run.code, run.said.as_str()), (0, ""), "{}", run.out);
        run.out
    }

    /// The answer to a question over a folder or an export, as CSV.
    pub(crate) fn ask(&self, sql: &str, over: &str) -> String {
        self.well(["query", sql, "--over", over, "--format", "csv"])
    }

    /// The one value of an answer.
    pub(crate) fn value(&self, sql: &str, over: &str) -> String {
        self.ask(sql, over).lines().nth(1).unwrap_or_default().to_owned()
    }

    pub(crate) fn start(&self, arguments: &[&str]) -> Child {
        let mut command = self.program();
        command.args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    }
}

/// All files below a folder.
pub(crate) fn files(folder: &Path) -> Vec<PathBuf> {
    let mut all = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { all.extend(files(&path)) } else { all.push(path) }
    }
    all
}
