//! Parts of the standard arena that statistics go by. Blue defends y < 0; y seen from one's own goal is *forward*.

use ghostreel_formats::rlreplay::arena::Pad;
use ghostreel_formats::rlreplay::project::{ORANGE, Vec3};
use ghostreel_formats::timeline::TeamNumber;

/// Thirds of the field divide at this y, and at its negative.
pub(super) const THIRD: f64 = 1714.0;
/// A car at most this high is on the ground.
pub(super) const GROUND: f32 = 20.0;
/// A car above this is high in the air.
pub(super) const HIGH: f32 = 840.0;

/// How far a place is from the own goal line's side of the middle: negative in the own half.
pub(super) fn forward(place: &Vec3, team: TeamNumber) -> f64 {
    if team == ORANGE { -f64::from(place.y) } else { f64::from(place.y) }
}

/// Whether a pad lies in the half of the other team. Pads on the middle line lie in neither.
pub(super) fn is_stolen_by(pad: Pad, team: TeamNumber) -> bool {
    forward(&Vec3 { x: pad.x, y: pad.y, z: 0.0 }, team) > 0.0
}
