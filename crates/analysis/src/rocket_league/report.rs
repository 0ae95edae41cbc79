//! The statistics of a match in ballchasing's shape.

use ghostreel_formats::core::work::Budget;
use ghostreel_formats::rlreplay::attributes::Rows;
use ghostreel_formats::rlreplay::layout::Text;
use ghostreel_formats::rlreplay::project::{ActorRow, BLUE, ORANGE, World};
use ghostreel_formats::rlreplay::{View, limits};
use ghostreel_formats::timeline::{
    CellAccess, Column, ColumnMeta, ColumnSchema, Columnar, PlayerIndex, TeamNumber, Type, collect,
    rows,
};
use serde::Serialize;

use super::ball::{Ball, TeamBall};
use super::boost::{Boost, Recharge, TeamBoost};
use super::car_and_camera::{Camera, STEERING, car_name};
use super::clock::Clock;
use super::core::{Core, Demo, TeamCore};
use super::events::Events;
use super::heat_map::{HeatMapRow, heat_map};
use super::movement::{Movement, TeamMovement};
use super::number::{hundredths, whole};
use super::positioning::{Positioning, TeamPositioning, last_defenders};
use super::ranks::{Ranks, ranks};
use super::samples::{Sample, samples};
use crate::order::sorted;

rows! {
    /// Statistics of a match.
    #[derive(Serialize)]
    #[cfg_attr(test, derive(ts_rs::TS), ts(rename = "RocketLeagueStatistics", optional_fields))]
    pub struct Report {
        #[serde(skip_serializing_if = "Option::is_none")]
        title: Option<String>, "", "The replay's title, if its player gave it one";
        #[serde(skip_serializing_if = "Option::is_none")]
        rocket_league_id: Option<String>, "", "The game's own id of the recording";
        #[serde(skip_serializing_if = "Option::is_none")]
        match_guid: Option<String>, "", "The game's own id of the match";
        #[serde(skip_serializing_if = "Option::is_none")]
        recorder: Option<String>, "", "The recording player";
        #[serde(skip_serializing_if = "Option::is_none")]
        map_code: Option<String>, "", "The arena, as the game calls it, in small letters";
        #[serde(skip_serializing_if = "Option::is_none")]
        map_name: Option<String>, "", "The arena's name";
        #[serde(skip_serializing_if = "Option::is_none")]
        match_type: Option<String>, "", "Online, Private, Offline …";
        team_size: i32, "", "How many play in a team";
        #[serde(skip_serializing_if = "Option::is_none")]
        playlist_id: Option<String>, "", "The playlist, under ballchasing's name where it has one";
        duration: u32, "s", "Seconds played, halts of the recording left out; cut off after the point";
        overtime: bool, "", "Whether there was overtime";
        #[serde(skip_serializing_if = "Option::is_none")]
        date: Option<String>, "", "When it was recorded: 2026-01-01T12:30:00, of an unknown time zone";
        #[serde(skip_serializing_if = "Option::is_none")]
        server: Option<Server>, "", "Where it was played";
        blue: Team, "", "Team 0";
        orange: Team, "", "Team 1";
        events: Events, "", "The events, moment by moment";
        #[serde(skip)]
        heat_map: Vec<HeatMapRow>, "", "Where players were: the rows of the table heat_map";
        #[serde(skip_serializing_if = "Option::is_none")]
        limit: Option<String>, "", "The limit of what is read, if the file holds more than any match that was ever played";
    }
}

rows! {
    /// A server.
    #[derive(Eq, Serialize)]
    #[cfg_attr(test, derive(ts_rs::TS))]
    pub struct Server {
        name: String, "", "Name";
        region: String, "", "EU, USE …: as the game writes it, since 2017; or else the letters that the name begins with";
    }
}

/// A team.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Team {
    /// `blue` or `orange`.
    #[cfg_attr(test, ts(type = "'blue' | 'orange'"))]
    pub color: &'static str,
    /// Its score on the scoreboard at the end of the match. It is not the sum of the players' goals.
    pub final_score: i32,
    /// Its players, the one with the most points first.
    pub players: Vec<Player>,
    /// Its statistics.
    pub stats: TeamStats,
}

/// Of a team, the match has what it ended with: its statistics are rows of the table `team_stats`.
impl Columnar for Team {
    const COLUMNS: usize = 1;

    fn schema(meta: ColumnMeta, schema: &mut Vec<ColumnSchema>) {
        let meaning = "Its score on the scoreboard at the end of the match";
        schema.push(meta.member("final_score", ColumnMeta::new("", meaning)).column(Type::I32));
    }

    fn column<'g>(rows: usize, get: &(impl CellAccess<'g, Self> + ?Sized), _: usize) -> Column {
        collect(rows, get, |team| team.final_score)
    }
}

