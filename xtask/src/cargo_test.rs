//! The tests that cargo runs: all of them, and once more those that read real replays, where there are none.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt, fs,
    io::{self, BufRead, BufReader, Read, Write},
    path::Path,
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::{
    shell::{self, note},
    workspace::Workspace,
};

/// How many of the slowest test programs are named.
const SLOWEST: usize = 8;

/// So many tests that failed are run once more: other programs on the machine make one fail that waits for something, a fault of
/// ours fails again.
const RUN_AGAIN: usize = 5;

/// Where tests write down that they read real replays.
const READERS: (&str, &str) = ("GHOSTREEL_CORPUS_READERS", "corpus-readers.txt");

/// Runs the tests of all default members, doc tests included, and counts them on the way.
pub(crate) fn all(workspace: &Workspace, counts: &mut Counts) -> Result<()> {
    let readers = workspace.target.join(READERS.1);
    if readers.exists() {
        fs::remove_file(&readers)
            .with_context(|| format!("cannot remove {}", readers.display()))?;
    }
    let mut programs = run(workspace, &["--no-fail-fast"], &[(READERS.0, &readers)], counts)?;
    programs.sort_by_key(|(_, time)| std::cmp::Reverse(*time));
    note("the slowest test programs:");
    for (name, time) in programs.iter().take(SLOWEST) {
        note(format!("{:>7.1} s  {name}", time.as_secs_f64()));
    }
    Ok(())
}

/// Runs the tests beside peers that only the measurements may depend on.
pub(crate) fn beside_peers(workspace: &Workspace, counts: &mut Counts) -> Result<()> {
    let args = ["--no-fail-fast", "--quiet", "--package=ghostreel-bench", "--tests"];
    run(workspace, &args, &[], counts)?;
    Ok(())
}

/// What a newcomer has: no corpus. Runs the tests that read real replays when [`all`] ran, once more where there are none.
pub(crate) fn without_corpus(workspace: &Workspace, counts: &mut Counts) -> Result<()> {
    let list = workspace.target.join(READERS.1);
    let list =
        fs::read_to_string(&list).with_context(|| format!("no test wrote {}", list.display()))?;
    let programs = corpus_tests(workspace)?;
    let (some, whole) = readers(&list, &programs)?;
    let nowhere = workspace.target.join("no-corpus");
    fs::create_dir_all(&nowhere).with_context(|| format!("cannot make {}", nowhere.display()))?;
    let nowhere = [("GHOSTREEL_CORPUS", nowhere.as_path())];
    for (programs, tests) in [some, (whole, BTreeSet::new())] {
        if programs.is_empty() {
            continue;
        }
        let mut args = vec!["--no-fail-fast", "--quiet"];
        args.extend(programs.iter().flat_map(|name| ["--test", name]));
        if !tests.is_empty() {
            args.extend(["--", "--exact"]);
            args.extend(&tests);
        }
        run(workspace, &args, &nowhere, counts)?;
    }
    Ok(())
}

/// From what tests wrote down: the programs in which each reader of real replays is known, with these tests, and the programs in which one is not, as it
/// read them on a thread of its own.
type Readers<'l> = ((BTreeSet<&'l str>, BTreeSet<&'l str>), BTreeSet<&'l str>);

fn readers<'l>(list: &'l str, programs: &'l [String]) -> Result<Readers<'l>> {
    let lines = list.lines().filter_map(|line| line.split_once('\t'));
    let mut by_program: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (program, test) in lines {
        // Cargo adds a hash.
        let program = program.rsplit_once('-').map_or(program, |(program, _)| program);
        by_program.entry(program).or_default().insert(test);
    }
    let (mut known, mut tests, mut whole) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    for program in programs.iter().map(String::as_str) {
        let Some(names) = by_program.get(program) else {
            bail!("{program} asks for real replays, and none of its tests read any");
        };
        if names.contains("") || names.contains("main") {
            whole.insert(program);
        } else {
            known.insert(program);
            tests.extend(names);
        }
    }
    if known.is_empty() && whole.is_empty() {
        bail!("no test reads real replays");
    }
    Ok(((known, tests), whole))
}

/// The names of the integration tests of the default members in whose sources the corpus is asked for.
fn corpus_tests(workspace: &Workspace) -> Result<Vec<String>> {
    let members = workspace.metadata["workspace_default_members"].as_array();
    let is_member = |package: &&Value| members.is_some_and(|all| all.contains(&package["id"]));
    let packages = workspace.metadata["packages"].as_array().into_iter().flatten();
    let packages = packages.filter(is_member);
    let targets = packages.flat_map(|package| package["targets"].as_array().into_iter().flatten());
    let mut names = Vec::new();
    for target in targets {
        let is_test = target["kind"].as_array().is_some_and(|kinds| kinds.contains(&"test".into()));
        if let (true, Some(name), Some(source)) =
            (is_test, target["name"].as_str(), target["src_path"].as_str())
            && reads_corpus(Path::new(source))?
        {
            names.push(name.to_owned());
        }
    }
    Ok(names)
}

