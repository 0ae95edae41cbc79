//! One file per command.

pub(crate) mod archive;
pub(crate) mod ask;
mod batch;
pub(crate) mod check;
pub(crate) mod compare;
pub(crate) mod completions;
pub(crate) mod convert;
pub(crate) mod edit;
pub(crate) mod events;
pub(crate) mod follow;
pub(crate) mod info;
pub(crate) mod json;
pub(crate) mod key;
pub(crate) mod log;
pub(crate) mod many;
pub(crate) mod map;
pub(crate) mod mark;
pub(crate) mod pack;
pub(crate) mod play;
pub(crate) mod record;
pub(crate) mod redact;
pub(crate) mod reel;
pub(crate) mod repair;
pub(crate) mod sample;
pub(crate) mod serve;
mod sheets;
pub(crate) mod stats;
pub(crate) mod unpack;
pub(crate) mod verify;

use anyhow::Result;
use clap::CommandFactory;

use crate::cli::{Cli, Command};
use crate::status::Status;

pub(crate) fn run(command: Command) -> Result<Status> {
    match command {
        Command::Follow(args) => follow::run(&args),
        Command::Info(args) => info::run(&args),
        Command::Stats(args) => stats::run(&args),
        Command::Events(args) => events::run(&args),
        Command::Ask(args) => ask::run(&args),
        Command::Json(args) => json::run(&args),
        Command::Convert(args) => convert::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Compare(args) => compare::run(&args),
        Command::Sample(args) => sample::run(&args),
        Command::Repair(args) => repair::run(&args),
        Command::Edit(args) => edit::run(&args),
        Command::Redact(args) => redact::run(&args),
        Command::Pack(args) => pack::run(&args),
        Command::Unpack(args) => unpack::run(&args),
        Command::Key(args) => key::run(&args),
        Command::Map(args) => map::run(&args),
        Command::Mark(args) => mark::run(&args),
        Command::Verify(args) => verify::run(&args),
        Command::Record(args) => record::run(&args),
        Command::Log(args) => log::run(&args),
        Command::Reel(args) => reel::run(args),
        Command::Query(args) => many::run("query", &args),
        Command::Export(args) => many::run("export", &args),
        Command::Worker(args) => many::run("worker", &args),
        Command::Serve(args) => serve::run(args),
        Command::Archive(args) => archive::run(args),
        Command::Play(args) => play::run(&args),
        Command::Completions(args) => completions::run(&args, &mut Cli::command()),
        Command::DecodeWorker => {
            ghostreel_server::decode_worker()?;
            Ok(Status::Ok)
        }
    }
}
