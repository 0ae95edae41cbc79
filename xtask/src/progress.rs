//! Long work that goes on side by side: now and then a line shows the progress of each part, and the end of all.

use std::{
    fmt,
    io::Read,
    process::{Child, Command, Stdio},
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail};

use crate::shell::{self, note};

/// When the first line is printed, and how long after it each further one.
const FIRST_LINE: Duration = Duration::from_secs(10);
const NEXT_LINE: Duration = Duration::from_secs(20);

/// How many lines of a program that failed are shown.
const LAST_LINES: usize = 30;

/// Several pieces of work.
#[derive(Debug)]
pub(crate) struct Progress {
    tasks: Vec<Task>,
    /// One of them failed: the others are to end.
    is_over: AtomicBool,
}

/// One of them.
#[derive(Debug)]
struct Task {
    name: &'static str,
    /// How long it takes beside the others.
    weight: f64,
    state: Mutex<State>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct State {
    /// Stretches that are done, and how many there are.
    stretches: (usize, usize),
    /// Cargo's progress: crates that are done, and how many there are.
    crates: Option<(usize, usize)>,
    is_done: bool,
}

/// The work on one of them.
pub(crate) type Work<'w> = &'w (dyn Fn(Reporter<'_>) -> Result<()> + Sync);

/// Says how far one piece of work is, and runs its programs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reporter<'p> {
    progress: &'p Progress,
    task: &'p Task,
}

impl Progress {
    /// For pieces of work of these names, each with how long it takes beside the others.
    pub(crate) fn new(tasks: &[(&'static str, f64)]) -> Self {
        let task =
            |&(name, weight): &(_, _)| Task { name, weight, state: Mutex::new(State::default()) };
        Self { tasks: tasks.iter().map(task).collect(), is_over: AtomicBool::new(false) }
    }

    /// Does all of the work at once. The first failure ends the rest.
    pub(crate) fn run(&self, work: &[Work<'_>]) -> Result<()> {
        let start = Instant::now();
        thread::scope(|scope| {
            let runs: Vec<_> = self
                .tasks
                .iter()
                .zip(work)
                .map(|(task, work)| {
                    scope.spawn(move || {
                        let result = work(Reporter { progress: self, task });
                        if result.is_err() {
                            self.is_over.store(true, Ordering::Relaxed);
                        }
                        task.change(|state| state.is_done = true);
                        result
                    })
                })
                .collect();
            let mut next = FIRST_LINE;
            while runs.iter().any(|run| !run.is_finished()) {
                thread::sleep(Duration::from_millis(50));
                if start.elapsed() >= next {
                    note(Line { progress: self, elapsed: start.elapsed() }.to_string());
                    next += NEXT_LINE;
                }
            }
            let results = runs.into_iter().map(|run| match run.join() {
                Ok(result) => result,
                Err(panic) => std::panic::resume_unwind(panic),
            });
            // A command that was ended because of another says less.
            let mut failures: Vec<_> = results.filter_map(Result::err).collect();
            failures.sort_by_key(|failure| failure.is::<Ended>());
            failures.into_iter().next().map_or(Ok(()), Err)
        })
    }

    /// How much of all is done, from 0 to 1.
    fn done(&self) -> f64 {
        let all: f64 = self.tasks.iter().map(|task| task.weight).sum();
        let done = |task: &Task| task.weight * task.state().done();
        if all > 0.0 { self.tasks.iter().map(done).sum::<f64>() / all } else { 1.0 }
    }
}

impl Task {
    fn state(&self) -> State {
        *self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self, change: impl FnOnce(&mut State)) {
        change(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner));
    }
}

impl State {
    /// From 0 to 1.
    fn done(self) -> f64 {
        if self.is_done {
            return 1.0;
        }
        let (before, all) = self.stretches;
        let share = |(done, all): (usize, usize)| done as f64 / all.max(1) as f64;
        let here = self.crates.map_or(0.0, share);
        ((before as f64 + here) / all.max(1) as f64).min(1.0)
    }
}

impl Reporter<'_> {
    /// Reports that `done` of all stretches are done.
    pub(crate) fn stretch(&self, done: usize, all: usize) {
        self.task.change(|state| (state.stretches, state.crates) = ((done, all), None));
    }

    /// Runs a command. Its output is shown only if it fails.
    pub(crate) fn run(&self, command: &mut Command) -> Result<()> {
        // Cargo then prints how far it is even without a terminal.
        command
            .env("CARGO_TERM_PROGRESS_WHEN", "always")
            .env("CARGO_TERM_PROGRESS_WIDTH", "80")
            .env("CARGO_TERM_COLOR", "never")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = command.spawn().with_context(|| shell::cannot_start(command))?;
        let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
        let lines = Mutex::new(Vec::new());
        let status = thread::scope(|scope| {
            let read = |output: Option<_>| output.map(|output| self.follow(output, &lines));
            scope.spawn(move || read(stdout.map(|out| Box::new(out) as Box<dyn Read>)));
            scope.spawn(move || read(stderr.map(|err| Box::new(err) as Box<dyn Read>)));
            self.wait(&mut child)
        })?;
        shell::check(command, status).with_context(|| {
            let lines = lines.into_inner().unwrap_or_else(PoisonError::into_inner);
            let shown = lines.len().saturating_sub(LAST_LINES);
            explained(&lines[shown..])
        })
    }

    fn wait(&self, child: &mut Child) -> Result<std::process::ExitStatus> {
        loop {
            if let Some(status) = child.try_wait().context("cannot wait for a program")? {
                return Ok(status);
            }
            if self.progress.is_over.load(Ordering::Relaxed) {
                // Nothing more can be done about a child that will not die.
                let _ = child.kill();
                let _ = child.wait();
                bail!(Ended);
            }
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Keeps what a program prints, but for lines that only say how far it is.
    fn follow(&self, mut output: impl Read, lines: &Mutex<Vec<String>>) {
        let (mut line, mut buffer) = (Vec::new(), [0; 4096]);
        while let Ok(count @ 1..) = output.read(&mut buffer) {
            for byte in &buffer[..count] {
                if !matches!(byte, b'\r' | b'\n') {
                    line.push(*byte);
                    continue;
                }
                let text = String::from_utf8_lossy(&line).trim_end().to_owned();
                line.clear();
                if let Some(crates) = cargo_progress(&text) {
                    self.task.change(|state| state.crates = Some(crates));
                } else if !text.is_empty() && !is_news(&text) {
                    lines.lock().unwrap_or_else(PoisonError::into_inner).push(text);
                }
            }
        }
    }
}

/// Another piece of work failed.
#[derive(Debug)]
struct Ended;

impl fmt::Display for Ended {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ended, because something else failed")
    }
}

impl std::error::Error for Ended {}

/// `0:30  the server 61 of 312 crates, the decoders 2 of 6; about 4 minutes left`.
struct Line<'p> {
    progress: &'p Progress,
    elapsed: Duration,
}

impl fmt::Display for Line<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.elapsed.as_secs();
        write!(f, "{}:{:02}  ", seconds / 60, seconds % 60)?;
        let done = self.progress.done();
        for (index, task) in self.progress.tasks.iter().enumerate() {
            let comma = if index > 0 { ", " } else { "" };
            write!(f, "{comma}{} {:.0} %", task.name, task.state().done() * 100.0)?;
        }
        // Before, the speed of this machine is not known.
        if done > 0.05 {
            write!(f, "; {} left", about(self.elapsed.mul_f64((1.0 - done) / done)))?;
        }
        Ok(())
    }
}

/// A duration as one would say it.
pub(crate) fn about(time: Duration) -> String {
    match time.as_secs() {
        0..45 => "less than a minute".to_owned(),
        45..90 => "about a minute".to_owned(),
        seconds => format!("about {} minutes", (seconds + 30) / 60),
    }
}

/// The numbers of `Building [====>   ] 61/312: name, other(build)`.
fn cargo_progress(line: &str) -> Option<(usize, usize)> {
    let after = line.trim_start().strip_prefix("Building [")?.split_once("] ")?.1;
    let (done, rest) = after.split_once('/')?;
    let all: String = rest.chars().take_while(char::is_ascii_digit).collect();
    Some((done.parse().ok()?, all.parse().ok()?))
}

/// Whether a line of cargo is only about progress.
fn is_news(line: &str) -> bool {
    const NEWS: [&str; 9] = [
        "Blocking",
        "Building",
        "Compiling",
        "Downloaded",
        "Downloading",
        "Finished",
        "Fresh",
        "Locking",
        "Updating",
    ];
    line.split_whitespace().next().is_some_and(|word| NEWS.contains(&word))
}

/// The output of a program that failed, in one sentence where its reason is a common one.
fn explained(lines: &[String]) -> String {
    const NO_NETWORK: [&str; 6] = [
        "Could not resolve host",
        "Couldn't resolve host",
        "Could not connect",
        "Couldn't connect to server",
        "ENOTFOUND",
        "EAI_AGAIN",
    ];
    let is_unreachable = |line: &String| NO_NETWORK.iter().any(|sign| line.contains(sign));
    if lines.iter().any(is_unreachable) {
        return "there is no network, and what has to be fetched once is not all there yet".into();
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_of_cargo_is_understood() {
        let line = "    Building [=====>       ] 61/312: sqlx-sqlite, tokio(build)";
        assert_eq!(cargo_progress(line), Some((61, 312)));
        assert_eq!(cargo_progress("   Compiling tokio v1.0.0"), None);
        assert!(is_news("   Compiling tokio v1.0.0"));
        assert!(!is_news("error: could not compile `tokio`"));
    }

    #[test]
    fn a_line_says_how_far_all_is_and_what_is_left() {
        let progress = Progress::new(&[("the server", 3.0), ("the page", 1.0)]);
        let line = || Line { progress: &progress, elapsed: Duration::from_secs(90) }.to_string();
        assert_eq!(line(), "1:30  the server 0 %, the page 0 %");
        let reporter = |task| Reporter { progress: &progress, task: &progress.tasks[task] };
        reporter(1).stretch(1, 2);
        progress.tasks[0].change(|state| state.crates = Some((1, 6)));
        assert_eq!(line(), "1:30  the server 17 %, the page 50 %; about 5 minutes left");
        progress.tasks[0].change(|state| state.is_done = true);
        assert_eq!(line(), "1:30  the server 100 %, the page 50 %; less than a minute left");
    }

    #[test]
    fn one_failure_ends_the_rest_and_is_reported() {
        let progress = Progress::new(&[("long", 1.0), ("bad", 1.0)]);
        let start = Instant::now();
        let mut sleep = if cfg!(windows) { Command::new("ping") } else { Command::new("sleep") };
        sleep.args(if cfg!(windows) { &["-n", "60", "127.0.0.1"][..] } else { &["60"][..] });
        let sleep = Mutex::new(sleep);
        let long = |reporter: Reporter<'_>| reporter.run(&mut sleep.lock().unwrap());
        let bad = |_: Reporter<'_>| bail!("a reason");
        let error = progress.run(&[&long, &bad]).unwrap_err();
        assert_eq!(error.to_string(), "a reason");
        assert!(start.elapsed() < Duration::from_secs(30));
    }

    #[test]
    fn a_missing_network_is_reported_in_one_sentence() {
        let lines = ["warning: spurious network error", "[6] Could not resolve host: x"];
        let explanation = explained(&lines.map(str::to_owned));
        assert!(explanation.starts_with("there is no network"), "{explanation}");
        assert_eq!(explained(&["error: x".to_owned(), "y".to_owned()]), "error: x\ny");
    }
}