/// Whether a test program asks for the corpus, in its root or, if that is a `main.rs`, in a file beside it.
fn reads_corpus(root: &Path) -> Result<bool> {
    let mut files = vec![root.to_path_buf()];
    if let Some(folder) = root.parent().filter(|_| root.ends_with("main.rs")) {
        for entry in fs::read_dir(folder)? {
            files.push(entry?.path());
        }
    }
    for file in files.iter().filter(|file| file.extension().is_some_and(|rust| rust == "rs")) {
        let text =
            fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
        if text.contains("ghostreel_corpus::") {
            return Ok(true);
        }
    }
    Ok(false)
}

/// How many tests cargo ran, over all its test programs.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Counts {
    passed: u64,
    failed: u64,
    ignored: u64,
}

/// The names of tests that failed, from the list at the end of what each test program says.
#[derive(Debug, Default)]
struct Failures {
    names: Vec<String>,
    is_list: bool,
}

impl Failures {
    fn read(&mut self, line: &str) {
        match line.strip_prefix("    ") {
            Some(name) if self.is_list => self.names.push(name.to_owned()),
            _ => self.is_list = line == "failures:" || self.is_list && line.is_empty(),
        }
    }
}

impl Counts {
    /// Takes in a line such as `test result: ok. 3 passed; 0 failed; 1 ignored; …`.
    fn read(&mut self, line: &str) {
        let Some((_, figures)) =
            line.strip_prefix("test result: ").and_then(|rest| rest.split_once(". "))
        else {
            return;
        };
        for figure in figures.split("; ") {
            let Some((number, what)) = figure.split_once(' ') else { continue };
            let Ok(number) = number.parse::<u64>() else { continue };
            match what {
                "passed" => self.passed += number,
                "failed" => self.failed += number,
                "ignored" => self.ignored += number,
                _ => {}
            }
        }
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} tests passed, {} failed, {} ignored", self.passed, self.failed, self.ignored)
    }
}

/// Runs `cargo test` and counts its tests: the test programs, and how long each took. A few tests that failed are run once more.
fn run(
    workspace: &Workspace,
    args: &[&str],
    env: &[(&str, &Path)],
    counts: &mut Counts,
) -> Result<Vec<(String, Duration)>> {
    let cargo = |behind: &[String]| {
        let mut command = workspace.cargo();
        let mut args = args;
        if !behind.is_empty() {
            // In place of those that were chosen before.
            args = args.split(|arg| *arg == "--").next().unwrap_or(args);
        }
        command.arg("test").args(args).envs(env.iter().copied());
        if !behind.is_empty() {
            command.args(["--", "--exact"]).args(behind);
        }
        command
    };
    let before = counts.clone();
    let mut failures = Failures::default();
    let first = run_once(&mut cargo(&[]), counts, &mut failures);
    let names = failures.names;
    let result = match first {
        Err(_) if !names.is_empty() && names.len() <= RUN_AGAIN => {
            note(format!("once more, as they failed: {}", names.join(", ")));
            let mut again = Counts::default();
            run_once(&mut cargo(&names), &mut again, &mut Failures::default())?;
            if again.passed < names.len() as u64 {
                bail!("{} of {} tests ran when run again", again.passed, names.len());
            }
            note(format!("passed at the second try only: {}", names.join(", ")));
            counts.failed -= names.len() as u64;
            counts.passed += names.len() as u64;
            Ok(Vec::new())
        }
        other => other,
    };
    if result.is_ok() && counts.passed == before.passed {
        bail!("cargo ran no test at all");
    }
    result
}

