//! The real replays, where they are at hand: round trips, and the scores of an independent implementation.

use ghostreel_bsor::{View, decode, encode};
use ghostreel_core::{DecodeOptions, Outcome};
use ghostreel_corpus::{files, folder};

#[test]
fn every_real_replay_round_trips() {
    let Some(files) = files("beat-saber/bsor") else { return };
    for (name, bytes) in files {
        let decoded = decode(&bytes, &DecodeOptions::STRICT).unwrap();
        assert_eq!(decoded.outcome(), Outcome::Ok, "{name}: {:?}", decoded.diagnostics);
        assert!(encode(&decoded.value) == bytes, "{name} differs");
    }
}

/// A number of the oracle's JSON by its key, at whatever depth; its keys are unique.
fn number(json: &str, key: &str) -> f64 {
    let at = json.find(&format!("\"{key}\": ")).unwrap_or_else(|| panic!("no {key}"));
    let rest = &json[at + key.len() + 4..];
    let end = rest.find([',', '\n', '}']).unwrap();
    rest[..end].trim().parse().unwrap()
}

#[test]
fn scores_are_those_of_an_independent_implementation() {
    let Some(stats) = folder("beat-saber/stats") else { return };
    let Some(files) = files("beat-saber/bsor") else { return };
    for (name, bytes) in files {
        let oracle = std::fs::read_to_string(stats.join(format!("{name}.json"))).unwrap();
        let view = View::open(&bytes[..], &DecodeOptions::STRICT).unwrap();
        let timeline = view.timeline();
        let last =
            |column: &str| *timeline.column(column).unwrap().as_i32().unwrap().last().unwrap();
        for (column, key) in [("score.max_score", "maxScore"), ("score.max_combo", "maxCombo")] {
            assert_eq!(f64::from(last(column)), number(&oracle, key), "{name}: {key}");
        }
        let accuracy =
            *timeline.column("score.accuracy").unwrap().as_f64().unwrap().last().unwrap();
        assert!((accuracy - number(&oracle, "accuracy")).abs() < 1e-12, "{name}");
        assert_eq!(view.frames().len() as f64, number(&oracle, "frames"), "{name}");
        assert_eq!(view.notes().len() as f64, number(&oracle, "notes"), "{name}");
        if oracle.contains("\"score_equals_info\": true") {
            assert_eq!(last("score.score"), view.info().score, "{name}");
        }
    }
}

/// The maps of the first two are at hand and say 13 and 12; of the two others nothing else is known.
#[test]
fn the_speed_of_notes_follows_from_their_cuts() {
    let Some(files) = files("beat-saber/bsor") else { return };
    let speeds = [
        ("As It Was", 13.0),
        ("Naughty little demon", 12.0),
        ("Jungle Fury", 19.0),
        ("Electromagnetic", 20.0),
    ];
    for (name, bytes) in files {
        let view = View::open(&bytes[..], &DecodeOptions::STRICT).unwrap();
        let song = view.info().song_name.as_str();
        let speed = speeds.iter().find(|(title, _)| song.starts_with(title));
        let Some((_, speed)) = speed else { continue };
        let fitted = view.fitted_note_jump_speed().unwrap();
        assert!((fitted - speed).abs() < 0.01, "{name}: {fitted}, not {speed}");
    }
}

#[test]
fn prefixes_and_changed_bytes_of_the_smallest_real_replay_are_met_calmly() {
    let Some(files) = files("beat-saber/bsor") else { return };
    let (name, bytes) = files.into_iter().min_by_key(|(_, bytes)| bytes.len()).unwrap();
    // Every prefix is opened; every 101st is decoded in full and compared.
    for length in 0..bytes.len() {
        let prefix = &bytes[..length];
        match View::open(prefix, &DecodeOptions::RECOVER) {
            Ok(view) if length % 101 == 0 => {
                assert!(encode(&view.to_replay()) == prefix, "{name}: {length}")
            }
            Ok(view) => assert_eq!(view.bytes().len(), length),
            Err(error) => assert!(length < 400, "{name}, {length} bytes: {error}"),
        }
    }
    let mut changed = bytes.clone();
    for at in 0..bytes.len() {
        changed[at] ^= 0xff;
        match View::open(&changed[..], &DecodeOptions::RECOVER) {
            Ok(view) if at % 997 == 0 || at > bytes.len() - 2_000 => {
                assert!(encode(&view.to_replay()) == changed, "{name}: byte {at}");
            }
            Ok(view) => assert!(view.frames().bytes().len() < changed.len()),
            Err(error) => assert!(at < 400, "{name}, byte {at}: {error}"),
        }
        changed[at] = bytes[at];
    }
}
