//! The time of the match: how long was played until each frame. The recording's own time may begin anywhere, and goes on while
//! no play goes on.

use super::rows::MatchTimeRow;
use super::walker::Walker;
use super::world::World;

/// A step in time so long, in seconds, is a halt of the recording: while a goal is shown again, nothing is recorded.
pub const HALT: f64 = 0.5;

/// The state of the game in which the players play.
const PLAY: &str = "Active";

/// The time of the match at the last frame that was seen.
#[derive(Debug, Default)]
pub(super) struct MatchTime {
    last: Option<MatchTimeRow>,
    /// Not cut to the row's precision.
    played: f64,
    /// Whether the time of the match went on until the last frame; unknown at the first.
    was_running: Option<bool>,
    /// Whether it goes on after the last frame.
    is_play: bool,
}

impl World {
    /// The seconds played until a time of the recording; `None` without any play.
    pub fn played_until(&self, time: f64) -> Option<f64> {
        let rows = &self.match_time;
        let next = rows.partition_point(|row| f64::from(row.time) <= time);
        let from = rows.get(next.saturating_sub(1))?;
        let to = rows.get(next).unwrap_or(from);
        let (start, end) = (f64::from(from.time), f64::from(to.time));
        let part = if end > start { ((time - start) / (end - start)).clamp(0.0, 1.0) } else { 0.0 };
        Some(f64::from(from.played) + part * f64::from(to.played - from.played))
    }
}

impl Walker<'_, '_> {
    /// The time of the match at this frame. A row is made wherever it begins to go on, or stops.
    pub(super) fn match_time(&mut self) {
        let before = self.match_time.last.take();
        if let Some(before) = before {
            let step = f64::from(self.time) - f64::from(before.time);
            let is_running = self.match_time.is_play && (0.0..=HALT).contains(&step);
            if self.match_time.was_running.replace(is_running) != Some(is_running) {
                self.keep(|world| &mut world.match_time, before);
            }
            if is_running {
                self.match_time.played += step;
            }
        }
        self.match_time.last = Some(self.match_time_row());
        self.match_time.is_play = self.is_play();
    }

    /// The last frame has a row, too. Without any play, there is no time of the match.
    pub(super) fn end_match_time(&mut self) {
        let last = self.match_time.last.take().filter(|last| last.played > 0.0);
        match last {
            Some(last) => self.keep(|world| &mut world.match_time, last),
            None => self.world.match_time.clear(),
        }
    }

    /// Whether the players play. If the replay never gives the state of the game, they do.
    fn is_play(&self) -> bool {
        let is_known = self.state_index.is_some() || !self.board.state.is_empty();
        !is_known || self.board.state.is(PLAY)
    }

    #[allow(
        clippy::cast_possible_truncation,
        reason = "a time to the precision of the recording's"
    )]
    fn match_time_row(&self) -> MatchTimeRow {
        let (frame, time) = (self.frame, self.time);
        MatchTimeRow { frame, time, played: self.match_time.played as f32 }
    }
}
