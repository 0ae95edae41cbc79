//! `ghostreel record`: records what is played, signed, and witnessed if a server is named.

mod replay;

use anyhow::Result;
use clap::Subcommand;

use crate::status::Status;

/// Record games, sign what is recorded, and have a server witness it
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Replay(replay::Args),
}

pub(crate) fn run(args: &Args) -> Result<Status> {
    match &args.command {
        Command::Replay(args) => replay::run(args),
    }
}
