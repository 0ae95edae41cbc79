//! The standard pitch: walls, goals, boost pads and where cars begin.

use super::math::V;

pub(super) const SIDE: f64 = 4096.0;
pub(super) const BACK: f64 = 5120.0;
pub(super) const CEILING: f64 = 2044.0;
pub(super) const GOAL_HALF_WIDTH: f64 = 892.755;
pub(super) const GOAL_HEIGHT: f64 = 642.775;
pub(super) const GRAVITY: f64 = -650.0;

/// A boost pad.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pad {
    pub(super) place: V,
    pub(super) is_big: bool,
}

/// Half of the pads, those with y ≤ 0; the others mirror them.
const PADS: [(f64, f64); 18] = [
    (0.0, -4240.0),
    (-1792.0, -4184.0),
    (1792.0, -4184.0),
    (-3072.0, -4096.0),
    (3072.0, -4096.0),
    (-940.0, -3308.0),
    (940.0, -3308.0),
    (0.0, -2816.0),
    (-3584.0, -2484.0),
    (3584.0, -2484.0),
    (-1788.0, -2302.0),
    (1788.0, -2302.0),
    (-2048.0, -1036.0),
    (0.0, -1024.0),
    (2048.0, -1036.0),
    (-3584.0, 0.0),
    (-1024.0, 0.0),
    (1024.0, 0.0),
];

/// The 34 pads.
pub(super) fn pads() -> Vec<Pad> {
    let near = PADS.iter().copied().chain([(3584.0, 0.0)]);
    let far = PADS.iter().filter(|(_, y)| *y < 0.0).rev().map(|(x, y)| (-x, -y));
    near.chain(far)
        .map(|(x, y)| {
            let is_big = x.abs() >= 3072.0 && (y.abs() == 4096.0 || y == 0.0);
            Pad { place: V::new(x, y, if is_big { 72.0 } else { 64.08 }), is_big }
        })
        .collect()
}

/// Where cars of the blue team begin, and which way they look in degrees; the orange team's are turned by half a circle.
const KICKOFFS: [(f64, f64, f64); 5] = [
    (-2048.0, -2560.0, 45.0),
    (2048.0, -2560.0, 135.0),
    (-256.0, -3840.0, 90.0),
    (256.0, -3840.0, 90.0),
    (0.0, -4608.0, 90.0),
];

/// Where cars come back.
const RESPAWNS: [(f64, f64, f64); 4] = [
    (-2304.0, -4608.0, 90.0),
    (2304.0, -4608.0, 90.0),
    (-2688.0, -4608.0, 90.0),
    (2688.0, -4608.0, 90.0),
];

/// Height of a car's middle when it stands.
pub(super) const CAR_REST: f64 = 17.0;

fn side(spot: Option<&(f64, f64, f64)>, is_orange: bool) -> (V, f64) {
    let (x, y, degrees) = spot.copied().unwrap_or((0.0, -4608.0, 90.0));
    let (sign, turn) = if is_orange { (-1.0, 180.0) } else { (1.0, 0.0) };
    let yaw = super::math::wrap((degrees - turn).to_radians());
    (V::new(x * sign, y * sign, CAR_REST), yaw)
}

/// The place and yaw of a car at kick-off.
pub(super) fn kickoff(spot: usize, is_orange: bool) -> (V, f64) {
    side(KICKOFFS.get(spot % KICKOFFS.len()), is_orange)
}

/// The place and yaw of a car that comes back.
pub(super) fn respawn(spot: usize, is_orange: bool) -> (V, f64) {
    side(RESPAWNS.get(spot % RESPAWNS.len()), is_orange)
}

/// Which way a team attacks along y.
pub(super) const fn forward(is_orange: bool) -> f64 {
    if is_orange { -1.0 } else { 1.0 }
}