/// A player.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct Player {
    /// Row of the table `players`: how [`Events`] name players.
    #[cfg_attr(test, ts(as = "u32"))]
    pub index: PlayerIndex,
    /// When the player joined, in seconds played.
    pub start_time: f64,
    /// When the player left.
    pub end_time: f64,
    /// Name.
    pub name: String,
    /// The account.
    pub id: PlayerId,
    /// Whether the game itself played.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub bot: bool,
    /// The best of the team that won.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub mvp: bool,
    /// Product id of the car's body; 0 if unknown.
    pub car_id: u32,
    /// The car's name, where it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub car_name: Option<&'static str>,
    /// Camera.
    pub camera: Camera,
    /// Sensitivity of steering.
    pub steering_sensitivity: f32,
    /// Statistics.
    pub stats: PlayerStats,
}

/// A player's account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PlayerId {
    /// `steam`, `epic`, `ps4`, `xbox`, `switch`; empty for bots.
    pub platform: String,
    /// The account's id on the platform.
    pub id: String,
    /// Which of the players in front of one screen; 0 of the first.
    pub player_number: u8,
}

rows! {
    /// A player's statistics.
    #[derive(Serialize)]
    #[cfg_attr(test, derive(ts_rs::TS))]
    pub struct PlayerStats {
        core: Core, "", "Scoreboard";
        boost: Boost, "", "Boost";
        movement: Movement, "", "Movement";
        positioning: Positioning, "", "Place";
        demo: Demo, "", "Demolitions";
    }
}

rows! {
    /// A team's statistics.
    #[derive(Serialize)]
    #[cfg_attr(test, derive(ts_rs::TS))]
    pub struct TeamStats {
        ball: TeamBall, "", "Ball";
        core: TeamCore, "", "Scoreboard";
        boost: TeamBoost, "", "Boost";
        movement: TeamMovement, "", "Movement";
        positioning: TeamPositioning, "", "Place";
        demo: Demo, "", "Demolitions";
    }
}

/// The facts that all players' statistics are made of.
struct Match<'w> {
    world: &'w World,
    clock: Clock,
    samples: Vec<Vec<Sample<'w>>>,
    ball: Ball<'w>,
    last_defenders: Vec<u32>,
    recharge: Option<Recharge>,
}

impl Report {
    /// Why something is not counted or not listed, where it is so.
    pub(crate) fn limit(&self) -> Option<&str> {
        self.limit.as_deref()
    }

    /// Works out everything about a match. The first call decodes the network stream.
    pub fn new(view: &View<'_>) -> Self {
        let world = view.world();
        let clock = Clock::new(world);
        let samples = samples(world, &clock);
        // Each player looks at the rows of all.
        let rows = [
            world.cars.len(),
            world.boost.len(),
            world.inputs.len(),
            world.pickups.len(),
            world.player_scores.len(),
            world.components.len(),
            world.demolitions.len(),
        ];
        let rows = rows.into_iter().fold(0, usize::saturating_add);
        let work = view.budget();
        work.spend((rows / 8).saturating_mul(world.players.len().saturating_add(1)));
        let meta = view.meta();
        let text = |key| view.header().properties.text(key).filter(|text| !text.is_empty());
        let game = Match {
            world,
            ball: Ball::new(world, &clock),
            last_defenders: last_defenders(world, &clock, &samples),
            samples,
            clock,
            recharge: Recharge::of(view),
        };
        let [blue, orange] = TeamCore::both(world);
        let [blue_score, orange_score] = view.score();
        Self {
            title: text("ReplayName"),
            rocket_league_id: text("Id"),
            match_guid: text("MatchGuid").or_else(|| text("MatchGUID")),
            recorder: text("PlayerName"),
            map_code: text("MapName").map(|code| code.to_ascii_lowercase()),
            map_name: meta.map.map(|map| map.name),
            match_type: text("MatchType"),
            team_size: view.header().properties.int("TeamSize").unwrap_or(0),
            playlist_id: meta.mode.filter(|mode| Some(mode) != text("MatchType").as_ref()),
            duration: whole(game.clock.played(game.clock.frames())),
            overtime: world.scoreboard.iter().any(|row| row.is_overtime),
            date: view.header().date(),
            server: Server::new(view),
            blue: game.team(BLUE, "blue", [blue_score, orange_score], blue),
            orange: game.team(ORANGE, "orange", [orange_score, blue_score], orange),
            events: Events::new(
                world,
                &text("MapName").unwrap_or_default(),
                &game.clock,
                &game.ball,
                &game.samples,
            ),
            heat_map: heat_map(&game.samples),
            limit: limit(world, &work),
        }
    }
}

