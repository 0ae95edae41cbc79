//! `ghostreel repair`: a whole replay out of a damaged one.

use std::path::PathBuf;

use anyhow::{Result, anyhow};
use ghostreel_formats::core::{Outcome, Severity};
use indicatif::{HumanBytes, HumanCount};

use crate::status::Status;
use crate::{input, output, say, text};

/// Make a whole replay of a damaged one, and say what was lost
///
/// Everything up to the damage is kept, and wrong lengths and checksums are made right. The result passes
/// `ghostreel check --strict`; where no such replay can be made, nothing is written. A replay that is not damaged is
/// copied as it is.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ghostreel repair broken.bsor whole.bsor
  ghostreel repair --force a.bsor a.bsor     in place

Exit code 3 says that something was lost, 0 that nothing was wrong.")]
pub(crate) struct Args {
    /// The damaged replay; `-` is standard input
    #[arg(value_name = "IN")]
    input: PathBuf,
    /// Where to write the whole one; `-` is standard output
    #[arg(value_name = "OUT")]
    output: PathBuf,
    /// Replace OUT if it exists
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    opening: input::Opening,
}

pub(crate) fn run(args: &Args) -> Result<Status> {
    let options = args.opening.recover()?;
    let replay = input::load(&args.input, &options)?;
    let name = input::name(&args.input);
    let Some(bytes) = replay.repaired(&options).map_err(|error| {
        anyhow!("{name} cannot be repaired: {}", text::clean(&error.to_string()))
    })?
    else {
        output::write(&args.output, args.force, |out| Ok(out.write_all(replay.bytes())?))?;
        say::note(format_args!("{name} is not damaged; copied as it is"));
        return Ok(Status::Ok);
    };
    output::write(&args.output, args.force, |out| Ok(out.write_all(&bytes)?))?;

    let is_lost = replay.outcome() != Outcome::Ok;
    for found in replay.diagnostics().iter().filter(|d| d.severity == Severity::Error || !is_lost) {
        say::warning(format_args!("{name}: {}", text::clean(&found.to_string())));
    }
    let timeline = replay.timeline();
    let kept: Vec<String> = timeline
        .tables()
        .iter()
        // The score is computed from the others, and who plays cannot be lost.
        .filter(|table| table.rows() > 0 && !["score", "players"].contains(&&*table.schema().name))
        .map(|table| {
            format!("{} {}", HumanCount(table.rows() as u64), table.schema().name.replace('_', " "))
        })
        .collect();
    let kept = if kept.is_empty() { "no records".to_owned() } else { kept.join(", ") };
    let size = HumanBytes(bytes.len() as u64);
    say::note(format_args!("wrote {} ({size}): kept {kept}", output::name(&args.output)));
    Ok(replay.outcome().into())
}
