//! Runs steps side by side, each as a program of its own, whose output is shown whole.

use std::{
    env,
    fs::{self, File},
    path::PathBuf,
    process::{Command, Stdio},
    sync::{Condvar, Mutex, MutexGuard, PoisonError},
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context, Result};
use serde_json::Value;

use super::{
    Lane, RESULT, Results, Step, missing_corpus,
    outcome::{Outcome, Run},
    summary,
};
use crate::{shell, workspace::Workspace};

/// The taken steps, and the outcomes of those that ended, in the order of the steps.
struct Board {
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    taken: Vec<bool>,
    runs: Vec<Option<Run>>,
}

/// The next act of a lane.
enum Next {
    Step(usize),
    Wait,
    Nothing,
}

impl Board {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'b>(&self, state: MutexGuard<'b, State>) -> MutexGuard<'b, State> {
        self.changed.wait(state).unwrap_or_else(PoisonError::into_inner)
    }

    fn settle(&self, at: usize, run: Run) {
        self.lock().runs[at] = Some(run);
        self.changed.notify_all();
    }
}

impl State {
    /// The first step of the lane whose needs have passed. Steps whose needs have not are skipped on the way.
    fn next(&mut self, steps: &[Step], lane: Lane) -> Next {
        let mut next = Next::Nothing;
        for (at, step) in steps.iter().enumerate() {
            if !lane.takes(step) || self.taken[at] {
                continue;
            }
            let needed = |need: &&str| {
                let at = steps.iter().position(|step| step.name == *need)?;
                self.runs[at].as_ref()
            };
            let open = step.needs.iter().any(|need| needed(need).is_none());
            let missed = step
                .needs
                .iter()
                .find(|need| needed(need).is_some_and(|run| run.outcome != Outcome::Passed));
            if let Some(need) = missed {
                self.taken[at] = true;
                self.runs[at] = Some(Run::skipped(format!("{need} did not pass")));
            } else if open {
                next = Next::Wait;
            } else {
                self.taken[at] = true;
                return Next::Step(at);
            }
        }
        next
    }
}

pub(super) fn run(
    workspace: &Workspace,
    command: &str,
    steps: &'static [Step],
    fast: bool,
) -> Result<()> {
    let start = Instant::now();
    let folder = workspace.target.join("checks").join(command);
    fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
    let left_out = |step: &Step| (fast && step.is_slow).then(|| Run::skipped("--fast".to_owned()));
    let runs: Vec<Option<Run>> = steps.iter().map(left_out).collect();
    let taken = runs.iter().map(Option::is_some).collect();
    let board = Board { state: Mutex::new(State { taken, runs }), changed: Condvar::new() };
    let runs: Vec<Run> = thread::scope(|scope| {
        for lane in Lane::ALL {
            let (board, folder) = (&board, &folder);
            scope.spawn(move || {
                let mut state = board.lock();
                loop {
                    match state.next(steps, lane) {
                        Next::Nothing => break,
                        Next::Wait => state = board.wait(state),
                        Next::Step(at) => {
                            drop(state);
                            let began = start.elapsed();
                            let run = run_one(workspace, command, folder, &steps[at], began);
                            board.settle(at, run);
                            state = board.lock();
                        }
                    }
                    board.changed.notify_all();
                }
                drop(state);
                board.changed.notify_all();
            });
        }
        let mut shown = Vec::new();
        for (at, step) in steps.iter().enumerate() {
            let mut state = board.lock();
            let run = loop {
                match &state.runs[at] {
                    Some(run) => break run.clone(),
                    None => state = board.wait(state),
                }
            };
            drop(state);
            show(&folder, step, &run);
            shown.push(run);
        }
        shown
    });
    let names = steps.iter().map(|step| step.name).zip(&runs).collect::<Vec<_>>();
    summary::finish(&names, start.elapsed(), missing_corpus(workspace))
}

/// Where the output of a step goes.
fn log(folder: &std::path::Path, step: &Step) -> PathBuf {
    folder.join(step.name.replace(' ', "-")).with_extension("log")
}

fn run_one(
    workspace: &Workspace,
    command: &str,
    folder: &std::path::Path,
    step: &Step,
    began: Duration,
) -> Run {
    let start = Instant::now();
    eprintln!("    {:>5.1} min  {} …", began.as_secs_f64() / 60.0, step.name);
    let result = start_one(workspace, command, folder, step);
    let took = start.elapsed();
    let (outcome, results) = match result {
        Ok((results, None)) => (Outcome::Passed, results),
        Ok((results, Some(why))) => (Outcome::Failed(why), results),
        Err(error) => (Outcome::Failed(format!("{error:#}")), Results::default()),
    };
    let word = if outcome == Outcome::Passed { "passed" } else { "FAILED" };
    let at = (began + took).as_secs_f64() / 60.0;
    eprintln!("    {at:>5.1} min  {} {word} after {:.0} s", step.name, took.as_secs_f64());
    Run { outcome, began, took, results }
}

