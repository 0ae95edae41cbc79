//! The table `players`: the one who plays.

use std::sync::LazyLock;

use ghostreel_timeline::{Player, Schema, Table, TableKind, TeamNumber, rows, table_rows};

use crate::view::View;

rows! {
    /// The player.
    pub struct PlayerRow {
        name: String, "", "Name";
        id: Option<String>, "", "The platform's id of the player", null "not recorded";
        team: Option<TeamNumber>, "", "There are no teams", null "no team";
    }
}

table_rows! { PlayerRow: "players"; }

static SCHEMA: LazyLock<Schema> =
    LazyLock::new(|| Schema::of::<PlayerRow>("players", TableKind::Events, None, "who plays"));

pub(super) fn table<'a>(view: &View<'_>) -> Table<'a> {
    let Player { name, id } = player(view);
    Table::of(&SCHEMA, vec![PlayerRow { name, id, team: None }])
}

/// The name and id of who plays.
pub(super) fn player(view: &View<'_>) -> Player {
    let info = view.info();
    let id = info.player_id.as_str().into_owned();
    Player {
        id: Some(id).filter(|id| !id.is_empty()),
        name: info.player_name.as_str().into_owned(),
    }
}
