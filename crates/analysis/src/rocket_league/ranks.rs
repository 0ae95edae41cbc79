//! Which player of a team is the farthest back or forward, and the nearest to the ball or the farthest from it.

use ghostreel_formats::rlreplay::project::Triple;

use super::arena::forward;
use super::ball::Ball;
use super::clock::Clock;
use super::number::mean;
use super::samples::{Sample, distance};
use crate::order::sorted;

/// Parts of a second. Players are compared whose cars are updated within the same part.
const PARTS: f64 = 10.0;

/// For how many seconds a player is in each place among the team.
#[derive(Clone, Debug, Default)]
pub(super) struct Ranks {
    pub(super) most_back: f64,
    pub(super) most_forward: f64,
    pub(super) closest: f64,
    pub(super) farthest: f64,
    /// The team mates that were compared with the player, by member.
    mates: Vec<Mate>,
}

/// How far a team mate is away: sum and number of the distances.
#[derive(Clone, Debug)]
struct Mate {
    member: usize,
    sum: f64,
    number: f64,
}

/// A player in a part of a second: the first sample in it.
struct Moment<'w> {
    member: usize,
    part: u32,
    frame: usize,
    place: &'w Triple,
    /// The time that the place counts for: since the last part in which the player's car was updated.
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
    let parts_of_ball = parts_of_ball(clock, ball);
    let mut ranks = vec![Ranks::default(); members.len()];
    // Of those who are level, the first to be updated counts.
    let moments = moments(team, members, clock);
    let mut moments = sorted(moments, |moment| moment.frame as f64);
    for moments in moments.chunk_by_mut(|one, other| one.part == other.part) {
        let Some(part) = moments.first().map(|moment| moment.part) else { continue };
        if parts_of_ball.last().is_none_or(|(last, _)| part > *last) {
            break;
        }
        let behind = parts_of_ball.partition_point(|(earlier, _)| *earlier < part);
        let ball = parts_of_ball.get(behind.saturating_sub(1)).map(|(_, place)| *place);
        for moment in &mut *moments {
            moment.to_ball = ball.map(|ball| flat_distance(moment.place, ball));
        }
        count(&mut ranks, moments);
    }
    ranks
}

/// The first update of each player in each part of a second, one player after the other.
fn moments<'w>(team: i32, members: &[&[Sample<'w>]], clock: &Clock) -> Vec<Moment<'w>> {
    let mut moments = Vec::new();
    for (member, samples) in members.iter().enumerate() {
        let mut before = None;
        for sample in *samples {
            let part = part(clock, sample.frame);
            if before == Some(part) {
                continue;
            }
            let seconds = before.map_or(0.0, |before| seconds(part) - seconds(before));
            before = Some(part);
            moments.push(Moment {
                member,
                part,
                frame: sample.frame,
                place: &sample.row.position,
                seconds: if clock.is_countdown_at(self::seconds(part)) { 0.0 } else { seconds },
                forward: forward(&sample.row.position, team),
                to_ball: None,
            });
        }
    }
    moments
}

/// Where the ball is at its first update in each part of a second.
fn parts_of_ball<'w>(clock: &Clock, ball: &Ball<'w>) -> Vec<(u32, &'w Triple)> {
    let mut parts: Vec<(u32, &Triple)> = Vec::new();
    for (frame, place) in ball.updates() {
        let part = part(clock, frame);
        if parts.last().is_none_or(|(last, _)| *last < part) {
            parts.push((part, place));
        }
    }
    parts
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a time, not negative")]
fn part(clock: &Clock, frame: usize) -> u32 {
    (clock.played(frame) * PARTS) as u32
}

/// When a part begins.
fn seconds(part: u32) -> f64 {
    f64::from(part) / PARTS
}

fn flat_distance(from: &Triple, to: &Triple) -> f64 {
    (f64::from(from.x) - f64::from(to.x)).hypot(f64::from(from.y) - f64::from(to.y))
}

fn count(ranks: &mut [Ranks], moments: &[Moment<'_>]) {
    let first = |rank: &dyn Fn(&Moment<'_>) -> Option<f64>| {
        let ranked = moments.iter().filter_map(|moment| Some((moment, rank(moment)?)));
        ranked.min_by(|(_, a), (_, b)| a.total_cmp(b)).map(|(moment, _)| moment)
    };
    let winners = [
        first(&|moment| Some(moment.forward)),
        first(&|moment| Some(-moment.forward)),
        first(&|moment| moment.to_ball),
        first(&|moment| moment.to_ball.map(|far| -far)),
    ];
    for (rank, winner) in winners.into_iter().enumerate() {
        let Some(winner) = winner else { continue };
        let Some(ranks) = ranks.get_mut(winner.member) else { continue };
        let time = match rank {
            0 => &mut ranks.most_back,
            1 => &mut ranks.most_forward,
            2 => &mut ranks.closest,
            _ => &mut ranks.farthest,
        };
        *time += winner.seconds;
    }
    for moment in moments {
        let Some(ranks) = ranks.get_mut(moment.member) else { continue };
        for other in moments.iter().filter(|other| other.member != moment.member) {
            if let Some(mate) = ranks.mate(other.member) {
                mate.sum += distance(moment.place, other.place);
                mate.number += 1.0;
            }
        }
    }
}

impl Ranks {
    fn mate(&mut self, member: usize) -> Option<&mut Mate> {
        let place = self.mates.partition_point(|mate| mate.member < member);
        if self.mates.get(place).is_none_or(|mate| mate.member != member) {
            self.mates.insert(place, Mate { member, sum: 0.0, number: 0.0 });
        }
        self.mates.get_mut(place)
    }

    /// How far team mates are away: the mean over the mates of the mean distance to each.
    pub(super) fn mates(&self) -> f64 {
        mean(self.mates.iter().map(|mate| mate.sum / mate.number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_without_samples_cost_nothing() {
        let members: Vec<&[Sample<'_>]> = vec![&[]; 200_000];
        let ranks = ranks(0, &members, &Clock::default(), &Ball::default());
        assert_eq!(ranks.len(), members.len());
        assert!(ranks.iter().all(|ranks| ranks.mates.capacity() == 0));
    }
}
