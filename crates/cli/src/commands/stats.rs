//! `ghostreel stats`: how well they played.

mod beat_saber;
mod melee;
mod plain;
mod rocket_league;
mod table;

use std::path::Path;

use anyhow::{Result, anyhow};
use ghostreel_analysis::Statistics;
use ghostreel_formats::AnyView;
use ghostreel_formats::timeline::{Data, Timeline};
use serde::Serialize;

use super::sheets::ReportArgs;
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
    sheets: ReportArgs,
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
        _ => {
            let timeline = replay.timeline();
            let duration_s = timeline.meta.duration_s;
            plain::sheet(&input::name(path), duration_s, &player_names(&timeline), &stats.sheet())
        }
    })
}

/// The names in the table `players`, by row: the list in the meta may leave some out.
fn player_names(timeline: &Timeline<'_>) -> Vec<String> {
    match timeline.column("players.name").map(|column| column.data) {
        Ok(Data::Dict { codes, values }) => {
            let name = |code: &u32| values.get(*code as usize).cloned().unwrap_or_default();
            codes.iter().map(name).collect()
        }
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use ghostreel_formats::core::DecodeOptions;
    use ghostreel_formats::timeline::PlayerIndex;
    use ghostreel_formats::{open, sample};

    use super::*;

    #[test]
    fn players_are_named_by_their_rows() {
        for game in ["melee", "rocket-league"] {
            let bytes = sample(game, None, 1).unwrap();
            let replay = open(&bytes[..], &DecodeOptions::STRICT).unwrap();
            let names = player_names(&replay.timeline());
            let played: Vec<(PlayerIndex, String)> =
                match ghostreel_analysis::stats(&replay).unwrap() {
                    Statistics::Melee(report) => (0..)
                        .map(PlayerIndex::new)
                        .zip(report.players.into_iter().map(|p| p.name))
                        .collect(),
                    Statistics::RocketLeague(report) => {
                        let players = report.blue.players.into_iter().chain(report.orange.players);
                        players.map(|player| (player.index, player.name)).collect()
                    }
                    _ => Vec::new(),
                };
            assert!(played.len() > 1, "{game}");
            assert!(
                played.iter().all(|(row, name)| names.get(row.place()) == Some(name)),
                "{names:?}"
            );
        }
    }
}
