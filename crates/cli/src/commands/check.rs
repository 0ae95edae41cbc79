//! `ghostreel check`: whether replays are all there, and whether we lose nothing of them.

mod report;
mod verdict;

use std::path::PathBuf;
use std::time::Instant;

use anyhow::Result;
use ghostreel_formats::core::DecodeOptions;

use crate::files::{self, Jobs};
use crate::input;
use crate::status::Status;
use report::Report;

/// Check replays: is everything there, and does writing them again give the same bytes?
///
/// Folders are searched for replays; in them, files that neither have a replay's name nor begin like one are skipped.
/// Files that you name are always checked.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ghostreel check a.bsor
  ghostreel check replays/
  ghostreel check --json replays/ | jq 'select(.outcome != \"ok\")'

Outcomes:
  ok         everything the file promises is there
  recovered  the file is damaged; the readable part was read (with --strict: failed)
  failed     not a replay we can read, or written again it is not the same

Exit codes: 0 all ok, 1 some failed, 3 none failed, but some were recovered.")]
pub(crate) struct Args {
    /// Files and folders; `-` is standard input
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// One JSON object a line for each file, in the order of the paths (docs/json.md)
    #[arg(long)]
    json: bool,
    /// Damaged files fail instead of being recovered
    #[arg(long)]
    strict: bool,
    /// Only decode; do not encode again and compare
    #[arg(long)]
    no_roundtrip: bool,
    #[command(flatten)]
    jobs: Jobs,
    #[command(flatten)]
    opening: input::Opening,
}

pub(crate) fn run(args: &Args) -> Result<Status> {
    let started = Instant::now();
    let damage = if args.strict { DecodeOptions::STRICT } else { DecodeOptions::RECOVER };
    let candidates = files::candidates(&args.paths);
    let how =
        verdict::How { options: args.opening.options(damage)?, roundtrip: !args.no_roundtrip };
    let mut report = Report::new(args.json, candidates.len());
    files::in_order(
        &candidates,
        args.jobs.count(),
        |candidate| verdict::judge(candidate, &how),
        |verdict| report.add(verdict),
    )?;
    Ok(report.finish(started.elapsed(), &args.paths))
}
