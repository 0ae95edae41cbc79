//! Where players are.

use ghostreel_formats::rlreplay::project::{BLUE, ORANGE, World};
use ghostreel_formats::timeline::TeamNumber;

use super::arena::{THIRD, forward};
use super::ball::Ball;
use super::clock::Clock;
use super::number::{hundredths, mean, percent, shares, tenths, whole};
use super::player_and_team::player_and_team;
use super::ranks::{Ranks, part};
use super::samples::Sample;
use super::vectors::distance;
use crate::sheet::Cell;

/// No board shows more goals than this; a damaged one may say so.
const MOST_GOALS: i32 = 99;

/// The times by third.
macro_rules! thirds {
    ($place:ident) => {
        [$place.time_defensive_third, $place.time_neutral_third, $place.time_offensive_third]
    };
}

player_and_team! {
    /// Where a player is. Times in seconds, distances in uu.
    Positioning,
    /// Where a team is: its players together.
    TeamPositioning {
        player avg_distance_to_ball: u32, "uu", "Mean distance to the ball"
            => TO_THE_BALL "To the ball, uu" (Cell::count);
        player avg_distance_to_ball_possession: u32, "uu", "The same while the own team has the ball"
            => IN_POSSESSION "In possession" (Cell::count) part;
        player avg_distance_to_ball_no_possession: u32, "uu", "The same while the other team has it"
            => NOT_IN_POSSESSION "Not in possession" (Cell::count) part;
        player avg_distance_to_mates: u32, "uu", "Mean distance to team mates"
            => TO_TEAM_MATES "To team mates, uu" (Cell::count);
        both time_defensive_third: f64, "s", "In the own third of the field"
            => OWN_THIRD "Own third" {|place| Cell::time(place.time_defensive_third, thirds!(place))};
        both time_neutral_third: f64, "s", "In the middle third of the field"
            => MIDDLE_THIRD "Middle third" {|place| Cell::time(place.time_neutral_third, thirds!(place))};
        both time_offensive_third: f64, "s", "In the other team’s third of the field"
            => OTHER_THIRD "Other third" {|place| Cell::time(place.time_offensive_third, thirds!(place))};
        both time_defensive_half: f64, "s", "In the own half"
            => OWN_HALF "Own half" {|place| Cell::time(place.time_defensive_half, [place.time_defensive_half, place.time_offensive_half])};
        both time_offensive_half: f64, "s", "In the other half";
        both time_behind_ball: f64, "s", "Less forward than the ball"
            => BEHIND_THE_BALL "Behind the ball" {|place| Cell::time(place.time_behind_ball, [place.time_behind_ball, place.time_infront_ball])};
        both time_infront_ball: f64, "s", "More forward than the ball";
        player time_most_back: f64, "s", "The least forward of the team";
        player time_most_forward: f64, "s", "The most forward of the team";
        player goals_against_while_last_defender: u32, "", "Goals against the team while the player was its least forward"
            => GOALS_AGAINST_AS_THE_LAST "Goals against as the last" (Cell::count) low;
        player time_closest_to_ball: f64, "s", "The nearest of the team to the ball";
        player time_farthest_from_ball: f64, "s", "The farthest of the team from the ball";
        player percent_defensive_third: f64, "%", "In the own third of the field, of the three thirds";
        player percent_offensive_third: f64, "%", "In the other team’s third of the field, of the three thirds";
        player percent_neutral_third: f64, "%", "In the middle third of the field, of the three thirds";
        player percent_defensive_half: f64, "%", "In the own half, of the two halves";
        player percent_offensive_half: f64, "%", "In the other half, of the two halves";
        player percent_behind_ball: f64, "%", "Less forward than the ball, of the times behind and in front of it";
        player percent_infront_ball: f64, "%", "More forward than the ball, of the times behind and in front of it";
        player percent_most_back: f64, "%", "The least forward of the team, of counted time"
            => LAST_OF_THE_TEAM "Last of the team" (Cell::percent);
        player percent_most_forward: f64, "%", "The most forward of the team, of counted time"
            => FIRST_OF_THE_TEAM "First of the team" (Cell::percent);
        player percent_closest_to_ball: f64, "%", "The nearest of the team to the ball, of counted time"
            => NEAREST_TO_THE_BALL "Nearest to the ball" (Cell::percent);
        player percent_farthest_from_ball: f64, "%", "The farthest of the team from the ball, of counted time"
            => FARTHEST_FROM_IT "Farthest from it" (Cell::percent);
    }
}

