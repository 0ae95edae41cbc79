//! How the song ended: BeatLeader's `winTracker`.

use ghostreel_formats::bsor::View;
use ghostreel_formats::bsor::modifiers::NO_FAIL;
use ghostreel_formats::bsor::scoring::ScoreRow;
use serde::Serialize;

use super::energy::Energy;
use super::mean::Mean;

/// BeatLeader's `winTracker`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct WinTracker {
    /// Whether the player did not fail.
    pub won: bool,
    /// Song time of the last frame, in seconds.
    pub end_time: f32,
    /// Song time of the fail, in seconds; 0 without one. With No Fail, when the energy came to nothing.
    pub fail_time: f32,
    /// Pauses between the first note and the last.
    pub nb_of_pause: u32,
    /// Length of these pauses together, in seconds.
    pub total_pause_duration: i64,
    /// Distance over which notes jump in, in metres.
    pub jump_distance: f32,
    /// The player's height in metres: the mean of the heights, else that of the info.
    pub average_height: f64,
    /// Mean position of the head over all frames.
    pub average_head_position: Position,
    /// The score of the notes without modifiers.
    pub total_score: i32,
    /// The highest score that was possible without modifiers.
    pub max_score: i32,
}

/// A position, in metres: x to the right, y up, z ahead.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[allow(missing_docs, reason = "axes")]
pub struct Position {
    pub x: f64,
    pub y: f64,
    pub z: f64,
}

impl WinTracker {
    pub(super) fn new(view: &View<'_>, rows: &[ScoreRow], energy: Energy) -> Self {
        let info = view.info();
        let last = rows.last();
        let mut heights = Mean::default();
        view.heights().iter().for_each(|height| heights.add(height.height));
        let mut head: [Mean; 3] = Default::default();
        let mut end_time = 0.0;
        for frame in view.frames().iter() {
            let place = frame.head.position;
            head.iter_mut().zip([place.x, place.y, place.z]).for_each(|(mean, at)| mean.add(at));
            end_time = frame.time;
        }
        let [x, y, z] = head.map(|mean| mean.value().unwrap_or(0.0));
        let (nb_of_pause, total_pause_duration) = pauses(view);
        Self {
            won: !info.failed(),
            end_time,
            fail_time: match info.has_modifier(NO_FAIL) {
                true => energy.empty_at.unwrap_or(0.0),
                false => info.fail_time,
            },
            nb_of_pause,
            total_pause_duration,
            jump_distance: info.jump_distance,
            average_height: heights.value().unwrap_or_else(|| info.height.into()),
            average_head_position: Position { x, y, z },
            total_score: last.map_or(0, |row| row.score),
            max_score: last.map_or(0, |row| row.max_score.max(0)),
        }
    }
}

/// How many pauses there are between the first note and the last, and how long they are.
fn pauses(view: &View<'_>) -> (u32, i64) {
    let times = view.notes().iter().map(|note| note.head.event_time);
    let (first, last) =
        times.fold((f32::INFINITY, f32::NEG_INFINITY), |(low, high), t| (low.min(t), high.max(t)));
    let during = view.pauses().iter().filter(|pause| (first..=last).contains(&pause.time));
    during.fold((0, 0), |(count, length): (u32, i64), pause| {
        (count.saturating_add(1), length.saturating_add(pause.duration))
    })
}
