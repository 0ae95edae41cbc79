//! `ghostreel archive`: care for the data folder of a server.

mod collect;
mod rebuild;
mod repack;
mod scrub;

use std::path::PathBuf;

use anyhow::Result;
use clap::Subcommand;

use crate::status::Status;

/// Look after a server's data folder: find damage, rebuild the index, remove leftovers, pack
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ghostreel archive scrub --data replays       are all originals still what was uploaded?
  ghostreel archive rebuild --data replays     the index is lost or broken
  ghostreel archive collect --data replays     which originals has no replay, and shall they go?
  ghostreel archive repack --data replays      take up less space")]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Scrub(scrub::Args),
    Rebuild(rebuild::Args),
    Collect(collect::Args),
    Repack(repack::Args),
}

pub(crate) use repack::Packing;

/// Which folder.
#[derive(Debug, clap::Args)]
struct Folder {
    /// The server's folder
    #[arg(long, value_name = "DIR", default_value = "ghostreel-data")]
    data: PathBuf,
}

pub(crate) fn run(args: Args) -> Result<Status> {
    match args.command {
        Command::Scrub(args) => scrub::run(&args),
        Command::Rebuild(args) => rebuild::run(args),
        Command::Collect(args) => collect::run(&args),
        Command::Repack(args) => repack::run(&args),
    }
}

/// The reason why a command cannot use the folder, in words that say what to do.
fn explained(error: ghostreel_archive::Error) -> anyhow::Error {
    use ghostreel_archive::Error;
    match error {
        Error::InUse(folder) => {
            anyhow::anyhow!("{} is in use by a server; stop it first", crate::text::path(&folder))
        }
        Error::EmptyIndex { .. } => {
            anyhow::anyhow!("{error}: see `ghostreel archive rebuild`; nothing was removed")
        }
        error => error.into(),
    }
}
