//! Speed flips, half flips and wave dashes: what shows in how a car turns after its dodge.

use super::super::touches::Touch;
use super::super::vectors::{Vector, dot, level, vector};
use super::axes::Axes;
use super::car::{Car, Jump, Jumped};
use super::surface::Surface;
use super::{Mechanic, MechanicKind};

/// A speed flip's dodge comes at most so long after the jump, in seconds.
const SOON: f32 = 0.35;
/// How far forward and to a side a speed flip's dodge goes, of 1.
const SPEED_FORWARD: std::ops::RangeInclusive<f32> = 0.45..=0.98;
const SPEED_ASIDE: f32 = 0.2;
/// When a dodge has its full turn about the car's right side, in seconds, and when a cancelled one has none any more.
const FULL_TURN: std::ops::Range<f32> = 0.02..0.2;
const CANCELLED: std::ops::Range<f32> = 0.25..0.55;
/// A cancelled dodge keeps at most such a part of that turn.
const KEPT: f64 = 0.35;
/// The least full turn, in rad/s: where it is less, a cancel does not show.
const LEAST_TURN: f64 = 1.5;
/// The nose of a car that speed flips turns at most so far away from where it pointed: the cosine.
const NOSE_STAYS: f64 = 0.2;
/// A half flip's dodge goes so far backward, of 1, and begins at most so high, in uu.
const HALF_BACKWARD: f32 = -0.7;
const HALF_HEIGHT: f32 = 250.0;
/// So long after it, in seconds, the car is upright and turned round: the cosines.
const HALF_SECONDS: f32 = 1.2;
const ROUND: f64 = -0.7;
const UPRIGHT: f64 = 0.7;
/// A wave dash begins at most so high, in uu, and so long afterwards, in seconds, the wheels are on the floor.
const WAVE_HEIGHT: f32 = 110.0;
const WAVE_SECONDS: f32 = 0.2;
/// The least speed along the floor that a wave dash gains, in uu/s, within so many seconds.
const WAVE_GAIN: f64 = 100.0;
const WAVE_GAIN_SECONDS: f32 = 0.4;
/// A car as fast as this gains nothing more, in uu/s.
const NEARLY_FASTEST: f64 = 2200.0;

/// Those of a player, whose touches are `own`.
pub(super) fn of(car: &Car<'_>, own: &[&Touch]) -> Vec<Mechanic> {
    let kind = |jumped: &Jumped| {
        let Jump::Dodge { forward, left } = jumped.jump else { return None };
        let kind = if is_wave_dash(car, jumped) {
            MechanicKind::WaveDash
        } else if is_half_flip(car, jumped, forward) {
            MechanicKind::HalfFlip
        } else if is_speed_flip(car, jumped, [forward, left], own) {
            MechanicKind::SpeedFlip
        } else {
            return None;
        };
        Some(Mechanic::new(kind, car.action(jumped)))
    };
    car.jumps.iter().filter_map(kind).collect()
}

/// Where the nose points along the floor before a dodge.
fn nose_before(car: &Car<'_>, jumped: &Jumped) -> Option<(usize, Vector)> {
    let before = car.before(jumped)?;
    Some((before, level(Axes::new(&car.row(before)?.rotation).forward)))
}

fn is_speed_flip(
    car: &Car<'_>,
    jumped: &Jumped,
    [forward, left]: [f32; 2],
    own: &[&Touch],
) -> bool {
    let time = jumped.time;
    let is_soon = car.jump_before(time).is_some_and(|jump| time - jump.time <= SOON);
    if !is_soon || !SPEED_FORWARD.contains(&forward) || left.abs() < SPEED_ASIDE {
        return false;
    }
    // A hit stops a turn, too.
    let next = own.partition_point(|touch| touch.time < time);
    if own.get(next).is_some_and(|touch| touch.time - time < CANCELLED.end) {
        return false;
    }
    let Some((before, nose)) = nose_before(car, jumped) else { return false };
    let (mut full, mut kept, mut count) = (0.0_f64, 0.0, 0.0);
    for (place, row) in car.rows_from(before.saturating_add(1), CANCELLED.end) {
        let axes = Axes::new(&row.rotation);
        let turn = dot(vector(&row.angular_velocity), axes.right);
        let since = row.time - time;
        if dot(axes.forward, nose) < NOSE_STAYS {
            return false;
        }
        if FULL_TURN.contains(&since) {
            full = full.max(turn);
        }
        if CANCELLED.contains(&since) {
            if car.surface(place).is_some() {
                return false;
            }
            (kept, count) = (kept + turn, count + 1.0);
        }
    }
    full >= LEAST_TURN && count > 0.0 && kept / count <= full * KEPT
}

fn is_half_flip(car: &Car<'_>, jumped: &Jumped, forward: f32) -> bool {
    if forward > HALF_BACKWARD {
        return false;
    }
    let Some((before, nose)) = nose_before(car, jumped) else { return false };
    let is_low = car.row(before).is_some_and(|row| row.position.z <= HALF_HEIGHT);
    let mut after = car.rows_from(before, HALF_SECONDS);
    is_low
        && after.any(|(_, row)| {
            let Axes { forward, up: [_, _, up], .. } = Axes::new(&row.rotation);
            dot(forward, nose) <= ROUND && up >= UPRIGHT
        })
}

fn is_wave_dash(car: &Car<'_>, jumped: &Jumped) -> bool {
    let Some(before) = car.before(jumped) else { return false };
    let Some(first) = car.row(before) else { return false };
    if first.position.z > WAVE_HEIGHT {
        return false;
    }
    let lands = car.rows_from(before.saturating_add(1), WAVE_SECONDS).any(|(place, row)| {
        row.time - jumped.time <= WAVE_SECONDS
            && row.position.z < 25.0
            && car.surface(place) == Some(Surface::Floor)
    });
    let along = |velocity: Vector| {
        let [x, y, _] = velocity;
        x.hypot(y)
    };
    let speed = along(vector(&first.velocity));
    let rows = car.rows_from(before, WAVE_GAIN_SECONDS);
    let fastest = rows.map(|(_, row)| along(vector(&row.velocity))).fold(0.0, f64::max);
    lands && (fastest - speed >= WAVE_GAIN || speed >= NEARLY_FASTEST && fastest >= speed)
}
