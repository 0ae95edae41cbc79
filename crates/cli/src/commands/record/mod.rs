//! `ghostreel record`: records what is played. Replays are signed, and witnessed if a server is named.

mod replay;
mod slippi;

use anyhow::Result;
use clap::Subcommand;

use crate::status::Status;

/// Record games: signed and witnessed, or a console's as files
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Replay(replay::Args),
    Slippi(slippi::Args),
}

pub(crate) fn run(args: &Args) -> Result<Status> {
    match &args.command {
        Command::Replay(args) => replay::run(args),
        Command::Slippi(args) => slippi::run(args),
    }
}
