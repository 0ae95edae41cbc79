//! The ball.

use super::arena::GRAVITY;
use super::math::V;
use crate::arena::{BACK, BALL_RADIUS, CEILING, GOAL_HALF_WIDTH, GOAL_HEIGHT, SIDE};

#[derive(Clone, Copy, Debug)]
pub(super) struct Ball {
    pub(super) place: V,
    pub(super) velocity: V,
    pub(super) spin: V,
    pub(super) angles: [f64; 3],
    pub(super) is_sleeping: bool,
}

impl Ball {
    pub(super) const fn new() -> Self {
        let still = V::new(0.0, 0.0, 0.0);
        let place = V::new(0.0, 0.0, BALL_RADIUS);
        Self { place, velocity: still, spin: still, angles: [0.0; 3], is_sleeping: true }
    }

    /// Goes on for a time; says in which team's goal it is, if there are any.
    pub(super) fn step(&mut self, dt: f64, has_goals: bool) -> Option<usize> {
        if self.is_sleeping {
            return None;
        }
        self.velocity.z += GRAVITY * dt;
        self.velocity = self.velocity.times(1.0 - 0.03 * dt).at_most(6000.0);
        self.place = self.place.add(self.velocity.times(dt));
        let in_mouth = has_goals
            && self.place.x.abs() < GOAL_HALF_WIDTH - BALL_RADIUS
            && self.place.z < GOAL_HEIGHT - BALL_RADIUS;
        bounce(&mut self.place.x, &mut self.velocity.x, SIDE - BALL_RADIUS);
        if !in_mouth {
            bounce(&mut self.place.y, &mut self.velocity.y, BACK - BALL_RADIUS);
        }
        if self.place.z > CEILING - BALL_RADIUS {
            self.place.z = CEILING - BALL_RADIUS;
            self.velocity.z = -self.velocity.z.abs() * 0.6;
        }
        if self.place.z < BALL_RADIUS {
            self.place.z = BALL_RADIUS;
            let up = -self.velocity.z * 0.6;
            self.velocity.z = if up > 40.0 { up } else { 0.0 };
            // It rolls.
            self.velocity.x *= 1.0 - 0.2 * dt;
            self.velocity.y *= 1.0 - 0.2 * dt;
            self.spin = V::new(-self.velocity.y, self.velocity.x, 0.0).times(1.0 / BALL_RADIUS);
            self.spin = self.spin.at_most(6.0);
        }
        let [pitch, yaw, roll] = self.angles;
        self.angles = [pitch - self.spin.y * dt, yaw + self.spin.z * dt, roll - self.spin.x * dt];
        let is_in = self.place.y.abs() > BACK + BALL_RADIUS;
        is_in.then(|| usize::from(self.place.y > 0.0))
    }

    /// A car runs into it, aiming for a place. `lift` is how much it goes up.
    pub(super) fn hit(&mut self, from: V, car_velocity: V, target: V, lift: f64) {
        let aim = target.sub(self.place).unit();
        let away = self.place.sub(from).unit().add(aim.times(1.3)).unit();
        let closing = (car_velocity.sub(self.velocity)).dot(away).max(0.0);
        let push = away.times(closing * 1.15 + 250.0);
        self.velocity = self.velocity.add(push);
        self.velocity.z += lift * closing;
        self.velocity = self.velocity.at_most(6000.0);
        self.is_sleeping = false;
    }
}

/// Turns a velocity around at a pair of walls.
fn bounce(place: &mut f64, velocity: &mut f64, wall: f64) {
    if place.abs() > wall {
        let sign = place.signum();
        *place = wall * sign;
        *velocity = -velocity.abs() * sign * 0.7;
    }
}
