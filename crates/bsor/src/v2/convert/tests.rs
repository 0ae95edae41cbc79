//! Version 1 through version 2 and back: all samples, damaged and changed ones.

use ghostreel_core::{DecodeOptions, Outcome};

use super::{REMAINS, from_v1, to_v1};
use crate::v2::sample::variant;
use crate::v2::{Replay, decode, encode};

/// The replay, written and read.
fn decode_again(replay: &Replay) -> Replay {
    of_file(&encode(replay))
}

fn of_file(bytes: &[u8]) -> Replay {
    decode(bytes, &DecodeOptions::STRICT).unwrap().value
}

#[test]
fn version_1_comes_back_to_the_byte() {
    for (name, options) in crate::sample::variants() {
        let v1 = crate::sample::generate(&options);
        // As it is read: a bomb's cut info can be told from what follows only.
        let bytes = crate::encode(&v1);
        let v1 = crate::decode(&bytes, &DecodeOptions::STRICT).unwrap().value;
        let (v2, assumed) = from_v1(&v1);
        let again = decode_again(&v2);
        let (back, lost) = to_v1(&again);
        assert!(crate::encode(&back) == bytes, "{name}");
        assert_eq!(lost, Vec::<String>::new(), "{name}");
        for sentence in assumed {
            assert!(sentence.ends_with('.') && sentence.len() > 20, "{sentence}");
            let first = sentence.chars().next().unwrap();
            assert!(!first.is_lowercase() && !sentence.contains('#'), "{sentence}");
        }
    }
}

#[test]
fn a_damaged_file_of_version_1_keeps_what_was_read() {
    let bytes = crate::encode(&crate::sample::generate(&crate::sample::Options::small()));
    for length in (0..bytes.len()).step_by(7) {
        let Ok(v1) = crate::decode(&bytes[..length], &DecodeOptions::RECOVER) else { continue };
        let v1 = v1.value;
        let (back, _) = to_v1(&decode_again(&from_v1(&v1).0));
        assert!(back.frames == v1.frames && back.notes == v1.notes, "{length}");
        assert!(back.walls == v1.walls && back.info == v1.info, "{length}");
        let damage = |replay: &crate::Replay| (replay.missing, replay.tail.len());
        assert!(damage(&back) == damage(&v1) || damage(&back) == (0, 0), "{length}");
    }
}

#[test]
fn version_1_with_any_byte_changed_comes_back() {
    let options = crate::sample::variant("everything-small").unwrap();
    let bytes = crate::encode(&crate::sample::generate(&options));
    let mut changed = bytes.clone();
    for at in (4..600).chain((600..bytes.len()).step_by(5)) {
        changed[at] = bytes[at] ^ 0xff;
        if let Ok(v1) = crate::decode(&changed, &DecodeOptions::RECOVER) {
            let (back, _) = to_v1(&decode_again(&from_v1(&v1.value).0));
            assert!(back.notes == v1.value.notes, "byte {at}");
            if v1.outcome() == Outcome::Ok {
                assert!(crate::encode(&back) == changed, "byte {at}");
            }
        }
        changed[at] = bytes[at];
    }
}

#[test]
fn what_was_changed_in_version_2_counts() {
    let v1 = crate::sample::generate(&crate::sample::Options::default());
    let (mut v2, _) = from_v1(&v1);
    assert!(v2.sections.iter().any(|section| section.name.as_bytes() == REMAINS.as_bytes()));
    v2.info.player_name = "Other".into();
    v2.info.timestamp += 1;
    v2.pauses.records.pop();
    v2.sections.retain(|section| section.name.as_bytes() != b"HeartBeatQuest");
    let (back, _) = to_v1(&v2);
    assert_eq!(back.info.player_name.as_str(), "Other");
    assert_eq!(back.info.timestamp.as_str(), "1767225601");
    assert_eq!(back.info.song_name, v1.info.song_name);
    assert_eq!((back.pauses.len(), v1.pauses.len()), (1, 2));
    let keys: Vec<_> = back.user_data.iter().map(|entry| entry.key.as_str().into_owned()).collect();
    assert_eq!(keys, ["unknown:mod"]);
}

#[test]
fn user_data_that_no_section_can_be_named_after_comes_back() {
    let mut v1 = crate::sample::generate(&crate::sample::Options::small());
    let long = "x".repeat(65);
    for key in ["plain", &long, "INFO", ".text", REMAINS, "with\0zero", "twice", "twice"] {
        assert!(v1.user_data.push(&crate::UserData::new(key, key.as_bytes().to_vec())));
    }
    v1.sections.push(crate::SectionId::UserData);
    let (v2, _) = from_v1(&v1);
    let named = |name: &[u8]| v2.sections.iter().filter(|s| s.name.as_bytes() == name).count();
    assert_eq!([named(b"plain"), named(b"twice"), named(b"INFO"), named(b".text")], [1, 2, 0, 0]);
    let (back, lost) = to_v1(&decode_again(&v2));
    assert!(back == v1 && lost.is_empty(), "{lost:?}");
}

#[test]
fn what_version_1_has_no_place_for_is_said() {
    let (v1, lost) = to_v1(&of_file(&variant("appended-members").unwrap()));
    let strict = crate::decode(&crate::encode(&v1), &DecodeOptions::STRICT).unwrap().value;
    assert!(strict == v1, "what is written is read");
    for part in [
        "tempo",
        "unique id",
        "one text for both",
        "when the level ended",
        "with others",
        "room",
        "spawn ids",
        "how they were turned",
        "time scales",
        "score and energy",
        "later writer",
        "run ended",
        "cut infos",
        "walls",
    ] {
        assert!(lost.iter().any(|sentence| sentence.contains(part)), "{part}: {lost:#?}");
    }
    let (_, lost) = to_v1(&of_file(&variant("custom-sections").unwrap()));
    assert!(lost.iter().any(|sentence| sentence.contains("size of the items")), "{lost:#?}");
}
