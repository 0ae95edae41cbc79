//! The events of a match, moment by moment. These lists are ours; ballchasing has none.

use ghostreel_formats::rlreplay::project::{
    BLUE, ORANGE, PlayerScoreRow, ScoreboardRow, Vec3, World,
};
use ghostreel_formats::timeline::{FrameNumber, PlayerIndex, TeamNumber, rows};
use serde::Serialize;

use super::ball::{Ball, ball_at};
use super::clock::Clock;
use super::mechanics::{Mechanic, mechanics};
use super::mistakes::{Mistake, mistakes};
use super::player_action::PlayerAction;
use super::plays::{
    Demolition, Dribble, Goal, Item, Panel, array, demolitions, dribbles, flips, goals, items,
    panels,
};
use super::samples::{Sample, distance};
use super::touches::{Touch, touches};

/// A team mate who touches the ball so long after another, so far away, was passed to.
const PASS_SECONDS: f32 = 3.5;
const PASS_DISTANCE: f64 = 500.0;
/// Players of both teams who touch the ball within so short a time contest it.
const CONTEST_SECONDS: f32 = 0.2;
/// Afterwards so long, the ball shows who won: by so much nearer to the other goal.
const CONTEST_AFTER: f32 = 0.5;
const CONTEST_DISTANCE: f32 = 256.0;
/// A goal so soon after a kick-off is made of it.
const KICKOFF_GOAL_SECONDS: f32 = 12.0;

rows! {
    /// The events of a match.
    #[derive(Serialize)]
    #[cfg_attr(test, derive(ts_rs::TS))]
    pub struct Events {
        goals: Vec<Goal>, "", "Goals";
        shots: Vec<Shot>, "", "Shots, as the game counts them";
        saves: Vec<Save>, "", "Saves, as the game counts them";
        touches: Vec<Touch>, "", "Touches of the ball";
        passes: Vec<Pass>, "", "Passes";
        fifty_fifties: Vec<FiftyFifty>, "", "Balls that both teams hit at once";
        kickoffs: Vec<Kickoff>, "", "Kick-offs";
        demolitions: Vec<Demolition>, "", "Cars that were destroyed";
        dribbles: Vec<Dribble>, "", "Balls that were carried";
        flips: Vec<PlayerAction>, "", "Flips";
        mechanics: Vec<Mechanic>, "", "What players do with dodges, walls and the ball in the air";
        mistakes: Vec<Mistake>, "", "Mistakes that show in where cars are and what is in their tanks";
        items: Vec<Item>, "", "Items of Rumble that were used";
        panels: Vec<Panel>, "", "Panels of Dropshot's floor that were damaged";
    }
}

/// A player shoots.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Shot {
    /// When and who.
    #[serde(flatten)]
    pub action: PlayerAction,
    /// Whether it is counted as a goal, too.
    pub is_goal: bool,
    /// Whether it is counted as a save of the same player, too: it is in [`Events::saves`].
    pub is_save: bool,
}

/// A player saves.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Save {
    /// When and who.
    #[serde(flatten)]
    pub action: PlayerAction,
    /// Whether it is counted as a shot of the same player, too: it is in [`Events::shots`].
    pub is_shot: bool,
}

/// A player touches the ball, and a team mate next.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Pass {
    /// Frame of the first touch.
    #[cfg_attr(test, ts(as = "i32"))]
    pub frame: FrameNumber,
    /// Its time in the recording, in seconds.
    pub time: f32,
    /// The player who passes, by [`super::Player::index`].
    #[cfg_attr(test, ts(as = "u32"))]
    pub player: PlayerIndex,
    /// The player who receives, by [`super::Player::index`].
    #[cfg_attr(test, ts(as = "u32"))]
    pub receiver: PlayerIndex,
    /// Where the ball was touched first, in uu.
    pub place: [f32; 3],
    /// Distance between the two touches, in uu.
    pub distance: f64,
    /// Time of the second touch in the recording, in seconds.
    pub end_time: f32,
}

/// Players of both teams touch the ball at once.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct FiftyFifty {
    /// Frame of the first touch.
    #[cfg_attr(test, ts(as = "i32"))]
    pub frame: FrameNumber,
    /// Its time in the recording, in seconds.
    pub time: f32,
    /// The player of the blue team, by [`super::Player::index`].
    #[cfg_attr(test, ts(as = "u32"))]
    pub blue: PlayerIndex,
    /// The player of the orange team, by [`super::Player::index`].
    #[cfg_attr(test, ts(as = "u32"))]
    pub orange: PlayerIndex,
    /// Where the ball is, in uu.
    pub place: [f32; 3],
    /// The team in whose favour the ball goes: 0 blue, 1 orange.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(as = "Option<i32>"))]
    pub winner: Option<TeamNumber>,
}

/// A kick-off.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct Kickoff {
    /// Frame in which play begins after a countdown.
    #[cfg_attr(test, ts(as = "i32"))]
    pub frame: FrameNumber,
    /// Its time in the recording, in seconds.
    pub time: f32,
    /// The player who touched the ball first, by [`super::Player::index`].
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(as = "Option<u32>"))]
    pub first: Option<PlayerIndex>,
    /// Time of the first touch in the recording, in seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_time: Option<f32>,
    /// The team in whose favour the ball goes: 0 blue, 1 orange.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(as = "Option<i32>"))]
    pub winner: Option<TeamNumber>,
    /// Whether the next goal was scored within twelve seconds, and by whom: 0 blue, 1 orange.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(as = "Option<i32>"))]
    pub goal: Option<TeamNumber>,
}

