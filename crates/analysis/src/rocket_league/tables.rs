//! The tables beside a replay's own: statistics of players and teams, where the players were, and the boost pads.

use std::sync::LazyLock;

use ghostreel_formats::GameView;
use ghostreel_formats::rlreplay::project::{BLUE, ORANGE};
use ghostreel_formats::timeline::{Schema, Table};

use super::heat_map::{self, HeatMapRow};
use super::pads::{self, Pads};
use super::report::{PlayerStats, Report, TeamStats};
use crate::stats_tables::{
    LazyRows, OfPlayer, OfTeam, match_stats, match_table, player_stats, stats_table, team_stats,
};
use crate::{Analysis, FurtherTables, LaterTable};

static PLAYER_STATS: LazyLock<Schema> = LazyLock::new(player_stats::<PlayerStats>);
static TEAM_STATS: LazyLock<Schema> = LazyLock::new(team_stats::<TeamStats>);
static MATCH_STATS: LazyLock<Schema> = LazyLock::new(match_stats::<Report>);

/// Where the players were: rows of the statistics, which are read where they are.
struct HeatMapRows<'a>(&'a Analysis<'a>);

impl AsRef<[HeatMapRow]> for HeatMapRows<'_> {
    fn as_ref(&self) -> &[HeatMapRow] {
        report(self.0).map_or(&[], |report| &report.heat_map)
    }
}

pub(crate) fn further_tables<'a>(analysis: &'a Analysis<'_>) -> FurtherTables<'a> {
    let all_pads = move || pads_of(analysis).all;
    let pads_taken = move || pads_of(analysis).taken;
    let of_replay = |table| Some(LaterTable { table, is_of_statistics: false });
    FurtherTables {
        later: [
            Some(LaterTable::of_statistics(Table::of(&heat_map::SCHEMA, HeatMapRows(analysis)))),
            of_replay(Table::of(&pads::PADS, LazyRows::new(all_pads))),
            of_replay(Table::of(&pads::PADS_TAKEN, LazyRows::new(pads_taken))),
            stats_table(&PLAYER_STATS, move || report(analysis).map(players).unwrap_or_default()),
            stats_table(&TEAM_STATS, move || report(analysis).map(teams).unwrap_or_default()),
            match_table(&MATCH_STATS, move || report(analysis)),
        ]
        .into_iter()
        .flatten()
        .collect(),
        ..FurtherTables::default()
    }
}

fn pads_of(analysis: &Analysis<'_>) -> Pads {
    match analysis.view().game_view() {
        GameView::Rlreplay(view) => Pads::new(view),
        #[allow(unreachable_patterns, reason = "there may be one game only")]
        _ => Pads::default(),
    }
}

fn report<'a>(analysis: &'a Analysis<'_>) -> Option<&'a Report> {
    analysis.stats()?.rocket_league()
}

/// In the order of the table `players`.
fn players(report: &Report) -> Vec<(OfPlayer, PlayerStats)> {
    let all = report.blue.players.iter().chain(&report.orange.players);
    let mut rows: Vec<_> =
        all.map(|player| (OfPlayer { player: player.index }, player.stats.clone())).collect();
    rows.sort_by_key(|(of, _)| of.player);
    rows
}

fn teams(report: &Report) -> Vec<(OfTeam, TeamStats)> {
    let teams = [&report.blue, &report.orange];
    [BLUE, ORANGE]
        .into_iter()
        .zip(teams)
        .map(|(team, of)| (OfTeam { team }, of.stats.clone()))
        .collect()
}
