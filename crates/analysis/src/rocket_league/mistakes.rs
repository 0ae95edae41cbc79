//! Mistakes that show in where cars are and what is in their tanks: double commits, last men out, and long ways without boost.

use ghostreel_formats::rlreplay::project::{BLUE, BodyRow, BoostRow, ORANGE, Vec3, World};
use ghostreel_formats::timeline::{PlayerIndex, TeamNumber};
use serde::Serialize;

use super::arena::forward;
use super::clock::Clock;
use super::contests::Kickoff;
use super::player_action::PlayerAction;
use super::plays::array;
use super::samples::{Sample, last};
use super::touches::Touch;
use super::vectors::{along, length, vector, way};
use crate::order::sorted;

/// With less in the tank than a small pad gives, as it is replicated, for so long, in seconds, a car is starved.
const STARVED: f32 = 31.0;
const STARVED_SECONDS: f32 = 10.0;
/// A mate so near to a ball that is touched, in uu, and so fast towards it, in uu/s, has committed to it, too.
const COMMITTED: f64 = 450.0;
const COMMITTED_SPEED: f64 = 700.0;
/// At a kick-off several may go, so long after it, in seconds.
const KICKOFF_SECONDS: f32 = 4.0;
/// The same mistake of the same team so soon again, in seconds, is one.
const SAME: f32 = 3.0;
/// The last player is out when so far ahead of a ball, in uu, that goes to the own goal so fast, in uu/s.
const OUT: f64 = 300.0;
const COUNTER_SPEED: f64 = 800.0;
/// How often that is looked at, in seconds.
const LOOK: f32 = 0.25;

/// A mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum MistakeKind {
    /// Two of a team go for the same ball.
    DoubleCommit,
    /// Nobody of the team is between the ball and the own goal any more.
    LastManOut,
    /// A long time with nearly nothing in the tank.
    BoostStarvation,
}

/// A player makes a mistake.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct Mistake {
    /// When, who, and where the car is. Of a double commit, who comes second.
    #[serde(flatten)]
    pub action: PlayerAction,
    /// Which.
    pub kind: MistakeKind,
    /// Of a double commit, the mate who touches the ball, by [`super::Player::index`].
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(as = "Option<u32>"))]
    pub mate: Option<PlayerIndex>,
    /// Of a starvation, when the tank has more again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end_time: Option<f32>,
}

/// All of a match, by time.
pub(super) fn mistakes(
    world: &World,
    clock: &Clock,
    samples: &[Vec<Sample<'_>>],
    touches: &[Touch],
    kickoffs: &[Kickoff],
) -> Vec<Mistake> {
    let pitch = Pitch { world, clock, samples };
    let mut all = pitch.double_commits(touches, kickoffs);
    all.extend(pitch.last_men_out());
    all.extend(pitch.starvations());
    sorted(all, |mistake| mistake.action.time.into())
}

/// Where everybody is.
struct Pitch<'a, 'w> {
    world: &'w World,
    clock: &'a Clock,
    samples: &'a [Vec<Sample<'w>>],
}

