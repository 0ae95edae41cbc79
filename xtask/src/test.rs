//! `test`: every check there is, with what it needs set up first.
//!
//! A failure does not hide those after it: all steps that still make sense are run, and the
//! summary at the end names each.

use std::{
    env, fmt,
    io::{self, BufRead, BufReader, Write},
    path::PathBuf,
    process::Stdio,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail};

use crate::{
    browser, fuzz,
    npm::Npm,
    shell::{self, note, say},
    sizes, tidy, web,
    workspace::Workspace,
};

pub(crate) fn run(workspace: &Workspace, fast: bool) -> Result<()> {
    let mut report = Report::default();
    announce_corpus(workspace);

    report.step("format", || {
        say("Checking the format of the sources");
        shell::run(workspace.cargo().args(["fmt", "--all", "--check"]))
            .context("`cargo fmt --all` puts it right")
    });
    report.step("tidy", || tidy::run(workspace));
    // Before the tests: the server's look at the page it hands out.
    let npm = report.step("page", || web::build(workspace, true));
    report.after(&npm, "page size", || sizes::check(workspace));
    report.step("clippy", || {
        say("Checking with clippy");
        clippy(workspace)
    });
    report.step("docs", || {
        say("Checking the documentation's links");
        let mut doc = workspace.cargo();
        doc.args(["doc", "--no-deps", "--document-private-items", "--quiet"]);
        // The command line's docs are its help, where an address is no link.
        doc.env("RUSTDOCFLAGS", "-Dwarnings -Arustdoc::bare_urls");
        shell::run(&mut doc)
    });
    let mut counts = Counts::default();
    report.step("cargo test", || {
        say("Running the tests");
        cargo_test(workspace, &mut counts)
    });
    if fast {
        report.skip("browser", "--fast");
        report.skip("fuzz", "--fast");
    } else {
        report.after(&npm, "browser", || {
            browser_tests(workspace, npm.as_ref().context("there is no npm")?)
        });
        report.step("fuzz", || {
            fuzz::lint(workspace)?;
            // The same inputs each time: a red run is about the change, not about luck.
            fuzz::run(workspace, &fuzz::Options { seed: Some(1), ..Default::default() }, &[])
        });
    }
    report.finish(&counts)
}

/// Many tests read real replays, which are not part of the repository.
fn announce_corpus(workspace: &Workspace) {
    let given = env::var_os("GHOSTREEL_CORPUS").map(PathBuf::from);
    let place = given.unwrap_or_else(|| workspace.root.join("../shared/corpus"));
    match place.canonicalize() {
        Ok(folder) if folder.is_dir() => note("real replays found: the corpus tests run"),
        _ => note(format!(
            "no real replays: there is no folder {}, so the tests that read them are SKIPPED (GHOSTREEL_CORPUS names another place)",
            place.display()
        )),
    }
}

/// One pass over everything but the fuzz targets, which are linted where they are built.
fn clippy(workspace: &Workspace) -> Result<()> {
    let mut clippy = workspace.cargo();
    clippy.args([
        "clippy",
        "--workspace",
        "--exclude=ghostreel-fuzz",
        "--all-targets",
        "--quiet",
        "--",
        "-Dwarnings",
    ]);
    shell::run(&mut clippy)
}

