//! Rocket League.

use std::hint::black_box;

use ghostreel_core::{DecodeOptions, Outcome};
use ghostreel_rlreplay::{Decoder, View, decode, encode};

use crate::{however_split, pieces, repaired, through_json};

/// Opening, and asking for every column, does not panic; strict is never happier than recover; parts by themselves are what they
/// are in the whole.
pub fn rlreplay_decode(bytes: &[u8]) {
    let strict = View::open(bytes, &DecodeOptions::STRICT);
    let Ok(view) = View::open(bytes, &DecodeOptions::RECOVER) else {
        assert!(strict.is_err());
        return;
    };
    assert_eq!(strict.is_ok(), view.outcome() == Outcome::Ok);
    let timeline = view.timeline();
    black_box(&timeline.meta);
    for table in timeline.tables() {
        for (column, schema) in
            table.all_columns().expect("nobody cancels").iter().zip(&table.schema().columns)
        {
            assert_eq!((column.len(), column.kind()), (table.rows(), schema.kind));
        }
    }
    for part in 0..view.plan().parts.len().min(8) {
        black_box(view.read(part..part + 1, &|_| true));
    }
}

/// `encode(decode(b)) == b`, also by way of JSON.
pub fn rlreplay_roundtrip(bytes: &[u8]) {
    let Ok(decoded) = decode(bytes, &DecodeOptions::RECOVER) else { return };
    assert!(encode(&decoded.value) == bytes, "encoding differs");

    through_json(bytes);
}

/// A repair makes a whole replay, or refuses.
pub fn rlreplay_repair(bytes: &[u8]) {
    repaired(bytes);
}

/// However the input is split, the events and diagnostics are those of the whole. The first bytes choose the splits.
pub fn rlreplay_split(bytes: &[u8]) {
    let Some((bytes, pieces)) = pieces(bytes) else { return };
    let (_, told, failure) =
        however_split(|| Decoder::new(&DecodeOptions::RECOVER), bytes, &pieces);
    match (decode(bytes, &DecodeOptions::RECOVER), failure) {
        (Ok(whole), None) => assert_eq!(told, whole.diagnostics),
        (Err(whole), Some(failure)) => assert_eq!(whole, failure),
        (whole, failure) => panic!("whole: {:?}, in pieces: {failure:?}", whole.err()),
    }
}
