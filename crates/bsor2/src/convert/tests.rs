//! Version 1 through version 2 and back: all samples, damaged and changed ones.

use ghostreel_bsor as bsor;
use ghostreel_core::{DecodeOptions, Outcome};

use super::{REMAINS, from_bsor, to_bsor};
use crate::sample;
use crate::{Replay, decode, encode};

/// The replay, written and read.
fn decode_again(replay: &Replay) -> Replay {
    decode(&encode(replay), &DecodeOptions::STRICT).unwrap().value
}

fn written(variant: &str) -> Replay {
    decode_again(&sample::generate(&sample::variant(variant).unwrap()))
}

#[test]
fn version_1_comes_back_to_the_byte() {
    for (name, options) in bsor::sample::variants() {
        let v1 = bsor::sample::generate(&options);
        // As it is read: only the bytes that follow show whether a bomb has cut info.
        let bytes = bsor::encode(&v1);
        let v1 = bsor::decode(&bytes, &DecodeOptions::STRICT).unwrap().value;
        let (v2, assumed) = from_bsor(&v1);
        let again = decode_again(&v2);
        let (back, lost) = to_bsor(again);
        assert!(bsor::encode(&back) == bytes, "{name}");
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
    let bytes = bsor::encode(&bsor::sample::generate(&bsor::sample::Options::small()));
    for length in (0..bytes.len()).step_by(7) {
        let Ok(v1) = bsor::decode(&bytes[..length], &DecodeOptions::RECOVER) else { continue };
        let v1 = v1.value;
        let (back, _) = to_bsor(decode_again(&from_bsor(&v1).0));
        assert!(back.frames == v1.frames && back.notes == v1.notes, "{length}");
        assert!(back.walls == v1.walls && back.info == v1.info, "{length}");
        let damage = |replay: &bsor::Replay| (replay.missing, replay.tail.len());
        assert!(damage(&back) == damage(&v1) || damage(&back) == (0, 0), "{length}");
    }
}

#[test]
fn version_1_with_any_byte_changed_comes_back() {
    let options = bsor::sample::variant("everything-small").unwrap();
    let bytes = bsor::encode(&bsor::sample::generate(&options));
    let mut changed = bytes.clone();
    for at in (4..600).chain((600..bytes.len()).step_by(5)) {
        changed[at] = bytes[at] ^ 0xff;
        if let Ok(v1) = bsor::decode(&changed, &DecodeOptions::RECOVER) {
            let (back, _) = to_bsor(decode_again(&from_bsor(&v1.value).0));
            assert!(back.notes == v1.value.notes, "byte {at}");
            if v1.outcome() == Outcome::Ok {
                assert!(bsor::encode(&back) == changed, "byte {at}");
            }
        }
        changed[at] = bytes[at];
    }
}

#[test]
fn changes_in_version_2_count() {
    let v1 = bsor::sample::generate(&bsor::sample::Options::default());
    let (mut v2, _) = from_bsor(&v1);
    assert!(v2.sections.iter().any(|section| section.name.as_bytes() == REMAINS.as_bytes()));
    v2.info.player_name = "Other".into();
    v2.info.timestamp += 1;
    v2.pauses.records.pop();
    v2.sections.retain(|section| section.name.as_bytes() != b"HeartBeatQuest");
    let (back, _) = to_bsor(v2);
    assert_eq!(back.info.player_name.as_str(), "Other");
    assert_eq!(back.info.timestamp.as_str(), "1767225601");
    assert_eq!(back.info.song_name, v1.info.song_name);
    assert_eq!((back.pauses.len(), v1.pauses.len()), (1, 2));
    let keys: Vec<_> = back.user_data.iter().map(|entry| entry.key.as_str().into_owned()).collect();
    assert_eq!(keys, ["unknown:mod"]);
}

#[test]
fn user_data_that_no_section_can_be_named_after_comes_back() {
    let mut v1 = bsor::sample::generate(&bsor::sample::Options::small());
    let long = "x".repeat(65);
    for key in ["plain", &long, "INFO", ".text", REMAINS, "with\0zero", "twice", "twice"] {
        assert!(v1.user_data.push(&bsor::UserData::new(key, key.as_bytes().to_vec())));
    }
    v1.sections.push(bsor::SectionId::UserData);
    let (v2, _) = from_bsor(&v1);
    let named = |name: &[u8]| v2.sections.iter().filter(|s| s.name.as_bytes() == name).count();
    assert_eq!([named(b"plain"), named(b"twice"), named(b"INFO"), named(b".text")], [1, 2, 0, 0]);
    let (back, lost) = to_bsor(decode_again(&v2));
    assert!(back == v1 && lost.is_empty(), "{lost:?}");
}

#[test]
fn values_without_a_place_in_version_1_are_reported() {
    let (v1, lost) = to_bsor(written("bsor2-appended-members"));
    let strict = bsor::decode(&bsor::encode(&v1), &DecodeOptions::STRICT).unwrap().value;
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
    let (_, lost) = to_bsor(written("bsor2-custom-sections"));
    assert!(lost.iter().any(|sentence| sentence.contains("size of the items")), "{lost:#?}");
}
