//! What must hold for every replay, shown on every variant that the generator makes.

use ghostreel_core::{DecodeOptions, Digest, Outcome, PushDecoder};

use crate::layout::gecko_codes;
use crate::sample::{Kind, Options, generate, variants};
use crate::*;

#[test]
fn every_variant_round_trips() {
    for (name, options) in variants() {
        let replay = generate(&options);
        let bytes = encode(&replay);
        let decoded =
            decode(&bytes, &DecodeOptions::STRICT).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert_eq!(decoded.outcome(), Outcome::Ok, "{name}");
        assert!(decoded.value == replay, "{name}");
        assert!(encode(&decoded.value) == bytes, "{name}");
    }
}

#[test]
fn the_same_seed_gives_the_same_bytes() {
    let digest = |seed| Digest::of(&encode(&generate(&Options { seed, ..Options::default() })));
    assert_eq!(digest(3), digest(3));
    assert_ne!(digest(3), digest(4));
}

#[test]
fn rollbacks_are_settled_and_still_there_on_request() {
    let bytes = encode(&generate(&Options::default()));
    let view = View::open(&bytes[..], &DecodeOptions::STRICT).unwrap();
    let frames = view.frames();
    assert_eq!(frames.characters.len(), 2 * 1_200, "two characters in each frame, once");
    assert!(frames.characters.windows(2).all(|pair| pair[0].frame <= pair[1].frame));
    assert!(frames.rollback_frames > 0);
    let all = view.frames_with_rollbacks();
    assert_eq!(all.characters.len(), frames.characters.len() + 2 * frames.rollback_frames as usize);
}

#[test]
fn settings_names_and_codes_are_read() {
    let bytes = encode(&generate(&Options::default()));
    let view = View::open(&bytes[..], &DecodeOptions::STRICT).unwrap();
    let start = view.game_start().unwrap();
    let names: Vec<_> = start
        .players()
        .into_iter()
        .map(|p| (p.display_name.unwrap(), p.connect_code.unwrap()))
        .collect();
    assert_eq!(names, [("Ghost".into(), "GHST#1".into()), ("Reel".into(), "REEL#2".into())]);
    let meta = view.meta();
    assert_eq!(meta.map.unwrap().name, "Fountain of Dreams");
    assert_eq!(meta.mode.as_deref(), Some("unranked"));
    assert_eq!(meta.started_at, Some(1_767_225_600));
    assert_eq!(gecko_codes(&view.gecko_list()).len(), 85);
    assert!(names::character_by_external_id(start.player(0).external_character_id) == Some("Fox"));
}

#[test]
fn players_have_a_row_for_each_port() {
    let bytes = encode(&generate(&Options::default()));
    let view = View::open(&bytes[..], &DecodeOptions::STRICT).unwrap();
    let timeline = view.timeline();
    let players = timeline.table("players").unwrap();
    let texts = |name: &str| players.column(name).unwrap().dict_values().unwrap().to_vec();
    assert_eq!(players.column("port").unwrap().as_u8(), Some(&[0, 1][..]));
    assert_eq!(players.column("stocks").unwrap().as_u8(), Some(&[4, 4][..]));
    assert_eq!(texts("name"), ["Ghost", "Reel"]);
    assert_eq!(texts("code"), ["GHST#1", "REEL#2"]);
    assert_eq!(texts("character_name"), ["Fox", "Marth"]);
}

#[test]
fn old_files_have_only_the_columns_they_hold() {
    let bytes = encode(&generate(&Options { kind: Kind::Old, frames: 200, ..Options::default() }));
    let view = View::open(&bytes[..], &DecodeOptions::STRICT).unwrap();
    let timeline = view.timeline();
    assert!(timeline.column("frames.post.percent").is_ok());
    assert!(timeline.column("frames.post.hitlag_remaining").is_err());
    assert_eq!(timeline.table("items").unwrap().rows(), 0);
}

#[test]
fn a_game_that_goes_on_is_followed_frame_by_frame() {
    let bytes =
        encode(&generate(&Options { kind: Kind::Unfinished, frames: 300, ..Options::default() }));
    let mut decoder = Decoder::new(&DecodeOptions::RECOVER);
    let mut frames = Vec::new();
    for (at, byte) in bytes.iter().enumerate() {
        decoder.push(&[*byte]);
        while let Some(event) = decoder.next_event().unwrap() {
            if let Event::Frame(frame) = event {
                assert_eq!(frame.characters.len(), 2, "at byte {at}");
                frames.push(frame.number);
            }
        }
    }
    // Offline, a frame is final with its bookend: nothing is left over.
    assert_eq!(frames, (-123..177).collect::<Vec<_>>());
    assert!(decoder.pending().is_empty());
    let view = View::open(&bytes[..], &DecodeOptions::STRICT).unwrap();
    assert!(view.game_end().is_none() && view.metadata().is_none());
}
