//! `ghostreel stats`: how well they played.

mod beat_saber;
mod melee;
mod patterns;
mod plain;
mod rocket_league;
mod table;

use std::path::Path;

use anyhow::{Result, anyhow};
use ghostreel_analysis::Statistics;
use ghostreel_formats::AnyView;
use serde::Serialize;

use super::sheets::Sheets;
use crate::status::Status;
use crate::{input, say};

/// Show how well they played: cuts, kills, goals, movement and more, hand beside hand or player beside player
///
/// Numbers are those that the field goes by: BeatLeader's for Beat Saber, slippi-js's for Super Smash Bros. Melee, ballchasing's
/// for Rocket League, and ours where it has none. docs/stats says how each is counted.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ghostreel stats a.bsor
  ghostreel stats game.slp
  ghostreel stats match.replay
  ghostreel stats --json *.slp | jq -c '[.players[].name, (.overall[] | .openingsPerKill.ratio)]'")]
pub(crate) struct Args {
    #[command(flatten)]
    sheets: Sheets,
}

pub(crate) fn run(args: &Args) -> Result<Status> {
    args.sheets.print_each(|path, replay| {
        let stats = ghostreel_analysis::stats(replay).ok_or_else(|| {
            let game = replay.format().game_name;
            anyhow!("{}: there are no statistics of {game} yet", input::name(path))
        })?;
        say::diagnostics(&input::name(path), replay.diagnostics());
        say::limit(&input::name(path), stats.limit());
        match args.sheets.json {
            true => line(path, replay, &stats),
            false => sheet(path, replay, &stats),
        }
    })
}

/// A line of `stats --json`.
#[derive(Serialize)]
struct Line<'a, D> {
    path: &'a str,
    #[serde(flatten)]
    document: D,
}

fn line(path: &Path, replay: &AnyView<'_>, stats: &Statistics) -> Result<String> {
    let document = ghostreel_analysis::document(stats, replay.diagnostics());
    Ok(serde_json::to_string(&Line { path: &path.to_string_lossy(), document })?)
}

fn sheet(path: &Path, replay: &AnyView<'_>, stats: &Statistics) -> Result<String> {
    Ok(match stats {
        Statistics::BeatSaber(report) => {
            beat_saber::sheet(&input::name(path), &replay.meta(), report)
        }
        Statistics::Melee(report) => melee::sheet(&input::name(path), &replay.meta(), report),
        Statistics::RocketLeague(report) => {
            let match_time = |time| ghostreel_analysis::match_time(replay, time);
            rocket_league::sheet(&input::name(path), &replay.meta(), report, &match_time)
        }
        _ => plain::sheet(&input::name(path), &replay.meta(), &stats.sheet()),
    })
}
