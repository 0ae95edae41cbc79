//! `ghostreel json`: a replay as JSON.

use std::path::PathBuf;

use anyhow::Result;
use ghostreel_formats::json;

use crate::status::Status;
use crate::{input, output, say};

/// Write a replay as JSON: all of it, exactly
///
/// Every value of the file is there, under the names of the format's specification, so `ghostreel convert` makes the
/// same file of it again. docs/json.md lists the members.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ghostreel json a.bsor | jq .info.playerName
  ghostreel json a.bsor -o a.json
  ghostreel json --summary a.bsor            without the frames, which are most of it
  curl -s https://example.org/a.bsor | ghostreel json -")]
pub(crate) struct Args {
    /// The replay; `-` is standard input
    file: PathBuf,
    /// Leave out the frames. The result cannot be made into a replay again
    #[arg(long)]
    summary: bool,
    /// Where to write, instead of standard output
    #[arg(short, long, value_name = "OUT", default_value = "-", hide_default_value = true)]
    output: PathBuf,
    /// Replace OUT if it exists
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    opening: input::Opening,
}

pub(crate) fn run(args: &Args) -> Result<Status> {
    let replay = input::load(&args.file, &args.opening.recover()?)?;
    say::diagnostics(&input::name(&args.file), replay.diagnostics());
    output::write(&args.output, args.force, |out| {
        json::write(&replay, &mut *out, args.summary)?;
        writeln!(out)?;
        Ok(())
    })?;
    Ok(replay.outcome().into())
}
