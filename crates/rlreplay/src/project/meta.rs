//! Players, map, version and whatever else identifies a replay.

use std::cmp::Ordering;

use ghostreel_core::{Format, date};
use ghostreel_timeline::{Map, Meta, Player, TeamNumber};

use super::listed::{Listed, listed};
use super::rows::{BLUE, ORANGE, PlayerRow};
use crate::attributes::Rows;
use crate::format::Rlreplay;
use crate::layout::{PropertyValue, Text};
use crate::view::View;

impl View<'_> {
    /// Players, map, version and whatever else identifies the replay. Decodes the network stream.
    pub fn meta(&self) -> Meta {
        let properties = &self.header().properties;
        let int = |name: &str| properties.int(name).unwrap_or(0);
        let [blue_score, orange_score] = self.score();
        let date = self.header().date().map(|date| date.replace('T', " "));
        let mut details: Vec<(&'static str, ghostreel_timeline::Detail)> = vec![
            ("blue", self.team(BLUE).into()),
            ("orange", self.team(ORANGE).into()),
            ("blue_score", f64_value(blue_score)),
            ("orange_score", f64_value(orange_score)),
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
            outcome: self.result(),
            details,
        }
    }

    /// The players: by the network stream, or else by the header, which lacks those who left early, and some accounts.
    fn players(&self) -> Vec<Player> {
        let rows = self.world().players.iter().filter(|player| player.team.is_some());
        let players = distinct(rows.map(player));
        match players.is_empty() {
            false => players,
            true => listed(&self.header().properties).into_iter().map(scorer).collect(),
        }
    }

    /// The final score, blue and orange: by the header, or else by the scoreboard at the end. It is not the sum of the players'
    /// goals: own goals have no scorer, players who left took theirs along, and some modes give more than one for a goal.
    pub fn score(&self) -> [i32; 2] {
        let header = ["Team0Score", "Team1Score"].map(|key| self.header().properties.int(key));
        // A score of 0 is not written.
        if header.iter().any(Option::is_some) {
            return header.map(Option::unwrap_or_default);
        }
        self.world().scoreboard.last().map_or([0; 2], |row| [row.blue, row.orange])
    }

    /// The team that won; `None` after a draw, and where only one side played, as in training and Knockout.
    pub fn winner(&self) -> Option<TeamNumber> {
        let [blue, orange] = self.score();
        let first = match blue.cmp(&orange) {
            Ordering::Greater => BLUE,
            Ordering::Less => ORANGE,
            Ordering::Equal => return None,
        };
        let [has_blue, has_orange] = self.sides();
        (has_blue == has_orange).then_some(first)
    }

    /// The team that won; `None` where only one side played, and where nothing says that anybody did.
    fn result(&self) -> Option<&'static str> {
        match self.winner() {
            Some(BLUE) => Some("blue wins"),
            Some(_) => Some("orange wins"),
            None => (self.sides() == [true; 2]).then_some("draw"),
        }
    }

    /// Whether somebody played for blue, and for orange.
    fn sides(&self) -> [bool; 2] {
        let in_stream = self.world().players.iter().filter_map(|player| player.team);
        let in_header = listed(&self.header().properties).into_iter().map(|player| player.team);
        let teams: Vec<TeamNumber> = in_stream.chain(in_header).collect();
        [BLUE, ORANGE].map(|team| teams.contains(&team))
    }

    /// A team's players: by the network stream also who left, or else by the header.
    pub fn members(&self, team: TeamNumber) -> Vec<Player> {
        let rows = &self.world().players;
        if rows.iter().any(|row| row.team.is_some()) {
            return distinct(rows.iter().filter(|row| row.team == Some(team)).map(player));
        }
        let listed = listed(&self.header().properties).into_iter();
        listed.filter(|player| player.team == team).map(scorer).collect()
    }

    /// The players of a team and their points: `Ghost 350, Reel 120`; by the network stream also who left, or else by the header.
    fn team(&self, team: TeamNumber) -> String {
        let world = self.world();
        let last = world.frames.last().map_or(0, |row| row.frame);
        let rows = world.players.iter().filter(|row| row.team == Some(team));
        let mut all: Vec<(bool, String)> = rows
            .map(|row| {
                let has_left = row.last_frame < last;
                let left = if has_left { " (left)" } else { "" };
                (has_left, format!("{} {}{left}", row.name, row.score))
            })
            .collect();
        if world.players.iter().all(|row| row.team.is_none()) {
            let listed = listed(&self.header().properties).into_iter();
            let listed = listed.filter(|player| player.team == team);
            all = listed
                .map(|Listed { name, points: [score, ..], .. }| (false, format!("{name} {score}")))
                .collect();
        }
        let which = |left: bool| {
            all.iter().filter(move |(has_left, _)| *has_left == left).map(|(_, text)| &**text)
        };
        which(false).chain(which(true)).collect::<Vec<_>>().join(", ")
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
    pub fn started_at(&self) -> Option<i64> {
        match self.header().properties.get("MatchStartEpoch")? {
            PropertyValue::QWord(seconds) => date::of_seconds(i64::try_from(*seconds).ok()?),
            _ => None,
        }
    }

    /// The time that the first frame has in the file, in seconds: 0 on the replay's clock.
    pub fn first_time(&self) -> f32 {
        let first = self.network().iter().flat_map(|segment| &segment.frames).next();
        first.map(|frame| frame.time).filter(|time| time.is_finite()).unwrap_or_default()
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

/// A playlist by its number, under ballchasing's names, and of others under those that players know (BakkesMod's wiki lists the numbers).
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
        9 => "training",
        10 => "ranked-duels",
        11 => "ranked-doubles",
        12 => "ranked-solo-standard",
        13 => "ranked-standard",
        15 => "snowday",
        16 | 35 => "rocketlabs",
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
        31 => "ghost-hunt",
        32 => "beach-ball",
        33 => "spike-rush",
        37 | 70 => "dropshot-rumble",
        38 | 43 => "heatseeker",
        41 => "boomer-ball",
        44 => "winter-breakaway",
        46 => "gridiron",
        47 => "super-cube",
        48 => "tactical-rumble",
        49 => "spring-loaded",
        50 => "speed-demon",
        52 => "gotham-city-rumble",
        54 => "knockout",
        61 => "ranked-quads",
        62 => "nike-fc-showdown",
        63 => "ranked-heatseeker",
        64 | 65 => "haunted-heatseeker",
        66 => "heatseeker-ricochet",
        67 => "spooky-cube",
        68 => "g-force-frenzy",
        72 | 74 => "split-shot",
        73 => "online-freeplay",
        75 | 76 => "split-shot-heatseeker",
        79 => "split-shot-snowday",
        80 => "run-it-back",
        81 => "car-wars",
        82 => "pizza-party",
        83 => "push-the-puck",
        84 => "possession",
        86 => "fc-showdown",
        87 => "sacrifice",
        88 => "jump-jam",
        _ => return format!("playlist {id}"),
    };
    name.to_owned()
}

fn f64_value(number: i32) -> ghostreel_timeline::Detail {
    ghostreel_timeline::Detail::Number(number.into())
}

fn player(row: &PlayerRow) -> Player {
    Player { id: row.id.as_ref().map(Text::to_string), name: row.name.to_string() }
}

/// Those who are somebody else: a player who changes sides, or comes back, has a row for each.
fn distinct(all: impl Iterator<Item = Player>) -> Vec<Player> {
    let mut players: Vec<Player> = Vec::new();
    for player in all {
        if !players.contains(&player) {
            players.push(player);
        }
    }
    players
}

/// A player of the header's list.
fn scorer(listed: Listed) -> Player {
    let Listed { name, platform, account, .. } = listed;
    let is_known = !platform.is_empty() && !account.is_empty();
    Player { id: is_known.then(|| format!("{platform}:{account}")), name }
}
