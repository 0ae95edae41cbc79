//! `ghostreel archive repack`

use anyhow::Result;
use clap::ValueEnum;
use ghostreel_archive::{Level, Repacked};
use indicatif::{HumanBytes, ProgressBar};
use serde_json::json;

use super::{Folder, explained};
use crate::hosting::{self, print_line};
use crate::status::Status;
use crate::text::plural;

/// Store originals packed, or as they came
///
/// The files that the server gives out stay the same, to the byte. Each original is compared with its digest before and after, and its
/// other copy goes last: an interrupted run loses nothing, and the next goes on. No server may use the folder meanwhile.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ghostreel archive repack --data replays                     shorter, and quick
  ghostreel archive repack --data replays --level archive     as short as possible
  ghostreel archive repack --data replays --level none        as they came

Exit codes: 0 done, 1 the folder cannot be used, 3 some originals are damaged and stay as they are.")]
pub(super) struct Args {
    #[command(flatten)]
    folder: Folder,
    /// How: `fast`, `archive` for the shortest, or `none` for as they came
    #[arg(long, value_enum, default_value = "fast")]
    level: Packing,
    /// Threads [default: one for each processor]
    #[arg(short, long, value_name = "NUMBER")]
    jobs: Option<std::num::NonZeroUsize>,
    /// One JSON object with the numbers
    #[arg(long)]
    json: bool,
}

/// How originals are stored.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Packing {
    None,
    Fast,
    Archive,
}

impl Packing {
    pub(crate) fn level(self) -> Option<Level> {
        match self {
            Self::None => None,
            Self::Fast => Some(Level::Fast),
            Self::Archive => Some(Level::Archive),
        }
    }
}

pub(super) fn run(args: &Args) -> Result<Status> {
    let threads = args.jobs.or_else(|| std::thread::available_parallelism().ok());
    let threads = threads.map_or(1, usize::from);
    let bar = ProgressBar::new_spinner();
    let seen = |all: &Repacked| bar.set_message(described(all));
    let repack = ghostreel_archive::repack(&args.folder.data, args.level.level(), threads, seen);
    let all = hosting::block_on(async { repack.await.map_err(explained) })?;
    bar.finish_and_clear();
    let Repacked { originals, changed, damaged, bytes_before, bytes_after } = all;
    if args.json {
        print_line(
            json!({"originals": originals, "changed": changed, "damaged": damaged, "bytes_before": bytes_before, "bytes_after": bytes_after}),
        );
    } else {
        print_line(described(&all));
    }
    Ok(if damaged == 0 { Status::Ok } else { Status::Lost })
}

fn described(all: &Repacked) -> String {
    let Repacked { originals, changed, damaged, bytes_before, bytes_after } = *all;
    let noun = plural(originals, "original", "originals");
    let [before, after] = [bytes_before, bytes_after].map(HumanBytes);
    format!("stored {changed} of {originals} {noun} anew: {after} for {before}; {damaged} damaged")
}
