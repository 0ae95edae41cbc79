//! Players, map, version and whatever else identifies a replay.

use ghostreel_core::Format;
use ghostreel_timeline::{Map, Meta, Player};

use super::rows::PlayerRow;
use crate::attributes::Rows;
use crate::format::Rlreplay;
use crate::layout::{Properties, PropertyValue};
use crate::limits;
use crate::view::View;

impl View<'_> {
    /// Players, map, version and whatever else identifies the replay. Decodes the network stream.
    pub fn meta(&self) -> Meta {
        let properties = &self.header().properties;
        let int = |name: &str| properties.int(name).unwrap_or(0);
        let date = properties.text("Date").map(|date| readable(&date));
        let mut details: Vec<(&'static str, ghostreel_timeline::Detail)> = vec![
            ("blue", team(properties, 0).into()),
            ("orange", team(properties, 1).into()),
            ("blue_score", f64_value(int("Team0Score"))),
            ("orange_score", f64_value(int("Team1Score"))),
            ("team_size", f64_value(int("TeamSize"))),
        ];
        details.extend(date.map(|date| ("date", date.into())));
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
            players: self.players(),
            map: properties.text("MapName").map(|id| Map {
                name: crate::names::map(&id).map_or_else(|| id.clone(), str::to_owned),
                id: Some(id),
                ..Map::default()
            }),
            mode: self.playlist().or_else(|| properties.text("MatchType")),
            started_at: self.started_at(),
            duration_s: self.duration_s(),
            score: None,
            outcome: outcome(int("Team0Score"), int("Team1Score")),
            details,
        }
    }

    /// Who played: by the network stream, or else by the header, which lacks those who left early, and some accounts.
    fn players(&self) -> Vec<Player> {
        let mut rows = self.world().players.iter().filter(|player| player.team >= 0).peekable();
        match rows.peek() {
            Some(_) => rows.map(player).collect(),
            None => listed(&self.header().properties).map(scorer).collect(),
        }
    }

    /// The playlist, by the network stream.
    fn playlist(&self) -> Option<String> {
        let objects = &self.body().objects;
        let is_playlist = |slot: &&Rows| !slot.is_empty();
        let slot = self.catalog().slots().iter().position(|slot| {
            let object = usize::try_from(slot.object).ok().and_then(|object| objects.get(object));
            object.is_some_and(|object| *object == *"ProjectX.GRI_X:ReplicatedGamePlaylist")
        })?;
        let segments = self.network().iter();
        match segments.filter_map(|segment| segment.rows.get(slot)).find(is_playlist)? {
            Rows::I32(values) => values.first().map(|id| playlist_name(*id)),
            _ => None,
        }
    }

    /// When play began, in seconds since 1970. Only newer versions have it; the header's `Date` has no time zone.
    fn started_at(&self) -> Option<i64> {
        match self.header().properties.get("MatchStartEpoch")? {
            PropertyValue::QWord(seconds) => i64::try_from(*seconds).ok(),
            _ => None,
        }
    }

    /// Seconds from the first frame to the last. The game does not record goal replays, but their time counts.
    pub fn duration_s(&self) -> f64 {
        let frames = || self.network().iter().flat_map(|segment| &segment.frames);
        let times = frames().next().zip(frames().next_back());
        times
            .map_or(0.0, |(first, last)| f64::from(last.time) - f64::from(first.time))
            .clamp(0.0, f64::from(u32::MAX))
    }
}

/// A playlist by its number, under the names that players know.
fn playlist_name(id: i32) -> String {
    let name = match id {
        0 => "casual",
        1 => "unranked-duels",
        2 => "unranked-doubles",
        3 => "unranked-standard",
        4 => "unranked-chaos",
        6 => "private",
        7 => "season",
        8 => "offline",
        10 => "ranked-duels",
        11 => "ranked-doubles",
        12 => "ranked-solo-standard",
        13 => "ranked-standard",
        15 => "snowday",
        16 => "rocketlabs",
        17 => "hoops",
        18 => "rumble",
        19 => "workshop",
        20 | 21 => "custom-training",
        22 | 34 => "tournament",
        23 => "dropshot",
        24 => "local-lobby",
        27 => "ranked-hoops",
        28 => "ranked-rumble",
        29 => "ranked-dropshot",
        30 => "ranked-snowday",
        37 => "dropshot-rumble",
        38 | 43 => "heatseeker",
        46 => "gridiron",
        54 => "knockout",
        _ => return format!("playlist {id}"),
    };
    name.to_owned()
}

/// The players that the header lists.
fn listed(properties: &Properties) -> impl Iterator<Item = &Properties> {
    properties.array("PlayerStats").iter().take(limits::PLAYERS)
}

/// The players of a team and what they scored: `Ghost 350, Reel 120`.
fn team(properties: &Properties, team: i32) -> String {
    let players =
        listed(properties).filter(|player| player.int("Team") == Some(team)).map(|player| {
            let name = player.text("Name").unwrap_or_default();
            format!("{name} {}", player.int("Score").unwrap_or(0))
        });
    players.collect::<Vec<_>>().join(", ")
}

/// `2026-01-01 12-30-00`, local time, with colons; older files have one in place of the space.
fn readable(date: &str) -> String {
    match date.split_at_checked(10) {
        Some((day, time)) => {
            let time = time.get(1..).unwrap_or_default();
            format!("{day} {}", time.replace('-', ":"))
        }
        None => date.to_owned(),
    }
}

fn f64_value(number: i32) -> ghostreel_timeline::Detail {
    ghostreel_timeline::Detail::Number(number.into())
}

const fn outcome(blue: i32, orange: i32) -> Option<&'static str> {
    Some(match (blue > orange, blue < orange) {
        (true, _) => "blue wins",
        (_, true) => "orange wins",
        _ => "draw",
    })
}

fn player(row: &PlayerRow) -> Player {
    let id = Some(row.id.to_string()).filter(|id| !id.is_empty());
    Player { id, name: row.name.to_string() }
}

/// A player of the header's list.
fn scorer(stats: &Properties) -> Player {
    let platform = match stats.text("Platform").as_deref() {
        Some("OnlinePlatform_Steam") => "steam",
        Some("OnlinePlatform_PS4") => "ps4",
        Some("OnlinePlatform_Dingo") => "xbox",
        Some("OnlinePlatform_QQ") => "qq",
        Some("OnlinePlatform_NNX") => "switch",
        Some("OnlinePlatform_Epic") => "epic",
        _ => "",
    };
    let number = match stats.get("OnlineID") {
        Some(PropertyValue::QWord(id)) if *id != 0 => Some(id.to_string()),
        _ => None,
    };
    let epic = match stats.get("PlayerID") {
        Some(PropertyValue::Struct(_, id)) => id.text("EpicAccountId").filter(|id| !id.is_empty()),
        _ => None,
    };
    let account = number.or(epic).filter(|_| !platform.is_empty());
    let id = account.map(|account| format!("{platform}:{account}"));
    Player { id, name: stats.text("Name").unwrap_or_default() }
}
