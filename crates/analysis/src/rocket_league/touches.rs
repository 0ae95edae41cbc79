//! Hits of the ball: by whom, and when. The stream has only hits by another team than before. All other hits are worked out from the ball's
//! flight.

use ghostreel_formats::rlreplay::arena::GRAVITY;
use ghostreel_formats::rlreplay::project::{BLUE, BodyRow, ORANGE, TouchRow, Vec3, World};
use ghostreel_formats::timeline::{FrameNumber, PlayerIndex, TeamNumber};
use serde::Serialize;

use super::clock::Clock;
use super::number::hundredths;
use super::samples::{Sample, last};
use super::vectors::{distance, length, vector};
use crate::order::sorted;

/// The least change of the ball's velocity by a hit, in uu/s: quantisation, air resistance and rolling change it by less.
const MIN_HIT: f64 = 60.0;
/// The longest time between two rows of the ball, in seconds, that show whether it was hit between them.
const MAX_STEP_SECONDS: f64 = 0.2;
/// The greatest distance between the centres of car and ball at a hit, in uu: the longest car hits with a corner, and both move within a
/// frame.
const REACH: f64 = 230.0;
/// Hits of one player within so many seconds are one.
const SAME_TOUCH_SECONDS: f64 = 0.12;
/// A hit in the stream and the same hit in the ball's flight are at most so many frames apart.
const SAME_HIT_FRAMES: u32 = 4;
/// The least height of the ball, in uu, for a touch in the air.
const AERIAL_BALL_HEIGHT: f32 = 400.0;
/// The least height of the car, in uu, for a touch in the air.
const AERIAL_CAR_HEIGHT: f32 = 60.0;

/// A player hits the ball.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct Touch {
    /// Frame.
    #[cfg_attr(test, ts(as = "i32"))]
    pub frame: FrameNumber,
    /// Time in the recording, in seconds.
    pub time: f32,
    /// The player, by [`super::Player::index`].
    #[cfg_attr(test, ts(as = "u32"))]
    pub player: PlayerIndex,
    /// The player's team: 0 blue, 1 orange.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(as = "Option<i32>"))]
    pub team: Option<TeamNumber>,
    /// Speed of the ball after the hit, in uu/s.
    pub ball_speed: f64,
    /// By how much the hit changed the ball's velocity, in uu/s.
    pub hit: f64,
    /// Where the ball is, in uu.
    pub place: [f32; 3],
    /// Whether player and ball are well above the ground.
    pub is_aerial: bool,
}

