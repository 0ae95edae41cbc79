//! Where players are.

use ghostreel_formats::rlreplay::project::World;
use serde::Serialize;

use super::arena::{THIRD, forward};
use super::ball::Ball;
use super::clock::Clock;
use super::number::{hundredths, mean, percent, shares, tenths, whole};
use super::ranks::Ranks;
use super::samples::{Sample, distance, last};

/// No board shows more goals than this; a damaged one may say so.
const MOST_GOALS: i32 = 99;

/// Where a player is. Times in seconds, distances in uu.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[allow(missing_docs, reason = "named as ballchasing's; see docs/stats/rocket-league.md")]
pub struct Positioning {
    pub avg_distance_to_ball: u32,
    pub avg_distance_to_ball_possession: u32,
    pub avg_distance_to_ball_no_possession: u32,
    pub avg_distance_to_mates: u32,
    pub time_defensive_third: f64,
    pub time_neutral_third: f64,
    pub time_offensive_third: f64,
    pub time_defensive_half: f64,
    pub time_offensive_half: f64,
    pub time_behind_ball: f64,
    pub time_infront_ball: f64,
    pub time_most_back: f64,
    pub time_most_forward: f64,
    pub goals_against_while_last_defender: u32,
    pub time_closest_to_ball: f64,
    pub time_farthest_from_ball: f64,
    pub percent_defensive_third: f64,
    pub percent_offensive_third: f64,
    pub percent_neutral_third: f64,
    pub percent_defensive_half: f64,
    pub percent_offensive_half: f64,
    pub percent_behind_ball: f64,
    pub percent_infront_ball: f64,
    pub percent_most_back: f64,
    pub percent_most_forward: f64,
    pub percent_closest_to_ball: f64,
    pub percent_farthest_from_ball: f64,
}

/// Where a team is: its players together.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[allow(missing_docs, reason = "named as ballchasing's; see docs/stats/rocket-league.md")]
pub struct TeamPositioning {
    pub time_defensive_third: f64,
    pub time_neutral_third: f64,
    pub time_offensive_third: f64,
    pub time_defensive_half: f64,
    pub time_offensive_half: f64,
    pub time_behind_ball: f64,
    pub time_infront_ball: f64,
}

impl Positioning {
    /// `counted` is how long the player was there, countdowns left out.
    pub(super) fn new(
        team: i32,
        samples: &[Sample<'_>],
        ball: &Ball<'_>,
        ranks: Ranks,
        counted: f64,
        goals_against_while_last_defender: u32,
    ) -> Self {
        let here = |sample: &Sample<'_>| forward(&sample.row.position, team);
        let time = |is_counted: &dyn Fn(&Sample<'_>) -> bool| {
            samples.iter().filter(|s| is_counted(s)).map(|s| s.seconds).sum::<f64>()
        };
        let past_ball = |sample: &Sample<'_>| {
            ball.place(sample.frame).map(|ball| here(sample) - forward(ball, team))
        };
        let to_ball = |is_counted: &dyn Fn(Option<i32>) -> bool| {
            let counted = samples
                .iter()
                .filter(|sample| is_counted(ball.owner(sample.frame.saturating_sub(1))));
            whole(mean(counted.filter_map(|sample| {
                Some(distance(&sample.row.position, ball.place(sample.frame)?))
            })))
        };
        let all = time(&|_| true);
        let defensive = time(&|s| here(s) < -THIRD);
        let offensive = time(&|s| here(s) > THIRD);
        let thirds = [defensive, all - defensive - offensive, offensive].map(hundredths);
        let (own, their) = (time(&|s| here(s) < 0.0), time(&|s| here(s) > 0.0));
        let halves = [own, their].map(hundredths);
        // Who is level with the ball is on the orange side of it.
        let is_ahead = |past: f64| if team == 1 { past > 0.0 } else { past >= 0.0 };
        let behind = time(&|s| past_ball(s).is_some_and(|past| !is_ahead(past)));
        let infront = time(&|s| past_ball(s).is_some_and(is_ahead));
        let sides = [behind, infront].map(hundredths);
        let [percent_defensive_third, percent_neutral_third, percent_offensive_third] =
            shares(thirds);
        let [percent_defensive_half, percent_offensive_half] = shares(halves);
        let [percent_behind_ball, percent_infront_ball] = shares(sides);
        let [time_defensive_third, time_neutral_third, time_offensive_third] = thirds;
        let [time_defensive_half, time_offensive_half] = halves;
        let [time_behind_ball, time_infront_ball] = sides;
        Self {
            avg_distance_to_ball: to_ball(&|_| true),
            avg_distance_to_ball_possession: to_ball(&|owner| owner == Some(team)),
            avg_distance_to_ball_no_possession: to_ball(&|owner| {
                owner.is_some_and(|owner| owner != team)
            }),
            avg_distance_to_mates: whole(ranks.mates()),
            time_defensive_third,
            time_neutral_third,
            time_offensive_third,
            time_defensive_half,
            time_offensive_half,
            time_behind_ball,
            time_infront_ball,
            time_most_back: tenths(ranks.most_back),
            time_most_forward: tenths(ranks.most_forward),
            goals_against_while_last_defender,
            time_closest_to_ball: tenths(ranks.closest),
            time_farthest_from_ball: tenths(ranks.farthest),
            percent_defensive_third,
            percent_offensive_third,
            percent_neutral_third,
            percent_defensive_half,
            percent_offensive_half,
            percent_behind_ball,
            percent_infront_ball,
            percent_most_back: percent(ranks.most_back, counted),
            percent_most_forward: percent(ranks.most_forward, counted),
            percent_closest_to_ball: percent(ranks.closest, counted),
            percent_farthest_from_ball: percent(ranks.farthest, counted),
        }
    }
}

