//! What a replay is about, from its header.

use ghostreel_core::Format;
use ghostreel_timeline::{Map, Meta, Player};

use crate::format::Rlreplay;
use crate::layout::{Properties, PropertyValue};
use crate::view::View;

impl View<'_> {
    /// What the replay is about.
    pub fn meta(&self) -> Meta {
        let properties = &self.header().properties;
        let int = |name: &str| properties.int(name).unwrap_or(0);
        let mut details: Vec<(&'static str, ghostreel_timeline::Value)> = vec![
            ("blue_score", f64_value(int("Team0Score"))),
            ("orange_score", f64_value(int("Team1Score"))),
            ("team_size", f64_value(int("TeamSize"))),
        ];
        if let Some(name) = properties.text("ReplayName").filter(|name| !name.is_empty()) {
            details.push(("replay_name", name.into()));
        }
        let guid = properties.text("MatchGUID").or_else(|| properties.text("MatchGuid"));
        if let Some(guid) = guid {
            details.push(("match_guid", guid.into()));
        }
        Meta {
            format: Rlreplay::INFO.id,
            format_name: Rlreplay::INFO.name,
            game: Rlreplay::INFO.game,
            version: self.version().to_string(),
            writer: None,
            game_version: properties.text("BuildVersion"),
            players: properties.array("PlayerStats").iter().map(player).collect(),
            map: properties.text("MapName").map(|id| Map {
                name: crate::names::map(&id).map_or_else(|| id.clone(), str::to_owned),
                id: Some(id),
                ..Map::default()
            }),
            mode: properties.text("MatchType"),
            started_at: self.started_at(),
            duration_s: self.duration_s(),
            score: None,
            outcome: outcome(int("Team0Score"), int("Team1Score")),
            details,
        }
    }

    /// When play began, in seconds since 1970. Only newer versions say it in a way that knows of time zones.
    fn started_at(&self) -> Option<i64> {
        match self.header().properties.get("MatchStartEpoch")? {
            PropertyValue::QWord(seconds) => i64::try_from(*seconds).ok(),
            _ => None,
        }
    }

    /// From the first frame to the last, in seconds.
    pub fn duration_s(&self) -> f64 {
        let properties = &self.header().properties;
        match properties.get("TotalSecondsPlayed") {
            Some(PropertyValue::Float(seconds)) => f64::from(*seconds),
            _ => {
                let fps = match properties.get("RecordFPS") {
                    Some(PropertyValue::Float(fps)) if *fps > 0.0 => f64::from(*fps),
                    _ => 30.0,
                };
                f64::from(self.frame_count()) / fps
            }
        }
    }
}

fn f64_value(number: i32) -> ghostreel_timeline::Value {
    ghostreel_timeline::Value::Number(number.into())
}

const fn outcome(blue: i32, orange: i32) -> Option<&'static str> {
    Some(match (blue > orange, blue < orange) {
        (true, _) => "blue wins",
        (_, true) => "orange wins",
        _ => "draw",
    })
}

fn player(stats: &Properties) -> Player {
    let platform = stats.text("Platform").unwrap_or_default();
    let platform = platform.trim_start_matches("OnlinePlatform_").to_lowercase();
    let number = match stats.get("OnlineID") {
        Some(PropertyValue::QWord(id)) if *id != 0 => Some(id.to_string()),
        _ => None,
    };
    let epic = match stats.get("PlayerID") {
        Some(PropertyValue::Struct(_, id)) => id.text("EpicAccountId").filter(|id| !id.is_empty()),
        _ => None,
    };
    let id = number.or(epic).map(|id| format!("{platform}:{id}"));
    Player { id, name: stats.text("Name").unwrap_or_default() }
}
