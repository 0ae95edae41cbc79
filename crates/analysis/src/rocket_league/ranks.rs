//! Which player of a team is the farthest back or forward, and the nearest to the ball or the farthest from it.

use ghostreel_formats::rlreplay::project::Vec3;
use ghostreel_formats::timeline::TeamNumber;

use super::arena::forward;
use super::ball::Ball;
use super::clock::Clock;
use super::number::mean;
use super::samples::Sample;
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

/// A player in a part of a second.
struct Moment<'w> {
    member: usize,
    part: u32,
    frame: usize,
    /// Where the first sample in it is.
    place: &'w Vec3,
    /// Sum and number of the places of its samples.
    places: ([f64; 3], f64),
    /// The time that the place counts for: since the last part in which the player's car was updated. There is none in the first.
    seconds: Option<f64>,
    forward: f64,
    to_ball: Option<f64>,
}

/// The ranks of a team's members.
pub(super) fn ranks(
    team: TeamNumber,
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
        compare(&mut ranks, moments);
        if parts_of_ball.last().is_none_or(|(last, _)| part > *last) {
            continue;
        }
        let next = parts_of_ball.partition_point(|(earlier, _)| *earlier < part);
        let ball = parts_of_ball.get(next.saturating_sub(1)).map(|(_, place)| *place);
        for moment in &mut *moments {
            moment.to_ball = ball.map(|ball| flat_distance(moment.place, ball));
        }
        count(&mut ranks, moments);
    }
    ranks
}

/// Each player in each part of a second that has a sample, one player after the other.
fn moments<'w>(team: TeamNumber, members: &[&[Sample<'w>]], clock: &Clock) -> Vec<Moment<'w>> {
    let mut moments = Vec::new();
    for (member, samples) in members.iter().enumerate() {
        let mut before = None;
        for sample in *samples {
            let part = part(clock, sample.frame);
            let place = &sample.row.position;
            if before != Some(part) {
                let counts = f64::from(!clock.is_countdown_at(seconds(part)));
                moments.push(Moment {
                    member,
                    part,
                    frame: sample.frame,
                    place,
                    places: Default::default(),
                    seconds: before.map(|before| counts * (seconds(part) - seconds(before))),
                    forward: forward(place, team),
                    to_ball: None,
                });
                before = Some(part);
            }
            if let Some(Moment { places: (sums, number), .. }) = moments.last_mut() {
                for (sum, at) in sums.iter_mut().zip([place.x, place.y, place.z]) {
                    *sum += f64::from(at);
                }
                *number += 1.0;
            }
        }
    }
    moments
}

/// Where the ball is at its first update in each part of a second.
fn parts_of_ball<'w>(clock: &Clock, ball: &Ball<'w>) -> Vec<(u32, &'w Vec3)> {
    let mut parts: Vec<(u32, &Vec3)> = Vec::new();
    for (frame, place) in ball.updates() {
        let part = part(clock, frame);
        if parts.last().is_none_or(|(last, _)| *last < part) {
            parts.push((part, place));
        }
    }
    parts
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a time, not negative")]
pub(super) fn part(clock: &Clock, frame: usize) -> u32 {
    (clock.played(frame) * PARTS) as u32
}

/// When a part begins.
fn seconds(part: u32) -> f64 {
    f64::from(part) / PARTS
}

fn flat_distance(from: &Vec3, to: &Vec3) -> f64 {
    (f64::from(from.x) - f64::from(to.x)).hypot(f64::from(from.y) - f64::from(to.y))
}

fn count(ranks: &mut [Ranks], moments: &[Moment<'_>]) {
    let first = |rank: &dyn Fn(&Moment<'_>) -> Option<f64>| {
        let ranked = moments.iter().filter_map(|moment| Some((moment, moment.seconds?)));
        let ranked = ranked.filter_map(|(moment, seconds)| Some((moment, seconds, rank(moment)?)));
        ranked.min_by(|(.., a), (.., b)| a.total_cmp(b))
    };
    let winners = [
        first(&|moment| Some(moment.forward)),
        first(&|moment| Some(-moment.forward)),
        first(&|moment| moment.to_ball),
        first(&|moment| moment.to_ball.map(|far| -far)),
    ];
    for (rank, winner) in winners.into_iter().enumerate() {
        let Some((winner, seconds, _)) = winner else { continue };
        let Some(ranks) = ranks.get_mut(winner.member) else { continue };
        let time = match rank {
            0 => &mut ranks.most_back,
            1 => &mut ranks.most_forward,
            2 => &mut ranks.closest,
            _ => &mut ranks.farthest,
        };
        *time += seconds;
    }
}

/// Adds how far team mates are apart in a part of a second, from the middle of one's places in it to that of the other's.
fn compare(ranks: &mut [Ranks], moments: &[Moment<'_>]) {
    for moment in moments {
        let [x, y, z] = moment.middle();
        let Some(ranks) = ranks.get_mut(moment.member) else { continue };
        for other in moments.iter().filter(|other| other.member != moment.member) {
            if let Some(mate) = ranks.mate(other.member) {
                let [their_x, their_y, their_z] = other.middle();
                let [x, y, z] = [x - their_x, y - their_y, z - their_z];
                mate.sum += (x * x + y * y + z * z).sqrt();
                mate.number += 1.0;
            }
        }
    }
}

impl Moment<'_> {
    /// The middle of the places of its samples.
    fn middle(&self) -> [f64; 3] {
        let (sums, number) = self.places;
        sums.map(|sum| sum / number)
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
        let ranks = ranks(TeamNumber(0), &members, &Clock::default(), &Ball::default());
        assert_eq!(ranks.len(), members.len());
        assert!(ranks.iter().all(|ranks| ranks.mates.capacity() == 0));
    }
}