/// All touches.
pub(super) fn touches(world: &World, clock: &Clock, samples: &[Vec<Sample<'_>>]) -> Vec<Touch> {
    let mut touches = touches_in_flight(world, clock, samples);
    let is_missing = |row: &&TouchRow| {
        // They are in the order of frames so far.
        let from = row.frame.saturating_sub(SAME_HIT_FRAMES);
        let to = FrameNumber::from(row.frame.saturating_add(SAME_HIT_FRAMES));
        let first = touches.partition_point(|touch| touch.frame < FrameNumber::from(from));
        let near = touches.iter().skip(first);
        let mut near = near.take_while(|touch| touch.frame <= to);
        !near.any(|touch| touch.team == Some(row.team))
    };
    let missing = world.touches.iter().filter(is_missing).filter_map(|hit| {
        let player = hit.player?;
        let at = world.ball.partition_point(|row| row.frame <= hit.frame);
        let row = world.ball.get(at.checked_sub(1)?)?;
        let before = at.checked_sub(2).and_then(|before| world.ball.get(before)).unwrap_or(row);
        let car = last(samples.get(player.place())?, clock.frame(hit.frame))?.row;
        Some(touch(world, row, player, car, length(vector(&change(before, row)))))
    });
    let missing: Vec<Touch> = missing.collect();
    touches.extend(missing);
    sorted(touches, |touch| touch.time.into())
}

/// The touches that show in the ball's flight.
fn touches_in_flight(world: &World, clock: &Clock, samples: &[Vec<Sample<'_>>]) -> Vec<Touch> {
    let mut touches: Vec<Touch> = Vec::new();
    for pair in world.ball.windows(2) {
        let [before, row] = pair else { continue };
        let seconds = f64::from(row.time) - f64::from(before.time);
        if before.life != row.life || !(seconds > 0.0 && seconds <= MAX_STEP_SECONDS) {
            continue;
        }
        let change = change(before, row);
        let hit = length(vector(&change));
        if hit < MIN_HIT {
            continue;
        }
        let Some((player, car)) = nearest(world, clock, samples, before, row, &change) else {
            continue;
        };
        let is_again = touches.iter().rev().take(4).any(|touch| {
            touch.player == player && f64::from(row.time - touch.time) < SAME_TOUCH_SECONDS
        });
        if !is_again {
            touches.push(touch(world, row, player, car, hit));
        }
    }
    touches
}

fn touch(world: &World, row: &BodyRow, player: PlayerIndex, car: &BodyRow, hit: f64) -> Touch {
    let Vec3 { x, y, z } = row.position;
    Touch {
        frame: row.frame.into(),
        time: row.time,
        player,
        team: world.players.get(player.place()).and_then(|player| player.team),
        ball_speed: hundredths(length(vector(&row.velocity))),
        hit: hundredths(hit),
        place: [x, y, z],
        is_aerial: z >= AERIAL_BALL_HEIGHT && car.position.z >= AERIAL_CAR_HEIGHT,
    }
}

/// Whether a team can hit the ball in a frame, by the hits in the stream.
fn is_possible(world: &World, frame: u32, team: TeamNumber) -> bool {
    let hits = &world.touches;
    let from = hits.partition_point(|row| row.frame < frame.saturating_sub(SAME_HIT_FRAMES));
    let to = hits.partition_point(|row| row.frame <= frame.saturating_add(SAME_HIT_FRAMES));
    let mut near = hits.get(from.saturating_sub(1)..to).unwrap_or_default().iter().peekable();
    near.peek().is_none() || near.any(|row| row.team == team)
}

/// The movement that gravity does not explain.
fn change(before: &BodyRow, row: &BodyRow) -> Vec3 {
    let fall = GRAVITY * (row.time - before.time);
    let (from, to) = (&before.velocity, &row.velocity);
    let (x, y, z) = (to.x - from.x, to.y - from.y, to.z - from.z);
    // A ball that rolls or lies does not fall.
    let z = if (z - fall).abs() < z.abs() { z - fall } else { z };
    Vec3 { x, y, z }
}

/// The player whose car is within reach of the ball, nearest to it, and on the side that it was pushed from.
fn nearest<'w>(
    world: &World,
    clock: &Clock,
    samples: &[Vec<Sample<'w>>],
    before: &BodyRow,
    row: &BodyRow,
    change: &Vec3,
) -> Option<(PlayerIndex, &'w BodyRow)> {
    let frame = clock.frame(row.frame);
    let possible = [BLUE, ORANGE].map(|team| is_possible(world, row.frame, team));
    let reaches = |player: usize| {
        let car = last(samples.get(player)?, frame)?.row;
        let team = world.players.get(player)?.team?;
        let is_playing = possible.get(usize::try_from(team.0).ok()?).copied().unwrap_or(false);
        let age = (before.time - car.time).clamp(0.0, 0.1);
        let ahead = |at: f32, speed: f32| at + speed * age;
        let place = Vec3 {
            x: ahead(car.position.x, car.velocity.x),
            y: ahead(car.position.y, car.velocity.y),
            z: ahead(car.position.z, car.velocity.z),
        };
        let ball = &before.position;
        let push = (ball.x - place.x) * change.x
            + (ball.y - place.y) * change.y
            + (ball.z - place.z) * change.z;
        let away = distance(&place, ball).min(distance(&car.position, &row.position));
        (is_playing && away <= REACH && push > 0.0).then_some((away, player, car))
    };
    let within = (0..samples.len()).filter_map(reaches);
    let nearest = within.min_by(|(a, ..), (b, ..)| a.total_cmp(b))?;
    Some((PlayerIndex::at(nearest.1), nearest.2))
}
