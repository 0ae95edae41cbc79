//! Who of a team is the last, the first, the nearest to the ball and the farthest from it.

use std::collections::BTreeMap;

use super::arena::forward;
use super::ball::Ball;
use super::clock::Clock;
use super::samples::{Sample, distance};

/// Players are compared who move within the same of so many parts of a second.
const PARTS: f64 = 10.0;

/// For how many seconds a player is what.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Ranks {
    pub(super) most_back: f64,
    pub(super) most_forward: f64,
    pub(super) closest: f64,
    pub(super) farthest: f64,
    /// Sum and number of the distances to team mates.
    pub(super) mates: (f64, f64),
}

/// A player in a part of a second: the last sample in it, and the time since that of an earlier part.
struct Moment<'s, 'w> {
    member: usize,
    sample: &'s Sample<'w>,
    seconds: f64,
    forward: f64,
    to_ball: Option<f64>,
}

/// The ranks of a team's members.
pub(super) fn ranks(
    team: i32,
    members: &[&[Sample<'_>]],
    clock: &Clock,
    ball: &Ball<'_>,
) -> Vec<Ranks> {
    let mut parts: BTreeMap<u64, Vec<Moment<'_, '_>>> = BTreeMap::new();
    for (member, samples) in members.iter().enumerate() {
        let mut before = None;
        for sample in *samples {
            let place = &sample.row.position;
            let mut moment = Moment {
                member,
                sample,
                seconds: before.map_or(0.0, |before| credit(clock, before, sample.frame)),
                forward: forward(place, team),
                to_ball: ball.place(sample.frame).map(|ball| distance(place, ball)),
            };
            before = Some(sample.frame);
            let moments = parts.entry(part(clock.played(sample.frame))).or_default();
            match moments.last_mut().filter(|last| last.member == member) {
                Some(last) => {
                    moment.seconds += last.seconds;
                    *last = moment;
                }
                None => moments.push(moment),
            }
        }
    }
    let mut ranks = vec![Ranks::default(); members.len()];
    for moments in parts.values() {
        for moment in moments {
            if let Some(ranks) = ranks.get_mut(moment.member) {
                ranks.count(moment, moments);
            }
        }
    }
    ranks
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a time, not negative")]
fn part(seconds: f64) -> u64 {
    (seconds * PARTS) as u64
}

/// The time between two samples. Who sets off as a countdown ends, or one frame later, did not wait: the countdown does not
/// count for them.
fn credit(clock: &Clock, before: usize, now: usize) -> f64 {
    let ends = |frame: usize| {
        frame > 0 && clock.is_countdown(frame.saturating_sub(1)) && !clock.is_countdown(frame)
    };
    if ends(now) || ends(now.saturating_sub(1)) {
        clock.counted(now) - clock.counted(before)
    } else {
        clock.between(before, now)
    }
}

impl Ranks {
    fn count(&mut self, moment: &Moment<'_, '_>, all: &[Moment<'_, '_>]) {
        let others = || all.iter().filter(|other| other.member != moment.member);
        if others().all(|other| moment.forward <= other.forward) {
            self.most_back += moment.seconds;
        }
        if others().all(|other| moment.forward >= other.forward) {
            self.most_forward += moment.seconds;
        }
        if others().all(|other| moment.to_ball <= other.to_ball) {
            self.closest += moment.seconds;
        }
        if others().all(|other| moment.to_ball >= other.to_ball) {
            self.farthest += moment.seconds;
        }
        for other in others() {
            self.mates.0 += distance(&moment.sample.row.position, &other.sample.row.position);
            self.mates.1 += 1.0;
        }
    }
}
