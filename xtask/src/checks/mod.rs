//! `test` and `nightly`: every check there is, each by name too.
//!
//! [`steps`] lists them, [`schedule`] runs them, each as a program of its own, and [`summary`] says where the minutes went.

pub(crate) mod nextest;
mod outcome;
mod page;
mod schedule;
mod steps;
mod summary;

use std::{env, fs, path::PathBuf};

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};

use crate::{shell::note, workspace::Workspace};

pub(crate) use page::page_tests;
pub(crate) use steps::{NIGHTLY, TEST};

/// Where a step that is a program of its own writes its [`Results`].
const RESULT: &str = "GHOSTREEL_STEP_RESULT";

/// One of the checks.
pub(crate) struct Step {
    pub(crate) name: &'static str,
    /// Steps of a lane run one after another, lanes side by side.
    pub(crate) lane: Lane,
    /// Steps that must have passed before.
    pub(crate) needs: &'static [&'static str],
    /// Whether `test --fast` leaves it out.
    pub(crate) is_slow: bool,
    pub(crate) run: fn(&Workspace) -> Result<Results>,
}

/// The resource that a step uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lane {
    /// Compiling in the usual target folder, which cargo lets one program use at a time.
    Cargo,
    /// A step with a folder of its own to build in, or one that waits for a browser.
    Beside,
    /// A step that compiles a little in the usual folder: whichever lane is free takes it.
    Either,
}

impl Lane {
    /// Those that run.
    const ALL: [Lane; 2] = [Lane::Cargo, Lane::Beside];

    fn takes(self, step: &Step) -> bool {
        step.lane == self || step.lane == Lane::Either
    }
}

/// The counts of a step.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Results {
    pub(crate) passed: u64,
    pub(crate) failed: u64,
    /// Tests that were not run, as they are ignored.
    pub(crate) ignored: u64,
    /// Names and seconds of the tests that took longest.
    pub(crate) slowest: Vec<(String, f64)>,
    /// The tests left out, and why.
    pub(crate) skipped: Vec<String>,
}

impl Results {
    /// The results of a step that counts nothing.
    pub(crate) fn nothing(result: Result<()>) -> Result<Results> {
        result.map(|()| Results::default())
    }

    pub(crate) fn skipped(why: impl Into<String>) -> Results {
        Results { skipped: vec![why.into()], ..Results::default() }
    }

    fn to_json(&self) -> Value {
        json!({
            "passed": self.passed,
            "failed": self.failed,
            "ignored": self.ignored,
            "slowest": self.slowest,
            "skipped": self.skipped,
        })
    }

    fn from_json(json: &Value) -> Results {
        let number = |name: &str| json[name].as_u64().unwrap_or_default();
        let list = |name: &str| json[name].as_array().into_iter().flatten();
        let slow = |row: &Value| Some((row[0].as_str()?.to_owned(), row[1].as_f64()?));
        Results {
            passed: number("passed"),
            failed: number("failed"),
            ignored: number("ignored"),
            slowest: list("slowest").filter_map(slow).collect(),
            skipped: list("skipped").filter_map(|why| Some(why.as_str()?.to_owned())).collect(),
        }
    }
}

/// Runs all steps, or the named ones alone, in this program and without the steps that they need.
pub(crate) fn run(
    workspace: &Workspace,
    command: &str,
    steps: &'static [Step],
    fast: bool,
    only: &[String],
) -> Result<()> {
    if only.is_empty() {
        return schedule::run(workspace, command, steps, fast);
    }
    for name in only {
        let step = steps.iter().find(|step| step.name == *name).with_context(|| {
            let names: Vec<&str> = steps.iter().map(|step| step.name).collect();
            format!("there is no step `{name}`; there are {}", names.join(", "))
        })?;
        let results = (step.run)(workspace)?;
        results.skipped.iter().for_each(|why| note(format!("SKIPPED: {why}")));
        if let Some(file) = env::var_os(RESULT).map(PathBuf::from) {
            fs::write(&file, results.to_json().to_string())
                .with_context(|| format!("cannot write {}", file.display()))?;
        }
        if results.failed > 0 {
            bail!("{} of {} tests failed", results.failed, results.passed + results.failed);
        }
    }
    Ok(())
}

/// Many tests read real replays, which are not part of the repository: why there are none, if there are none.
fn missing_corpus(workspace: &Workspace) -> Option<String> {
    let given = env::var_os("GHOSTREEL_CORPUS").map(PathBuf::from);
    let place = given.unwrap_or_else(|| workspace.root.join("../shared/corpus"));
    if place.canonicalize().is_ok_and(|folder| folder.is_dir()) {
        return None;
    }
    Some(format!(
        "tests that read real replays: there is no folder {} (GHOSTREEL_CORPUS names another place)",
        place.display()
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_results_of_a_step_survive_the_way_to_its_parent() {
        let results = Results {
            passed: 3,
            failed: 1,
            ignored: 2,
            slowest: vec![("a::b".to_owned(), 1.5)],
            skipped: vec!["no valgrind".to_owned()],
        };
        assert_eq!(Results::from_json(&results.to_json()), results);
    }

    #[test]
    fn needed_steps_are_there_and_come_before() {
        for steps in [TEST, NIGHTLY] {
            for (at, step) in steps.iter().enumerate() {
                for need in step.needs {
                    let before = steps[..at].iter().any(|step| step.name == *need);
                    assert!(before, "{} needs {need}, which is not before it", step.name);
                }
            }
        }
    }

    #[test]
    fn an_unknown_step_is_refused() {
        let workspace = Workspace::load().unwrap();
        let error = run(&workspace, "test", TEST, false, &["tets".to_owned()]).unwrap_err();
        assert!(error.to_string().starts_with("there is no step `tets`; there are "), "{error}");
    }
}
