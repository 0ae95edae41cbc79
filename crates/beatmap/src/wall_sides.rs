//! Where walls are.

use crate::flight::cells;
use crate::model::Wall;

/// Metres of a lane, and of a step of a wall's height.
const STEP_M: f64 = 0.6;
/// Metres by which layers above the floor are raised.
const FOOT_M: f64 = 0.1;
/// Metres above which no wall goes that begins below.
const CEILING_M: f64 = 3.0;

/// The sides of a wall, in metres: across from the middle of the lanes to the right, and up from the floor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WallSides {
    /// The place of its left side.
    pub left: f64,
    /// The place of its right side.
    pub right: f64,
    /// The height of its bottom; where that is above the floor, the player's height raises bottom and top as it does notes.
    pub bottom: f64,
    /// The height of its top.
    pub top: f64,
}

impl Wall {
    /// Where the game puts the wall, and Mapping Extensions those that it has in thousandths of a lane. Walls of other mods may be anywhere.
    pub fn sides(&self) -> WallSides {
        let left = (cells(self.cell.line) - 2.0) * STEP_M;
        let layer = f64::from(self.cell.layer);
        let bottom = if layer > 0.0 { FOOT_M + STEP_M * layer } else { 0.0 };
        let top = bottom + STEP_M * f64::from(self.height);
        let top = if bottom < CEILING_M { top.min(CEILING_M) } else { top };
        WallSides { left, right: left + STEP_M * cells(self.width), bottom, top }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Cell;

    #[track_caller]
    fn check((line, layer): (i32, i32), (width, height): (i32, i32), wanted: [f64; 4]) {
        let cell = Cell { line, layer, ..Cell::default() };
        let WallSides { left, right, bottom, top } =
            Wall { cell, width, height, ..Wall::default() }.sides();
        let sides = [left, right, bottom, top];
        let is_near = sides.iter().zip(wanted).all(|(side, wanted)| (side - wanted).abs() < 1e-9);
        assert!(is_near, "{sides:?}, not {wanted:?}");
    }

    #[test]
    fn walls_reach_from_the_floor_or_a_layer_to_the_ceiling_at_most() {
        check((1, 0), (2, 5), [-0.6, 0.6, 0.0, 3.0]);
        check((0, 2), (4, 3), [-1.2, 1.2, 1.3, 3.0]);
        check((3, 1), (1, 1), [0.6, 1.2, 0.7, 1.3]);
        check((0, -1), (1, 1), [-1.2, -0.6, 0.0, 0.6]);
        check((0, 5), (1, 1), [-1.2, -0.6, 3.1, 3.7]);
        check((2_500, 0), (1_500, 1), [-0.3, 0.0, 0.0, 0.6]);
    }
}
