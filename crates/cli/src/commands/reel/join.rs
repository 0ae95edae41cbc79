//! `ghostreel reel join`: parts of a session as one reel.

use std::path::PathBuf;

use anyhow::{Result, anyhow};
use ghostreel_reel::{Join, JoinError, Part};

use super::{say_left_out, say_missing, with_reel};
use crate::status::Status;
use crate::{input, output, say, text};

/// Join parts of a session, in the order of their time, to one reel
///
/// They must be of the same game, moment and players, and have the same tables. Rows are numbered anew and keep their times. Games' own
/// files are left out.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ghostreel reel join first.reel second.reel -o whole.reel

The chain of hashes begins anew; the header has the digests of the parts.
Exit code 3 says that rows are missing in a part.")]
pub(super) struct Args {
    /// The parts, in order
    #[arg(value_name = "PART", required = true, num_args = 2..)]
    parts: Vec<PathBuf>,
    /// Where to write the new reel; `-` is standard output
    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,
    /// Replace OUT if it exists
    #[arg(long)]
    force: bool,
}

pub(super) fn run(args: &Args) -> Result<Status> {
    let refused = |error: JoinError| anyhow!("cannot join: {}", text::clean(&error.to_string()));
    // Each is read twice, so that no more than one is in memory.
    let part = |path: &PathBuf| with_reel(path, |reel| Ok(Part::new(path.to_string_lossy(), reel)));
    let parts = args.parts.iter().map(part).collect::<Result<Vec<_>>>()?;
    let mut join = Join::new(parts).map_err(refused)?;
    let left_out = join.left_out().to_vec();
    let mut missing = Vec::new();
    output::write(&args.output, args.force, |out| {
        for path in &args.parts {
            let name = input::name(path);
            let append = |bytes: &[u8]| -> Result<()> { Ok(out.write_all(bytes)?) };
            let added = with_reel(path, |reel| join.add(reel, append)).map_err(|error| {
                error.downcast::<JoinError>().map_or_else(|error| error, refused)
            })?;
            missing.extend(added.into_iter().map(|(table, gap)| (name.clone(), table, gap)));
        }
        Ok(out.write_all(&join.finish())?)
    })?;
    say_left_out(&left_out);
    for (name, table, gap) in &missing {
        say_missing(name, table, gap);
    }
    say::note(format_args!(
        "wrote {}; its chain of hashes begins anew",
        output::name(&args.output)
    ));
    Ok(if missing.is_empty() { Status::Ok } else { Status::Lost })
}
