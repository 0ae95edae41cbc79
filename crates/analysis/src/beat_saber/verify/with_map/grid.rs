//! Where the game's lines and layers are when a note is due.

use ghostreel_formats::bsor::ARROW_DEGREES;

/// Metres from the middle of one line or layer to the next.
pub(super) const CELL_M: f64 = 0.6;
/// The layers when a note is due, for a player of 1.8 m.
const TOP_Y_M: [f64; 3] = [0.85, 1.4, 1.9];

/// A point or direction in the plane of the notes, in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Point {
    pub(super) x: f64,
    pub(super) y: f64,
}

/// Of a line and a layer; `None` if the game has no such.
pub(super) fn cell(line: i32, layer: i32) -> Option<Point> {
    let y = *TOP_Y_M.get(usize::try_from(layer).ok()?)?;
    (0..4).contains(&line).then(|| Point { x: (f64::from(line) - 1.5) * CELL_M, y })
}

/// Of an arrow: 0° is down, counter-clockwise; also of a note without one.
pub(super) fn arrow_degrees(direction: i32) -> f64 {
    let degrees = usize::try_from(direction).ok().and_then(|at| ARROW_DEGREES.get(at));
    degrees.map_or(0.0, |degrees| f64::from(*degrees))
}

impl Point {
    /// So far as 1 m into a direction, as arrows have it.
    pub(super) fn towards(degrees: f64) -> Self {
        let way = degrees.to_radians();
        Self { x: libm::sin(way), y: -libm::cos(way) }
    }

    /// Into which direction it goes, as arrows have it; `None` if it goes nowhere.
    pub(super) fn degrees(self) -> Option<f64> {
        (self.length() > 0.0).then(|| libm::atan2(self.x, -self.y).to_degrees())
    }

    pub(super) fn length(self) -> f64 {
        libm::hypot(self.x, self.y)
    }

    pub(super) fn plus(self, other: Self) -> Self {
        Self { x: self.x + other.x, y: self.y + other.y }
    }

    pub(super) fn minus(self, other: Self) -> Self {
        Self { x: self.x - other.x, y: self.y - other.y }
    }

    pub(super) fn times(self, by: f64) -> Self {
        Self { x: self.x * by, y: self.y * by }
    }
}
