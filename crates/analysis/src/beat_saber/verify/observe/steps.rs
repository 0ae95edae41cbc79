//! Observations between one frame and the next: gaps, teleports and accelerations.

use ghostreel_formats::bsor::{Frame, View};
use ghostreel_formats::core::work::Budget;

use super::super::frames::Frames;
use super::{Observation, Observations, Observed, Part, limits};
use ghostreel_beatmap::flight::Vector;

/// When the game was paused, in order.
pub(super) struct Pauses(Vec<f64>);

impl Pauses {
    pub(super) fn of(view: &View<'_>, work: &Budget) -> Self {
        let pauses = view.pauses();
        let mut times = Vec::new();
        if work.spend(pauses.len()) {
            times.extend(pauses.iter().map(|pause| f64::from(pause.time)));
            times.sort_by(f64::total_cmp);
        }
        Self(times)
    }

    /// Whether the game was paused between two times, or nearly: where a pose is after a pause says nothing.
    fn are_between(&self, from: f64, to: f64) -> bool {
        let first = self.0.partition_point(|pause| *pause < from - limits::AROUND_PAUSE);
        self.0.get(first).is_some_and(|pause| *pause <= to + limits::AROUND_PAUSE)
    }

    /// The seconds between two frames in which a player moved; `None` across a gap or a pause.
    pub(super) fn seconds_played(&self, before: &Frame, now: &Frame) -> Option<f64> {
        let seconds = seconds_between(before, now);
        let is_played = seconds > 0.0
            && seconds <= limits::FRAME_GAP
            && !self.are_between(before.time.into(), now.time.into());
        is_played.then_some(seconds)
    }
}

fn seconds_between(before: &Frame, now: &Frame) -> f64 {
    f64::from(now.time) - f64::from(before.time)
}

/// How fast something moved, on average over so many seconds.
#[derive(Clone, Copy)]
struct Velocity {
    metres_a_second: Vector,
    seconds: f64,
}

/// Looks at all pairs of frames.
pub(super) fn look(frames: &Frames<'_>, pauses: &Pauses, work: &Budget, found: &mut Observations) {
    let mut last: Option<Frame> = None;
    let mut velocities = [None; Part::ALL.len()];
    for place in (0..frames.len()).take_while(|_| work.spend(1)) {
        let Some(now) = frames.get(place) else { break };
        let Some(before) = last.replace(now) else { continue };
        let mut see = |what, part, by| {
            let (time, frame) = (now.time.into(), frames.in_file(place));
            found.add(Observation { what, part, time, frame, by });
        };
        let apart = seconds_between(&before, &now);
        // A NaN time is no step either.
        if !(0.0..=limits::FRAME_GAP).contains(&apart) {
            see(Observed::FrameGap, None, apart);
        }
        let Some(seconds) = pauses.seconds_played(&before, &now) else {
            velocities = [None; Part::ALL.len()];
            continue;
        };
        for (part, velocity) in Part::ALL.into_iter().zip(&mut velocities) {
            let moved = part.position(&now).minus(part.position(&before));
            let new = Velocity { metres_a_second: moved.times(1.0 / seconds), seconds };
            let (jump, most) = match part {
                Part::Head => (limits::HEAD_TELEPORT, limits::HEAD_ACCELERATION),
                _ => (limits::HAND_TELEPORT, limits::HAND_ACCELERATION),
            };
            let metres = moved.length();
            if metres >= jump.metres && metres / seconds >= jump.speed {
                see(Observed::Teleport, Some(part), metres);
                // Its start and its end are no accelerations besides.
                *velocity = None;
                continue;
            }
            if let Some(old) = velocity.replace(new) {
                let by = acceleration(old, new);
                if by > most {
                    see(Observed::Acceleration, Some(part), by);
                }
            }
        }
    }
}

fn acceleration(old: Velocity, new: Velocity) -> f64 {
    let between = (old.seconds + new.seconds) / 2.0;
    new.metres_a_second.minus(old.metres_a_second).length() / between
}
