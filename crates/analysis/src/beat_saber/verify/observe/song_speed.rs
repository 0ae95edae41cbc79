//! How fast the song ran, by the frames: each says how many came in a second by the clock, and their times are the song's.

use ghostreel_formats::bsor::View;
use ghostreel_formats::core::work::Budget;

use super::super::frames::Frames;
use super::steps::Pauses;
use super::{Observation, Observations, Observed, limits};

/// Compares it with the speed that the file says.
pub(super) fn look(
    view: &View<'_>,
    frames: &Frames<'_>,
    pauses: &Pauses,
    work: &Budget,
    found: &mut Observations,
) {
    let mut speeds: Vec<f64> = Vec::new();
    let mut before = None;
    for place in (0..frames.len()).take_while(|_| work.spend(1)) {
        let Some(now) = frames.get(place) else { break };
        let Some(before) = before.replace(now) else { continue };
        let seconds = pauses.seconds_played(&before, &now);
        if let Some(seconds) = seconds.filter(|_| limits::SONG_SPEED_RATES.contains(&now.fps)) {
            speeds.push(seconds * f64::from(now.fps));
        }
    }
    if speeds.len() < limits::SONG_SPEED_STEPS {
        return;
    }
    let middle = speeds.len() / 2;
    let (_, middle, _) = speeds.select_nth_unstable_by(middle, f64::total_cmp);
    let (by, said) = (*middle, f64::from(view.info().song_speed()));
    // A replay that says that the song stood still says nothing.
    if said > 0.0 && (by / said - 1.0).abs() > limits::SONG_SPEED {
        let time = frames.time(0).unwrap_or_default().into();
        let frame = frames.in_file(0);
        found.add(Observation { what: Observed::SongSpeed, part: None, time, frame, by });
    }
}
