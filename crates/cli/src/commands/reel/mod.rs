//! `ghostreel reel`: what is in a reel, and parts of it.

mod cat;
mod cut;
mod join;
mod ls;
mod verify;

use std::path::Path;

use anyhow::{Result, anyhow};
use clap::Subcommand;
use ghostreel_reel::{Missing, Reel, Stream};

use crate::status::Status;
use crate::{input, say, text};

/// Look into reels, cut and join them
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ghostreel reel ls a.reel                              its chunks
  ghostreel reel cat a.reel frames --columns time,fps   a table's columns, as CSV
  ghostreel reel verify a.reel                          is every chunk what was written?
  ghostreel reel cut a.reel --from 60 --to 75 -o goal.reel
  ghostreel reel join first.reel second.reel -o whole.reel")]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Ls(ls::Args),
    Cat(cat::Args),
    Verify(verify::Args),
    Cut(cut::Args),
    Join(join::Args),
}

pub(crate) fn run(args: Args) -> Result<Status> {
    match args.command {
        Command::Ls(args) => ls::run(&args),
        Command::Cat(args) => cat::run(&args),
        Command::Verify(args) => verify::run(&args),
        Command::Cut(args) => cut::run(&args),
        Command::Join(args) => join::run(&args),
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

/// Rows of a table that are missing.
fn say_missing(name: &str, table: &str, gap: &Missing) {
    let (Missing { rows, seconds: [start, end] }, table) = (gap, text::clean(table));
    say::warning(format_args!(
        "{name}: rows {} to {} of {table} are missing, between {start:.3} and {end:.3} s",
        rows.start, rows.end
    ));
}

/// The parts of the old reel that the new one lacks.
fn say_left_out(left_out: &[String]) {
    for what in left_out {
        say::note(format_args!("left out {}", text::clean(what)));
    }
}