/// How many tests cargo ran, over all its test programs.
#[derive(Debug, Default, PartialEq)]
struct Counts {
    passed: u64,
    failed: u64,
    ignored: u64,
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

/// Runs the tests of all default members, doc tests included, and counts them on the way.
fn cargo_test(workspace: &Workspace, counts: &mut Counts) -> Result<()> {
    let mut command = workspace.cargo();
    command.args(["test", "--no-fail-fast"]).stdout(Stdio::piped());
    let mut child = command.spawn().context("cannot start cargo")?;
    let output = child.stdout.take().context("cargo has no output")?;
    // By bytes: a test may print whatever it likes.
    for line in BufReader::new(output).split(b'\n') {
        let line = line.context("cannot read cargo's output")?;
        io::stdout().write_all(&line)?;
        io::stdout().write_all(b"\n")?;
        counts.read(&String::from_utf8_lossy(&line));
    }
    shell::check(&command, child.wait()?)?;
    if counts.passed == 0 {
        bail!("cargo ran no test at all");
    }
    Ok(())
}

fn browser_tests(workspace: &Workspace, npm: &Npm) -> Result<()> {
    let browser = browser::ensure()?;
    say(format!("Running the browser tests with {}", browser.display()));
    let mut test = npm.command();
    test.args(["test", "--silent"]).env("GHOSTREEL_BROWSER", browser);
    // `cargo test` has just built it; tests that need a server start this one.
    let server =
        workspace.target.join("debug").join(format!("ghostreel{}", env::consts::EXE_SUFFIX));
    if server.is_file() {
        test.env("GHOSTREEL_BIN", server);
    }
    shell::run(&mut test)
}

#[derive(Debug)]
enum Outcome {
    Passed,
    Failed(String),
    Skipped(String),
}

#[derive(Debug, Default)]
struct Report {
    steps: Vec<(&'static str, Outcome, Duration)>,
}

impl Report {
    fn step<T>(&mut self, name: &'static str, check: impl FnOnce() -> Result<T>) -> Option<T> {
        let start = Instant::now();
        let result = check();
        let (outcome, value) = match result {
            Ok(value) => (Outcome::Passed, Some(value)),
            Err(error) => {
                println!("FAILED: {name}: {error:#}");
                (Outcome::Failed(first_line(&format!("{error:#}"))), None)
            }
        };
        self.steps.push((name, outcome, start.elapsed()));
        value
    }

    /// A step that makes no sense without what an earlier one made.
    fn after<T>(
        &mut self,
        needed: &Option<T>,
        name: &'static str,
        check: impl FnOnce() -> Result<()>,
    ) {
        if needed.is_some() {
            self.step(name, check);
        } else {
            self.skip(name, "an earlier step failed");
        }
    }

    fn skip(&mut self, name: &'static str, why: &str) {
        self.steps.push((name, Outcome::Skipped(why.to_owned()), Duration::ZERO));
    }

    fn finish(&self, counts: &Counts) -> Result<()> {
        println!("\n{self}");
        let failed: Vec<_> = self
            .steps
            .iter()
            .filter(|(_, outcome, _)| matches!(outcome, Outcome::Failed(_)))
            .map(|(name, ..)| *name)
            .collect();
        if !failed.is_empty() {
            bail!("{counts}; failed: {}", failed.join(", "));
        }
        println!("{counts}; all checks passed");
        Ok(())
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, outcome, time) in &self.steps {
            write!(f, "{name:<12}{:>7.1} s  ", time.as_secs_f64())?;
            match outcome {
                Outcome::Passed => writeln!(f, "passed")?,
                Outcome::Failed(error) => writeln!(f, "FAILED: {error}")?,
                Outcome::Skipped(why) => writeln!(f, "skipped: {why}")?,
            }
        }
        let total: Duration = self.steps.iter().map(|(_, _, time)| *time).sum();
        write!(f, "{:<12}{:>7.1} s", "together", total.as_secs_f64())
    }
}

fn first_line(text: &str) -> String {
    text.lines().next().unwrap_or_default().to_owned()
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
    fn one_failure_fails_the_whole_and_skips_what_hangs_on_it() {
        let mut report = Report::default();
        let value = report.step("good", || Ok(1));
        report.after(&value, "also good", || Ok(()));
        assert!(report.finish(&Counts::default()).is_ok());

        let nothing: Option<()> = report.step("bad", || bail!("a reason\nand details"));
        report.after(&nothing, "pointless", || panic!("must not run"));
        let error = report.finish(&Counts::default()).unwrap_err().to_string();
        assert!(error.ends_with("failed: bad"), "{error}");
        let summary = report.to_string();
        assert!(summary.contains("FAILED: a reason\n"), "{summary}");
        assert!(summary.contains("skipped: an earlier step failed"), "{summary}");
    }
}
