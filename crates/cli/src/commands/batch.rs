//! Files in, files out: what `pack` and `unpack` share.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fs;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail};
use ghostreel_formats::core::{self, Diagnostic, Severity};
use indicatif::{HumanBytes, HumanCount};
use serde::Serialize;

use crate::files::{self, Candidate, Jobs, Origin, Progress};
use crate::input::{self, Content};
use crate::status::Status;
use crate::text::{self, plural};
use crate::{bug, output, say};

/// The input files, and where the outputs are written.
#[derive(Debug, clap::Args)]
pub(super) struct Files {
    /// Files and folders
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Where to write [default: beside each file]. Files of a folder keep their place below it
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
    /// Replace files that exist
    #[arg(long)]
    force: bool,
    /// One JSON object a line for each file, in the order of the paths (docs/json.md)
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    jobs: Jobs,
}

/// The work on each file.
pub(super) trait BatchJob: Sync {
    /// The past tense for a file that is done, e.g. `packed`.
    const PAST_TENSE: &'static str;
    /// The noun for a file, e.g. `replay`.
    const NOUN: &'static str;

    /// Whether it may be done with a file that begins so.
    fn is_for(&self, head: &[u8]) -> bool;

    /// Whether it should be done with a file of that name.
    fn is_for_name(&self, path: &Path) -> bool;

    /// The sizes of the output and of its input, for people.
    fn sizes(replay: HumanBytes, reel: HumanBytes) -> String;

    /// Does it.
    fn make(&self, path: &Path, bytes: Vec<u8>) -> Result<Converted>;
}

/// A file's conversion.
#[derive(Debug)]
pub(super) struct Converted {
    /// The name of the new file.
    pub(super) name: String,
    pub(super) bytes: Vec<u8>,
    /// Bytes of the replay.
    pub(super) length: usize,
    /// Bytes of the reel.
    pub(super) packed: usize,
    /// Whether the replay is the one that was packed.
    pub(super) is_exact: bool,
    /// Warnings.
    pub(super) diagnostics: Vec<Diagnostic>,
}

/// How it went with one file.
struct Outcome {
    path: PathBuf,
    result: Result<Written>,
}

struct Written {
    out: PathBuf,
    length: usize,
    packed: usize,
    is_exact: bool,
    diagnostics: Vec<Diagnostic>,
}

pub(super) fn run<W: BatchJob>(args: &Files, work: &W) -> Result<Status> {
    let started = Instant::now();
    let candidates: Vec<(usize, Candidate)> =
        files::candidates(&args.paths).into_iter().enumerate().collect();
    let mut report = Report::new(args, candidates.len());
    let targets = Targets::default();
    files::in_order(
        &candidates,
        args.jobs.count(),
        |(number, candidate)| process_file(candidate, args, work, &targets, *number),
        |outcome| report.add::<W>(outcome),
    )?;
    Ok(report.finish::<W>(started.elapsed()))
}

/// Does the job with one file, and writes the result. `None` if the job is not for it.
fn process_file<W: BatchJob>(
    candidate: &Candidate,
    args: &Files,
    work: &W,
    targets: &Targets,
    number: usize,
) -> Option<Outcome> {
    let converted = convert(candidate, work).transpose();
    let placed = converted.map(|file| file.map(|file| (target(candidate, args, &file.name), file)));
    let out = placed.as_ref().and_then(|placed| Some(placed.as_ref().ok()?.0.as_path()));
    let is_free = targets.claim(number, out);
    let result = placed?.and_then(|(out, file)| {
        if !is_free {
            bail!("another of these files becomes {}, too", text::path(&out));
        }
        write(&out, args, &file.bytes)?;
        let Converted { length, packed, is_exact, diagnostics, .. } = file;
        Ok(Written { out, length, packed, is_exact, diagnostics })
    });
    Some(Outcome { path: candidate.path.clone(), result })
}

fn convert<W: BatchJob>(candidate: &Candidate, work: &W) -> Result<Option<Converted>> {
    let Candidate { path, origin, .. } = candidate;
    let is_skipped = || candidate.is_skipped(|path| work.is_for_name(path));
    let unreadable = |error: &io::Error| input::unreadable(path, error);
    let bytes = match origin {
        Origin::Trouble(_) if is_skipped() => return Ok(None),
        Origin::Trouble(error) => return Err(unreadable(error)),
        Origin::Named | Origin::Found => match input::read_if(path, |head| work.is_for(head)) {
            Ok(Content::Unknown { .. }) if is_skipped() => return Ok(None),
            // The job itself says why not.
            Ok(Content::Unknown { head, .. }) => head,
            Ok(Content::Known(bytes)) => bytes,
            Err(error) => return Err(unreadable(&error)),
        },
    };
    bug::catch(|| work.make(path, bytes)).unwrap_or_else(|bug| Err(anyhow!("{bug}"))).map(Some)
}

/// Where a new file is written.
fn target(candidate: &Candidate, args: &Files, name: &str) -> PathBuf {
    match &args.output {
        Some(folder) => folder.join(&candidate.below),
        None => candidate.path.clone(),
    }
    .with_file_name(name)
}

fn write(out: &Path, args: &Files, bytes: &[u8]) -> Result<()> {
    if let Some(folder) = args.output.as_ref().and(out.parent()) {
        fs::create_dir_all(folder)
            .map_err(|error| anyhow!("{}", text::reason(&error)))
            .with_context(|| format!("cannot make the folder {}", text::path(folder)))?;
    }
    output::write(out, args.force, |to| Ok(to.write_all(bytes)?))
}

