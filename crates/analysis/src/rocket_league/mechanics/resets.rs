//! Flip resets: a car dodges in the air that has no dodge left, and its wheels were on the ball before.

use ghostreel_formats::rlreplay::project::World;
use ghostreel_formats::timeline::FrameNumber;

use super::super::ball::ball_at;
use super::super::player_action::PlayerAction;
use super::super::vectors::{Vector, length, minus, vector};
use super::axes::Axes;
use super::car::{Car, Jump, Jumped};
use super::{Mechanic, MechanicKind};

/// So long after its jump, in seconds, a car can dodge no more: 1.25 from when the jump ends, which lasts up to a fifth of a second.
const DODGE_SECONDS: f32 = 1.6;
/// A dodge so soon after another, in seconds, is the same.
const SAME: f32 = 0.05;
/// Where the middle of a ball under the wheels is, as the car is turned: at most so far before or behind the middle, aside, and so far below.
const ALONG: f64 = 95.0;
const ASIDE: f64 = 75.0;
const BELOW: std::ops::RangeInclusive<f64> = -150.0..=-60.0;
/// A ball whose last row is older, in seconds, is not known well enough.
const OLDEST_BALL: f32 = 0.1;

/// Those of a player, each when the wheels touch the ball.
pub(super) fn of(car: &Car<'_>, world: &World) -> Vec<Mechanic> {
    let dodges = car.jumps.iter().enumerate().filter(|(_, jumped)| jumped.jump != Jump::First);
    let reset = |(place, jumped): (usize, &Jumped)| {
        let since = spent(car, place, jumped)?;
        let action = wheels_on_ball(car, world, since, jumped.time)?;
        Some(Mechanic::new(MechanicKind::FlipReset, action))
    };
    dodges.filter_map(reset).collect()
}

/// Since when a car that dodges has had no dodge left; `None` if it had one.
fn spent(car: &Car<'_>, place: usize, jumped: &Jumped) -> Option<f32> {
    let left = car.last_contact(car.before(jumped)?)?.time;
    let before = car.jumps.get(..place)?.iter().rev().take(16);
    let before = before.take_while(|earlier| earlier.time > left - 0.25);
    let mut first = None;
    for earlier in before {
        if earlier.jump != Jump::First {
            let is_same = jumped.time - earlier.time < SAME || earlier.time < left - SAME;
            return (!is_same).then_some(earlier.time);
        }
        first = Some(earlier.time);
    }
    first.filter(|first| jumped.time - first > DODGE_SECONDS)
}

/// Where the wheels are nearest to the ball between two times, if they are on it.
fn wheels_on_ball(car: &Car<'_>, world: &World, from: f32, to: f32) -> Option<PlayerAction> {
    let start = car.at(from)?;
    let mut nearest: Option<(f64, PlayerAction)> = None;
    for (_, row) in car.rows_from(start, to - from) {
        let ball = ball_at(world, row.time).filter(|ball| row.time - ball.time <= OLDEST_BALL);
        let Some(ball) = ball.filter(|_| row.time > from + SAME) else { continue };
        let way: Vector = minus(vector(&ball.position), vector(&row.position));
        let [along, aside, up] = Axes::new(&row.rotation).local(way);
        if along.abs() > ALONG || aside.abs() > ASIDE || !BELOW.contains(&up) {
            continue;
        }
        if nearest.as_ref().is_none_or(|(least, _)| length(way) < *least) {
            let place = [row.position.x, row.position.y, row.position.z];
            let frame = FrameNumber::from(row.frame);
            let action = PlayerAction { frame, time: row.time, player: car.player, place };
            nearest = Some((length(way), action));
        }
    }
    nearest.map(|(_, action)| action)
}