impl<'w> Pitch<'_, 'w> {
    fn team(&self, player: usize) -> Option<TeamNumber> {
        self.world.players.get(player)?.team
    }

    /// A player's car in a frame, if it has been updated within a second: no wreck, and not gone.
    fn car(&self, player: usize, frame: usize, time: f32) -> Option<&'w BodyRow> {
        let row = last(self.samples.get(player)?, frame)?.row;
        (time - row.time <= 1.0).then_some(row)
    }

    fn action(&self, player: usize, frame: usize, row: &BodyRow) -> Option<PlayerAction> {
        let at = self.world.frames.get(frame)?;
        let (frame, place) = (at.frame.into(), array(&row.position));
        Some(PlayerAction { frame, time: at.time, player: PlayerIndex::at(player), place })
    }

    fn double_commits(&self, touches: &[Touch], kickoffs: &[Kickoff]) -> Vec<Mistake> {
        let mut found: Vec<Mistake> = Vec::new();
        for touch in touches {
            let next = kickoffs.partition_point(|kickoff| kickoff.time <= touch.time);
            let kickoff = next.checked_sub(1).and_then(|before| kickoffs.get(before));
            if kickoff.is_some_and(|kickoff| touch.time - kickoff.time < KICKOFF_SECONDS) {
                continue;
            }
            let frame = self.clock.frame(u32::try_from(touch.frame.0).unwrap_or(0));
            let [x, y, z] = touch.place;
            let ball = Vec3 { x, y, z };
            let committed = |player: usize| {
                let row = self.car(player, frame, touch.time)?;
                let is_mate =
                    self.team(player) == touch.team && PlayerIndex::at(player) != touch.player;
                let way = way(&row.position, &ball);
                let is_committed = is_mate
                    && length(way) <= COMMITTED
                    && along(vector(&row.velocity), way) >= COMMITTED_SPEED;
                is_committed.then_some((player, row))
            };
            let Some((player, row)) = (0..self.samples.len()).find_map(committed) else { continue };
            let before = found.iter().rev().take_while(|last| touch.time - last.action.time < SAME);
            let is_same =
                before.clone().any(|last| self.team(last.action.player.place()) == touch.team);
            if !is_same && let Some(action) = self.action(player, frame, row) {
                let (kind, mate) = (MistakeKind::DoubleCommit, Some(touch.player));
                found.push(Mistake { action, kind, mate, end_time: None });
            }
        }
        found
    }

    fn last_men_out(&self) -> Vec<Mistake> {
        let mut found = Vec::new();
        for team in [BLUE, ORANGE] {
            let mates: Vec<usize> =
                (0..self.samples.len()).filter(|player| self.team(*player) == Some(team)).collect();
            // The player who was behind the ball last; `None` once that one is said to be out.
            let mut last_back: Option<usize> = None;
            let mut next = f32::NEG_INFINITY;
            for ball in &self.world.ball {
                if ball.time < next || mates.len() < 2 {
                    continue;
                }
                next = ball.time + LOOK;
                let frame = self.clock.frame(ball.frame);
                let at = forward(&ball.position, team);
                let places = mates.iter().filter_map(|&player| {
                    let row = self.car(player, frame, ball.time)?;
                    Some((forward(&row.position, team) - at, player, row))
                });
                let rearmost = places.min_by(|(a, ..), (b, ..)| a.total_cmp(b));
                let Some((ahead, player, row)) = rearmost else { continue };
                let is_counter = at < 0.0 && forward(&ball.velocity, team) <= -COUNTER_SPEED;
                if ahead < 0.0 {
                    last_back = Some(player);
                } else if ahead >= OUT && is_counter && !self.clock.is_countdown(frame) {
                    let out = last_back.take();
                    let row = out.and_then(|out| self.car(out, frame, ball.time)).unwrap_or(row);
                    if let Some(action) = out.and_then(|out| self.action(out, frame, row)) {
                        let kind = MistakeKind::LastManOut;
                        found.push(Mistake { action, kind, mate: None, end_time: None });
                    }
                }
            }
        }
        found
    }

    fn starvations(&self) -> Vec<Mistake> {
        let mut found = Vec::new();
        for player in 0..self.samples.len() {
            let own = self.world.boost.iter();
            let own = own.filter(|row| row.player == Some(PlayerIndex::at(player)));
            let mut open: Option<&BoostRow> = None;
            for row in own {
                let is_other = open.is_some_and(|from| from.life != row.life);
                if row.tank >= STARVED || is_other {
                    found.extend(open.take().and_then(|from| self.starved(player, from, row)));
                }
                if row.tank < STARVED && open.is_none() {
                    open = Some(row);
                }
            }
        }
        found
    }

    /// From one row of the tank to another it had nearly nothing, if that is long, halts left out.
    fn starved(&self, player: usize, from: &BoostRow, to: &BoostRow) -> Option<Mistake> {
        let (start, end) = (self.clock.frame(from.frame), self.clock.frame(to.frame));
        let counted = self.clock.counted(end) - self.clock.counted(start);
        if counted < STARVED_SECONDS.into() || from.life != to.life {
            return None;
        }
        let row = last(self.samples.get(player)?, start)?.row;
        let action = self.action(player, start, row)?;
        let (kind, end_time) = (MistakeKind::BoostStarvation, Some(to.time));
        Some(Mistake { action, kind, mate: None, end_time })
    }
}

#[cfg(test)]
#[path = "mistakes_tests.rs"]
mod tests;
