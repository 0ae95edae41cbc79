//! `test`: every check there is, with what it needs set up first.
//!
//! A failure does not hide those after it: all steps that still make sense are run, and the
//! summary at the end names each.

use std::{
    env, fmt,
    path::PathBuf,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail};

use crate::{
    browser, c_interface,
    cargo_test::{self, Counts},
    fuzz, mark_verifier,
    npm::Npm,
    reel_reader,
    shell::{self, note, say},
    sizes, soak, tidy, web,
    workspace::Workspace,
};

/// How long each fuzz target runs as one of the checks.
const FUZZING: Duration = Duration::from_secs(10);

pub(crate) fn run(workspace: &Workspace, fast: bool) -> Result<()> {
    let mut report = Report::default();
    let has_corpus = announce_corpus(workspace);

    report.step("format", || {
        say("Checking the format of the sources");
        shell::run(workspace.cargo().args(["fmt", "--all", "--check"]))
            .context("`cargo fmt --all` puts it right")
    });
    report.step("tidy", || tidy::run(workspace));
    // Before the tests: the server's look at the page it hands out.
    let npm = report.step("page", || web::build(workspace, true));
    report.after(&npm, "page style", || {
        say("Checking the page's sources (Biome)");
        let npm = npm.as_ref().context("there is no npm")?;
        shell::run(npm.command().args(["run", "--silent", "lint"]))
            .context("`npm run format` in web/ puts right what it can")
    });
    report.after(&npm, "page size", || sizes::check(workspace));
    report.step("clippy", || {
        say("Checking with clippy");
        clippy(workspace)
    });
    report.step("docs", || {
        say("Checking the documentation's links");
        let mut doc = workspace.cargo();
        doc.args(["doc", "--no-deps", "--document-private-items", "--quiet"]);
        doc.env("RUSTDOCFLAGS", "-Dwarnings");
        shell::run(&mut doc)
    });
    report.step("C interface", || c_interface::check(workspace));
    report.step("reel reader", || reel_reader::check(workspace));
    report.step("mark verifier", || mark_verifier::check(workspace));
    let mut counts = Counts::default();
    let tested = report.step("cargo test", || {
        say("Running the tests");
        cargo_test::all(workspace, &mut counts)
    });
    if has_corpus {
        report.after(&tested, "no corpus", || {
            say("Running the tests that read real replays, where there are none");
            cargo_test::without_corpus(workspace, &mut counts)
        });
    } else {
        report.skip("no corpus", "there is none: the tests have just run without");
    }
    if fast {
        report.skip("peers", "--fast");
        report.skip("browser", "--fast");
        report.skip("fuzz", "--fast");
        report.skip("soak", "--fast");
    } else {
        report.step("peers", || {
            say("Running the tests beside peers");
            cargo_test::beside_peers(workspace, &mut counts)
        });
        report.after(&npm, "browser", || {
            browser_tests(workspace, npm.as_ref().context("there is no npm")?)
        });
        report.step("fuzz", || {
            fuzz::lint(workspace)?;
            // The same inputs each time: a red run is about the change, not about luck.
            fuzz::run(workspace, &fuzz::Options { time: FUZZING, seed: Some(1) }, &[])
        });
        report.step("soak", || soak::run(workspace, soak::TIME));
    }
    report.finish(&counts)
}

/// Many tests read real replays, which are not part of the repository: whether they are at hand.
fn announce_corpus(workspace: &Workspace) -> bool {
    let given = env::var_os("GHOSTREEL_CORPUS").map(PathBuf::from);
    let place = given.unwrap_or_else(|| workspace.root.join("../shared/corpus"));
    let is_there = place.canonicalize().is_ok_and(|folder| folder.is_dir());
    if is_there {
        note("real replays found: the corpus tests run");
    } else {
        note(format!(
            "no real replays: there is no folder {}, so the tests that read them are SKIPPED (GHOSTREEL_CORPUS names another place)",
            place.display()
        ));
    }
    is_there
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
