//! Printing the verdicts: lines to stdout, progress and the summary to stderr.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::time::Duration;

use anstyle::Style;
use anyhow::Result;
use ghostreel_formats::core::Severity;
use indicatif::{HumanBytes, HumanCount};

use super::verdict::{Outcome, Roundtrip, Verdict};
use crate::files::{self, Progress};
use crate::output;
use crate::say::{self, BAD, FAINT, GOOD, WARN};
use crate::status::Status;
use crate::text::{clean, plural};

#[derive(Debug)]
pub(super) struct Report {
    json: bool,
    progress: Progress,
    status: Status,
    bytes: u64,
    ok: u64,
    recovered: u64,
    failed: u64,
}

impl Report {
    pub(super) fn new(json: bool, files: usize) -> Self {
        let progress = Progress::new(files);
        let status = Status::Ok;
        Self { json, progress, status, bytes: 0, ok: 0, recovered: 0, failed: 0 }
    }

    /// Takes in the verdict on the next file; `None` if it was skipped.
    pub(super) fn add(&mut self, verdict: Option<Verdict>) -> Result<()> {
        let Some(verdict) = verdict else {
            self.progress.skip();
            return Ok(());
        };
        self.progress.step();
        self.status = self.status.max(verdict.outcome.into());
        self.bytes = self.bytes.saturating_add(verdict.bytes);
        *match verdict.outcome {
            Outcome::Ok => &mut self.ok,
            Outcome::Recovered => &mut self.recovered,
            Outcome::Failed => &mut self.failed,
        } += 1;
        let print = || if self.json { output::json_line(&verdict) } else { lines(&verdict) };
        self.progress.print(io::stdout().is_terminal(), print)
    }

    /// Says how it went in all, with what lay at these paths.
    pub(super) fn finish(self, took: Duration, paths: &[PathBuf]) -> Status {
        let Self { ok, recovered, failed, .. } = self;
        let files = ok + recovered + failed;
        let skipped = self.progress.finish("replay");
        say::note(format_args!(
            "checked {} {} ({}) in {:.1} s: {}, {}, {}{skipped}",
            HumanCount(files),
            plural(files, "file", "files"),
            HumanBytes(self.bytes),
            took.as_secs_f64(),
            tally(ok, "ok", GOOD),
            tally(recovered, "recovered", WARN),
            tally(failed, "failed", BAD),
        ));
        if files == 0 {
            say::error(files::none_in(paths, "replay"));
            return Status::Failed;
        }
        self.status
    }
}

/// Coloured only where there is something to see.
fn tally(count: u64, what: &str, style: Style) -> String {
    let style = if count == 0 { Style::new() } else { style };
    format!("{style}{} {what}{style:#}", HumanCount(count))
}

fn lines(verdict: &Verdict) -> Result<()> {
    let (style, outcome) = match verdict.outcome {
        Outcome::Ok => (GOOD, "ok"),
        Outcome::Recovered => (WARN, "recovered"),
        Outcome::Failed => (BAD, "failed"),
    };
    let mut facts = Vec::new();
    if let Some(format) = verdict.format {
        let version = verdict.version.as_ref().map(|version| format!(" {version}"));
        facts.push(format!("{format}{}", version.unwrap_or_default()));
    }
    facts.push(HumanBytes(verdict.bytes).to_string());
    match verdict.roundtrip {
        Roundtrip::Exact => facts.push("exact".to_owned()),
        Roundtrip::Differs => facts.push("not exact".to_owned()),
        Roundtrip::None => {}
    }
    let mut out = anstream::stdout().lock();
    let (path, facts) = (clean(&verdict.path), facts.join(", "));
    writeln!(out, "{style}{outcome:<9}{style:#} {path}  {FAINT}{facts}{FAINT:#}")?;
    for diagnostic in verdict.diagnostics.iter().filter(|d| d.severity > Severity::Info) {
        let style = say::severity(diagnostic.severity);
        let name = diagnostic.severity.name();
        writeln!(out, "          {style}{name}:{style:#} {}", clean(&diagnostic.to_string()))?;
    }
    Ok(())
}
