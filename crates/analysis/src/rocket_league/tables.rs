//! The tables beside a replay's own: statistics of players and teams, and where the players were.

use std::sync::LazyLock;

use ghostreel_formats::timeline::Schema;

use super::heat_map;
use super::report::{PlayerStats, Report, TeamStats};
use crate::stats_tables::{OfPlayer, OfTeam, late_table, player_stats, stats_table, team_stats};
use crate::{Analysis, FurtherTables, Statistics};

static PLAYER_STATS: LazyLock<Schema> = LazyLock::new(player_stats::<PlayerStats>);
static TEAM_STATS: LazyLock<Schema> = LazyLock::new(team_stats::<TeamStats>);

pub(crate) fn further_tables<'a>(analysis: &'a Analysis<'_>) -> FurtherTables<'a> {
    let rows_of = |report: &Report| report.heat_map.clone();
    FurtherTables {
        later: [
            Some(late_table(&heat_map::SCHEMA, move || {
                report(analysis).map(rows_of).unwrap_or_default()
            })),
            stats_table(&PLAYER_STATS, move || report(analysis).map(players).unwrap_or_default()),
            stats_table(&TEAM_STATS, move || report(analysis).map(teams).unwrap_or_default()),
        ]
        .into_iter()
        .flatten()
        .collect(),
        ..FurtherTables::default()
    }
}

fn report<'a>(analysis: &'a Analysis<'_>) -> Option<&'a Report> {
    match analysis.stats()? {
        Statistics::RocketLeague(report) => Some(report),
        #[allow(unreachable_patterns, reason = "there may be one game only")]
        _ => None,
    }
}

/// In the order of the table `players`.
fn players(report: &Report) -> Vec<(OfPlayer, PlayerStats)> {
    let all = report.blue.players.iter().chain(&report.orange.players);
    let mut rows: Vec<_> = all
        .filter_map(|player| {
            Some((OfPlayer { player: u32::try_from(player.index).ok()? }, player.stats.clone()))
        })
        .collect();
    rows.sort_by_key(|(of, _)| of.player);
    rows
}

fn teams(report: &Report) -> Vec<(OfTeam, TeamStats)> {
    let teams = [&report.blue, &report.orange];
    (0..).zip(teams).map(|(team, of)| (OfTeam { team }, of.stats.clone())).collect()
}
