//! From one sample of a body to the next.

use ghostreel_space::{Rotation, Turn, Vector};

use super::pose::Pose;

/// A change of the velocity that no car makes by driving, boosting, braking or falling, in uu/s², and by jumping at once, in uu/s.
const CONTACT: f64 = 3500.0;
const JUMPED: f64 = 200.0;

/// A step from a pose to the one that is sampled so many seconds later.
struct Step<'a> {
    from: &'a Pose,
    to: &'a Pose,
    seconds: f64,
    /// How far it is.
    way: Vector,
    /// How the velocity changes.
    change: Vector,
}

/// The pose after a share of the way, from 0 to 1, to one that is sampled so many seconds later.
pub(super) fn between(from: &Pose, to: &Pose, seconds: f64, share: f64) -> Pose {
    let way = to.position.minus(from.position);
    let change = to.velocity.minus(from.velocity);
    let step = Step { from, to, seconds, way, change };
    let is_hit = change.length() > f64::max(CONTACT * seconds, JUMPED);
    let is_even = !is_hit && step.goes_forwards(from.velocity) && step.goes_forwards(to.velocity);
    let (position, velocity) = if is_even { step.curve(share) } else { step.bounce(share) };
    Pose {
        position,
        velocity,
        rotation: step.rotation(share),
        spin: from.spin.towards(to.spin, share),
    }
}

impl Step<'_> {
    /// Whether Hermite's curve, which begins or ends with that velocity, never goes back on the way.
    fn goes_forwards(&self, velocity: Vector) -> bool {
        let along = velocity.times(self.seconds).dot(self.way);
        along >= 0.0 && along <= 3.0 * self.way.dot(self.way)
    }

    /// Hermite's curve: through both places with their velocities.
    fn curve(&self, t: f64) -> (Vector, Vector) {
        let (t2, t3) = (t * t, t * t * t);
        let place = |pose: &Pose, share: f64, of_velocity: f64| {
            pose.position.times(share).plus(pose.velocity.times(of_velocity * self.seconds))
        };
        let begins = place(self.from, 2.0 * t3 - 3.0 * t2 + 1.0, t3 - 2.0 * t2 + t);
        let ends = place(self.to, 3.0 * t2 - 2.0 * t3, t3 - t2);
        (begins.plus(ends), self.from.velocity.towards(self.to.velocity, t))
    }

    /// Something hit the body on its way: straight on until then, and straight from there. The time of the hit is the best for both.
    fn bounce(&self, t: f64) -> (Vector, Vector) {
        let Self { from, to, seconds, .. } = *self;
        let square = self.change.dot(self.change);
        // The second velocity all along would lead past by this.
        let past = self.way.minus(to.velocity.times(seconds));
        #[allow(clippy::manual_clamp, reason = "what is no number is 0")]
        let hit = if square > 0.0 {
            (-past.dot(self.change) / square / seconds).max(0.0).min(1.0)
        } else {
            0.5
        };
        // Movement that neither velocity explains is made up for evenly.
        let rest = past.plus(self.change.times(hit * seconds));
        let position = from
            .position
            .plus(from.velocity.times(t.min(hit) * seconds))
            .plus(to.velocity.times((t - hit).max(0.0) * seconds))
            .plus(rest.times(t));
        (position, if t >= hit { to.velocity } else { from.velocity })
    }

    /// Turned on as each sample's spin says, more and more as the second's.
    fn rotation(&self, t: f64) -> Rotation {
        let on = spun(self.from, t * self.seconds);
        let back = spun(self.to, (t - 1.0) * self.seconds);
        Turn::new(on, back).at(t * t * (3.0 - 2.0 * t))
    }
}

/// The rotation of a body that goes on to spin as it does.
fn spun(pose: &Pose, seconds: f64) -> Rotation {
    match pose.spin.unit() {
        Some(axis) => Rotation::about(axis, pose.spin.length() * seconds).after(pose.rotation),
        None => pose.rotation,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moving(position: [f64; 3], velocity: [f64; 3]) -> Pose {
        Pose { position: position.into(), velocity: velocity.into(), ..Pose::default() }
    }

    #[track_caller]
    fn check(found: Vector, wanted: [f64; 3]) {
        let apart = found.minus(wanted.into()).length();
        assert!(apart < 1e-6, "{found:?} is not {wanted:?}");
    }

    #[test]
    fn a_body_falls_in_a_curve() {
        // A tenth of a second of falling: 650 uu/s².
        let from = moving([0.0, 0.0, 1000.0], [100.0, 0.0, 0.0]);
        let to = moving([10.0, 0.0, 996.75], [100.0, 0.0, -65.0]);
        let half = between(&from, &to, 0.1, 0.5);
        check(half.position, [5.0, 0.0, 1000.0 - 650.0 * 0.05 * 0.05 / 2.0]);
        check(half.velocity, [100.0, 0.0, -32.5]);
        for (share, end) in [(0.0, from), (1.0, to)] {
            check(between(&from, &to, 0.1, share).position, end.position.parts());
        }
    }

    #[test]
    fn a_ball_that_is_hit_goes_straight_until_then() {
        // It comes with 1000 uu/s, is hit after a quarter of the tenth of a second, and goes back twice as fast.
        let from = moving([0.0, 0.0, 100.0], [1000.0, 0.0, 0.0]);
        let to = moving([25.0 - 150.0, 0.0, 100.0], [-2000.0, 0.0, 0.0]);
        check(between(&from, &to, 0.1, 0.2).position, [20.0, 0.0, 100.0]);
        check(between(&from, &to, 0.1, 0.25).position, [25.0, 0.0, 100.0]);
        check(between(&from, &to, 0.1, 0.5).position, [25.0 - 50.0, 0.0, 100.0]);
        check(between(&from, &to, 0.1, 0.2).velocity, [1000.0, 0.0, 0.0]);
        check(between(&from, &to, 0.1, 0.3).velocity, [-2000.0, 0.0, 0.0]);
    }

    #[test]
    fn a_body_turns_as_it_spins() {
        let quarter = std::f64::consts::FRAC_PI_2;
        let up = Vector::new(0.0, 0.0, 1.0);
        let spin = up.times(quarter / 0.1);
        let from = Pose { spin, ..Pose::default() };
        let to = Pose { spin, rotation: Rotation::about(up, quarter), ..Pose::default() };
        let ahead = Vector::new(1.0, 0.0, 0.0);
        let third = between(&from, &to, 0.1, 1.0 / 3.0).rotation.turn(ahead);
        check(third, [(quarter / 3.0).cos(), (quarter / 3.0).sin(), 0.0]);
        check(between(&from, &to, 0.1, 1.0).rotation.turn(ahead), [0.0, 1.0, 0.0]);
    }
}
