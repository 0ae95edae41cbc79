//! `ghostreel reel`: what is in a reel.

mod cat;
mod ls;
mod verify;

use std::path::Path;

use anyhow::{Result, anyhow};
use clap::Subcommand;
use ghostreel_reel::{Reel, Stream};

use crate::input;
use crate::status::Status;

/// Look into reels: chunks, tables, integrity
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ghostreel reel ls a.reel                              its chunks
  ghostreel reel cat a.reel frames --columns time,fps   a table's columns, as CSV
  ghostreel reel verify a.reel                          is every chunk what was written?")]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Ls(ls::Args),
    Cat(cat::Args),
    Verify(verify::Args),
}

pub(crate) fn run(args: Args) -> Result<Status> {
    match args.command {
        Command::Ls(args) => ls::run(&args),
        Command::Cat(args) => cat::run(&args),
        Command::Verify(args) => verify::run(&args),
    }
}

/// Does something with the reel in a file.
fn with_reel<T>(path: &Path, work: impl FnOnce(&Reel<'_>) -> Result<T>) -> Result<T> {
    let bytes = input::read(path)?;
    let named = |error| anyhow!("{}: {error}", input::name(path));
    work(&Reel::scan(&bytes).map_err(named)?)
}

/// The name of a chunk's stream; empty if it belongs to none.
fn stream_name<'r>(reel: &'r Reel<'_>, stream: u16) -> &'r str {
    match reel.header().stream(stream) {
        Some(Stream::Table(table)) => &table.name,
        Some(Stream::Original(original)) => &original.file,
        _ => "",
    }
}
