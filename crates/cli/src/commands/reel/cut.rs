//! `ghostreel reel cut`: a stretch of time of a reel.

use std::path::PathBuf;

use anyhow::{Result, anyhow};
use ghostreel_reel::CutError;

use super::{say_left_out, say_missing, with_reel};
use crate::status::Status;
use crate::{input, output, say};

/// Cut a stretch of time out of a reel, as a reel of its own
///
/// It has the rows of all tables in that span, with the times that they have; of states and steps also the row in front, so that the state
/// at the beginning is known. A game's own file cannot be cut by time and is left out.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ghostreel reel cut a.reel --from 60 --to 75 -o goal.reel

The chain of hashes begins anew; the header has the digest of the reel it was cut from, and the span.
Exit code 3 says that rows of the span are missing.")]
pub(super) struct Args {
    /// The reel; `-` is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Keep rows from this second on
    #[arg(long, value_name = "SECOND", default_value = "-inf", allow_negative_numbers = true)]
    from: f64,
    /// Keep rows before this second
    #[arg(long, value_name = "SECOND", default_value = "inf", allow_negative_numbers = true)]
    to: f64,
    /// Where to write the new reel; `-` is standard output
    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,
    /// Replace OUT if it exists
    #[arg(long)]
    force: bool,
}

pub(super) fn run(args: &Args) -> Result<Status> {
    let name = input::name(&args.file);
    with_reel(&args.file, |reel| {
        let span = args.from..args.to;
        let mut cut = None;
        output::write(&args.output, args.force, |out| {
            let append = |bytes: &[u8]| -> Result<()> { Ok(out.write_all(bytes)?) };
            let found = ghostreel_reel::cut(reel, span, append);
            cut = Some(found.map_err(|error| match error.downcast::<CutError>() {
                Ok(error) => anyhow!("cannot cut {name}: {error}"),
                Err(other) => other,
            })?);
            Ok(())
        })?;
        let Some(cut) = cut else { return Ok(Status::Failed) };
        say_left_out(&cut.left_out);
        for (table, gap) in &cut.missing {
            say_missing(&name, table, gap);
        }
        say::note(format_args!(
            "wrote {}; its chain of hashes begins anew",
            output::name(&args.output)
        ));
        Ok(if cut.missing.is_empty() { Status::Ok } else { Status::Lost })
    })
}
