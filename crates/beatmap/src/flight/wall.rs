//! Walls: how they come at the player.

use ghostreel_bsor::AHEAD_M;

use crate::model::Wall;

use super::height::COMES_IN_S;
use super::lane::lane;
use super::pace::PlayedPaces;
use ghostreel_space::Rotation;
use ghostreel_space::Vector;

/// Metres by which notes are ahead of a wall's front that is due at the same time.
const BEHIND_NOTES_M: f64 = 0.25;
/// Metres: no wall is shorter than this.
const SHORTEST_M: f64 = 0.06;
/// The same for one that only has an event: its length is guessed from when the head came out.
const SHORTEST_RECORDED_M: f64 = 1.2;

/// The way of a wall.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WallFlight {
    /// When its front is due.
    pub time_s: f64,
    /// When its back has passed.
    pub end_s: f64,
    /// From the middle of the lines to the right, and from the floor up: left, right, bottom and top.
    pub sides: [f64; 4],
    /// Metres before the head at which its front is when it is due.
    pub ahead_m: f64,
    /// Metres that it is long at least.
    pub shortest_m: f64,
    /// The rotation of its lane; `None` straight ahead.
    pub lane: Option<Rotation>,
}

impl WallFlight {
    /// The wall of a map. `raised_m` is the height added for the player to walls above the floor.
    pub fn of(wall: &Wall, raised_m: f64) -> Self {
        let sides = wall.sides();
        let raised_m = if sides.bottom > 0.0 { raised_m } else { 0.0 };
        let time_s = f64::from(wall.cell.time_s);
        Self {
            time_s,
            end_s: f64::from(wall.cell.time_s + wall.duration_s).max(time_s),
            sides: [sides.left, sides.right, sides.bottom + raised_m, sides.top + raised_m],
            ahead_m: AHEAD_M - BEHIND_NOTES_M,
            shortest_m: SHORTEST_M,
            lane: lane(wall.cell.rotation),
        }
    }

    /// The wall of an event, which has the time when the head went in: the front was there then.
    pub fn recorded(wall: &Wall, raised_m: f64) -> Self {
        Self { ahead_m: 0.0, shortest_m: SHORTEST_RECORDED_M, ..Self::of(wall, raised_m) }
    }

    /// When it comes into sight, at the pace of a time.
    pub fn appears_s(&self, paces: &PlayedPaces, time_s: f64) -> f64 {
        self.time_s - paces.at(time_s).lead_s - COMES_IN_S
    }

    /// Its centre and its size at a time, for a head: across, up and along its lane.
    pub fn placed(&self, paces: &PlayedPaces, time_s: f64, head: Vector) -> (Vector, Vector) {
        let speed = paces.at(time_s).speed();
        let [left, right, bottom, top] = self.sides;
        let length = ((self.end_s - self.time_s) * speed).max(self.shortest_m);
        let head = self.lane.map_or(head, |lane| lane.turn_back(head));
        let front = head.z + self.ahead_m + (self.time_s - time_s) * speed;
        let center = Vector::new(
            f64::midpoint(left, right),
            f64::midpoint(bottom, top),
            front + length / 2.0,
        );
        let size = Vector::new(right - left, top - bottom, length);
        (self.lane.map_or(center, |lane| lane.turn(center)), size)
    }
}

#[cfg(test)]
mod tests {
    use super::super::pace::PlayedPace;
    use super::*;
    use crate::model::Cell;

    #[test]
    fn walls_above_the_floor_are_raised_and_their_front_is_behind_the_notes() {
        let paces = PlayedPaces::new(PlayedPace::new(16.0, 16.0).unwrap(), Vec::new());
        let wall = |layer, height, rotation| Wall {
            cell: Cell { time_s: 2.0, line: 1, layer, rotation, ..Cell::default() },
            duration_s: 1.0,
            width: 2,
            height,
            ..Wall::default()
        };
        let head = Vector::new(0.1, 1.7, 0.2);
        let check = |flight: WallFlight, time_s: f64, center: [f64; 3], size: [f64; 3]| {
            let placed = flight.placed(&paces, time_s, head);
            for (found, [x, y, z]) in [(placed.0, center), (placed.1, size)] {
                assert!(found.minus(Vector::new(x, y, z)).length() < 1e-6, "{placed:?}");
            }
        };
        let low = wall(0, 5, 0.0);
        check(WallFlight::of(&low, 0.15), 2.0, [0.0, 1.5, 0.2 + 0.65 + 8.0], [1.2, 3.0, 16.0]);
        check(WallFlight::of(&low, 0.15), 1.75, [0.0, 1.5, 0.2 + 0.65 + 12.0], [1.2, 3.0, 16.0]);
        check(WallFlight::of(&wall(2, 3, 0.0), -0.2), 2.0, [0.0, 1.95, 8.85], [1.2, 1.7, 16.0]);
        let short = Wall { duration_s: 0.0, ..low };
        check(WallFlight::of(&short, 0.0), 2.0, [0.0, 1.5, 0.88], [1.2, 3.0, 0.06]);
        check(WallFlight::recorded(&short, 0.0), 2.0, [0.0, 1.5, 0.8], [1.2, 3.0, 1.2]);
        // To the right of the player, who stands 0.1 m nearer to it.
        check(
            WallFlight::of(&wall(0, 5, 90.0), 0.0),
            2.0,
            [0.1 + 8.65, 1.5, 0.0],
            [1.2, 3.0, 16.0],
        );
        assert!((WallFlight::of(&low, 0.0).appears_s(&paces, 0.0) - 1.0).abs() < 1e-9);
    }
}
