//! How copies are found: by hands and head.

use ghostreel_formats::timeline::Timeline;

use crate::copies::recording::{Track, columns};
use crate::copies::{ComparedGame, Rules};

pub(crate) const COPIES: Option<ComparedGame> = Some(ComparedGame {
    tracks,
    contest: |_, _| None,
    rules: Rules {
        rate: 60.0,
        is_place: true,
        fastest: 50.0,
        is_without_waves: false,
        knee: 0.4,
        longest_gap: 0.3,
        never_alike_for: f64::INFINITY,
        window: 2.0,
        least_correlation: 0.995,
    },
});

/// The hands, then the head: where each is.
fn tracks(timeline: &Timeline<'_>) -> Vec<Track> {
    ["left", "right", "head"].into_iter().filter_map(|part| track(timeline, part)).collect()
}

fn track(timeline: &Timeline<'_>, part: &str) -> Option<Track> {
    let axis = |axis| format!("{part}.pos.{axis}");
    let [x, y, z] = ["x", "y", "z"].map(axis);
    let [time, playable, x, y, z] = columns(timeline, "frames", ["time", "playable", &x, &y, &z])?;
    let mut track =
        Track::new(if part == "head" { "head".to_owned() } else { format!("{part} hand") });
    let places = x.as_f32()?.iter().zip(y.as_f32()?).zip(z.as_f32()?);
    let moments = time.as_f32()?.iter().zip(playable.as_bool()?).zip(places);
    for ((&time, &playable), ((&x, &y), &z)) in moments {
        if playable != 0 {
            track.push(time.into(), [x, y, z]);
        }
    }
    Some(track)
}
