//! Where the ball is, and whose it is.

use ghostreel_formats::rlreplay::project::{BodyRow, Triple, World};
use serde::Serialize;

use super::arena::forward;
use super::clock::Clock;
use super::number::hundredths;
use super::samples::is_same;

/// What a team does with the ball. Times in seconds.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[allow(missing_docs, reason = "named as ballchasing's; see docs/stats/rocket-league.md")]
pub struct TeamBall {
    pub possession_time: f64,
    pub time_in_side: f64,
}

/// The ball by frame.
#[derive(Clone, Debug, Default)]
pub(super) struct Ball<'w> {
    rows: Vec<Option<&'w BodyRow>>,
    /// The team that hit it last since the kick-off.
    owner: Vec<Option<i32>>,
}

impl<'w> Ball<'w> {
    pub(super) fn new(world: &'w World, clock: &Clock) -> Self {
        let mut ball = Self::default();
        let mut rows = world.ball.iter().peekable();
        let mut touches = world.touches.iter().peekable();
        let (mut row, mut owner) = (None, None);
        for frame in 0..clock.frames() {
            while let Some(next) = rows.next_if(|row| clock.frame(row.frame) <= frame) {
                row = Some(next);
            }
            if clock.is_countdown(frame) {
                owner = None;
            }
            while let Some(touch) = touches.next_if(|touch| clock.frame(touch.frame) <= frame) {
                owner = Some(touch.team);
            }
            ball.rows.push(row);
            ball.owner.push(owner);
        }
        ball
    }

    /// Where it is behind a frame.
    pub(super) fn place(&self, frame: usize) -> Option<&'w Triple> {
        self.rows.get(frame)?.map(|row| &row.position)
    }

    /// The team that hit it last.
    pub(super) fn owner(&self, frame: usize) -> Option<i32> {
        *self.owner.get(frame)?
    }

    pub(super) fn of_team(&self, world: &World, clock: &Clock, team: i32) -> TeamBall {
        let frames = 1..clock.frames();
        let owned = frames.filter(|&frame| self.owner(frame.saturating_sub(1)) == Some(team));
        let owned = owned.map(|frame| clock.between(frame.saturating_sub(1), frame)).sum();
        let mut in_side = 0.0;
        for pair in world.ball.windows(2) {
            let [before, row] = pair else { continue };
            if before.life == row.life
                && !is_same(before, row)
                && forward(&row.position, team) < 0.0
            {
                in_side += clock.between(clock.frame(before.frame), clock.frame(row.frame));
            }
        }
        TeamBall { possession_time: hundredths(owned), time_in_side: hundredths(in_side) }
    }
}
