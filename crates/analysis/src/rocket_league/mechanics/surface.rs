//! The surface that a car's wheels are on.

use ghostreel_formats::rlreplay::arena::{BACK, CEILING, GOAL_HALF_WIDTH, GOAL_HEIGHT, SIDE};

use super::super::vectors::{Vector, dot};

/// In the corners of the standard field, where the wall is: x + y.
const CORNER: f64 = 8064.0;
/// Radius of the curves from the floor to the walls, and from these to the ceiling.
const RAMP: f64 = 256.0;
/// A car's centre is at most so far from the surface that its wheels are on, in uu: 17 where it stands, and more where it lands.
const REACH: f64 = 45.0;
/// The roof leans at least so much away from that surface: the cosine of the angle.
const LEAN: f64 = 0.6;

/// The field that is played on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Field {
    Standard,
    /// Of another shape: only its floor is known.
    Other,
}

/// A surface of the field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Surface {
    Floor,
    Wall,
    Ceiling,
    /// The curve between floor and wall.
    Ramp,
    /// The curve between wall and ceiling.
    CeilingRamp,
}

impl Field {
    /// The surface under the wheels of a car at a place, whose roof points to `up`; `None` in the air.
    pub(super) fn surface(self, [x, y, z]: Vector, up: Vector) -> Option<Surface> {
        let is_on = |distance: f64, normal| distance <= REACH && dot(up, normal) > LEAN;
        if is_on(z, [0.0, 0.0, 1.0]) {
            return Some(Surface::Floor);
        }
        if self == Self::Other {
            return None;
        }
        if is_on(CEILING - z, [0.0, 0.0, -1.0]) {
            return Some(Surface::Ceiling);
        }
        let (in_x, in_y) = (-x.signum(), -y.signum());
        let half = std::f64::consts::FRAC_1_SQRT_2;
        let is_beside_goal = x.abs() > GOAL_HALF_WIDTH || z > GOAL_HEIGHT;
        let walls = [
            Some((SIDE - x.abs(), [in_x, 0.0, 0.0])),
            is_beside_goal.then_some((BACK - y.abs(), [0.0, in_y, 0.0])),
            Some(((CORNER - x.abs() - y.abs()) * half, [in_x * half, in_y * half, 0.0])),
        ];
        if walls.into_iter().flatten().any(|(distance, normal)| is_on(distance, normal)) {
            return Some(Surface::Wall);
        }
        let is_on_ramp = |distance: f64, [nx, ny, _]: Vector, height: f64, vertical: f64| {
            let (out, over) = (RAMP - distance, RAMP - height);
            let to_middle = out.hypot(over);
            let normal = [nx * out / to_middle, ny * out / to_middle, vertical * over / to_middle];
            out > 0.0 && over > 0.0 && is_on(RAMP - to_middle, normal)
        };
        for (distance, normal) in walls.into_iter().flatten() {
            if is_on_ramp(distance, normal, z, 1.0) {
                return Some(Surface::Ramp);
            }
            if is_on_ramp(distance, normal, CEILING - z, -1.0) {
                return Some(Surface::CeilingRamp);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const UP: Vector = [0.0, 0.0, 1.0];

    fn on(place: Vector, up: Vector) -> Option<Surface> {
        Field::Standard.surface(place, up)
    }

    #[test]
    fn wheels_are_on_what_the_roof_points_away_from() {
        assert_eq!(on([0.0, 0.0, 17.0], UP), Some(Surface::Floor));
        assert_eq!(on([0.0, 0.0, 17.0], [0.0, 0.0, -1.0]), None, "on the roof");
        assert_eq!(on([4079.0, 0.0, 900.0], [-1.0, 0.0, 0.0]), Some(Surface::Wall));
        assert_eq!(on([4079.0, 0.0, 900.0], UP), None, "beside the wall");
        assert_eq!(on([0.0, -5103.0, 900.0], [0.0, 1.0, 0.0]), Some(Surface::Wall));
        assert_eq!(on([0.0, -5103.0, 300.0], [0.0, 1.0, 0.0]), None, "in the goal");
        let half = std::f64::consts::FRAC_1_SQRT_2;
        assert_eq!(on([3500.0, 4540.0, 900.0], [-half, -half, 0.0]), Some(Surface::Wall));
        assert_eq!(on([0.0, 0.0, 2027.0], [0.0, 0.0, -1.0]), Some(Surface::Ceiling));
        // Halfway up the curves.
        let [out, over] = [4096.0 - 75.0 - 12.0, 75.0 + 12.0];
        assert_eq!(on([out, 0.0, over], [-half, 0.0, half]), Some(Surface::Ramp));
        assert_eq!(on([out, 0.0, 2044.0 - over], [-half, 0.0, -half]), Some(Surface::CeilingRamp));
        assert_eq!(on([0.0, 0.0, 300.0], UP), None);
    }

    #[test]
    fn of_other_fields_only_the_floor_is_known() {
        assert_eq!(Field::Other.surface([0.0, 0.0, 17.0], UP), Some(Surface::Floor));
        assert_eq!(Field::Other.surface([4079.0, 0.0, 900.0], [-1.0, 0.0, 0.0]), None);
    }
}
