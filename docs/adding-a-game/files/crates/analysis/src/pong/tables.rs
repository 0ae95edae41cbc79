//! The tables beside a replay's own: statistics of players and of the game.

use std::sync::LazyLock;

use ghostreel_formats::timeline::Schema;

use super::report::{PlayerStats, Report};
use crate::stats_tables::{OfPlayer, match_stats, match_table, player_stats, stats_table};
use crate::{Analysis, FurtherTables};

static PLAYER_STATS: LazyLock<Schema> = LazyLock::new(player_stats::<PlayerStats>);
static MATCH_STATS: LazyLock<Schema> = LazyLock::new(match_stats::<Report>);

pub(crate) fn further_tables<'a>(analysis: &'a Analysis<'_>) -> FurtherTables<'a> {
    FurtherTables {
        later: [
            stats_table(&PLAYER_STATS, move || report(analysis).map(players).unwrap_or_default()),
            match_table(&MATCH_STATS, move || report(analysis)),
        ]
        .into_iter()
        .flatten()
        .collect(),
        ..FurtherTables::default()
    }
}

fn report<'a>(analysis: &'a Analysis<'_>) -> Option<&'a Report> {
    analysis.stats()?.pong()
}

fn players(report: &Report) -> Vec<(OfPlayer, PlayerStats)> {
    OfPlayer::each(report.players.iter().map(|player| player.stats))
}
