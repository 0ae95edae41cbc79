//! The table `players`: who plays in which port, as what.

use std::borrow::Cow;

use std::sync::LazyLock;

use ghostreel_timeline::{Column, ColumnSchema, Kind, Player, Schema, Source, Table, Type};

use super::character;
use crate::layout::{PlayerStart, PlayerType};
use crate::view::View;

static PLAYERS: LazyLock<Schema> = LazyLock::new(|| Schema {
    name: Cow::Borrowed("players"),
    kind: Kind::States,
    time: None,
    meaning: "who plays in a port",
    columns: vec![
        ColumnSchema::new("port", Type::U8, "", "Port, 0 to 3"),
        ColumnSchema::new("type", Type::U8, "", "0 human, 1 computer, 2 demonstration"),
        ColumnSchema::new(
            "name",
            Type::Dict,
            "",
            "Name on Slippi Online, else the tag, else the port's number",
        ),
        ColumnSchema::new("code", Type::Dict, "", "Code on Slippi Online; empty offline"),
        ColumnSchema::new("tag", Type::Dict, "", "Name tag; empty if none"),
        ColumnSchema::new("character", Type::U8, "", "Character, as on the selection screen"),
        ColumnSchema::new("character_name", Type::Dict, "", "Name of the character"),
        ColumnSchema::new("costume", Type::U8, "", "Costume"),
        ColumnSchema::new("team", Type::U8, "", "0 red, 1 blue, 2 green; only in teams"),
        ColumnSchema::new(
            "shade",
            Type::U8,
            "",
            "0 normal, 1 light, 2 dark: teammates with one character",
        ),
        ColumnSchema::new("stocks", Type::U8, "", "Stocks at the start"),
        ColumnSchema::new(
            "cpu_level",
            Type::U8,
            "",
            "Level of the computer, also given for people",
        ),
        ColumnSchema::new("scale", Type::F32, "", "Factor of the size"),
    ],
});

/// Each player, with the name and code that are shown.
struct Players(Vec<(PlayerStart, Player)>);

pub(super) fn table<'a>(view: &View<'_>) -> Table<'a> {
    let players = view.game_start().map(|start| start.players()).unwrap_or_default();
    let named = players.into_iter().map(|start| {
        let named = player(view, &start);
        (start, named)
    });
    Table::new(&PLAYERS, Players(named.collect()))
}

/// The name and code of a player, from wherever the file has them.
pub(super) fn player(view: &View<'_>, start: &PlayerStart) -> Player {
    let some = |text: &Option<String>| text.clone().filter(|text| !text.is_empty());
    let names = view
        .metadata()
        .and_then(|metadata| metadata.get("players")?.get(&start.port.to_string())?.get("names"));
    let in_metadata = |key: &str| some(&names.and_then(|names| names.get(key)?.as_text()));
    let name = some(&start.display_name)
        .or_else(|| in_metadata("netplay"))
        .or_else(|| some(&start.nametag))
        .unwrap_or_else(|| format!("Player {}", start.port.saturating_add(1)));
    Player { id: some(&start.connect_code).or_else(|| in_metadata("code")), name }
}

impl Players {
    fn bytes(&self, of: impl Fn(&PlayerStart) -> u8) -> Column {
        self.0.iter().map(|(start, _)| of(start)).collect::<Vec<u8>>().into()
    }

    fn texts(&self, of: impl Fn(&(PlayerStart, Player)) -> String) -> Column {
        Column::dict(self.0.iter().map(of))
    }
}

impl Source for Players {
    fn rows(&self) -> usize {
        self.0.len()
    }

    fn column(&self, index: usize) -> Column {
        match index {
            0 => self.bytes(|start| start.port),
            1 => self.bytes(|start| raw_type(start.player_type)),
            2 => self.texts(|(_, player)| player.name.clone()),
            3 => self.texts(|(_, player)| player.id.clone().unwrap_or_default()),
            4 => self.texts(|(start, _)| start.nametag.clone().unwrap_or_default()),
            5 => self.bytes(|start| start.external_character_id),
            6 => self.texts(|(start, _)| character(start.external_character_id)),
            7 => self.bytes(|start| start.costume_index),
            8 => self.bytes(|start| start.team_id),
            9 => self.bytes(|start| start.team_shade),
            10 => self.bytes(|start| start.start_stocks),
            11 => self.bytes(|start| start.cpu_level),
            _ => self.0.iter().map(|(start, _)| start.model_scale).collect::<Vec<f32>>().into(),
        }
    }
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
