//! Flicks: dodges that throw a ball which lies on the car.

use ghostreel_formats::rlreplay::arena::GRAVITY;
use ghostreel_formats::rlreplay::project::World;

use super::super::ball::ball_at;
use super::super::touches::Touch;
use super::super::vectors::{dot, length, level, minus, vector};
use super::axes::Axes;
use super::car::{Car, Jump, Jumped};
use super::{FlickDirection, Mechanic, MechanicKind};

/// The ball is carried for so long before the dodge, in seconds: at most so far beside the car and above it, in uu.
const CARRIED: f32 = 0.5;
const BESIDE: f64 = 150.0;
const ABOVE: std::ops::Range<f64> = 0.0..260.0;
/// How long after the dodge the car hits the ball, in seconds, and when the throw is measured.
const HIT_SECONDS: f32 = 0.4;
const THROWN: f32 = 0.45;
/// The least change of the ball's velocity by a flick, in uu/s, and by a reverse flick where the car goes.
const LEAST_THROW: f64 = 450.0;
const LEAST_REVERSE: f64 = 250.0;
/// A musty flick's, and how far its nose points down: the sine.
const LEAST_MUSTY: f64 = 600.0;
const NOSE_DOWN: f64 = -0.25;
/// How far the nose turned away from where it pointed at the jump before a reverse flick: the cosine.
const TURNED: f64 = 0.85;
/// Dodges that go so far backward, or only in one direction, of 1.
const BACKWARD: f32 = -0.35;
const STRAIGHT: f32 = 0.85;

/// Those of a player, whose touches are `own`.
pub(super) fn of(car: &Car<'_>, world: &World, own: &[&Touch]) -> Vec<Mechanic> {
    let flick = |jumped: &Jumped| {
        let Jump::Dodge { forward, left } = jumped.jump else { return None };
        let next = own.partition_point(|touch| touch.time < jumped.time - 0.05);
        let hit = own.get(next).filter(|touch| touch.time <= jumped.time + HIT_SECONDS);
        hit?;
        let throw = Throw::new(car, world, jumped)?;
        let (kind, direction) = throw.kind([forward, left])?;
        Some(Mechanic { direction, ..Mechanic::new(kind, car.action(jumped)) })
    };
    car.jumps.iter().filter_map(flick).collect()
}

/// The effect of a dodge on the ball that was on the car.
struct Throw {
    /// By how much the ball's velocity changes, in uu/s.
    change: f64,
    /// Of it, where the car goes.
    onward: f64,
    /// How far the nose points up: the sine.
    nose: f64,
    /// The cosine of how far the nose turned since the jump.
    turned: f64,
}

impl Throw {
    /// `None` if the ball was not carried.
    fn new(car: &Car<'_>, world: &World, jumped: &Jumped) -> Option<Self> {
        let before = car.before(jumped)?;
        let row = car.row(before)?;
        if !is_carried(car, world, before) {
            return None;
        }
        let ball = ball_at(world, row.time)?;
        let after = ball_at(world, jumped.time + THROWN)?;
        if ball.life != after.life {
            return None;
        }
        let fall = f64::from(GRAVITY * (after.time - ball.time));
        let [x, y, z] = minus(vector(&after.velocity), vector(&ball.velocity));
        let change = [x, y, z - fall];
        let Axes { forward, .. } = Axes::new(&row.rotation);
        let jump = car.jump_before(jumped.time).and_then(|jump| car.row(car.before(jump)?));
        let turned = jump.map_or(1.0, |jump| dot(forward, Axes::new(&jump.rotation).forward));
        let [_, _, nose] = forward;
        let onward = dot(change, level(vector(&row.velocity)));
        Some(Self { change: length(change), onward, nose, turned })
    }

    fn kind(&self, [forward, left]: [f32; 2]) -> Option<(MechanicKind, Option<FlickDirection>)> {
        let is_reverse =
            forward <= BACKWARD && self.turned <= TURNED && self.onward >= LEAST_REVERSE;
        if is_reverse {
            return Some((MechanicKind::Flick, Some(FlickDirection::Reverse)));
        }
        if forward <= -STRAIGHT && self.nose <= NOSE_DOWN && self.change >= LEAST_MUSTY {
            return Some((MechanicKind::MustyFlick, None));
        }
        let direction = if forward >= STRAIGHT {
            FlickDirection::Front
        } else if left.abs() >= STRAIGHT {
            FlickDirection::Side
        } else if forward <= BACKWARD {
            FlickDirection::Back
        } else {
            FlickDirection::Diagonal
        };
        (self.change >= LEAST_THROW).then_some((MechanicKind::Flick, Some(direction)))
    }
}

/// Whether the ball was on the car for long enough before a sample.
fn is_carried(car: &Car<'_>, world: &World, last: usize) -> bool {
    let Some(end) = car.row(last) else { return false };
    for place in (0..=last).rev().take(64) {
        let Some(row) = car.row(place).filter(|row| row.life == end.life) else { return false };
        let Some(ball) = ball_at(world, row.time) else { return false };
        let [x, y, z] = minus(vector(&ball.position), vector(&row.position));
        if x.hypot(y) > BESIDE || !ABOVE.contains(&z) {
            return false;
        }
        if end.time - row.time >= CARRIED {
            return true;
        }
    }
    false
}