impl Events {
    pub(super) fn new(
        world: &World,
        map: &str,
        clock: &Clock,
        ball: &Ball<'_>,
        samples: &[Vec<Sample<'_>>],
    ) -> Self {
        let touches = touches(world, clock, samples);
        let kickoffs = kickoffs(world, clock, &touches);
        let (shots, saves) = scored(world, clock, ball);
        Self {
            goals: goals(world, clock, ball),
            demolitions: demolitions(world, clock, samples),
            dribbles: dribbles(samples, ball),
            flips: flips(world, clock, samples),
            mechanics: mechanics(world, map, samples, &touches),
            items: items(world, clock, samples),
            panels: panels(world),
            shots,
            saves,
            passes: passes(world, &touches),
            fifty_fifties: fifty_fifties(world, &touches),
            mistakes: mistakes(world, clock, samples, &touches, &kickoffs),
            kickoffs,
            touches,
        }
    }
}

/// Shots and saves: where a player has more than before. The counts that a player comes with were before.
fn scored(world: &World, clock: &Clock, ball: &Ball<'_>) -> (Vec<Shot>, Vec<Save>) {
    let (mut shots, mut saves) = (Vec::new(), Vec::new());
    let mut last = vec![PlayerScoreRow::default(); world.players.len()];
    for row in &world.player_scores {
        let player = row.player;
        let Some(before) = last.get_mut(player.place()) else { continue };
        if world.players.get(player.place()).is_some_and(|player| player.first_frame == row.frame) {
            *before = row.clone();
            continue;
        }
        let place = ball.place(clock.frame(row.frame)).map(array).unwrap_or_default();
        let action = PlayerAction { frame: row.frame.into(), time: row.time, player, place };
        let (is_shot, is_save) = (row.shots > before.shots, row.saves > before.saves);
        if is_shot {
            shots.push(Shot { action, is_goal: row.goals > before.goals, is_save });
        }
        if is_save {
            saves.push(Save { action, is_shot });
        }
        *before = row.clone();
    }
    (shots, saves)
}

/// Whether a goal or a kick-off lies between two times.
fn is_interrupted(world: &World, from: f32, to: f32) -> bool {
    world.goals.iter().any(|goal| goal.time > from && goal.time < to)
}

fn passes(world: &World, touches: &[Touch]) -> Vec<Pass> {
    let pass = |pair: &[Touch]| {
        let [from, to] = pair else { return None };
        let place = |[x, y, z]: [f32; 3]| Vec3 { x, y, z };
        let distance = distance(&place(from.place), &place(to.place));
        let is_pass = from.team == to.team
            && from.player != to.player
            && to.time - from.time <= PASS_SECONDS
            && distance >= PASS_DISTANCE
            && !is_interrupted(world, from.time, to.time);
        is_pass.then_some(Pass {
            frame: from.frame,
            time: from.time,
            player: from.player,
            receiver: to.player,
            place: from.place,
            distance: distance.round(),
            end_time: to.time,
        })
    };
    touches.windows(2).filter_map(pass).collect()
}

fn fifty_fifties(world: &World, touches: &[Touch]) -> Vec<FiftyFifty> {
    let mut contests: Vec<FiftyFifty> = Vec::new();
    for pair in touches.windows(2) {
        let [one, other] = pair else { continue };
        let is_contest = one.team != other.team && other.time - one.time <= CONTEST_SECONDS;
        let last = contests.last().map_or(f32::NEG_INFINITY, |last| last.time);
        if !is_contest || one.time - last <= CONTEST_AFTER {
            continue;
        }
        let (blue, orange) = if one.team == Some(BLUE) {
            (one.player, other.player)
        } else {
            (other.player, one.player)
        };
        let [_, y, _] = one.place;
        let winner = ball_at(world, other.time + CONTEST_AFTER)
            .and_then(|ball| favours(ball.position.y - y));
        let (frame, time, place) = (one.frame, one.time, one.place);
        contests.push(FiftyFifty { frame, time, blue, orange, place, winner });
    }
    contests
}

/// The team that a ball so much farther in y favours.
fn favours(distance: f32) -> Option<TeamNumber> {
    let side = if distance < 0.0 { ORANGE } else { BLUE };
    (distance.abs() >= CONTEST_DISTANCE).then_some(side)
}

fn kickoffs(world: &World, clock: &Clock, touches: &[Touch]) -> Vec<Kickoff> {
    let begins = |pair: &[ScoreboardRow]| match pair {
        [before, row] if before.state == *"Countdown" && row.state == *"Active" => {
            Some(clock.frame(row.frame))
        }
        _ => None,
    };
    let starts: Vec<usize> = world.scoreboard.windows(2).filter_map(begins).collect();
    let kickoff = |(at, start): (usize, &usize)| {
        let row = world.frames.get(*start)?;
        let end = starts.get(at.saturating_add(1)).and_then(|next| world.frames.get(*next));
        let end = end.map_or(f32::INFINITY, |row| row.time);
        let next = touches.partition_point(|touch| touch.time < row.time);
        let first = touches.get(next).filter(|touch| touch.time < end);
        let winner = first
            .and_then(|first| ball_at(world, first.time + CONTEST_AFTER))
            .and_then(|ball| favours(ball.position.y));
        let goal = world.goals.iter().find(|goal| goal.time >= row.time && goal.time < end);
        let goal = goal.filter(|goal| goal.time - row.time <= KICKOFF_GOAL_SECONDS);
        Some(Kickoff {
            frame: row.frame.into(),
            time: row.time,
            first: first.map(|first| first.player),
            first_time: first.map(|first| first.time),
            winner,
            goal: goal.and_then(|goal| goal.team),
        })
    };
    starts.iter().enumerate().filter_map(kickoff).collect()
}
