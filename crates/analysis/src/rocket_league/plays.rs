//! Goals, demolitions, dribbles, flips and items.

use std::collections::BTreeMap;

use ghostreel_formats::rlreplay::project::{Vec3, World};
use ghostreel_formats::timeline::{FrameNumber, PlayerIndex, TeamNumber};
use serde::Serialize;

use super::ball::Ball;
use super::clock::Clock;
use super::number::hundredths;
use super::player_action::PlayerAction;
use super::samples::{Sample, last};
use super::vectors::{length, vector};
use crate::order::sorted;

/// A ball between these heights, so near above a car for so long, is dribbled.
const CARRIED: std::ops::RangeInclusive<f32> = 97.75..=600.0;
const CARRY_GAP: f64 = 129.85;
const CARRY_HEIGHT: f32 = 220.0;
const CARRY_SECONDS: f32 = 1.0;
/// Seconds without an update of car or ball that end a dribble.
const CARRY_PAUSE: f32 = 0.25;
/// The scoreboard counts an assist at most so many seconds before or after its goal.
const ASSIST_SECONDS: f32 = 2.0;

/// A goal.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct Goal {
    /// Frame.
    #[cfg_attr(test, ts(as = "i32"))]
    pub frame: FrameNumber,
    /// Time in the recording, in seconds.
    pub time: f32,
    /// The team that scored: 0 blue, 1 orange.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(as = "Option<i32>"))]
    pub team: Option<TeamNumber>,
    /// The player who scored, by [`super::Player::index`].
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(as = "Option<u32>"))]
    pub player: Option<PlayerIndex>,
    /// The mate whose pass it was, by the assist that the scoreboard counts with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(as = "Option<u32>"))]
    pub assist: Option<PlayerIndex>,
    /// Where the ball was, in uu.
    pub place: [f32; 3],
    /// Speed of the ball, in uu/s.
    pub ball_speed: f64,
}

/// A car destroys another.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Demolition {
    /// When it happened, who attacked, and where the victim was.
    #[serde(flatten)]
    pub action: PlayerAction,
    /// The player whose car was destroyed, by [`super::Player::index`].
    #[cfg_attr(test, ts(as = "u32"))]
    pub victim: PlayerIndex,
}

/// A player uses an item of Rumble.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Item {
    /// When it happened, who used it, and where the car was.
    #[serde(flatten)]
    pub action: PlayerAction,
    /// The game's name of the item: `BallFreeze`, `Tornado` …
    pub item: String,
}

/// A panel of Dropshot's floor is damaged.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct Panel {
    /// Frame.
    #[cfg_attr(test, ts(as = "i32"))]
    pub frame: FrameNumber,
    /// Time in the recording, in seconds.
    pub time: f32,
    /// The player who did it, by [`super::Player::index`].
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(as = "Option<u32>"))]
    pub player: Option<PlayerIndex>,
    /// Where the ball hit the floor.
    pub place: [f32; 3],
    /// Whether the panel is open now.
    pub is_open: bool,
    /// Whether it is the panel that the ball hit.
    pub is_direct_hit: bool,
}

/// A player carries the ball on the car.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Dribble {
    /// When it begins, who, and where the ball is.
    #[serde(flatten)]
    pub action: PlayerAction,
    /// When it ends.
    pub end_time: f32,
}

pub(super) fn array(Vec3 { x, y, z }: &Vec3) -> [f32; 3] {
    [*x, *y, *z]
}

/// The player who got an assist, and the time.
fn assists(world: &World) -> Vec<(PlayerIndex, f32)> {
    let mut counted = BTreeMap::new();
    let mut assists = Vec::new();
    for row in &world.player_scores {
        let before = counted.insert(row.player, row.assists).unwrap_or(0);
        if row.assists > before {
            assists.push((row.player, row.time));
        }
    }
    assists
}

pub(super) fn goals(world: &World, clock: &Clock, ball: &Ball<'_>) -> Vec<Goal> {
    let mut assists = assists(world);
    let goals = world.goals.iter().map(|goal| {
        // Each assist is that of one goal: the nearest of the team's that somebody else scored.
        let distance = |(_, time): &(PlayerIndex, f32)| (time - goal.time).abs();
        let is_its = |assist: &(PlayerIndex, f32)| {
            let team = world.players.get(assist.0.place()).and_then(|player| player.team);
            distance(assist) <= ASSIST_SECONDS && team == goal.team && Some(assist.0) != goal.player
        };
        let near = assists.iter().enumerate().filter(|&(_, assist)| is_its(assist));
        let nearest = near.min_by(|&(_, a), &(_, b)| distance(a).total_cmp(&distance(b)));
        let nearest = nearest.map(|(at, _)| at);
        let assist = nearest.map(|at| assists.remove(at).0);
        let frame = clock.frame(goal.frame);
        let next = world.ball.partition_point(|row| row.frame < goal.frame);
        let before = next.checked_sub(1).and_then(|before| world.ball.get(before));
        Goal {
            frame: goal.frame.into(),
            time: goal.time,
            team: goal.team,
            player: goal.player,
            assist,
            place: ball.place(frame).map(array).unwrap_or_default(),
            ball_speed: before.map_or(0.0, |row| hundredths(length(vector(&row.velocity)))),
        }
    });
    goals.collect()
}

