//! Where lines and layers are when a note is due, and how arrows are turned.

use ghostreel_bsor::{ANY_DIRECTION, ARROW_DEGREES};

/// Metres from the middle of one line or layer to the next.
pub(super) const CELL_M: f64 = 0.6;
/// The layers when a note is due, for a player of 1.8 m.
const TOP_Y_M: [f64; 3] = [0.85, 1.4, 1.9];
/// From this number on, and from the negative one down, the mod Mapping Extensions counts in thousandths.
const PRECISE: i32 = 1_000;
/// From this direction on, Mapping Extensions has degrees of notes without an arrow.
const PRECISE_DOT: i32 = 2_000;
/// Lines and layers further off are shown at the edge.
const SHOWN: [(f64, f64); 2] = [(-4.0, 7.0), (-2.0, 5.0)];

/// A point or direction in the plane of the notes, in metres.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    /// From the middle of the lines to the right.
    pub x: f64,
    /// From the floor up.
    pub y: f64,
}

/// Whether the game itself has such a line and layer.
pub fn is_of_game(line: i32, layer: i32) -> bool {
    (0..4).contains(&line) && (0..3).contains(&layer)
}

/// Where something of a line and a layer is when it is due, for a player of 1.8 m; also of those that only mods have.
pub fn place(line: i32, layer: i32) -> Point {
    let [lines, layers] = SHOWN;
    let line = cells(line).clamp(lines.0, lines.1);
    let layer = cells(layer).clamp(layers.0, layers.1);
    let [low, middle, high] = TOP_Y_M;
    let (from, to, above) =
        if layer < 1.0 { (low, middle, layer) } else { (middle, high, layer - 1.0) };
    Point { x: (line - 1.5) * CELL_M, y: from + (to - from) * above }
}

/// A number of lines or layers, which Mapping Extensions has in thousandths.
pub(crate) fn cells(number: i32) -> f64 {
    let whole = f64::from(number);
    if whole.abs() < f64::from(PRECISE) {
        whole
    } else {
        whole / f64::from(PRECISE) - whole.signum()
    }
}

/// Whether a note of a direction has an arrow.
pub fn has_arrow(direction: i32) -> bool {
    (0..ANY_DIRECTION).contains(&direction) || (PRECISE..PRECISE_DOT).contains(&direction)
}

/// Degrees of an arrow: 0° is down, counter-clockwise; also of a note without one.
pub fn arrow_degrees(direction: i32) -> f64 {
    if (PRECISE..PRECISE_DOT).contains(&direction) {
        let clockwise = direction.saturating_sub(PRECISE).rem_euclid(360);
        return f64::from(if clockwise > 180 {
            360_i32.saturating_sub(clockwise)
        } else {
            clockwise.saturating_neg()
        });
    }
    let degrees = usize::try_from(direction).ok().and_then(|at| ARROW_DEGREES.get(at));
    degrees.map_or(0.0, |degrees| f64::from(*degrees))
}

impl Point {
    /// So far as 1 m into a direction, as arrows have it.
    pub fn towards(degrees: f64) -> Self {
        let way = degrees.to_radians();
        Self { x: libm::sin(way), y: -libm::cos(way) }
    }

    /// Into which direction it goes, as arrows have it; `None` if it goes nowhere.
    pub fn degrees(self) -> Option<f64> {
        (self.length() > 0.0).then(|| libm::atan2(self.x, -self.y).to_degrees())
    }

    /// In metres.
    pub fn length(self) -> f64 {
        libm::hypot(self.x, self.y)
    }

    /// Both, one after the other.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self { x: self.x + other.x, y: self.y + other.y }
    }

    /// From the other one to this.
    #[must_use]
    pub fn minus(self, other: Self) -> Self {
        Self { x: self.x - other.x, y: self.y - other.y }
    }

    /// So many times as long.
    #[must_use]
    pub fn times(self, by: f64) -> Self {
        Self { x: self.x * by, y: self.y * by }
    }

    /// So many metres higher.
    #[must_use]
    pub fn raised(self, by_m: f64) -> Self {
        Self { y: self.y + by_m, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_layers_of_mods_lie_between_those_of_the_game() {
        let at = |line, layer| place(line, layer);
        let check = |found: Point, x: f64, y: f64| {
            assert!((found.x - x).abs() < 1e-9 && (found.y - y).abs() < 1e-9, "{found:?}");
        };
        check(at(0, 0), -0.9, 0.85);
        check(at(3, 2), 0.9, 1.9);
        check(at(2_500, 1_500), 0.0, 1.125);
        check(at(-1_500, 4_000), -1.2, 2.4);
        check(at(-50, 50), -3.3, 3.4);
        assert!(is_of_game(3, 2) && !is_of_game(4, 0) && !is_of_game(0, -1));
    }

    #[test]
    fn arrows_of_mods_have_degrees() {
        assert_eq!([0, 1, 3, 8, 9, -1].map(arrow_degrees), [180.0, 0.0, 90.0, 0.0, 0.0, 0.0]);
        assert_eq!([1_000, 1_045, 1_315, 2_045].map(arrow_degrees), [0.0, -45.0, 45.0, 0.0]);
        assert_eq!(
            [0, 7, 8, 9, -1, 1_045, 2_045].map(has_arrow),
            [true, true, false, false, false, true, false]
        );
    }
}