fn run_once(
    command: &mut Command,
    counts: &mut Counts,
    failures: &mut Failures,
) -> Result<Vec<(String, Duration)>> {
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().context("cannot start cargo")?;
    let output = child.stdout.take().context("cargo has no output")?;
    let errors = child.stderr.take().context("cargo has no error output")?;
    // Cargo names each program on stderr when it starts it; what the tests say is on stdout.
    let programs = thread::scope(|scope| {
        let programs = scope.spawn(|| {
            let mut programs = Programs::default();
            forward(errors, io::stderr(), |line| programs.read(line)).map(|()| programs.finish())
        });
        forward(output, io::stdout(), |line| {
            counts.read(line);
            failures.read(line);
        })?;
        programs.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
    .context("cannot read cargo's output")?;
    shell::check(command, child.wait()?)?;
    Ok(programs)
}

/// Passes on what is read, line by line: by bytes, since a test may print whatever it likes.
fn forward(from: impl Read, mut to: impl Write, mut see: impl FnMut(&str)) -> io::Result<()> {
    for line in BufReader::new(from).split(b'\n') {
        let line = line?;
        to.write_all(&line)?;
        to.write_all(b"\n")?;
        see(&String::from_utf8_lossy(&line));
    }
    Ok(())
}

/// Which test program ran how long, as cargo announces them.
#[derive(Debug, Default)]
struct Programs {
    done: Vec<(String, Duration)>,
    running: Option<(String, Instant)>,
    package: String,
}

impl Programs {
    /// Takes in a line such as `Running tests/corpus.rs (target/debug/deps/corpus-0123)` or `Doc-tests ghostreel_core`.
    fn read(&mut self, line: &str) {
        let line = line.trim_start();
        let name = match line.strip_prefix("Running ").and_then(|rest| rest.split_once(" (")) {
            Some((source, program)) => {
                // Many crates have a `tests/corpus.rs`; the unit tests, which come first, are named after the crate.
                if source.starts_with("unittests ") {
                    let file = program.rsplit(['/', '\\']).next().unwrap_or(program);
                    let name = file.rsplit_once('-').map_or(file, |(name, _)| name);
                    self.package = name.to_owned();
                }
                Some(format!("{}: {source}", self.package))
            }
            None => line.strip_prefix("Doc-tests ").map(|name| format!("{name}: doc tests")),
        };
        if let Some(name) = name {
            self.stop();
            self.running = Some((name, Instant::now()));
        }
    }

    fn stop(&mut self) {
        if let Some((name, start)) = self.running.take() {
            self.done.push((name, start.elapsed()));
        }
    }

    fn finish(mut self) -> Vec<(String, Duration)> {
        self.stop();
        self.done
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn test_programs_add_up() {
        let mut counts = Counts::default();
        counts.read("running 5 tests");
        counts.read("test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.00s");
        counts.read("test result: FAILED. 2 passed; 4 failed; 0 ignored; 0 measured; 9 filtered out; finished in 0.00s");
        assert_eq!(counts, Counts { passed: 5, failed: 4, ignored: 1 });
    }

    #[test]
    fn tests_that_failed_are_named() {
        let mut failures = Failures::default();
        let first = ["failures:", "", "---- a stdout ----", "", "    not a name", "", "failures:"];
        let names = ["    a", "    src/b.rs - b (line 3)", "", "test result: FAILED.", "    c"];
        for line in first.into_iter().chain(names) {
            failures.read(line);
        }
        assert_eq!(failures.names, ["a", "src/b.rs - b (line 3)"]);
    }

    #[test]
    fn each_program_has_its_time() {
        let mut programs = Programs::default();
        for line in [
            "   Compiling ghostreel-core v0.1.0",
            "     Running unittests src/lib.rs (target/debug/deps/ghostreel_core-4567)",
            "     Running tests/corpus.rs (target/debug/deps/corpus-0123)",
            "   Doc-tests ghostreel_core",
        ] {
            programs.read(line);
        }
        let names: Vec<String> = programs.finish().into_iter().map(|(name, _)| name).collect();
        let wanted = ["unittests src/lib.rs", "tests/corpus.rs", "doc tests"];
        assert_eq!(names, wanted.map(|name| format!("ghostreel_core: {name}")));
    }

    #[test]
    fn readers_of_real_replays_are_run_by_name_where_all_are_known() {
        let programs = ["corpus", "cli"].map(str::to_owned);
        let list = "corpus-01ab\ta\ncorpus-ffff\tb::c\ncli-2\td\nother-3\te\ncli-2\td\n";
        let ((known, tests), whole) = readers(list, &programs).unwrap();
        assert_eq!(known, BTreeSet::from(["corpus", "cli"]));
        assert_eq!(tests, BTreeSet::from(["a", "b::c", "d"]));
        assert!(whole.is_empty());
        let list = [list, "cli-2\t\n"].concat();
        let ((known, tests), whole) = readers(&list, &programs).unwrap();
        assert_eq!((known, whole), (BTreeSet::from(["corpus"]), BTreeSet::from(["cli"])));
        assert_eq!(tests, BTreeSet::from(["a", "b::c"]));
        assert!(readers("cli-2\td\n", &programs).is_err());
    }

    #[test]
    fn the_tests_that_read_real_replays_are_found() {
        let names = corpus_tests(&Workspace::load().unwrap()).unwrap();
        for name in ["corpus", "cli", "boxcars", "rocket_league_events", "melee"] {
            assert!(names.iter().any(|found| found == name), "{name} is not among {names:?}");
        }
        assert!(!names.iter().any(|name| name == "api"), "{names:?}");
    }
}