/// Demolitions whose attacker is known: a car that leaves the game has no attacker.
pub(super) fn demolitions(
    world: &World,
    clock: &Clock,
    samples: &[Vec<Sample<'_>>],
) -> Vec<Demolition> {
    let demolitions = world.demolitions.iter().filter_map(|row| {
        let player = row.attacker?;
        let (victim, place) = car(clock, samples, row.frame, row.victim)?;
        let action = PlayerAction { frame: row.frame.into(), time: row.time, player, place };
        Some(Demolition { action, victim })
    });
    demolitions.collect()
}

/// Where a car is in a frame, and who drives it.
fn car(
    clock: &Clock,
    samples: &[Vec<Sample<'_>>],
    frame: u32,
    player: Option<PlayerIndex>,
) -> Option<(PlayerIndex, [f32; 3])> {
    let player = player?;
    let car = samples.get(player.place()).and_then(|samples| last(samples, clock.frame(frame)))?;
    Some((player, array(&car.row.position)))
}

/// Where a car begins to flip, in whatever direction.
pub(super) fn flips(
    world: &World,
    clock: &Clock,
    samples: &[Vec<Sample<'_>>],
) -> Vec<PlayerAction> {
    let begins = world.components.iter().filter(|row| row.is_active && row.component == *"Dodge");
    let flips = begins.filter_map(|row| {
        let (player, place) = car(clock, samples, row.frame, row.player)?;
        Some(PlayerAction { frame: row.frame.into(), time: row.time, player, place })
    });
    flips.collect()
}

/// Items of Rumble, where they begin to act.
pub(super) fn items(world: &World, clock: &Clock, samples: &[Vec<Sample<'_>>]) -> Vec<Item> {
    let uses = world.items.iter().filter(|row| row.is_used);
    let uses = uses.filter_map(|row| {
        let (player, place) = car(clock, samples, row.frame, row.player)?;
        let action = PlayerAction { frame: row.frame.into(), time: row.time, player, place };
        Some(Item { action, item: row.item.to_string() })
    });
    uses.collect()
}

/// Panels that are damaged or open now; the repair of all after a goal is not listed.
pub(super) fn panels(world: &World) -> Vec<Panel> {
    let damaged = world.damage.iter().filter(|row| row.state > 0);
    let panels = damaged.map(|row| Panel {
        frame: row.frame.into(),
        time: row.time,
        player: row.player,
        place: array(&row.position),
        is_open: row.state > 1,
        is_direct_hit: row.is_direct_hit,
    });
    panels.collect()
}

pub(super) fn dribbles(samples: &[Vec<Sample<'_>>], ball: &Ball<'_>) -> Vec<Dribble> {
    let mut dribbles: Vec<Dribble> = Vec::new();
    for (player, samples) in samples.iter().enumerate() {
        let mut open: Option<Dribble> = None;
        for sample in samples {
            let Some(place) = ball.place(sample.frame) else { continue };
            let car = &sample.row.position;
            let gap = f64::from(car.x - place.x).hypot(f64::from(car.y - place.y));
            let is_carried = CARRIED.contains(&place.z)
                && gap <= CARRY_GAP
                && (0.0..=CARRY_HEIGHT).contains(&(place.z - car.z));
            let time = sample.row.time;
            let goes_on = |dribble: &Dribble| is_carried && time - dribble.end_time <= CARRY_PAUSE;
            match open.as_mut().filter(|dribble| goes_on(dribble)) {
                Some(dribble) => dribble.end_time = time,
                None => {
                    dribbles.extend(open.take().filter(Dribble::is_long));
                    open = is_carried.then(|| Dribble {
                        action: PlayerAction {
                            frame: sample.row.frame.into(),
                            time,
                            player: PlayerIndex::at(player),
                            place: array(place),
                        },
                        end_time: time,
                    });
                }
            }
        }
        dribbles.extend(open.filter(Dribble::is_long));
    }
    sorted(dribbles, |dribble| dribble.action.time.into())
}

impl Dribble {
    fn is_long(&self) -> bool {
        self.end_time - self.action.time >= CARRY_SECONDS
    }
}
