//! Running the program and looking at what it did.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};

use tempfile::TempDir;

/// A run that has ended.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    pub(crate) raw: Vec<u8>,
}

impl Run {
    /// One JSON value a line.
    pub(crate) fn json_lines(&self) -> Vec<serde_json::Value> {
        self.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }
}

/// The program, away from the settings where the tests run.
pub(crate) fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ghostreel"));
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "RUST_LOG"] {
        command.env_remove(name);
    }
    command
}

/// A folder to run in.
#[derive(Debug)]
pub(crate) struct Place(TempDir);

impl Place {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(crate) fn read(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.path(name)).unwrap()
    }

    pub(crate) fn write(&self, name: &str, bytes: &[u8]) {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
    }

    /// A sample replay in a file of that name.
    pub(crate) fn sample(&self, name: &str, variant: &str) -> Vec<u8> {
        let bytes = sample(variant);
        self.write(name, &bytes);
        bytes
    }

    /// Runs `ghostreel` with the arguments in `line`, which are separated by blanks, to its end.
    pub(crate) fn run(&self, line: &str) -> Run {
        self.run_with(line.split_whitespace(), &[], b"")
    }

    pub(crate) fn run_with<S: AsRef<OsStr>>(
        &self,
        arguments: impl IntoIterator<Item = S>,
        variables: &[(&str, &str)],
        stdin: &[u8],
    ) -> Run {
        let mut command = program();
        command.args(arguments).envs(variables.iter().copied()).current_dir(self.0.path());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        // It may well not read what we have for it.
        let _ = child.stdin.take().unwrap().write_all(stdin);
        let Output { status, stdout, stderr } = child.wait_with_output().unwrap();
        let run = Run {
            code: status.code().unwrap(),
            stdout: String::from_utf8_lossy(&stdout).into_owned(),
            stderr: String::from_utf8_lossy(&stderr).into_owned(),
            raw: stdout,
        };
        // No error may show how it looks inside.
        for inside in ["panicked", "RUST_BACKTRACE", "Error {", "os error"] {
            assert!(!run.stderr.contains(inside), "{}", run.stderr);
        }
        run
    }

    /// Runs and expects that exit code and these words on stderr.
    #[track_caller]
    pub(crate) fn check(&self, line: &str, code: i32, words: &[&str]) -> Run {
        let run = self.run(line);
        assert_eq!(run.code, code, "{line}: {}", run.stderr);
        for words in words {
            assert!(run.stderr.contains(words), "{line}: {words:?} is not in {:?}", run.stderr);
        }
        run
    }
}

/// A server that is killed at the end: what it promises holds even so.
#[derive(Debug)]
pub(crate) struct Background(Child);

impl Background {
    /// Starts it; returns what it printed until it was ready.
    pub(crate) fn start(place: &Place, line: &str) -> (Self, String) {
        let mut command = program();
        command.args(line.split_whitespace()).current_dir(place.path("")).stdout(Stdio::piped());
        let mut server = Self(command.spawn().unwrap());
        let mut lines = BufReader::new(server.0.stdout.take().unwrap()).lines().map(Result::unwrap);
        let mut printed = String::new();
        while !printed.contains("The library is at") {
            printed.push_str(&lines.next().expect("the server ended"));
            printed.push('\n');
        }
        (server, printed)
    }
}

impl Drop for Background {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A sample of Beat Saber.
pub(crate) fn sample(variant: &str) -> Vec<u8> {
    Sample { game: "beat-saber", variant }.bytes()
}

/// A sample of Melee.
pub(crate) fn melee(variant: &str) -> Vec<u8> {
    Sample { game: "melee", variant }.bytes()
}

/// A sample of any game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sample<'a> {
    pub(crate) game: &'a str,
    pub(crate) variant: &'a str,
}

impl Sample<'_> {
    pub(crate) fn bytes(&self) -> Vec<u8> {
        ghostreel_formats::sample(self.game, Some(self.variant), 1).unwrap()
    }

    /// A name for its file.
    pub(crate) fn name(&self) -> String {
        let extension = ghostreel_formats::probe(&self.bytes()).unwrap().extensions[0];
        format!("{}.{extension}", self.variant)
    }
}

/// All samples of all games.
pub(crate) fn samples() -> Vec<Sample<'static>> {
    let games = ghostreel_formats::sample_variants().into_iter();
    games
        .flat_map(|(game, variants)| {
            variants.into_iter().map(move |variant| Sample { game, variant })
        })
        .collect()
}

/// Sends a signal to a process. The shell does it: a bare system has no program `kill`.
pub(crate) fn signal(name: &str, id: u32) {
    let mut kill = Command::new("sh");
    kill.args(["-c", "kill -s \"$0\" \"$1\"", name, &id.to_string()]);
    assert!(kill.status().unwrap().success());
}
