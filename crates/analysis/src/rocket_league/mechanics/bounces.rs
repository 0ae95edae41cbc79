//! Where the ball comes back from the floor and from the walls behind the goals.

use ghostreel_formats::rlreplay::arena::{BACK, BALL_RADIUS};
use ghostreel_formats::rlreplay::project::{BLUE, BodyRow, ORANGE, World};
use ghostreel_formats::timeline::TeamNumber;

/// Two rows of the ball farther apart, in seconds, say nothing of what was between them.
const LONGEST_STEP: f32 = 0.25;
/// The ball's middle is at most so high, in uu, where it touches the floor: with what it rises until the next row.
const FLOOR: f32 = 160.0;
/// Nearer to the end wall than so, in uu, the ball's middle may have touched it between two rows.
const NEAR_BACK: f64 = 180.0;
/// A ball that comes back loses at least so much of its speed towards the wall, in uu/s.
const TURNED: f32 = 200.0;

/// Times of bounces, in order.
#[derive(Debug, Default)]
pub(super) struct Bounces {
    floor: Vec<f32>,
    /// With the team whose goal is in that wall.
    back: Vec<(f32, TeamNumber)>,
}

impl Bounces {
    pub(super) fn new(world: &World) -> Self {
        let mut bounces = Self::default();
        for pair in world.ball.windows(2) {
            let [before, row] = pair else { continue };
            if before.life != row.life || row.time - before.time > LONGEST_STEP {
                continue;
            }
            if is_from_floor(before, row) {
                bounces.floor.push(row.time);
            }
            let side = row.position.y.signum();
            let (to, from) = (before.velocity.y * side, row.velocity.y * side);
            let is_near = f64::from(row.position.y.abs()) > BACK - NEAR_BACK - BALL_RADIUS / 2.0;
            if is_near && to > TURNED && from < to - TURNED {
                let own = if side < 0.0 { BLUE } else { ORANGE };
                bounces.back.push((row.time, own));
            }
        }
        bounces
    }

    /// Whether the ball touches the floor after one time and before another.
    pub(super) fn is_on_floor(&self, from: f32, to: f32) -> bool {
        let next = self.floor.partition_point(|time| *time <= from);
        self.floor.get(next).is_some_and(|time| *time < to)
    }

    /// Whether the ball comes back from the wall with a team's goal after one time and before another.
    pub(super) fn is_from_back_wall(&self, team: TeamNumber, from: f32, to: f32) -> bool {
        let next = self.back.partition_point(|(time, _)| *time < from);
        let after = self.back.iter().skip(next).take_while(|(time, _)| *time < to);
        after.take(64).any(|(_, of)| *of == team)
    }
}

/// The ball bounces, or rolls.
fn is_from_floor(before: &BodyRow, row: &BodyRow) -> bool {
    let lowest = before.position.z.min(row.position.z);
    let bounces = lowest < FLOOR && before.velocity.z < -60.0 && row.velocity.z > -10.0;
    let rolls = row.position.z < 100.0 && row.velocity.z.abs() < 60.0;
    bounces || rolls
}