/// Runs a step to its end. Returns its counts, and why it failed.
fn start_one(
    workspace: &Workspace,
    command: &str,
    folder: &std::path::Path,
    step: &Step,
) -> Result<(Results, Option<String>)> {
    let (log, result) = (log(folder, step), log(folder, step).with_extension("json"));
    if result.exists() {
        fs::remove_file(&result).with_context(|| format!("cannot remove {}", result.display()))?;
    }
    let output = File::create(&log).with_context(|| format!("cannot create {}", log.display()))?;
    let program = env::current_exe().context("xtask does not know its own program")?;
    let mut child = Command::new(program);
    child.args([command, step.name]).env(RESULT, &result).current_dir(&workspace.root);
    child.stdin(Stdio::null()).stdout(output.try_clone()?).stderr(output);
    let status = child.status().with_context(|| shell::cannot_start(&child))?;
    let results = fs::read_to_string(&result).ok();
    let results = results.and_then(|text| serde_json::from_str::<Value>(&text).ok());
    let results = results.map_or_else(Results::default, |json| Results::from_json(&json));
    if status.success() {
        return Ok((results, None));
    }
    let text = String::from_utf8_lossy(&fs::read(&log)?).into_owned();
    let last = text.lines().rev().find_map(|line| line.strip_prefix("error: "));
    Ok((results, Some(last.map_or_else(|| status.to_string(), str::to_owned))))
}

/// Prints all that a step printed.
fn show(folder: &std::path::Path, step: &Step, run: &Run) {
    match &run.outcome {
        Outcome::Skipped(why) => println!("\n==== {}: SKIPPED, {why}", step.name),
        outcome => {
            let word = if *outcome == Outcome::Passed { "passed" } else { "FAILED" };
            println!("\n==== {}: {word} after {:.0} s", step.name, run.took.as_secs_f64());
            let text = fs::read(log(folder, step)).unwrap_or_default();
            print!("{}", String::from_utf8_lossy(&text));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(name: &'static str, lane: Lane, needs: &'static [&'static str]) -> Step {
        Step { name, lane, needs, is_slow: false, run: |_| Ok(Results::default()) }
    }

    fn run(outcome: Outcome) -> Option<Run> {
        Some(Run { outcome, ..Run::skipped(String::new()) })
    }

    #[test]
    fn a_step_waits_for_what_it_needs_and_is_skipped_without() {
        let steps = [
            step("page", Lane::Beside, &[]),
            step("browser", Lane::Beside, &["page", "build"]),
            step("build", Lane::Cargo, &[]),
            step("docs", Lane::Cargo, &["build"]),
        ];
        let mut state = State { taken: vec![false; 4], runs: vec![None, None, None, None] };
        assert!(matches!(state.next(&steps, Lane::Beside), Next::Step(0)));
        assert!(matches!(state.next(&steps, Lane::Cargo), Next::Step(2)));
        assert!(matches!(state.next(&steps, Lane::Cargo), Next::Wait));
        state.runs[0] = run(Outcome::Passed);
        assert!(matches!(state.next(&steps, Lane::Beside), Next::Wait));
        state.runs[2] = run(Outcome::Failed("no".to_owned()));
        assert!(matches!(state.next(&steps, Lane::Beside), Next::Nothing));
        assert!(matches!(state.next(&steps, Lane::Cargo), Next::Nothing));
        let skipped = Outcome::Skipped("build did not pass".to_owned());
        let either = [step("build", Lane::Cargo, &[]), step("lint", Lane::Either, &["build"])];
        for lane in Lane::ALL {
            let mut state = State { taken: vec![true, false], runs: vec![None, None] };
            assert!(matches!(state.next(&either, lane), Next::Wait));
            state.runs[0] = run(Outcome::Passed);
            assert!(matches!(state.next(&either, lane), Next::Step(1)));
            assert!(matches!(state.next(&either, Lane::Beside), Next::Nothing), "once");
        }
        assert!([1, 3].iter().all(|at| state.runs[*at].as_ref().unwrap().outcome == skipped));
    }
}
