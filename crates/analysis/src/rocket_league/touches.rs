//! Who hits the ball, and when. The stream has only hits by another team than before. All other hits are worked out from the ball's
//! flight.

use ghostreel_formats::rlreplay::project::{BodyRow, TouchRow, Triple, World};
use serde::Serialize;

use super::clock::Clock;
use super::number::hundredths;
use super::order::sorted;
use super::samples::{Sample, distance, last, length};

/// Without a touch, only this changes the ball's velocity in the air.
const GRAVITY: f32 = -650.0;
/// A ball whose velocity is off by less was not hit: quantisation, air resistance and rolling do as much.
const LEAST_HIT: f64 = 60.0;
/// Rows of the ball farther apart say nothing about a hit between them.
const LONGEST_STEP: f64 = 0.2;
/// From centre to centre when the longest car hits the ball with a corner, and what both move within a frame.
const REACH: f64 = 230.0;
/// Hits of one player within so short a time are one.
const SAME_TOUCH: f64 = 0.12;
/// A hit in the stream and the same hit in the ball's flight are at most so many frames apart.
const SAME_HIT_FRAMES: u32 = 4;
/// A ball so high is hit in the air.
const AERIAL: f32 = 400.0;
/// So is one hit by a car so high.
const OFF_GROUND: f32 = 60.0;

/// A player hits the ball.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Touch {
    /// Frame.
    pub frame: u32,
    /// Time in the recording, in seconds.
    pub time: f32,
    /// Who, by [`super::Player::index`].
    pub player: usize,
    /// 0 blue, 1 orange.
    pub team: i32,
    /// How fast the ball is afterwards, in uu/s.
    pub ball_speed: f64,
    /// How far the hit changed the ball's velocity, in uu/s.
    pub hit: f64,
    /// Where the ball is.
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
        let first = touches.partition_point(|touch| touch.frame < from);
        let near = touches.iter().skip(first);
        let mut near =
            near.take_while(|touch| touch.frame <= row.frame.saturating_add(SAME_HIT_FRAMES));
        !near.any(|touch| touch.team == row.team)
    };
    let missing = world.touches.iter().filter(is_missing).filter_map(|hit| {
        let player = usize::try_from(hit.player).ok()?;
        let at = world.ball.partition_point(|row| row.frame <= hit.frame);
        let row = world.ball.get(at.checked_sub(1)?)?;
        let before = at.checked_sub(2).and_then(|before| world.ball.get(before)).unwrap_or(row);
        let car = last(samples.get(player)?, clock.frame(hit.frame))?.row;
        Some(touch(world, row, player, car, length(&change(before, row))))
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
        if before.life != row.life || !(seconds > 0.0 && seconds <= LONGEST_STEP) {
            continue;
        }
        let change = change(before, row);
        let hit = length(&change);
        if hit < LEAST_HIT {
            continue;
        }
        let Some((player, car)) = nearest(world, clock, samples, before, row, &change) else {
            continue;
        };
        let is_again =
            touches.iter().rev().take(4).any(|touch| {
                touch.player == player && f64::from(row.time - touch.time) < SAME_TOUCH
            });
        if !is_again {
            touches.push(touch(world, row, player, car, hit));
        }
    }
    touches
}

fn touch(world: &World, row: &BodyRow, player: usize, car: &BodyRow, hit: f64) -> Touch {
    let Triple { x, y, z } = row.position;
    Touch {
        frame: row.frame,
        time: row.time,
        player,
        team: world.players.get(player).map_or(-1, |player| player.team),
        ball_speed: hundredths(length(&row.velocity)),
        hit: hundredths(hit),
        place: [x, y, z],
        is_aerial: z >= AERIAL && car.position.z >= OFF_GROUND,
    }
}

/// Whether a team can hit the ball in a frame, by the hits in the stream.
fn is_possible(world: &World, frame: u32, team: i32) -> bool {
    let hits = &world.touches;
    let from = hits.partition_point(|row| row.frame < frame.saturating_sub(SAME_HIT_FRAMES));
    let to = hits.partition_point(|row| row.frame <= frame.saturating_add(SAME_HIT_FRAMES));
    let mut near = hits.get(from.saturating_sub(1)..to).unwrap_or_default().iter().peekable();
    near.peek().is_none() || near.any(|row| row.team == team)
}

/// What gravity does not explain.
fn change(before: &BodyRow, row: &BodyRow) -> Triple {
    let fall = GRAVITY * (row.time - before.time);
    let (from, to) = (&before.velocity, &row.velocity);
    let (x, y, z) = (to.x - from.x, to.y - from.y, to.z - from.z);
    // A ball that rolls or lies does not fall.
    let z = if (z - fall).abs() < z.abs() { z - fall } else { z };
    Triple { x, y, z }
}

/// The player whose car is within reach of the ball, nearest to it, and on the side that it was pushed from.
fn nearest<'w>(
    world: &World,
    clock: &Clock,
    samples: &[Vec<Sample<'w>>],
    before: &BodyRow,
    row: &BodyRow,
    change: &Triple,
) -> Option<(usize, &'w BodyRow)> {
    let frame = clock.frame(row.frame);
    let possible = [0, 1].map(|team| is_possible(world, row.frame, team));
    let reaches = |player: usize| {
        let car = last(samples.get(player)?, frame)?.row;
        let team = world.players.get(player)?.team;
        let team = usize::try_from(team).ok();
        let is_playing = team.and_then(|team| possible.get(team)).copied().unwrap_or(false);
        let age = (before.time - car.time).clamp(0.0, 0.1);
        let ahead = |at: f32, speed: f32| at + speed * age;
        let place = Triple {
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
    Some((nearest.1, nearest.2))
}
