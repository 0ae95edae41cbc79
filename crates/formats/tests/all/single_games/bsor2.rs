//! BSOR 2 through the common interface: distinguished from version 1 by its content, JSON and back, and converted.

use ghostreel_formats::bsor2::encode;
use ghostreel_formats::bsor2::sample::{Options, generate, variant, variants};
use ghostreel_formats::core::{DecodeOptions, Outcome, Random};
use ghostreel_formats::{convert, json, open, sample};

fn written(bytes: &[u8], summary: bool) -> String {
    let view = open(bytes, &DecodeOptions::RECOVER).unwrap();
    let mut text = Vec::new();
    json::write(&view, &mut text, summary).unwrap();
    String::from_utf8(text).unwrap()
}

/// Whether the JSON of a file makes the file again.
#[track_caller]
fn check_json(bytes: &[u8]) {
    let replay = json::read(written(bytes, false).as_bytes()).unwrap();
    assert!(replay.encode() == bytes, "not the same bytes");
    assert!(json::read(written(bytes, true).as_bytes()).is_err(), "a summary is no replay");
}

fn file(name: &str) -> Vec<u8> {
    encode(&generate(&variant(name).unwrap()))
}

#[test]
fn json_and_back_is_exact_also_for_damaged_files() {
    for (name, options) in variants() {
        let bytes = encode(&generate(&Options { seed: 7, duration: 12.0, rate: 2.0, ..options }));
        check_json(&bytes);
        let is_usual =
            !["bsor2-shared-strings", "bsor2-other-order", "bsor2-appended-in-other-order"]
                .contains(&name);
        assert_eq!(written(&bytes, false).contains("\"original\""), !is_usual, "{name}");
    }
    let bytes = encode(&generate(&Options { duration: 6.0, rate: 0.7, ..Options::small() }));
    let mut random = Random::new(1);
    for _ in 0..500 {
        let mut changed = bytes.clone();
        for _ in 0..random.between(1, 5) {
            let at = random.between(8, changed.len() as i32 - 1) as usize;
            changed[at] = random.byte();
        }
        changed.truncate(random.between(92, 2 * bytes.len() as i32) as usize);
        check_json(&changed);
    }
}

#[test]
fn edited_json_makes_a_replay() {
    let text = written(&file("bsor2-other-order"), false);
    let edited = json::read(text.replacen("Übergeist 👻", "Ghost", 1).as_bytes()).unwrap().encode();
    let view = open(&edited[..], &DecodeOptions::STRICT).unwrap();
    assert_eq!(view.meta().players[0].name, "Ghost");
    for (from, to, wanted) in [
        ("\"leftHanded\"", "\"leftHandy\"", "leftHandy"),
        ("\"minor\":0", "\"minor\":0,\"major\":2", "major"),
        ("\"version\":2", "\"version\":1", "expected version 2"),
        ("\"spawnId\":0", "\"spawnId\":\"0\"", "invalid type"),
    ] {
        assert!(text.contains(from), "{from}");
        let error = json::read(text.replacen(from, to, 1).as_bytes()).unwrap_err().to_string();
        assert!(error.contains(wanted), "{error}");
    }
}

#[test]
fn versions_are_distinguished_by_their_content() {
    let [first, second] =
        ["small", "bsor2-small"].map(|v| sample("beat-saber", Some(v), 1).unwrap());
    assert_eq!(first[..4], second[..4]);
    let of = |bytes: &[u8]| open(bytes.to_vec(), &DecodeOptions::STRICT).unwrap().format().id;
    assert_eq!([of(&first), of(&second)], ["bsor", "bsor2"]);
    let mut third = second;
    third[4] = 3;
    let error = open(third, &DecodeOptions::RECOVER).unwrap_err().to_string();
    assert_eq!(error, "header, offset 4: expected version 1, found version 3");
}

#[test]
fn versions_become_each_other() {
    let first = sample("beat-saber", Some("everything-small"), 1).unwrap();
    let first = open(first, &DecodeOptions::STRICT).unwrap();
    let (second, assumed) = convert(&first, "bsor2").unwrap();
    assert!(assumed.iter().any(|sentence| sentence.contains("spawn ids")), "{assumed:?}");
    let second = open(second.encode(), &DecodeOptions::STRICT).unwrap();
    assert_eq!((second.format().id, second.outcome()), ("bsor2", Outcome::Ok));
    let (again, lost) = convert(&second, "bsor").unwrap();
    assert!(again.encode() == first.bytes() && lost.is_empty(), "{lost:?}");
    let (legacy, lost) = convert(&second, "scoresaber-json").unwrap();
    assert_eq!(legacy.format().id, "scoresaber-json");
    assert!(lost.iter().any(|sentence| sentence.contains("pauses")), "{lost:?}");
    assert!(convert(&second, "bsor2").is_none() && convert(&second, "slp").is_none());
    let tables = |name| second.timeline().table(name).unwrap().rows();
    assert_eq!(tables("recorded_notes"), tables("notes"));
}

/// Members that were not written are not there.
#[test]
fn values_missing_from_the_file_are_not_known() {
    let meta = |name: &str| open(file(name), &DecodeOptions::STRICT).unwrap().meta();
    let details = |name: &str| -> Vec<&str> {
        let details = ["bpm", "note_jump_speed", "end_time", "right_controller", "room_rotation"];
        let names = meta(name).details.into_iter().map(|(name, _)| name);
        names.filter(|name| details.contains(name)).collect()
    };
    assert_eq!(details("bsor2-empty"), [] as [&str; 0]);
    assert_eq!(details("bsor2-converted"), ["end_time", "right_controller"]);
    assert_eq!(details("bsor2-small").len(), 5);
    let empty = meta("bsor2-empty");
    assert_eq!((empty.started_at, empty.outcome, empty.writer), (None, None, None));
    assert_eq!(
        (meta("bsor2-small").started_at.is_some(), meta("bsor2-next-minor").version),
        (true, "2.1".into())
    );
}
