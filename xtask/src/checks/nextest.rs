//! The tests in Rust: cargo-nextest builds all programs once and runs each test as a process of its own, on all cores.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    io::{BufRead, BufReader},
    process::{Command, Stdio},
};

use anyhow::{Context, Result, bail};
use serde_json::Value;

use super::Results;
use crate::{pypi, shell, web, workspace::Workspace};

/// How many of the slowest tests are kept.
const SLOWEST: usize = 10;

/// Where tests write down that they read real replays.
const READERS: (&str, &str) = ("GHOSTREEL_CORPUS_READERS", "corpus-readers.txt");

/// Tests that take minutes, or measure by the clock, are in modules of this name, and ignored.
const BY_NIGHT: &str = "test(/(^|::)nightly::/)";

/// The seed of the attacks.
const SEED: &str = "GHOSTREEL_ATTACK_SEED";

/// Makes heavy tests try all that there is, not a sample.
const WHOLE: (&str, &str) = ("GHOSTREEL_NIGHTLY", "1");

/// Compiles what [`all`] and other steps run: libraries, programs, examples and tests.
pub(crate) fn build(workspace: &Workspace) -> Result<()> {
    web::make_folder(workspace)?;
    let mut build = command(workspace)?;
    shell::run(build.args(["run", "--no-run"]).env("CARGO_TERM_QUIET", "true"))
}

/// Runs the tests of all default members.
pub(super) fn all(workspace: &Workspace) -> Result<Results> {
    let readers = workspace.target.join(READERS.1);
    if readers.exists() {
        fs::remove_file(&readers)
            .with_context(|| format!("cannot remove {}", readers.display()))?;
    }
    run(command(workspace)?.arg("run").env(READERS.0, &readers))
}

/// All of them with whole loops in place of samples, and those that are for the night alone.
pub(super) fn whole(workspace: &Workspace) -> Result<Results> {
    let mut results = run(command(workspace)?.arg("run").env(WHOLE.0, WHOLE.1))?;
    let mut only = command(workspace)?;
    only.args(["run", "--run-ignored=only", "--filterset", BY_NIGHT]);
    let by_night = run(only.env(WHOLE.0, WHOLE.1))?;
    results.passed += by_night.passed;
    results.failed += by_night.failed;
    results.slowest.extend(by_night.slowest);
    Ok(results)
}

/// Runs the tests of these names, wherever they are, with whole loops in place of samples. `seed` is for made-up input.
pub(crate) fn named(workspace: &Workspace, tests: &BTreeSet<String>, seed: u64) -> Result<Results> {
    let filter: Vec<String> = tests.iter().map(|test| format!("test(/(^|::){test}$/)")).collect();
    let mut nextest = command(workspace)?;
    nextest.args(["run", "--filterset", &filter.join(" | ")]).env(WHOLE.0, WHOLE.1);
    nextest.env(SEED, seed.to_string());
    let results = run(&mut nextest)?;
    if results.passed + results.failed < tests.len() as u64 {
        bail!("not all of these tests are there: {}", filter.join(", "));
    }
    Ok(results)
}

/// Runs the tests beside peers, which only the measurements may depend on.
pub(super) fn beside_peers(workspace: &Workspace) -> Result<Results> {
    run(command(workspace)?.args(["run", "--package=ghostreel-bench"]))
}

/// The state of a newcomer: no corpus. Runs the tests that read real replays when [`all`] ran once more, without any.
pub(super) fn without_corpus(workspace: &Workspace) -> Result<Results> {
    let list = workspace.target.join(READERS.1);
    let Ok(list) = fs::read_to_string(&list) else {
        return Ok(Results::skipped("no test has just read a real replay"));
    };
    let nowhere = workspace.target.join("no-corpus");
    fs::create_dir_all(&nowhere).with_context(|| format!("cannot make {}", nowhere.display()))?;
    let mut tests = command(workspace)?;
    tests.args(["run", "--filterset", &readers(&list)]);
    run(tests.env("GHOSTREEL_CORPUS", nowhere))
}

/// The examples in the documentation. Those of a crate are one program.
pub(super) fn documentation(workspace: &Workspace) -> Result<Results> {
    let mut cargo = workspace.cargo();
    cargo.args(["test", "--doc", "--quiet", "--no-fail-fast"]).stdout(Stdio::piped());
    let mut child = cargo.spawn().with_context(|| shell::cannot_start(&cargo))?;
    let output = child.stdout.take().context("cargo has no output")?;
    let mut results = Results::default();
    for line in BufReader::new(output).lines() {
        let line = line.context("cannot read cargo's output")?;
        println!("{line}");
        add_program(&mut results, &line);
    }
    let status = child.wait()?;
    if results.failed == 0 {
        shell::check(&cargo, status)?;
    }
    Ok(results)
}

/// A filter that names the tests that wrote themselves down.
fn readers(list: &str) -> String {
    let mut tests: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (program, test) in list.lines().filter_map(|line| line.split_once('\t')) {
        tests.entry(program).or_default().insert(test);
    }
    let of_program = |(program, tests): (&&str, &BTreeSet<&str>)| {
        let tests: Vec<String> = tests.iter().map(|test| format!("test(={test})")).collect();
        format!("binary_id(={program}) & ({})", tests.join(" | "))
    };
    tests.iter().map(of_program).collect::<Vec<_>>().join(" | ")
}

