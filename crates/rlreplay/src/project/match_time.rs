//! The time of the match: how long was played until each frame. The recording's own time may begin anywhere, and goes on while
//! no play goes on.

use super::rows::MatchTimeRow;
use super::world::World;

/// A step in time so long, in seconds, is a halt of the recording: while a goal is shown again, nothing is recorded.
pub const HALT: f64 = 0.5;

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

impl MatchTime {
    /// The next frame, and whether the players play after it. Returns the row of the frame before, where the time begins to go on or stops.
    pub(super) fn step(&mut self, frame: u32, time: f32, is_play: bool) -> Option<MatchTimeRow> {
        let mut turn = None;
        if let Some(before) = self.last.take() {
            let step = f64::from(time) - f64::from(before.time);
            let is_running = self.is_play && (0.0..=HALT).contains(&step);
            if self.was_running.replace(is_running) != Some(is_running) {
                turn = Some(before);
            }
            if is_running {
                self.played += step;
            }
        }
        #[allow(
            clippy::cast_possible_truncation,
            reason = "a time to the precision of the recording's"
        )]
        let played = self.played as f32;
        self.last = Some(MatchTimeRow { frame, time, played });
        self.is_play = is_play;
        turn
    }

    /// The row of the last frame; `None` without any play.
    pub(super) fn end(&mut self) -> Option<MatchTimeRow> {
        self.last.take().filter(|last| last.played > 0.0)
    }
}
