//! The ground of Pokémon Stadium's forms. Each number that a file gives for a ground is of one straight line, whose heights are all
//! multiplied by the same part while its form comes and goes.

/// A line of ground, as it is when its form is all there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GroundLine {
    /// Its number in the column `frames.post.last_ground_id`.
    pub id: u16,
    /// Its left end: x and height, in units.
    pub left: [f32; 2],
    /// Its right end.
    pub right: [f32; 2],
}

impl GroundLine {
    /// How high it is, also beyond its ends.
    #[must_use]
    pub fn height_at(&self, x: f32) -> f32 {
        let ([left, from], [right, to]) = (self.left, self.right);
        from + (x - left) * (to - from) / (right - left)
    }

    /// Whether it is level.
    pub(super) fn is_flat(&self) -> bool {
        self.left[1] == self.right[1]
    }
}

const fn line(id: u16, left: [f32; 2], right: [f32; 2]) -> GroundLine {
    GroundLine { id, left, right }
}

/// The lines, as far as anybody was seen to stand on them, by number. `stadium_grounds_tests.rs` learns them from recorded games. Nobody was seen on fire's grounds 0 to 7, 17 and 18, and on rock's 46.
pub const STADIUM_GROUND: [GroundLine; 56] = [
    line(8, [-19.35, 2.08], [-10.85, -3.45]),
    line(9, [-9.01, -4.00], [5.00, -4.00]),
    line(10, [5.00, -4.00], [12.25, 4.50]),
    line(11, [13.32, 26.00], [53.20, 26.00]),
    line(12, [12.25, 4.50], [51.75, 4.50]),
    line(13, [51.75, 4.50], [54.25, 4.50]),
    line(14, [54.25, 4.50], [56.75, 2.50]),
    line(15, [56.75, 2.50], [67.37, 2.50]),
    line(16, [67.37, 2.50], [73.94, -0.72]),
    line(19, [-75.03, 0.01], [-70.06, 2.50]),
    line(20, [-70.06, 2.50], [-25.00, 2.50]),
    line(21, [-34.00, 53.00], [-3.74, 53.00]),
    line(22, [-25.00, 2.50], [-20.00, -1.00]),
    line(23, [-20.00, -1.00], [-9.99, -1.00]),
    line(24, [-15.80, 29.25], [14.33, 29.25]),
    line(25, [-9.99, -1.00], [-7.50, 0.00]),
    line(26, [-7.50, 0.00], [20.00, 0.00]),
    line(27, [20.00, 0.00], [25.00, 5.00]),
    line(28, [25.00, 5.00], [69.92, 5.00]),
    line(29, [32.82, 26.14], [34.75, 30.00]),
    line(30, [34.75, 30.00], [42.00, 31.00]),
    line(31, [42.00, 31.00], [49.25, 30.00]),
    line(32, [49.25, 30.00], [50.34, 27.82]),
    line(33, [71.84, 3.16], [74.95, 0.05]),
    line(34, [-69.99, 0.00], [69.99, 0.00]),
    line(35, [-55.03, 25.00], [-24.93, 25.00]),
    line(36, [24.98, 25.00], [55.04, 25.00]),
    line(37, [-74.79, 69.00], [-69.71, 69.00]),
    line(38, [-67.60, 75.00], [-55.99, 75.00]),
    line(39, [-55.99, 75.00], [-46.76, 72.01]),
    line(40, [-46.76, 72.01], [-42.41, 69.27]),
    line(41, [-34.73, 52.50], [-19.89, 52.50]),
    line(42, [-29.30, 21.00], [-14.90, 21.00]),
    line(43, [-26.00, 0.41], [-25.27, 0.00]),
    line(44, [-25.27, 0.00], [-6.33, 0.00]),
    line(45, [-0.34, 43.73], [20.17, 49.21]),
    line(47, [2.60, 17.46], [19.25, 0.00]),
    line(48, [0.47, 27.75], [22.24, 27.75]),
    line(49, [19.25, 0.00], [56.01, 0.00]),
    line(50, [56.01, 0.00], [69.50, -1.43]),
    line(55, [-69.90, 0.00], [-67.50, 0.00]),
    line(56, [-67.50, 0.00], [-52.74, 5.00]),
    line(57, [-52.74, 5.00], [-21.75, 5.00]),
    line(58, [-21.75, 5.00], [-5.50, -4.50]),
    line(59, [-5.50, -4.50], [16.75, -4.50]),
    line(60, [9.31, 20.00], [32.60, 20.00]),
    line(61, [16.75, -4.50], [17.75, -3.50]),
    line(62, [17.75, -3.50], [22.25, -3.50]),
    line(63, [22.25, -3.50], [23.25, -4.50]),
    line(64, [23.25, -4.50], [51.75, -4.50]),
    line(65, [43.00, 35.00], [67.00, 35.00]),
    line(66, [51.75, -4.50], [52.75, -3.50]),
    line(67, [52.75, -3.50], [57.25, -3.50]),
    line(68, [57.25, -3.50], [58.25, -4.50]),
    line(69, [58.25, -4.50], [65.00, -4.50]),
    line(70, [65.00, -4.50], [69.80, -0.18]),
];

/// The line of a number.
pub(super) fn line_of(id: u16) -> Option<&'static GroundLine> {
    let at = STADIUM_GROUND.binary_search_by_key(&id, |line| line.id).ok()?;
    STADIUM_GROUND.get(at)
}

#[cfg(test)]
#[path = "stadium_grounds_tests.rs"]
mod tests;
