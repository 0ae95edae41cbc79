//! The objects in the standard arena of a sample, and the places where cars begin.

use super::math::V;
use crate::arena;

/// The change of a speed by gravity in a second.
pub(super) const GRAVITY: f64 = arena::GRAVITY as f64;

/// A boost pad.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pad {
    pub(super) place: V,
    pub(super) is_big: bool,
    pub(super) seconds_away: f64,
}

/// All pads.
pub(super) fn pads() -> Vec<Pad> {
    let pad = |pad: arena::Pad| {
        let height = if pad.is_big { 72.0 } else { 64.08 };
        let place = V::new(pad.x.into(), pad.y.into(), height);
        Pad { place, is_big: pad.is_big, seconds_away: pad.seconds_away() }
    };
    arena::pads().map(pad).collect()
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

/// The direction in which a team attacks along y.
pub(super) const fn forward(is_orange: bool) -> f64 {
    if is_orange { -1.0 } else { 1.0 }
}
