//! Places in the standard arena. Blue defends y < 0; y seen from one's own goal is *forward*.

use ghostreel_formats::rlreplay::project::Triple;

/// Thirds of the field divide at this y, and at its negative.
pub(super) const THIRD: f64 = 1714.0;
/// A car at most this high is on the ground.
pub(super) const GROUND: f32 = 20.0;
/// A car above this is high in the air.
pub(super) const HIGH: f32 = 840.0;

/// How far a place is from the own goal line's side of the middle: negative in the own half.
pub(super) fn forward(place: &Triple, team: i32) -> f64 {
    if team == 1 { -f64::from(place.y) } else { f64::from(place.y) }
}

/// A place where boost lies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Pad {
    pub(super) x: f32,
    pub(super) y: f32,
    pub(super) is_big: bool,
}

impl Pad {
    /// The pad nearest to a place.
    pub(super) fn nearest(place: &Triple) -> Self {
        let distance = |pad: &Self| (pad.x - place.x).hypot(pad.y - place.y);
        let pads = HALF.iter().flat_map(|pad| [*pad, Self { x: -pad.x, y: -pad.y, ..*pad }]);
        let nearest = pads.min_by(|a, b| distance(a).total_cmp(&distance(b)));
        nearest.unwrap_or(Self { x: 0.0, y: 0.0, is_big: false })
    }

    /// Whether it lies in the half of the other team. Pads on the middle line lie in neither.
    pub(super) fn is_stolen_by(self, team: i32) -> bool {
        forward(&Triple { x: self.x, y: self.y, z: 0.0 }, team) > 0.0
    }
}

/// The pads of one half; the other is the same, turned about the middle.
const HALF: [Pad; 17] = [
    small(0.0, -4240.0),
    small(-1792.0, -4184.0),
    small(1792.0, -4184.0),
    big(-3072.0, -4096.0),
    big(3072.0, -4096.0),
    small(-940.0, -3308.0),
    small(940.0, -3308.0),
    small(0.0, -2816.0),
    small(-3584.0, -2484.0),
    small(3584.0, -2484.0),
    small(-1788.0, -2302.0),
    small(1788.0, -2302.0),
    small(-2048.0, -1036.0),
    small(0.0, -1024.0),
    small(2048.0, -1036.0),
    big(-3584.0, 0.0),
    small(-1024.0, 0.0),
];

const fn small(x: f32, y: f32) -> Pad {
    Pad { x, y, is_big: false }
}

const fn big(x: f32, y: f32) -> Pad {
    Pad { x, y, is_big: true }
}
