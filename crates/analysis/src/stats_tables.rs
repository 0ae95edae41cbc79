//! The statistics as tables: `player_stats` has a row for each player, `team_stats` one for each team. Their columns are the members that the
//! statistics have in JSON, but for lists.

use std::cell::OnceCell;
use std::sync::LazyLock;

use ghostreel_formats::timeline::{Columnar, Schema, Table, TableKind, rows};

rows! {
    /// Whose statistics they are.
    #[derive(Copy)]
    pub struct OfPlayer {
        player: u32, "", "Row of the table players";
    }

    /// Whose statistics they are.
    #[derive(Copy)]
    pub struct OfTeam {
        team: i32, "", "The game's number for the team, as in the table players";
    }
}

impl OfPlayer {
    /// Each with the row of the player.
    pub(crate) fn each<R>(rows: impl IntoIterator<Item = R>) -> Vec<(Self, R)> {
        (0..).map(|player| Self { player }).zip(rows).collect()
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

/// Rows that are worked out when they are asked for.
struct LateRows<R, F> {
    rows: OnceCell<Vec<R>>,
    work_out: F,
}

impl<R, F: Fn() -> Vec<R>> AsRef<[R]> for LateRows<R, F> {
    fn as_ref(&self) -> &[R] {
        self.rows.get_or_init(&self.work_out)
    }
}

/// One of these tables; none in the page's modules, which would have to be fetched with it and ask for no column of it.
pub(crate) fn stats_table<'a, R: Columnar>(
    schema: &'static LazyLock<Schema>,
    work_out: impl Fn() -> Vec<R> + 'a,
) -> Option<Table<'a>> {
    let rows = LateRows { rows: OnceCell::new(), work_out };
    if cfg!(feature = "stats-tables") { Some(Table::of(schema, rows)) } else { None }
}
