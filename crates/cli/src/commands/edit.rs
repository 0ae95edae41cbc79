//! `ghostreel edit`: a changed copy of a replay.

use std::path::PathBuf;

use anyhow::{Context, Result, anyhow, bail};
use ghostreel_formats::core::{DecodeOptions, Outcome};
use ghostreel_formats::{AnyReplay, open_with};
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
    let opened = input::load(&args.input, &args.opening.recover()?)?;
    let name = input::name(&args.input);
    if opened.outcome() != Outcome::Ok {
        bail!("{name} is damaged; `ghostreel repair` makes a whole replay of it first");
    }
    let AnyReplay::Rlreplay(mut replay) = opened.to_replay()? else {
        bail!("{name} is a replay of {}, which cannot be edited so far", opened.format().game_name);
    };
    for (old, new) in &args.rename {
        match replay.rename(old, new) {
            0 => bail!("nobody in {name} is called {old}"),
            places => say::note(format_args!("{old} is now {new}, in {places} places")),
        }
    }
    if args.from.is_some() || args.to.is_some() {
        let start = opened.timeline().column("frames.time")?;
        let start = start.as_f32().and_then(|times| times.first().copied()).unwrap_or(0.0);
        let from = args.from.map_or(f32::NEG_INFINITY, |from| start + from);
        let to = args.to.map_or(f32::INFINITY, |to| start + to);
        replay.cut(from, to).with_context(|| format!("cannot cut {name}"))?;
    }
    for object in &args.drop {
        let dropped = replay.drop_actors(|name| name == object);
        match dropped.with_context(|| format!("cannot change {name}"))? {
            0 => bail!("no actor in {name} is of the object {object}"),
            count => say::note(format_args!("left out {object}, which appeared {count} times")),
        }
    }
    replay.update_derived().with_context(|| format!("cannot write {name}"))?;
    let frames = replay.header.properties.int("NumFrames").unwrap_or(0);
    let bytes = AnyReplay::Rlreplay(replay).encode();
    let strict = args.opening.options(DecodeOptions::STRICT)?;
    open_with(&bytes[..], &strict)
        .map_err(|error| anyhow!("{name} is no whole replay after these changes: {error}"))?;
    output::write(&args.output, args.force, |out| Ok(out.write_all(&bytes)?))?;
    say::note(format_args!(
        "wrote {} ({}): {} frames",
        output::name(&args.output),
        HumanBytes(bytes.len() as u64),
        HumanCount(u64::try_from(frames).unwrap_or(0))
    ));
    Ok(Status::Ok)
}
