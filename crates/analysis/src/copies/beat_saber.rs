//! Beat Saber: hands and head.

use ghostreel_formats::timeline::Timeline;

use super::recording::{Track, columns};

/// The hands, then the head: where each is.
pub(super) fn tracks(timeline: &Timeline<'_>) -> Vec<Track> {
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
