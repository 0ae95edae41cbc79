//! What must hold for every replay.

use ghostreel_core::{DecodeOptions, Outcome};

use crate::*;

/// Decodes in every way there is and compares; gives back what came out.
#[track_caller]
fn check(bytes: &[u8], outcome: Outcome) -> Replay {
    let decoded = decode(bytes, &DecodeOptions::RECOVER).unwrap();
    assert_eq!(decoded.outcome(), outcome, "{:?}", decoded.diagnostics);
    assert_eq!(encode(&decoded.value), bytes, "encoding differs");
    assert_eq!(decode(bytes, &DecodeOptions::STRICT).is_ok(), outcome == Outcome::Ok);
    decoded.value
}

#[test]
fn every_variant_round_trips() {
    for (name, options) in sample::variants() {
        let replay = sample::generate(&options);
        let bytes = encode(&replay);
        println!("{name}: {} bytes, {} notes", bytes.len(), replay.notes.len());
        let again = check(&bytes, Outcome::Ok);
        assert_eq!(encode(&again), bytes);
        if !matches!(options.quirk, sample::Quirk::GarbageCuts) {
            assert_eq!(again, replay, "{name}");
        }
    }
}