pub(crate) fn command(workspace: &Workspace) -> Result<Command> {
    command_in(workspace, workspace)
}

/// The same for a copy of the workspace.
pub(crate) fn command_in(workspace: &Workspace, copy: &Workspace) -> Result<Command> {
    let mut nextest = copy.building(pypi::program(workspace, "cargo-nextest")?);
    nextest.arg("nextest");
    Ok(nextest)
}

/// Runs some tests of a package, and says little of those that fail. A build that fails is an error, and so are names that no
/// test has.
pub(crate) fn some(nextest: &mut Command, package: &str, tests: &[&str]) -> Result<Results> {
    let tests: BTreeSet<&str> = tests.iter().copied().collect();
    let filter: Vec<String> = tests.iter().map(|test| format!("test(={test})")).collect();
    nextest.args(["run", "--package", package, "--filterset", &filter.join(" | ")]);
    let results = run(nextest.args(["--failure-output=never", "--cargo-quiet"]))?;
    if results.passed + results.failed < tests.len() as u64 {
        bail!("{package} has not all of these tests: {}", filter.join(", "));
    }
    Ok(results)
}

/// Runs tests and counts them. Nextest shows those that fail.
pub(crate) fn run(tests: &mut Command) -> Result<Results> {
    tests.args(["--no-fail-fast", "--no-tests=fail", "--hide-progress-bar"]);
    tests.args(["--status-level=fail", "--final-status-level=fail"]);
    tests.args(["--message-format=libtest-json"]).env("NEXTEST_EXPERIMENTAL_LIBTEST_JSON", "1");
    tests.stdout(Stdio::piped());
    let mut child = tests.spawn().with_context(|| shell::cannot_start(tests))?;
    let output = child.stdout.take().context("nextest has no output")?;
    let mut results = Results::default();
    for line in BufReader::new(output).lines() {
        add_test(&mut results, &line.context("cannot read nextest's output")?);
    }
    let status = child.wait()?;
    if results.failed == 0 {
        shell::check(tests, status)?;
    }
    results.slowest.sort_by(|a, b| b.1.total_cmp(&a.1));
    results.slowest.truncate(SLOWEST);
    Ok(results)
}

/// Takes in a line such as `{"type":"test","event":"ok","name":"ghostreel-slp::all$budget::a","exec_time":0.01}`.
fn add_test(results: &mut Results, line: &str) {
    let Ok(line) = serde_json::from_str::<Value>(line) else { return };
    if line["type"] != "test" {
        return;
    }
    match line["event"].as_str() {
        Some("ok") => results.passed += 1,
        Some("failed") => results.failed += 1,
        Some("ignored") => results.ignored += 1,
        _ => return,
    }
    if let (Some(name), Some(seconds)) = (line["name"].as_str(), line["exec_time"].as_f64()) {
        results.slowest.push((name.replace('$', " "), seconds));
    }
}

/// Takes in a line such as `test result: ok. 3 passed; 0 failed; 1 ignored; …`.
fn add_program(results: &mut Results, line: &str) {
    let figures = line.strip_prefix("test result: ").and_then(|rest| rest.split_once(". "));
    for figure in figures.map_or("", |(_, figures)| figures).split("; ") {
        let Some((number, what)) = figure.split_once(' ') else { continue };
        let Ok(number) = number.parse::<u64>() else { continue };
        match what {
            "passed" => results.passed += number,
            "failed" => results.failed += number,
            "ignored" => results.ignored += number,
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_are_counted_and_timed() {
        let mut results = Results::default();
        for line in [
            r#"{"type":"suite","event":"started","test_count":3}"#,
            r#"{"type":"test","event":"started","name":"a::all$b"}"#,
            r#"{"type":"test","event":"ok","name":"a::all$b","exec_time":1.5}"#,
            r#"{"type":"test","event":"failed","name":"a$c","exec_time":0.5,"stdout":"no"}"#,
            r#"{"type":"test","event":"ignored","name":"a$d"}"#,
            "not JSON",
        ] {
            add_test(&mut results, line);
        }
        assert_eq!((results.passed, results.failed, results.ignored), (1, 1, 1));
        assert_eq!(results.slowest, [("a::all b".to_owned(), 1.5), ("a c".to_owned(), 0.5)]);
    }

    #[test]
    fn programs_of_examples_add_up() {
        let mut results = Results::default();
        add_program(&mut results, "running 5 tests");
        add_program(&mut results, "test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured");
        add_program(&mut results, "test result: FAILED. 2 passed; 4 failed; 0 ignored; 0 measured");
        assert_eq!((results.passed, results.failed, results.ignored), (5, 4, 1));
    }

    #[test]
    fn readers_of_real_replays_are_named_once() {
        let list = "a::all\tx::y\nb\tz\na::all\tx::y\na::all\tw\n";
        let wanted = "binary_id(=a::all) & (test(=w) | test(=x::y)) | binary_id(=b) & (test(=z))";
        assert_eq!(readers(list), wanted);
    }
}
