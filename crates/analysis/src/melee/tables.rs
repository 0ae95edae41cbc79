//! The tables beside a replay's own: statistics of players, teams and the game.

use std::sync::LazyLock;

use ghostreel_formats::timeline::{Schema, TeamNumber, rows};

use super::{ActionCounts, Overall, PlayerDetails, Report, Team};
use crate::stats_tables::{
    OfPlayer, OfTeam, match_stats, match_table, player_stats, stats_table, team_stats,
};
use crate::{Analysis, FurtherTables};

rows! {
    /// The statistics of a player.
    pub struct PlayerStats {
        overall: Option<Overall>, "", "Overall";
        action_counts: Option<ActionCounts>, "", "Actions";
        details: Option<PlayerDetails>, "", "Beyond slippi-js";
    }
}

static PLAYER_STATS: LazyLock<Schema> = LazyLock::new(player_stats::<PlayerStats>);
static TEAM_STATS: LazyLock<Schema> = LazyLock::new(team_stats::<Team>);
static MATCH_STATS: LazyLock<Schema> = LazyLock::new(match_stats::<Report>);

pub(crate) fn further_tables<'a>(analysis: &'a Analysis<'_>) -> FurtherTables<'a> {
    FurtherTables {
        later: [
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

fn report<'a>(analysis: &'a Analysis<'_>) -> Option<&'a Report> {
    analysis.stats()?.melee()
}

fn players(report: &Report) -> Vec<(OfPlayer, PlayerStats)> {
    OfPlayer::each(report.players.iter().map(|player| {
        let port = player.player_index;
        let (overall, actions) = (&report.stats.overall, &report.stats.action_counts);
        PlayerStats {
            overall: overall.iter().find(|of| of.player_index == port).cloned(),
            action_counts: actions.iter().find(|of| of.player_index == port).cloned(),
            details: report.details.players.iter().find(|of| of.player_index == port).cloned(),
        }
    }))
}

fn teams(report: &Report) -> Vec<(OfTeam, Team)> {
    let teams = report.details.teams.iter();
    teams.map(|team| (OfTeam { team: TeamNumber(team.team_id.into()) }, team.clone())).collect()
}
