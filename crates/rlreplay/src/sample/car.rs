//! Cars and what their drivers do.

use ghostreel_core::Random;

use super::arena::{CAR_REST, GRAVITY};
use super::math::{V, wrap};
use crate::arena::{BACK, FASTEST, FULL_TANK, SIDE};

/// A full tank.
pub(super) const FULL: f64 = FULL_TANK as f64;
const DRAIN: f64 = 80.0 / 0.93;
/// Without boost.
const DRIVE_SPEED: f64 = 1410.0;

#[derive(Clone, Debug)]
pub(super) struct Car {
    pub(super) place: V,
    pub(super) velocity: V,
    pub(super) yaw: f64,
    pub(super) pitch: f64,
    pub(super) roll: f64,
    pub(super) spin: V,
    pub(super) boost: f64,
    pub(super) throttle: u8,
    pub(super) steer: u8,
    pub(super) is_sliding: bool,
    pub(super) is_boosting: bool,
    /// Each goes up when the component begins or ends to act.
    pub(super) jumps: u8,
    pub(super) dodges: u8,
    /// Seconds since the last jump.
    pub(super) since_jump: f64,
    /// Which way the last dodge turns the car.
    pub(super) dodge_torque: V,
}

impl Car {
    pub(super) fn new((place, yaw): (V, f64)) -> Self {
        Self {
            place,
            velocity: V::default(),
            yaw,
            pitch: 0.0,
            roll: 0.0,
            spin: V::default(),
            boost: 85.0,
            throttle: 128,
            steer: 128,
            is_sliding: false,
            is_boosting: false,
            jumps: 0,
            dodges: 0,
            since_jump: 9.0,
            dodge_torque: V::default(),
        }
    }

    pub(super) fn is_on_ground(&self) -> bool {
        self.place.z <= CAR_REST + 1.0
    }

    pub(super) fn heading(&self) -> V {
        V::new(libm::cos(self.yaw), libm::sin(self.yaw), 0.0)
    }

    /// Steers for a place. `is_eager`: with boost.
    pub(super) fn aim(&mut self, target: V, is_eager: bool) {
        let way = target.sub(self.place);
        let turn = wrap(libm::atan2(way.y, way.x) - self.yaw);
        let steer = (turn * 2.5).clamp(-1.0, 1.0);
        self.steer = (128.0 + steer * 127.0).round() as u8;
        self.is_sliding = turn.abs() > 1.4 && self.is_on_ground();
        let is_fast = self.velocity.length() > 900.0;
        self.throttle = if turn.abs() > 0.7 && is_fast { 40 } else { 255 };
        let is_straight = turn.abs() < 0.35;
        let has_room = self.velocity.length() < FASTEST - 20.0;
        self.is_boosting = is_eager && is_straight && has_room && self.boost > 0.0;
    }

    /// Jumps, and dodges forward if it is in the air already.
    pub(super) fn jump(&mut self) {
        if self.is_on_ground() {
            self.velocity.z = 292.0 + 180.0;
            self.place.z = CAR_REST + 1.1;
            self.jumps = self.jumps.wrapping_add(1);
            self.since_jump = 0.0;
        } else if self.dodges & 1 == 0 && self.since_jump < 1.25 {
            self.dodges = self.dodges.wrapping_add(1);
            self.velocity = self.velocity.add(self.heading().times(500.0)).at_most(FASTEST);
            self.dodge_torque = V::new(0.0, 224.0, 0.0);
        }
    }

    pub(super) fn step(&mut self, dt: f64) {
        self.since_jump += dt;
        if self.is_boosting {
            self.boost = (self.boost - DRAIN * dt).max(0.0);
            self.is_boosting = self.boost > 0.0;
        }
        if self.is_on_ground() {
            self.drive(dt);
        } else {
            self.fly(dt);
        }
        self.place = self.place.add(self.velocity.times(dt));
        if self.place.z < CAR_REST {
            self.place.z = CAR_REST;
            self.velocity.z = 0.0;
            (self.pitch, self.roll) = (0.0, 0.0);
            self.spin = V::default();
            self.dodges = self.dodges.wrapping_add(self.dodges & 1);
            self.jumps = self.jumps.wrapping_add(self.jumps & 1);
        }
        stop(&mut self.place.x, &mut self.velocity.x, SIDE - 60.0);
        stop(&mut self.place.y, &mut self.velocity.y, BACK - 60.0);
    }

    fn drive(&mut self, dt: f64) {
        let forward = self.heading();
        let speed = self.velocity.dot(forward);
        let steer = (f64::from(self.steer) - 128.0) / 127.0;
        // The faster, the wider the turn.
        let grip = if self.is_sliding { 4.5 } else { 3.2 - speed.abs() / FASTEST * 1.7 };
        let rate = steer * grip * (speed.abs() / 300.0).min(1.0);
        self.yaw = wrap(self.yaw + rate * dt);
        self.spin = V::new(0.0, 0.0, rate);
        let throttle = (f64::from(self.throttle) - 128.0) / 127.0;
        let engine = match throttle {
            ..0.0 => 2800.0 * throttle * speed.signum(),
            _ if speed < DRIVE_SPEED => 1600.0 * (1.0 - speed / 1800.0) * throttle,
            _ => -30.0,
        };
        let push = if self.is_boosting { 991.667 } else { 0.0 };
        let speed = (speed + (engine + push) * dt).min(FASTEST);
        let slip = if self.is_sliding { 0.2 } else { 0.0 };
        let straight = self.heading().times(speed * (1.0 - slip));
        let drift = V::new(self.velocity.x, self.velocity.y, 0.0).times(slip);
        self.velocity = straight.add(drift).at_most(FASTEST);
    }

    fn fly(&mut self, dt: f64) {
        self.velocity.z += GRAVITY * dt;
        if self.dodges & 1 == 1 {
            self.spin = self.heading();
            self.spin = V::new(-self.spin.y, self.spin.x, 0.0).times(5.5);
            self.pitch = wrap(self.pitch - 5.5 * dt);
        }
    }

    /// Takes boost from a pad.
    pub(super) fn fill(&mut self, is_big: bool) {
        self.boost = if is_big { FULL } else { (self.boost + 30.6).min(FULL) };
    }

    /// Drives for the ball: behind it and through it, with a jump if it is high.
    pub(super) fn chase(&mut self, ball: V, ball_velocity: V, forward: f64, random: &mut Random) {
        let distance = ball.sub(self.place).length();
        let lead = (distance / 2000.0).min(0.9);
        let there = ball.add(ball_velocity.times(lead));
        let goal = V::new(0.0, forward * (BACK + 300.0), 0.0);
        let aim = goal.sub(there).unit();
        let is_behind = there.sub(self.place).dot(aim) > 0.0;
        let back = if is_behind { (distance * 0.3).min(500.0) } else { 900.0 };
        let aside = if is_behind { 0.0 } else { 500.0_f64.copysign(self.place.x - there.x) };
        let target = there.sub(aim.times(back)).add(V::new(aside, 0.0, 0.0));
        self.aim(target, distance > 500.0 && is_behind);
        let is_close = distance < 450.0 && is_behind;
        if is_close && ball.z > 170.0 && ball.z < 500.0 && random.chance(0.08) {
            self.jump();
        }
        if !self.is_on_ground() && distance < 260.0 && random.chance(0.1) {
            self.jump();
        }
    }
}

fn stop(place: &mut f64, velocity: &mut f64, wall: f64) {
    if place.abs() > wall {
        *place = wall.copysign(*place);
        *velocity = 0.0;
    }
}
