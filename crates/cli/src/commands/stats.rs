//! `ghostreel stats`: how well they played.

mod melee;
mod rocket_league;
mod table;

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow};
use ghostreel_analysis::Statistics;
use ghostreel_formats::{AnyReplay, Options};
use serde::Serialize;

use crate::status::Status;
use crate::{input, say, text};

/// Show how well they played: kills, goals, boost, movement and more, player beside player
///
/// Numbers are those that the field goes by: slippi-js's for Super Smash Bros. Melee, ballchasing's for Rocket League, and
/// ours where it has none. docs/stats says how each is counted. There are none of Beat Saber here yet.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ghostreel stats game.slp
  ghostreel stats match.replay
  ghostreel stats --json *.slp | jq -c '[.players[].name, (.overall[] | .openingsPerKill.ratio)]'")]
pub(crate) struct Args {
    /// The replays; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// One JSON object a line for each file, with all there is (docs/json.md)
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    opening: input::Opening,
}

pub(crate) fn run(args: &Args) -> Result<Status> {
    let options = args.opening.recover()?;
    let mut status = Status::Ok;
    let mut is_first = true;
    for path in &args.files {
        let (replay, stats) = match load(path, &options) {
            Ok(loaded) => loaded,
            Err(error) => {
                say::error(text::sentence(&error));
                status = status.max(Status::Failed);
                continue;
            }
        };
        if args.json {
            print_json(path, &stats)?;
        } else {
            let gap = if is_first { "" } else { "\n" };
            let sheet = sheet(path, &replay, &stats);
            write!(anstream::stdout().lock(), "{gap}{sheet}")?;
        }
        say::diagnostics(&input::name(path), replay.diagnostics());
        is_first = false;
        status = status.max(replay.outcome().into());
    }
    Ok(status)
}

fn load(path: &Path, options: &Options) -> Result<(AnyReplay<'static>, Statistics)> {
    let replay = input::load(path, options)?;
    let stats = ghostreel_analysis::stats(&replay).ok_or_else(|| {
        let game = replay.format().game_name;
        anyhow!("{}: there are no statistics of {game} yet", input::name(path))
    })?;
    Ok((replay, stats))
}

/// A line of `stats --json`.
#[derive(Serialize)]
struct Line<'a> {
    path: &'a str,
    #[serde(flatten)]
    stats: &'a Statistics,
}

fn print_json(path: &Path, stats: &Statistics) -> Result<()> {
    let mut line = serde_json::to_vec(&Line { path: &path.to_string_lossy(), stats })?;
    line.push(b'\n');
    std::io::stdout().lock().write_all(&line)?;
    Ok(())
}

fn sheet(path: &Path, replay: &AnyReplay<'_>, stats: &Statistics) -> String {
    match stats {
        Statistics::Melee(report) => melee::sheet(&input::name(path), &replay.meta(), report),
        Statistics::RocketLeague(report) => {
            rocket_league::sheet(&input::name(path), &replay.meta(), report)
        }
        // `Statistics` may grow before this does.
        _ => String::new(),
    }
}