/// The files that are written. Of two inputs with the same output the first of the paths gets it, whichever is done first.
#[derive(Debug, Default)]
struct Targets {
    /// For how many inputs the output is known, and these outputs.
    claimed: Mutex<(usize, BTreeSet<PathBuf>)>,
    next: Condvar,
}

impl Targets {
    /// Claims the output of the input of that number, if it has one, after all inputs before it. Returns whether it is still free.
    fn claim(&self, number: usize, target: Option<&Path>) -> bool {
        let claimed = self.claimed.lock().unwrap_or_else(PoisonError::into_inner);
        let early = |claimed: &mut (usize, _)| claimed.0 < number;
        let claimed = self.next.wait_while(claimed, early);
        let mut claimed = claimed.unwrap_or_else(PoisonError::into_inner);
        claimed.0 += 1;
        self.next.notify_all();
        target.is_none_or(|target| claimed.1.insert(target.to_owned()))
    }
}

/// Lines for each file, and a summary.
struct Report<'a> {
    args: &'a Files,
    progress: Progress,
    status: Status,
    files: u64,
    length: u64,
    packed: u64,
    failed: u64,
}

impl<'a> Report<'a> {
    fn new(args: &'a Files, files: usize) -> Self {
        let progress = Progress::new(files);
        Self { args, progress, status: Status::Ok, files: 0, length: 0, packed: 0, failed: 0 }
    }

    fn add<W: BatchJob>(&mut self, outcome: Option<Outcome>) -> Result<()> {
        let Some(Outcome { path, result }) = outcome else {
            self.progress.skip();
            return Ok(());
        };
        self.progress.step();
        let status = match &result {
            Ok(written) => {
                self.files += 1;
                self.length = self.length.saturating_add(written.length as u64);
                self.packed = self.packed.saturating_add(written.packed as u64);
                if written.is_exact { Status::Ok } else { Status::Lost }
            }
            Err(_) => {
                self.failed += 1;
                Status::Failed
            }
        };
        self.status = self.status.max(status);
        if self.args.json {
            let result = result.map_err(diagnostic);
            let line = Line::new(&path, result.as_ref().map_err(Diagnostic::clone));
            let print = || output::json_line(&line);
            return self.progress.print(io::stdout().is_terminal(), print);
        }
        self.progress.print(io::stderr().is_terminal(), || say::<W>(&path, &result));
        Ok(())
    }

    /// Says how it went in all, if it was more than one file.
    fn finish<W: BatchJob>(self, took: Duration) -> Status {
        let Self { args, progress, status, files, length, packed, failed } = self;
        let seen = progress.seen();
        let skipped = progress.finish(W::NOUN);
        if files == 0 && failed == 0 {
            say::error(files::none_in(&args.paths, W::NOUN));
            return Status::Failed;
        }
        if seen < 2 {
            return status;
        }
        let failed = match failed {
            0 => String::new(),
            failed => format!(", {} failed", HumanCount(failed)),
        };
        say::note(format_args!(
            "{} {} {} ({}) in {:.1} s{failed}{skipped}",
            W::PAST_TENSE,
            HumanCount(files),
            plural(files, "file", "files"),
            W::sizes(HumanBytes(length), HumanBytes(packed)),
            took.as_secs_f64(),
        ));
        status
    }
}

fn say<W: BatchJob>(path: &Path, result: &Result<Written>) {
    let name = input::name(path);
    match result {
        Ok(Written { out, length, packed, diagnostics, .. }) => {
            say::diagnostics(&name, diagnostics);
            let sizes = W::sizes(HumanBytes(*length as u64), HumanBytes(*packed as u64));
            say::note(format_args!("wrote {}: {sizes}", output::name(out)));
        }
        Err(error) => match error.downcast_ref::<core::Error>() {
            Some(error) => say::error(format_args!("{name}: {}", text::clean(&error.to_string()))),
            None => say::error(text::sentence(error)),
        },
    }
}

/// A line of JSON.
#[derive(Serialize)]
struct Line<'o> {
    path: Cow<'o, str>,
    out: Option<Cow<'o, str>>,
    bytes: usize,
    packed: usize,
    exact: bool,
    #[serde(serialize_with = "output::as_json")]
    diagnostics: Vec<Diagnostic>,
}

impl<'o> Line<'o> {
    fn new(path: &'o Path, result: Result<&'o Written, Diagnostic>) -> Self {
        let path = path.to_string_lossy();
        match result {
            Ok(Written { out, length, packed, is_exact, diagnostics }) => Self {
                path,
                out: Some(out.to_string_lossy()),
                bytes: *length,
                packed: *packed,
                exact: *is_exact,
                diagnostics: diagnostics.clone(),
            },
            Err(diagnostic) => {
                let diagnostics = vec![diagnostic];
                Self { path, out: None, bytes: 0, packed: 0, exact: false, diagnostics }
            }
        }
    }
}

fn diagnostic(error: anyhow::Error) -> Diagnostic {
    error.downcast::<core::Error>().map_or_else(
        |error| Diagnostic::new(Severity::Error, 0, "file", text::sentence(&error)),
        Diagnostic::from,
    )
}
