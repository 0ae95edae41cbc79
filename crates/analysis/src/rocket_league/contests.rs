//! Balls that both teams go for: 50-50s and kick-offs.

use ghostreel_formats::rlreplay::project::{BLUE, ORANGE, ScoreboardRow, World};
use ghostreel_formats::timeline::{FrameNumber, PlayerIndex, TeamNumber};
use serde::Serialize;

use super::ball::ball_at;
use super::clock::Clock;
use super::touches::Touch;

/// Players of both teams who touch the ball within so short a time contest it.
const CONTEST_SECONDS: f32 = 0.2;
/// Afterwards so long, the ball shows who won: by so much nearer to the other goal.
const CONTEST_AFTER: f32 = 0.5;
const CONTEST_DISTANCE: f32 = 256.0;
/// A goal so soon after a kick-off is made of it.
const KICKOFF_GOAL_SECONDS: f32 = 12.0;

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

pub(super) fn fifty_fifties(world: &World, touches: &[Touch]) -> Vec<FiftyFifty> {
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

pub(super) fn kickoffs(world: &World, clock: &Clock, touches: &[Touch]) -> Vec<Kickoff> {
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