impl Positioning {
    /// `counted` is how long the player was there, countdowns left out.
    pub(super) fn new(
        team: TeamNumber,
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
        let to_ball = |is_counted: &dyn Fn(Option<TeamNumber>) -> bool| {
            let counted = samples.iter().filter(|sample| is_counted(ball.owner(sample.frame)));
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
        // A player level with the ball is on the orange side of it.
        let is_ahead = |past: f64| if team == ORANGE { past > 0.0 } else { past >= 0.0 };
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

/// How many goals each player was the last defender at: the one of the team that let it in who was the least forward in the part of
/// a second in which the board recorded it. Players who did not move then are skipped.
pub(super) fn last_defenders(
    world: &World,
    clock: &Clock,
    samples: &[Vec<Sample<'_>>],
) -> Vec<u32> {
    let mut counts = vec![0_u32; samples.len()];
    let mut before = [0, 0];
    for row in &world.scoreboard {
        let goals = [row.blue, row.orange].map(|goals| goals.clamp(0, MOST_GOALS));
        let part = part(clock, clock.frame(row.frame));
        for ((team, goals), before) in [BLUE, ORANGE].into_iter().zip(goals).zip(&mut before) {
            for _ in *before..goals {
                let last = last_defender(world, clock, samples, part, team);
                if let Some(count) = last.and_then(|player| counts.get_mut(player)) {
                    *count = count.saturating_add(1);
                }
            }
            *before = goals.max(*before);
        }
    }
    counts
}

fn last_defender(
    world: &World,
    clock: &Clock,
    samples: &[Vec<Sample<'_>>],
    part: u32,
    scorers: TeamNumber,
) -> Option<usize> {
    let place = |(player, samples): (usize, &Vec<Sample<'_>>)| {
        let team = world.players.get(player)?.team?;
        let earlier = samples.partition_point(|sample| self::part(clock, sample.frame) < part);
        let first = samples.get(earlier)?;
        let defends = team != scorers && self::part(clock, first.frame) == part;
        defends.then(|| (player, forward(&first.row.position, team)))
    };
    let defenders = samples.iter().enumerate().filter_map(place);
    let last = defenders.min_by(|(_, a), (_, b)| a.total_cmp(b));
    last.map(|(player, _)| player)
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

#[cfg(test)]
mod tests {
    use ghostreel_formats::rlreplay::project::{BodyRow, FrameRow, PlayerRow, ScoreboardRow, Vec3};

    use ghostreel_formats::timeline::PlayerIndex;

    use super::super::samples::samples;
    use super::*;

    #[test]
    fn a_player_who_stands_still_is_no_last_defender() {
        let frame =
            |frame| FrameRow { frame, time: frame as f32 * 0.1 + 0.05, ..FrameRow::default() };
        let player = |team| PlayerRow { team: Some(team), ..PlayerRow::default() };
        let car = |frame, player, y| BodyRow {
            frame,
            player: Some(PlayerIndex::new(player)),
            life: player,
            position: Vec3 { y, ..Vec3::default() },
            ..BodyRow::default()
        };
        let board = |frame, orange| ScoreboardRow { frame, orange, ..ScoreboardRow::default() };
        let world = World {
            frames: (0..10).map(frame).collect(),
            players: vec![player(BLUE), player(BLUE), player(ORANGE)],
            cars: vec![
                car(0, 0, -2000.0),
                car(0, 1, -100.0),
                car(4, 1, -200.0),
                car(4, 2, -4000.0),
                car(9, 2, -4100.0),
            ],
            // On the board when the recording begins; while one moves; while none of the team does.
            scoreboard: vec![board(0, 1), board(4, 2), board(9, 3)],
            ..World::default()
        };
        let clock = Clock::new(&world);
        let samples = samples(&world, &clock);
        assert_eq!(last_defenders(&world, &clock, &samples), [1, 1, 0]);
    }
}
