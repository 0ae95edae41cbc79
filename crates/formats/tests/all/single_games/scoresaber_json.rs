//! Legacy ScoreSaber replays through the common interface: recognised, distinguished from other files, JSON and back, and converted.

use ghostreel_formats::core::{DecodeOptions, PushDecoder, Random};
use ghostreel_formats::scoresaber_json::encode;
use ghostreel_formats::scoresaber_json::sample::{Options, generate, variants};
use ghostreel_formats::{AnyDecoder, convert, json, open};

/// Whether the JSON of a file makes the file again.
#[track_caller]
fn check_json(bytes: &[u8]) {
    let view = open(bytes, &DecodeOptions::RECOVER).unwrap();
    let mut text = Vec::new();
    json::write(&view, &mut text, false).unwrap();
    let replay = json::read(&text).unwrap();
    assert!(replay.encode() == bytes, "not the same bytes");
    assert!(json::write(&view, &mut Vec::new(), true).is_ok());
}

#[test]
fn json_and_back_is_exact_also_for_damaged_files() {
    for (_, options) in variants() {
        check_json(&encode(&generate(&Options { seed: 7, ..options })));
    }
    let bytes = encode(&generate(&Options { duration: 6.0, rate: 0.7, ..Options::small() }));
    let mut random = Random::new(1);
    for _ in 0..500 {
        let mut changed = bytes.clone();
        let at = random.between(70, changed.len() as i32 - 1) as usize;
        changed[at] = b"{}[]\",:\\0-eE.nNx \xff"[random.between(0, 16) as usize];
        changed.truncate(random.between(70, 2 * bytes.len() as i32) as usize);
        check_json(&changed);
    }
}

#[test]
fn edited_json_makes_a_replay() {
    let bytes = encode(&generate(&Options::small()));
    let mut text = Vec::new();
    json::write(&open(&bytes[..], &DecodeOptions::STRICT).unwrap(), &mut text, false).unwrap();
    let text = String::from_utf8(text).unwrap();
    let edited = json::read(text.replacen("Standard", "OneSaber", 1).as_bytes()).unwrap().encode();
    let wanted = String::from_utf8(bytes).unwrap().replacen("Standard", "OneSaber", 1);
    assert_eq!(String::from_utf8(edited).unwrap(), wanted);
    let error =
        json::read(text.replacen("\"leftHanded\"", "\"leftHandy\"", 1).as_bytes()).unwrap_err();
    assert!(error.to_string().contains("leftHandy"), "{error}");
}

#[test]
fn strangers_are_called_by_their_names() {
    let difficulty = r#"{"version":"3.3.0","bpmEvents":[],"colorNotes":[{"b":1}]}"#;
    for (file, wanted) in [
        (difficulty.to_owned(), "a Beat Saber map's difficulty file"),
        (
            format!("{{\"x\":\"{}\",\"_notes\":[]}}", "x".repeat(3_000)),
            "a Beat Saber map's difficulty file",
        ),
        (format!("{{\"x\":\"{}\",\"_notes\":[]}}", "x".repeat(9_000)), "JSON of another kind"),
    ] {
        let whole = open(file.as_bytes(), &DecodeOptions::RECOVER).unwrap_err();
        assert_eq!(
            whole.to_string(),
            format!(
                "not a replay that Ghostreel opens (.bsor, .dat, .json, .replay, .slp, .reel), but {wanted}"
            )
        );
        // A stream says the same.
        let mut decoder = AnyDecoder::new(&DecodeOptions::RECOVER);
        let mut failure = None;
        for piece in file.as_bytes().chunks(50) {
            decoder.push(piece);
            failure = failure.or(decoder.next_event().err());
        }
        decoder.finish();
        assert_eq!(failure.or(decoder.next_event().err()), Some(whole));
    }
}

#[test]
fn replays_are_converted_between_the_formats_of_the_game() {
    let bytes = encode(&generate(&Options::small()));
    let legacy = open(&bytes[..], &DecodeOptions::STRICT).unwrap();
    let (bsor, missing) = convert(&legacy, "bsor").unwrap();
    assert!(missing.iter().any(|sentence| sentence.contains("jump distance")));
    let bsor = open(bsor.encode(), &DecodeOptions::STRICT).unwrap();
    assert_eq!(bsor.format().id, "bsor");
    let frames = |view: &ghostreel_formats::AnyView<'_>| {
        view.timeline().column("frames.head.pos.y").unwrap()
    };
    assert_eq!(frames(&bsor), frames(&legacy));
    let (again, _) = convert(&bsor, "scoresaber-json").unwrap();
    let again = open(again.encode(), &DecodeOptions::STRICT).unwrap();
    assert_eq!(frames(&again), frames(&legacy));
    assert!(convert(&legacy, "slp").is_none());
}
