//! Slippi.

use std::hint::black_box;

use ghostreel_core::{DecodeOptions, Outcome};
use ghostreel_slp::{Decoder, Event, View, decode, encode};

use crate::{every_column, however_split, pieces, repaired, through_json};

/// Opening, and asking for every column, does not panic; strict is never happier than recover.
pub fn slp_decode(bytes: &[u8]) {
    let strict = View::open(bytes, &DecodeOptions::STRICT);
    let Ok(view) = View::open(bytes, &DecodeOptions::RECOVER) else {
        assert!(strict.is_err());
        return;
    };
    assert_eq!(strict.is_ok(), view.outcome() == Outcome::Ok);
    every_column(&view.timeline());
    black_box(view.gecko_list());
    if let Some(start) = view.game_start() {
        black_box(start.players());
    }
}

/// `encode(decode(b)) == b`, also by way of JSON.
pub fn slp_roundtrip(bytes: &[u8]) {
    let Ok(decoded) = decode(bytes, &DecodeOptions::RECOVER) else { return };
    assert!(encode(&decoded.value) == bytes, "encoding differs");

    through_json(bytes);
}

/// A repair makes a whole replay, or refuses.
pub fn slp_repair(bytes: &[u8]) {
    repaired(bytes);
}

/// However the input is split, the events and diagnostics are those of the whole. The first bytes choose the splits.
pub fn slp_split(bytes: &[u8]) {
    let Some((bytes, pieces)) = pieces(bytes) else { return };
    let (events, told, failure) =
        however_split(|| Decoder::new(&DecodeOptions::RECOVER), bytes, &pieces);
    match (View::open(bytes, &DecodeOptions::RECOVER), failure) {
        (Ok(view), None) => {
            assert_eq!(told, view.diagnostics());
            let members =
                events.iter().filter(|event| matches!(event, Event::Member { .. })).count();
            assert_eq!(members, view.members().len());
        }
        (Err(whole), Some(failure)) => assert_eq!(whole, failure),
        (whole, failure) => panic!("whole: {:?}, in pieces: {failure:?}", whole.err()),
    }
}
