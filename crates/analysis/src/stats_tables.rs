//! The statistics as tables: `player_stats` has a row for each player, `team_stats` one for each team, `match_stats` one for all. Their columns are the members that the
//! statistics have in JSON, but for lists.

use std::cell::OnceCell;
use std::sync::LazyLock;

use ghostreel_formats::timeline::{
    Columnar, PlayerIndex, Schema, Table, TableKind, TeamNumber, rows,
};

use crate::LaterTable;

rows! {
    /// The player of a row of statistics.
    #[derive(Copy)]
    pub struct OfPlayer {
        player: PlayerIndex, "", "Row of the table players";
    }

    /// The team of a row of statistics.
    #[derive(Copy)]
    pub struct OfTeam {
        team: TeamNumber, "", "The game's number for the team, as in the table players";
    }
}

impl OfPlayer {
    /// Each with the row of the player.
    pub(crate) fn each<R>(rows: impl IntoIterator<Item = R>) -> Vec<(Self, R)> {
        (0..).map(|player| Self { player: PlayerIndex::new(player) }).zip(rows).collect()
    }
}

/// The schema of the table `player_stats`.
pub(crate) fn player_stats<R: Columnar>() -> Schema {
    let meaning = "what a player did in the game";
    Schema::of::<(OfPlayer, R)>("player_stats", TableKind::Events, None, meaning)
}

/// The schema of the table `team_stats`.
pub(crate) fn team_stats<R: Columnar>() -> Schema {
    let meaning = "what a team did in the game";
    Schema::of::<(OfTeam, R)>("team_stats", TableKind::Events, None, meaning)
}

/// The schema of the table `match_stats`.
pub(crate) fn match_stats<R: Columnar>() -> Schema {
    let meaning = "the match or game as a whole: one row";
    Schema::of::<R>("match_stats", TableKind::Events, None, meaning)
}

/// Rows that are worked out when they are asked for.
pub(crate) struct LazyRows<R, F> {
    rows: OnceCell<Vec<R>>,
    work_out: F,
}

impl<R, F: Fn() -> Vec<R>> LazyRows<R, F> {
    pub(crate) fn new(work_out: F) -> Self {
        Self { rows: OnceCell::new(), work_out }
    }
}

impl<R, F: Fn() -> Vec<R>> AsRef<[R]> for LazyRows<R, F> {
    fn as_ref(&self) -> &[R] {
        self.rows.get_or_init(&self.work_out)
    }
}

/// A row that is there already.
type OneRow<'a, R> = Box<dyn Fn() -> Option<&'a R> + 'a>;

struct Only<'a, R>(OneRow<'a, R>);

impl<R> AsRef<[R]> for Only<'_, R> {
    fn as_ref(&self) -> &[R] {
        (self.0)().map_or(&[], std::slice::from_ref)
    }
}

/// The table `match_stats`, whose row is read where it is; none in the page's modules.
pub(crate) fn match_table<'a, R: Columnar + Clone>(
    schema: &'static LazyLock<Schema>,
    row: impl Fn() -> Option<&'a R> + 'a,
) -> Option<LaterTable<'a>> {
    let row = Only(Box::new(row));
    let table = || LaterTable::of_statistics(Table::of(schema, row));
    cfg!(feature = "stats-tables").then(table)
}

/// One of these tables; none in the page's modules, which would have to be fetched with it and ask for no column of it.
pub(crate) fn stats_table<'a, R: Columnar + Clone>(
    schema: &'static LazyLock<Schema>,
    work_out: impl Fn() -> Vec<R> + 'a,
) -> Option<LaterTable<'a>> {
    let rows = LazyRows::new(work_out);
    let table = || LaterTable::of_statistics(Table::of(schema, rows));
    cfg!(feature = "stats-tables").then(table)
}
