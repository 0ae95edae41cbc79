//! `ghostreel record`: records what is played. Replays are signed, and witnessed if a server is named.

mod folder;
mod replay;
mod slippi;

use anyhow::Result;
use clap::Subcommand;

use crate::status::Status;

/// Record games: signed and witnessed, a console's as files, or those that a game writes itself
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Folder(folder::Args),
    Replay(replay::Args),
    Slippi(slippi::Args),
}

pub(crate) fn run(args: &Args) -> Result<Status> {
    match &args.command {
        Command::Folder(args) => folder::run(args),
        Command::Replay(args) => replay::run(args),
        Command::Slippi(args) => slippi::run(args),
    }
}