/// How many goals each player was the last defender at: the one of the team that let it in whose car was nearest to the own goal.
/// A car that does not move, and so has no update in the frame, counts only if no other does. Goals that were on the board when
/// the recording began count for the last defender at that time.
pub(super) fn last_defenders(
    world: &World,
    clock: &Clock,
    samples: &[Vec<Sample<'_>>],
) -> Vec<u32> {
    let mut counts = vec![0_u32; samples.len()];
    let goals = world.goals.iter().map(|goal| (clock.frame(goal.frame), goal.team));
    let start = samples.iter().filter_map(|samples| samples.first()).map(|first| first.frame).min();
    let board = world.scoreboard.first().filter(|row| row.frame == 0);
    let before = board.map(|row| [(0, row.blue), (1, row.orange)]).into_iter().flatten();
    let before =
        before.flat_map(|(team, goals)| (0..goals.clamp(0, MOST_GOALS)).map(move |_| team));
    let before = before.filter_map(|team| Some((start?, team)));
    for (frame, team) in before.chain(goals) {
        let last = last_defender(world, clock, samples, frame, team);
        if let Some(count) = last.and_then(|player| counts.get_mut(player)) {
            *count = count.saturating_add(1);
        }
    }
    counts
}

fn last_defender(
    world: &World,
    clock: &Clock,
    samples: &[Vec<Sample<'_>>],
    frame: usize,
    scorers: i32,
) -> Option<usize> {
    let place = |player: usize| {
        let row = world.players.get(player)?;
        let sample = last(samples.get(player)?, frame)?;
        let is_there = clock.frame(row.last_frame) >= frame;
        let defends = row.team >= 0 && row.team != scorers && is_there;
        let is_moving = sample.frame.saturating_add(1) >= frame;
        defends.then(|| (player, is_moving, forward(&sample.row.position, row.team)))
    };
    let defenders: Vec<_> = (0..samples.len()).filter_map(place).collect();
    let is_any_moving = defenders.iter().any(|(_, is_moving, _)| *is_moving);
    let defenders = defenders.iter().filter(|(_, is_moving, _)| *is_moving || !is_any_moving);
    let last = defenders.min_by(|(.., a), (.., b)| a.total_cmp(b));
    last.map(|(player, ..)| *player)
}

impl TeamPositioning {
    pub(super) fn new<'p>(players: impl Iterator<Item = &'p Positioning>) -> Self {
        let mut team = Self::default();
        for player in players {
            team.time_defensive_third += player.time_defensive_third;
            team.time_neutral_third += player.time_neutral_third;
            team.time_offensive_third += player.time_offensive_third;
            team.time_defensive_half += player.time_defensive_half;
            team.time_offensive_half += player.time_offensive_half;
            team.time_behind_ball += player.time_behind_ball;
            team.time_infront_ball += player.time_infront_ball;
        }
        team
    }
}
