//! The metadata of a replay, in the same words for every game.

use serde::Serialize;

/// Players, setting, time and result.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Meta {
    /// The format's short name, e.g. `bsor`.
    pub format: &'static str,
    /// The format's full name.
    pub format_name: &'static str,
    /// The game's short name, e.g. `beat-saber`.
    pub game: &'static str,
    /// Version of the format.
    pub version: String,
    /// The program that recorded, with its version.
    pub writer: Option<String>,
    /// Version of the game.
    pub game_version: Option<String>,
    /// Everyone who played, in the file's order.
    pub players: Vec<Player>,
    /// The map, stage or arena.
    pub map: Option<Map>,
    /// The mode of the game, in the game's own words.
    pub mode: Option<String>,
    /// When play began, in seconds since 1970-01-01T00:00:00Z.
    pub started_at: Option<i64>,
    /// Length in seconds of the game's own time.
    pub duration_s: f64,
    /// The score, where there is a single one.
    pub score: Option<i64>,
    /// How it ended: `cleared`, `failed`, `practice` …
    pub outcome: Option<&'static str>,
    /// Values of this game alone, in a fixed order.
    pub details: Vec<(&'static str, Detail)>,
}

/// Someone who played.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Player {
    /// The platform's unique id.
    pub id: Option<String>,
    /// The name at the time.
    pub name: String,
}

/// A map, stage or arena.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Map {
    /// Name.
    pub name: String,
    /// The game's identifier, for a Beat Saber map its hash.
    pub id: Option<String>,
    /// Its author.
    pub author: Option<String>,
    /// Difficulty, in the game's words.
    pub difficulty: Option<String>,
}

/// A value among a [`Meta`]'s details.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Detail {
    /// A text.
    Text(String),
    /// A number.
    Number(f64),
    /// Yes or no.
    Bool(bool),
}

impl From<String> for Detail {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<f32> for Detail {
    /// Keeps the short decimal form: 19.057 stays 19.057.
    fn from(number: f32) -> Self {
        Self::Number(number.to_string().parse().unwrap_or(f64::from(number)))
    }
}

impl From<bool> for Detail {
    fn from(yes: bool) -> Self {
        Self::Bool(yes)
    }
}
