//! JSON and back is exact, for every sample and every replay of the corpus.

use ghostreel_formats::core::DecodeOptions;
use ghostreel_formats::{json, open, sample, sample_variants};

#[track_caller]
fn check(bytes: &[u8]) {
    let replay = open(bytes, &DecodeOptions::RECOVER).unwrap();
    let mut text = Vec::new();
    json::write(&replay, &mut text, false).unwrap();
    assert_eq!(json::read(&text).unwrap().encode(), bytes);
}

#[test]
fn every_sample_survives_json() {
    for (game, variants) in sample_variants() {
        for variant in variants {
            check(&sample(game, Some(variant), 7).unwrap());
        }
    }
}

#[test]
fn damaged_files_survive_json() {
    let bytes = sample("beat-saber", Some("everything-small"), 3).unwrap();
    // The last bytes are those of the optional sections 6 and 7.
    for cut in [400, 1_000, bytes.len() / 2].into_iter().chain(bytes.len() - 300..bytes.len()) {
        check(&bytes[..cut]);
        let mut model = open(&bytes[..cut], &DecodeOptions::RECOVER).unwrap().to_model();
        model.repair();
        open(model.encode(), &DecodeOptions::STRICT).unwrap();
    }
}

#[test]
fn a_summary_and_other_texts_say_why_they_are_no_replay() {
    let bytes = sample("beat-saber", Some("small"), 1).unwrap();
    let replay = open(&bytes[..], &DecodeOptions::STRICT).unwrap();
    let mut text = Vec::new();
    json::write(&replay, &mut text, true).unwrap();
    let error = json::read(&text).unwrap_err().to_string();
    assert!(error.contains("a summary holds no frames"), "{error}");
    for (text, why) in [
        ("", "EOF"),
        ("[]", "invalid"),
        ("{\"format\":\"zip\"}", "\"zip\" is not known"),
        ("{\"format\":\"bsor\",\"version\":1}", "missing field `info`"),
        ("{\"format\":\"bsor\",\"pauses\":[{\"duration\":1}]}", "missing field `time`"),
        ("{\"format\":\"bsor\",\"pauses\":[{\"duration\":1,\"tim\":2}]}", "unknown member \"tim\""),
    ] {
        let error = json::read(text.as_bytes()).unwrap_err().to_string();
        assert!(error.contains(why), "{text}: {error}");
    }
}

/// Real Slippi replays, where they are at hand.
#[test]
fn slippi_replays_survive_json() {
    let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/corpus");
    let corpus = std::env::var_os("GHOSTREEL_CORPUS")
        .map_or_else(|| beside.into(), std::path::PathBuf::from);
    for folder in ["good", "bad"] {
        let Ok(files) = std::fs::read_dir(corpus.join("slippi").join(folder)) else {
            println!("skipped: no corpus of real replays (set GHOSTREEL_CORPUS)");
            return;
        };
        for file in files {
            let bytes = std::fs::read(file.unwrap().path()).unwrap();
            if open(&bytes[..], &DecodeOptions::RECOVER).is_ok() && bytes.len() < 600_000 {
                check(&bytes);
            }
        }
    }
}