/// The parts that are left out, if the file holds more than any match that was ever played.
fn limit(world: &World, work: &Budget) -> Option<String> {
    let too_many = |what: &str, most: usize| {
        Some(format!("limit: more than {most} {what}; the others are left out"))
    };
    if world.players.len() >= limits::PLAYERS {
        return too_many("players", limits::PLAYERS);
    }
    if world.goals.len() >= limits::GOALS {
        return too_many("goals", limits::GOALS);
    }
    let stopped = work.diagnostic("statistics", "counting statistics");
    world.stopped.clone().or(stopped).map(|stopped| stopped.message)
}

impl Server {
    fn new(view: &View<'_>) -> Option<Self> {
        let text = |property: &str| match view.values(property)? {
            Rows::String(texts) => texts.first().map(Text::to_string),
            _ => None,
        };
        let name = text("Engine.GameReplicationInfo:ServerName")?;
        let letters = name.chars().take_while(char::is_ascii_alphabetic);
        let region = text("ProjectX.GRI_X:ReplicatedServerRegion");
        Some(Self { region: region.unwrap_or_else(|| letters.collect()), name })
    }
}

impl Match<'_> {
    /// A team; `score` is its own and the other's.
    fn team(
        &self,
        team: TeamNumber,
        color: &'static str,
        [score, other]: [i32; 2],
        core: TeamCore,
    ) -> Team {
        let has_won = score > other;
        let members = self.world.players.iter().enumerate();
        let members = members.filter(|(_, row)| row.team == Some(team));
        let members = sorted(members, |(_, row)| -f64::from(row.score));
        let members: Vec<usize> = members.into_iter().map(|(player, _)| player).collect();
        let samples: Vec<&[Sample<'_>]> = members.iter().map(|&p| self.samples(p)).collect();
        let ranks = ranks(team, &samples, &self.clock, &self.ball);
        let players = members.iter().zip(ranks);
        let players: Vec<Player> = players
            .filter_map(|(&player, ranks)| self.player(player, team, &core, has_won, ranks))
            .collect();
        let stats = TeamStats {
            ball: self.ball.of_team(self.world, &self.clock, team),
            core,
            boost: TeamBoost::new(players.iter().map(|player| &player.stats.boost)),
            movement: TeamMovement::new(players.iter().map(|player| &player.stats.movement)),
            positioning: TeamPositioning::new(
                players.iter().map(|player| &player.stats.positioning),
            ),
            demo: Demo::of_team(players.iter().map(|player| player.stats.demo)),
        };
        Team { color, final_score: score, players, stats }
    }

    /// The last frame in which a player has a car; a player who never had one leaves when the scoreboard says so.
    fn leave(&self, player: usize) -> u32 {
        let row = self.world.players.get(player);
        let car = self.car(self.samples(player).last());
        car.map(|car| car.last_frame).or(row.map(|row| row.last_frame)).unwrap_or(0)
    }

    /// The first frame in which a player has a car; a player who never had one joins when the scoreboard says so.
    fn join(&self, player: usize) -> u32 {
        let row = self.world.players.get(player);
        let car = self.car(self.samples(player).first());
        car.map(|car| car.first_frame).or(row.map(|row| row.first_frame)).unwrap_or(0)
    }

    fn car(&self, sample: Option<&Sample<'_>>) -> Option<&ActorRow> {
        self.world.actors.get(sample?.row.life as usize)
    }

    fn samples(&self, player: usize) -> &[Sample<'_>] {
        self.samples.get(player).map_or(&[], Vec::as_slice)
    }

    fn player(
        &self,
        player: usize,
        team: TeamNumber,
        core: &TeamCore,
        has_won: bool,
        ranks: Ranks,
    ) -> Option<Player> {
        let (world, clock) = (self.world, &self.clock);
        let row = world.players.get(player)?;
        let samples = self.samples(player);
        let (first, last) = (clock.frame(self.join(player)), clock.frame(self.leave(player)));
        let counted = hundredths(clock.counted(last) - clock.counted(first));
        let defended = self.last_defenders.get(player).copied().unwrap_or(0);
        let stats = PlayerStats {
            core: Core::new(world, player, core, has_won),
            boost: Boost::new(world, clock, player, samples, counted, self.recharge),
            movement: Movement::new(world, clock, player, samples),
            positioning: Positioning::new(team, samples, &self.ball, ranks, counted, defended),
            demo: Demo::new(world, player),
        };
        Some(Player {
            index: PlayerIndex::at(player),
            start_time: clock.played(first),
            end_time: clock.played(last),
            name: row.name.to_string(),
            id: PlayerId {
                platform: row.platform.as_ref().map(Text::to_string).unwrap_or_default(),
                id: row.account.to_string(),
                player_number: row.local_id,
            },
            bot: row.is_bot,
            mvp: stats.core.mvp,
            car_id: row.body.unwrap_or_default(),
            car_name: row.body.and_then(car_name),
            camera: Camera::new(world, player),
            steering_sensitivity: row
                .steering
                .filter(|steering| *steering > 0.0)
                .unwrap_or(STEERING),
            stats,
        })
    }
}
