//! A body when it was sampled, and how it goes on from there.

use ghostreel_space::Turn;

use super::between::between;
use super::pose::Pose;
use crate::project::TICK_RATE;

/// A body that moves and has no update for this long, in seconds, stays where it was, and just before the next update eases over to where that has it.
pub const SILENCE: f64 = 0.6;
/// It eases over in so many seconds at the least, and no faster than that, in uu/s.
const EASE: f64 = 0.25;
const EASED: f64 = 4000.0;
/// One that nothing is heard of for longer, in seconds, is gone.
const GONE: f64 = 6.0;
/// A slower body lies still, in uu/s.
const STILL: f64 = 50.0;
/// One that lies still before a silence and is no further away after it than this, in uu, rested meanwhile: nothing is missing.
const RESTS: f64 = 20.0;
/// Besides, what it goes in so many seconds after its start: the next update is written when it moves again.
const START: f64 = 0.1;
/// A move this much faster than its ends say, and so many uu further, is a jump to another place.
const SLACK: f64 = 1.6;
const JUMP: f64 = 250.0;

/// A body when it was sampled: a row of the table `cars` or `ball`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sample {
    /// How it was.
    pub pose: Pose,
    /// When, in seconds, on the clock of the frames' times.
    pub time: f64,
    /// The physics tick.
    pub tick: f64,
    /// It lies still until the next sample.
    pub is_asleep: bool,
}

/// Whether a body is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    /// It is gone, or not there yet.
    Away,
    /// It is.
    There,
    /// Nothing was recorded of it for a while, and it is held where it was.
    Held,
}

impl Sample {
    /// How the body is at a time from this sample to the next one of the same body. `end` is when it was last there. Of a body that is away it is
    /// where it was last.
    pub fn at(&self, next: Option<&Self>, end: f64, time: f64) -> (Presence, Pose) {
        let since = time - self.time;
        if since < 0.0 {
            return (Presence::Away, self.pose);
        }
        let next = next.filter(|next| !self.is_asleep && !self.jumps_to(next));
        if let Some(next) = next {
            let step = next.time - self.time;
            if step <= SILENCE {
                // Velocities are by the clock of the physics, on which a recording may have run slowly.
                let ticks = next.tick - self.tick;
                let seconds = if ticks > 0.0 { ticks / TICK_RATE } else { step };
                let share = if step > 0.0 { since / step } else { 0.0 };
                return (Presence::There, between(&self.pose, &next.pose, seconds, share));
            }
            if step <= GONE {
                let started = next.pose.velocity.length() * START;
                let rests = self.is_still() && self.moved(next) < RESTS + started;
                let presence = if rests { Presence::There } else { Presence::Held };
                return (presence, self.eased_to(next, step - since));
            }
        }
        let is_still = self.is_asleep || self.is_still();
        let is_there = time <= end && (is_still || since <= SILENCE);
        (if is_there { Presence::There } else { Presence::Away }, self.pose)
    }

    /// Whether the body is in another place at once.
    fn jumps_to(&self, next: &Self) -> bool {
        let fastest = self.pose.velocity.length().max(next.pose.velocity.length());
        self.moved(next) > fastest * (next.time - self.time) * SLACK + JUMP
    }

    fn is_still(&self) -> bool {
        self.pose.velocity.length() < STILL
    }

    /// How far it is to the next sample.
    fn moved(&self, next: &Self) -> f64 {
        next.pose.position.minus(self.pose.position).length()
    }

    /// How it is so many seconds before the next sample, after a silence.
    fn eased_to(&self, next: &Self, before: f64) -> Pose {
        let (from, to) = (&self.pose, &next.pose);
        let moved = self.moved(next);
        let ease = (next.time - self.time).min(EASE.max(moved / EASED));
        let part = (1.0 - before / ease).max(0.0);
        let share = part * part * (3.0 - 2.0 * part);
        Pose {
            position: from.position.towards(to.position, share),
            rotation: Turn::new(from.rotation, to.rotation).at(share),
            velocity: from.velocity.towards(to.velocity, share),
            spin: from.spin,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ghostreel_space::Vector;

    fn sample(time: f64, x: f64, speed: f64) -> Sample {
        let pose = Pose {
            position: Vector::new(x, 0.0, 17.0),
            velocity: Vector::new(speed, 0.0, 0.0),
            ..Pose::default()
        };
        Sample { pose, time, tick: time * TICK_RATE, is_asleep: false }
    }

    fn at(from: &Sample, next: &Sample, time: f64) -> (Presence, f64) {
        let (presence, pose) = from.at(Some(next), 100.0, time);
        (presence, pose.position.x.round())
    }

    #[test]
    fn a_body_goes_on_from_sample_to_sample() {
        let (from, to) = (sample(1.0, 0.0, 1000.0), sample(1.1, 100.0, 1000.0));
        assert_eq!(at(&from, &to, 0.99), (Presence::Away, 0.0));
        assert_eq!(at(&from, &to, 1.0), (Presence::There, 0.0));
        assert_eq!(at(&from, &to, 1.05), (Presence::There, 50.0));
    }

    #[test]
    fn after_a_silence_it_eases_over() {
        let (from, to) = (sample(1.0, 0.0, 1000.0), sample(3.0, 500.0, 1000.0));
        assert_eq!(at(&from, &to, 2.7), (Presence::Held, 0.0));
        assert_eq!(at(&from, &to, 2.875), (Presence::Held, 250.0));
        assert_eq!(at(&from, &to, 3.0), (Presence::Held, 500.0));
        let later = sample(8.0, 500.0, 1000.0);
        assert_eq!(at(&from, &later, 1.5), (Presence::There, 0.0));
        assert_eq!(at(&from, &later, 1.7), (Presence::Away, 0.0));
    }

    #[test]
    fn who_waits_for_the_kick_off_is_there() {
        let (from, to) = (sample(1.0, 0.0, 0.0), sample(4.0, 5.0, 20.0));
        assert_eq!(at(&from, &to, 2.0), (Presence::There, 0.0));
        let pushed = sample(4.0, 100.0, 0.0);
        assert_eq!(at(&from, &pushed, 2.0), (Presence::Held, 0.0));
        let off = sample(4.0, 60.0, 900.0);
        assert_eq!(at(&from, &off, 2.0), (Presence::There, 0.0));
        let away = sample(4.0, 120.0, 900.0);
        assert_eq!(at(&from, &away, 2.0), (Presence::Held, 0.0));
    }

    #[test]
    fn it_is_not_shown_on_a_way_that_it_did_not_go() {
        let (from, to) = (sample(1.0, 0.0, 1000.0), sample(1.1, 4000.0, 1000.0));
        assert_eq!(at(&from, &to, 1.05), (Presence::There, 0.0));
    }

    #[test]
    fn a_body_at_rest_stays_to_its_end() {
        let still = sample(1.0, 0.0, 0.0);
        assert_eq!(still.at(None, 50.0, 49.0).0, Presence::There);
        assert_eq!(still.at(None, 50.0, 51.0).0, Presence::Away);
        let asleep = Sample { is_asleep: true, ..sample(1.0, 0.0, 0.0) };
        assert_eq!(at(&asleep, &sample(2.0, 100.0, 500.0), 1.9), (Presence::There, 0.0));
    }
}
