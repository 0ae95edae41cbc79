//! `ghostreel edit`: a changed copy of a replay.

use std::path::PathBuf;

use anyhow::Result;
use ghostreel::Edits;
use indicatif::{HumanBytes, HumanCount};

use crate::status::Status;
use crate::{input, output, say};

/// Rename players, keep a stretch of time, leave out actors
///
/// So far for Rocket League's replays. The copy is a replay as the game writes them; the original stays as it is.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ghostreel edit a.replay -o b.replay --rename Ghost=Anonymous
  ghostreel edit a.replay -o goal.replay --from 60 --to 75
  ghostreel edit a.replay -o b.replay --drop TAGame.Default__ViralItemActor_TA

Times are seconds since the first frame. The copy begins at the last keyframe that is not later than --from: only there
a replay says everything. They are some ten seconds apart.")]
pub(crate) struct Args {
    /// The replay; `-` is standard input
    #[arg(value_name = "FILE")]
    input: PathBuf,
    /// Where to write the copy; `-` is standard output
    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,
    /// Replace OUT if it exists
    #[arg(long)]
    force: bool,
    /// Give a player another name, everywhere
    #[arg(long, value_name = "OLD=NEW", value_parser = renaming)]
    rename: Vec<(String, String)>,
    /// Keep what happens from this second on
    #[arg(long, value_name = "SECOND")]
    from: Option<f32>,
    /// Keep what happens up to this second
    #[arg(long, value_name = "SECOND")]
    to: Option<f32>,
    /// Leave out all actors of this object
    #[arg(long, value_name = "OBJECT")]
    drop: Vec<String>,
    #[command(flatten)]
    opening: input::Opening,
}

fn renaming(text: &str) -> Result<(String, String), String> {
    let (old, new) = text.split_once('=').ok_or("expected OLD=NEW")?;
    Ok((old.to_owned(), new.to_owned()))
}

pub(crate) fn run(args: &Args) -> Result<Status> {
    let options = args.opening.recover()?;
    let opened = input::load(&args.input, &options)?;
    let edits = Edits {
        rename: args.rename.clone(),
        from: args.from,
        to: args.to,
        drop: args.drop.clone(),
    };
    let edited = edits.of(&opened, &options).map_err(|error| input::about(&args.input, &error))?;
    for ((old, new), places) in edits.rename.iter().zip(edited.renamed) {
        say::note(format_args!("{old} is now {new}, in {places} places"));
    }
    for (object, count) in edits.drop.iter().zip(edited.dropped) {
        say::note(format_args!("left out {object}, which appeared {count} times"));
    }
    output::write(&args.output, args.force, |out| Ok(out.write_all(&edited.bytes)?))?;
    say::note(format_args!(
        "wrote {} ({}): {} frames",
        output::name(&args.output),
        HumanBytes(edited.bytes.len() as u64),
        HumanCount(edited.frames as u64)
    ));
    Ok(Status::Ok)
}
