//! Where the ball is, and whose it is.

use ghostreel_formats::rlreplay::project::{BodyRow, ORANGE, Vec3, World};
use ghostreel_formats::timeline::TeamNumber;
use serde::Serialize;

use super::arena::forward;
use super::clock::Clock;
use super::number::hundredths;
use super::samples::is_same;
use crate::order::sorted;
use crate::sheet::Cell;
use crate::statistics::statistics;

statistics! {
    /// A team's play with the ball. Times in seconds.
    #[derive(Serialize)]
    #[cfg_attr(test, derive(ts_rs::TS))]
    pub struct TeamBall {
        possession_time: f64, "s", "From a hit of the team to the next of the other"
            => POSSESSION "Possession" (Cell::seconds) high;
        time_in_side: f64, "s", "The ball in the own half"
            => IN_THE_OWN_HALF "Ball in the own half" (Cell::seconds) low;
    }
}

/// The ball by frame.
#[derive(Clone, Debug, Default)]
pub(super) struct Ball<'w> {
    /// Its rows, each with the index of its frame, without those that say that it lies still where it was.
    updates: Vec<(usize, &'w BodyRow)>,
    /// By frame, its last row until then.
    rows: Vec<Option<&'w BodyRow>>,
    /// By frame, the team that has it.
    owner: Vec<Option<TeamNumber>>,
    /// By team, for how many seconds it has the ball.
    possession: [f64; 2],
}

impl<'w> Ball<'w> {
    pub(super) fn new(world: &'w World, clock: &Clock) -> Self {
        let before = std::iter::once(None).chain(world.ball.iter().map(Some));
        let rows_and_before = world.ball.iter().zip(before);
        let moves =
            rows_and_before.filter(|(row, before)| !before.is_some_and(|b| is_at_rest(b, row)));
        let updates: Vec<_> = moves.map(|(row, _)| (clock.frame(row.frame), row)).collect();
        let mut rows = Vec::with_capacity(clock.frames());
        let mut next = updates.iter().peekable();
        let mut row = None;
        for frame in 0..clock.frames() {
            while let Some((_, update)) = next.next_if(|(at, _)| *at <= frame) {
                row = Some(*update);
            }
            rows.push(row);
        }
        let stretches = stretches(world, clock);
        let mut possession = [0.0; 2];
        for stretch in stretches.iter().filter(|stretch| !stretch.is_stopped) {
            if let Some(sum) = possession.get_mut(usize::from(stretch.team == ORANGE)) {
                *sum += clock.between(stretch.restart, stretch.end);
            }
        }
        Self { updates, rows, owner: owners(&stretches, clock.frames()), possession }
    }

    /// Where it is after a frame.
    pub(super) fn place(&self, frame: usize) -> Option<&'w Vec3> {
        self.rows.get(frame)?.map(|row| &row.position)
    }

    /// Its position at each update, with the index of the frame.
    pub(super) fn updates(&self) -> impl Iterator<Item = (usize, &'w Vec3)> {
        self.updates.iter().map(|(frame, row)| (*frame, &row.position))
    }

    /// The team that has it in a frame: from its hit to the other team's, with everything between. In the frame of the other
    /// team's hit it is still the first team's. A stretch that no hit of the other team ends belongs to neither.
    pub(super) fn owner(&self, frame: usize) -> Option<TeamNumber> {
        *self.owner.get(frame)?
    }

    pub(super) fn of_team(&self, world: &World, clock: &Clock, team: TeamNumber) -> TeamBall {
        let possession = self.possession.get(usize::from(team == ORANGE));
        let mut in_side = 0.0;
        for pair in world.ball.windows(2) {
            let [before, row] = pair else { continue };
            if before.life == row.life
                && !is_at_rest(before, row)
                && forward(&row.position, team) < 0.0
            {
                in_side += clock.between(clock.frame(before.frame), clock.frame(row.frame));
            }
        }
        TeamBall {
            possession_time: hundredths(possession.copied().unwrap_or(0.0)),
            time_in_side: hundredths(in_side),
        }
    }
}

/// The ball's last row until a time.
pub(super) fn ball_at(world: &World, time: f32) -> Option<&BodyRow> {
    let next = world.ball.partition_point(|row| row.time <= time);
    next.checked_sub(1).and_then(|at| world.ball.get(at))
}

/// Whether the ball lies still where it was: keyframes say so after a goal.
fn is_at_rest(before: &BodyRow, row: &BodyRow) -> bool {
    row.sleeping && before.life == row.life && is_same(before, row)
}

/// From a team's hit to the other team's.
struct Stretch {
    team: TeamNumber,
    start: usize,
    /// Where the team hits the ball first after the last goal or countdown of the stretch.
    restart: usize,
    end: usize,
    /// After the last goal or countdown of the stretch, the team did not hit the ball again.
    is_stopped: bool,
}

fn stretches(world: &World, clock: &Clock) -> Vec<Stretch> {
    let goals = sorted(&world.goals, |goal| goal.frame.into()).into_iter();
    let mut goals = goals.map(|goal| clock.frame(goal.frame)).peekable();
    let mut touches = world.touches.iter().peekable();
    let mut stretches: Vec<Stretch> = Vec::new();
    let mut open: Option<Stretch> = None;
    for frame in 0..clock.frames() {
        let is_goal = goals.next_if(|goal| *goal <= frame).is_some();
        if let Some(open) = open.as_mut().filter(|_| is_goal || clock.is_countdown(frame)) {
            open.is_stopped = true;
        }
        while let Some(touch) = touches.next_if(|touch| clock.frame(touch.frame) <= frame) {
            match open.as_mut().filter(|open| open.team == touch.team) {
                Some(open) if open.is_stopped => {
                    (open.is_stopped, open.restart) = (false, frame);
                }
                Some(_) => {}
                None => {
                    stretches.extend(open.take().map(|open| Stretch { end: frame, ..open }));
                    let (team, start, restart) = (touch.team, frame, frame);
                    open = Some(Stretch { team, start, restart, end: frame, is_stopped: false });
                }
            }
        }
    }
    stretches
}

fn owners(stretches: &[Stretch], frames: usize) -> Vec<Option<TeamNumber>> {
    let mut owners = vec![None; frames];
    for stretch in stretches {
        for owner in owners.get_mut(stretch.start..=stretch.end).unwrap_or_default() {
            owner.get_or_insert(stretch.team);
        }
    }
    owners
}

#[cfg(test)]
mod tests {
    use ghostreel_formats::rlreplay::project::FrameRow;

    use super::*;

    #[test]
    fn a_ball_that_lies_still_where_it_was_is_not_updated() {
        let frame = |frame| FrameRow { frame, time: frame as f32 * 0.1, ..FrameRow::default() };
        let ball = |frame, y, sleeping| {
            let position = Vec3 { y, ..Vec3::default() };
            BodyRow { frame, sleeping, position, ..BodyRow::default() }
        };
        let world = World {
            frames: (0..5).map(frame).collect(),
            ball: vec![
                ball(0, 5000.0, false),
                ball(1, 5200.0, false),
                ball(2, 5210.0, true),
                ball(4, 5210.0, true),
            ],
            ..World::default()
        };
        let clock = Clock::new(&world);
        let ball = Ball::new(&world, &clock);
        assert!(ball.updates().map(|(frame, _)| frame).eq([0, 1, 2]));
        assert!((ball.of_team(&world, &clock, ORANGE).time_in_side - 0.2).abs() < 1e-9);
    }
}
