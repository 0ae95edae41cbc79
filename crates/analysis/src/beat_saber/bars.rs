//! The bars of a map, in seconds.

use ghostreel_beatmap::Map;
use ghostreel_formats::bsor::View;

use super::map::difficulty_of;

/// Maps say nothing of their metre: nearly all are of four beats.
const BEATS: f32 = 4.0;

/// A song has at most so many bars: three hours of it at 200 beats a minute have fewer.
const MOST: usize = 10_000;

/// Where the bars begin, up to the first after the replay's last event, in seconds; none if the map is another, or its tempo cannot be meant.
pub(crate) fn bars(view: &View<'_>, map: &Map) -> Vec<f32> {
    let difficulty = difficulty_of(view.info(), map).ok();
    let Some(beatmap) = difficulty.and_then(|difficulty| difficulty.beatmap.as_ref()) else {
        return Vec::new();
    };
    let notes = view.notes().iter().map(|note| note.head.event_time);
    let last = notes.filter(|time| time.is_finite()).fold(0.0, f32::max);
    let mut bars = Vec::new();
    for bar in 0..u16::MAX {
        let time = beatmap.tempo.seconds(f32::from(bar) * BEATS);
        let rises = bars.last().is_none_or(|before| *before < time);
        if !rises || bars.len() >= MOST {
            return Vec::new();
        }
        bars.push(time);
        if time > last {
            break;
        }
    }
    bars
}

#[cfg(test)]
mod tests {
    use ghostreel_beatmap::Tempo;
    use ghostreel_beatmap::sample::{Version, files};
    use ghostreel_formats::AnyReplay;
    use ghostreel_formats::bsor::Replay;
    use ghostreel_formats::core::DecodeOptions;

    use super::*;

    /// The bars of a replay of the sample map, whose tempo is changed.
    fn of(tempo: Tempo) -> Vec<f32> {
        let mut map = Map::read(&files(Version::V3)).unwrap();
        let bytes = ghostreel_formats::sample("beat-saber", None, 1).unwrap();
        let mut replay: Replay =
            View::open(&bytes[..], &DecodeOptions::RECOVER).unwrap().to_replay();
        replay.info.hash = map.hash.unwrap().to_string().as_str().into();
        replay.info.mode = "Standard".into();
        replay.info.difficulty = "Expert".into();
        for difficulty in &mut map.difficulties {
            difficulty.beatmap.iter_mut().for_each(|beatmap| beatmap.tempo = tempo.clone());
        }
        let bytes = AnyReplay::Bsor(replay).encode();
        bars(&View::open(&bytes[..], &DecodeOptions::RECOVER).unwrap(), &map)
    }

    #[test]
    fn bars_are_four_beats_long_and_go_past_the_end() {
        let bars = of(Tempo::new(120.0, [(8.0, 60.0)]));
        assert_eq!(bars[..5], [0.0, 2.0, 4.0, 8.0, 12.0]);
        assert!((40.0..60.0).contains(bars.last().unwrap()), "{bars:?}");
    }

    #[test]
    fn a_tempo_that_cannot_be_meant_gives_none() {
        assert!(of(Tempo::new(1e9, [])).is_empty());
        assert!(of(Tempo::new(f32::MAX, [])).is_empty());
    }
}
