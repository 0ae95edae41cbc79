//! The header's values about a match.

use super::accounts::{account, epic_id, name as name_of, steam_id};
use super::game::Player;
use super::{FileKind, Options, tables};
use crate::layout::{Header, Properties, Property, PropertyValue, Text};

fn int(name: &str, value: i32) -> Property {
    Property::new(name, PropertyValue::Int(value))
}

fn float(name: &str, value: f32) -> Property {
    Property::new(name, PropertyValue::Float(value))
}

fn text(name: &str, value: &str) -> Property {
    Property::new(name, PropertyValue::Str(Text::new(value)))
}

fn name(name: &str, value: &str) -> Property {
    Property::new(name, PropertyValue::Name(Text::new(value)))
}

/// The header's values about a match.
#[derive(Clone, Debug, Default)]
pub(super) struct Match {
    pub(super) players: Vec<Player>,
    pub(super) names: Vec<String>,
    pub(super) scores: [i32; 2],
    /// Frame, player, team, and the names of the car and the ball.
    pub(super) goals: Vec<(usize, usize, usize)>,
    pub(super) seconds: f32,
}

pub(super) fn header(options: &Options, result: &Match) -> Header {
    let version = options.kind.version();
    let is_old = version.is_unnumbered();
    let mut list = vec![int("TeamSize", options.team_size.into())];
    // A score is not there while it is 0.
    for (key, score) in ["Team0Score", "Team1Score"].iter().zip(result.scores) {
        list.extend((score != 0).then(|| int(key, score)));
    }
    if version.has_net() {
        list.push(Property::new("bForfeit", PropertyValue::Bool(1)));
        list.push(float("TotalSecondsPlayed", result.seconds));
        list.push(Property::new("MatchStartEpoch", PropertyValue::QWord(1_767_225_600)));
    }
    if !result.goals.is_empty() {
        let goals = result.goals.iter().map(|(frame, player, team)| {
            Properties(vec![
                int("frame", *frame as i32),
                text("PlayerName", &name_of(options, *player)),
                int("PlayerTeam", *team as i32),
            ])
        });
        list.push(Property::new("Goals", PropertyValue::Array(goals.collect())));
    }
    let players = (0..result.players.len()).map(|index| player(options, result, index));
    list.push(Property::new("PlayerStats", PropertyValue::Array(players.collect())));
    if !is_old {
        list.extend([
            int("ReplayVersion", 8),
            int("GameVersion", 30),
            int("BuildID", 939_334_844),
            int("Changelist", 500_000),
            text("BuildVersion", options.kind.build()),
        ]);
    }
    list.extend([
        float("RecordFPS", 30.0),
        float("KeyframeDelay", 10.0),
        int("MaxChannels", if version.has_net() { 2047 } else { 1023 }),
        int("MaxReplaySizeMB", 10),
        text("Id", "00000000000000000000000000005EED"),
    ]);
    if !is_old {
        list.push(name("MapName", tables::map(options.kind)));
    }
    list.push(text("Date", "2026-01-01 00-00-00"));
    let match_type = if options.kind == FileKind::Lan { "Lan" } else { "Online" };
    list.push(name("MatchType", match_type));
    list.push(text("PlayerName", &name_of(options, 0)));
    Header {
        version,
        game_type: Text::new("TAGame.Replay_Soccar_TA"),
        properties: Properties(list),
        rest: Vec::new(),
        is_cut: false,
    }
}

fn player(options: &Options, result: &Match, index: usize) -> Properties {
    let is_old = options.kind.version().is_unnumbered();
    let id = account(options, index);
    let is_steam = id.system == 1;
    let platform = Text::new(if is_steam { "OnlinePlatform_Steam" } else { "OnlinePlatform_Epic" });
    let platform = || match is_old {
        true => PropertyValue::OldByte(platform.clone()),
        false => PropertyValue::Byte(Text::new("OnlinePlatform"), platform.clone()),
    };
    let local_id = id.local_id;
    let first = index - 2 * usize::from(local_id);
    let number = if is_steam { steam_id(first) } else { 0 };
    let mut list = Vec::new();
    if options.kind.version().has_net() {
        let epic = if is_steam { String::new() } else { epic_id(first) };
        let id = Properties(vec![
            Property::new("Uid", PropertyValue::QWord(number)),
            text("EpicAccountId", &epic),
            Property::new("Platform", platform()),
            Property::new("SplitscreenID", PropertyValue::PlainByte(Text::new("None"), local_id)),
        ]);
        let id = PropertyValue::Struct(Text::new("UniqueNetId"), id);
        list.push(Property::new("PlayerID", id));
    }
    list.push(text("Name", &name_of(options, index)));
    list.push(Property::new("Platform", platform()));
    list.push(Property::new("OnlineID", PropertyValue::QWord(number)));
    let Some(player) = result.players.get(index) else { return Properties(list) };
    let stats = &player.stats;
    list.extend([
        int("Team", player.is_orange.into()),
        int("Score", stats.score),
        int("Goals", stats.goals),
        int("Assists", stats.assists),
        int("Saves", stats.saves),
        int("Shots", stats.shots),
    ]);
    let bot = if is_old { PropertyValue::OldBool(0) } else { PropertyValue::Bool(0) };
    list.push(Property::new("bBot", bot));
    Properties(list)
}
