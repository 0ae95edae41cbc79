//! The table `players`: who plays in which port, as what.

use std::sync::LazyLock;

use ghostreel_timeline::{Player, Schema, Table, TableKind, TeamNumber, rows, table_rows};

use super::character;
use crate::layout::{PlayerStart, PlayerType};
use crate::view::View;

rows! {
    /// The player in a port.
    pub struct PlayerRow {
        name: String, "", "Name on Slippi Online, else the tag, else the character's";
        id: Option<String>, "", "Code on Slippi Online", null "offline";
        team: Option<TeamNumber>, "", "0 red, 1 blue, 2 green", null "no team";
        port: u8, "", "Port, 0 to 3";
        r#type: u8, "", "0 human, 1 computer, 2 demonstration";
        tag: Option<String>, "", "Name tag", null "no tag";
        character: u8, "", "Character that the player begins with, as on the selection screen";
        character_name: String, "", "Name of the character";
        costume: u8, "", "Costume";
        shade: u8, "", "0 normal, 1 light, 2 dark: teammates with one character";
        stocks: u8, "", "Stocks at the start";
        cpu_level: u8, "", "Level of the computer, also given for people";
        scale: f32, "", "Factor of the size";
    }
}

table_rows! { PlayerRow: "players"; }

static PLAYERS: LazyLock<Schema> = LazyLock::new(|| {
    Schema::of::<PlayerRow>("players", TableKind::Events, None, "who plays in a port")
});

pub(super) fn table<'a>(view: &View<'_>) -> Table<'a> {
    Table::of(&PLAYERS, rows(view))
}

fn rows(view: &View<'_>) -> Vec<PlayerRow> {
    let Some(game) = view.game_start() else { return Vec::new() };
    let is_teams = game.is_teams();
    let starts = game.players();
    let row = |(start, Player { name, id }): (PlayerStart, Player)| {
        let begun = view.character(&start);
        PlayerRow {
            name,
            id,
            team: is_teams.then(|| TeamNumber(start.team_id.into())),
            port: start.port,
            r#type: raw_type(start.player_type),
            character: begun,
            character_name: character(begun),
            costume: start.costume_index,
            shade: start.team_shade,
            stocks: start.start_stocks,
            cpu_level: start.cpu_level,
            scale: start.model_scale,
            tag: start.nametag.filter(|tag| !tag.is_empty()),
        }
    };
    let named = named(view, &starts);
    starts.into_iter().zip(named).map(row).collect()
}

/// The names and codes of players, from wherever the file has them. Whoever chose no name goes by the character; where several without a name play the same one, with
/// the port.
pub(super) fn named(view: &View<'_>, starts: &[PlayerStart]) -> Vec<Player> {
    let chosen = |start: &PlayerStart| view.chosen_name(start).ok_or(view.character(start));
    let chosen: Vec<Result<String, u8>> = starts.iter().map(chosen).collect();
    let player = |(start, name): (&PlayerStart, &Result<String, u8>)| {
        let port = start.port.saturating_add(1);
        let name = match name {
            Ok(name) => name.clone(),
            Err(id) if chosen.iter().filter(|other| **other == Err(*id)).count() > 1 => {
                format!("{} (P{port})", character(*id))
            }
            Err(id) => character(*id),
        };
        let code = some(start.connect_code.clone());
        Player { id: code.or_else(|| in_metadata(view, start.port, "code")), name }
    };
    starts.iter().zip(&chosen).map(player).collect()
}

impl View<'_> {
    /// The name that a player chose: that on Slippi Online, else the tag; `None` where the file has neither.
    pub fn chosen_name(&self, start: &PlayerStart) -> Option<String> {
        some(start.display_name.clone())
            .or_else(|| in_metadata(self, start.port, "netplay"))
            .or_else(|| some(start.nametag.clone()))
    }
}

fn in_metadata(view: &View<'_>, port: u8, key: &str) -> Option<String> {
    let players = view.metadata()?.get("players")?;
    some(players.get(&port.to_string())?.get("names")?.get(key)?.as_text())
}

fn some(text: Option<String>) -> Option<String> {
    text.filter(|text| !text.is_empty())
}

fn raw_type(kind: PlayerType) -> u8 {
    match kind {
        PlayerType::Human => 0,
        PlayerType::Cpu => 1,
        PlayerType::Demo => 2,
        PlayerType::Empty => 3,
        PlayerType::Other(raw) => raw,
    }
}
