//! The command line's arguments.

use clap::{Parser, Subcommand};

use crate::commands::{
    archive, ask, check, compare, completions, convert, edit, events, follow, info, json, key, log,
    many, map, mark, pack, play, record, redact, reel, repair, sample, serve, stats, unpack,
    verify,
};

/// Look into, check, convert, repair, serve and play game replays.
///
/// Replays are kept to the byte: whatever Ghostreel reads, it can write again exactly. Damaged replays are read as far
/// as they go. A `-` in place of a file is standard input or output.
#[derive(Debug, Parser)]
#[command(name = "ghostreel", version, after_help = AFTER)]
#[command(disable_help_subcommand = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

const AFTER: &str = "\
Try it without a replay of your own:
  ghostreel sample beat-saber a.bsor    make one
  ghostreel info a.bsor                 see what it is about
  ghostreel play a.bsor                 watch it in the browser

Exit codes: 0 all is well, 1 something failed, 2 the command was not understood,
3 finished, but a replay was damaged and part of it is lost.

`ghostreel COMMAND --help` shows more of each command, with examples.";

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Info(info::Args),
    Stats(stats::Args),
    Events(events::Args),
    Ask(ask::Args),
    Json(json::Args),
    Convert(convert::Args),
    Check(check::Args),
    Compare(compare::Args),
    Sample(sample::Args),
    Repair(repair::Args),
    Edit(edit::Args),
    Redact(redact::Args),
    Pack(pack::Args),
    Unpack(unpack::Args),
    Reel(reel::Args),
    Map(map::Args),
    Key(key::Args),
    Mark(mark::Args),
    Verify(verify::Args),
    Record(record::Args),
    Log(log::Args),
    Follow(follow::Args),
    Serve(serve::Args),
    Play(play::Args),
    Archive(archive::Args),
    /// Ask many replays in SQL
    Query(many::Args),
    /// Write many replays as Delta tables, for dataframes and engines of SQL
    Export(many::Args),
    /// Answer questions over an export, as one of several machines
    Worker(many::Args),
    Completions(completions::Args),
    /// The worker that the server starts to decode uploads
    #[command(hide = true)]
    DecodeWorker,
}
