//! How the song ended: BeatLeader's `winTracker`.

use ghostreel_formats::bsor::View;
use ghostreel_formats::bsor::modifiers::NO_FAIL;
use ghostreel_formats::bsor::scoring::ScoreRow;
use ghostreel_formats::timeline::rows;
use serde::Serialize;

use super::energy::Energy;
use super::mean::Mean;
use crate::sheet::Cell;
use crate::statistics::statistics;

statistics! {
    /// BeatLeader's `winTracker`.
    #[derive(Copy, Serialize)]
    #[cfg_attr(test, derive(ts_rs::TS))]
    #[serde(rename_all = "camelCase")]
    pub struct WinTracker {
        won: bool, "", "Whether the player did not fail";
        end_time: f32, "s", "Song time of the last frame, in seconds";
        fail_time: f32, "s", "Song time of the fail, in seconds; 0 without one. With No Fail, when the energy came to nothing";
        nb_of_pause: u32, "", "Pauses between the first note and the last"
            => PAUSES "Pauses" (Cell::count);
        total_pause_duration: i64, "s", "Length of these pauses together, in seconds";
        jump_distance: f32, "m", "Distance over which notes jump in, in metres";
        average_height: f64, "m", "The player's height in metres: the mean of the heights, else that of the info";
        average_head_position: Position, "m", "Mean position of the head over all frames";
        total_score: i32, "", "The score of the notes without modifiers"
            => SCORE "Score" (Cell::count);
        max_score: i32, "", "The highest score that was possible without modifiers";
    }
}

rows! {
    /// A position, in metres: x to the right, y up, z ahead.
    #[derive(Copy, Serialize)]
    #[cfg_attr(test, derive(ts_rs::TS))]
    pub struct Position {
        x: f64, "m", "To the right";
        y: f64, "m", "Up";
        z: f64, "m", "Ahead";
    }
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
            max_score: last.and_then(|row| row.max_score).unwrap_or_default(),
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
