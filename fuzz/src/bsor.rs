//! BSOR.

use ghostreel_bsor::{Collector, Decoder, View, decode, encode};
use ghostreel_core::{DecodeOptions, Outcome};

use crate::{every_column, pieces, repaired, stream, through_json};

/// Opening, and asking for every column, does not panic; strict is never happier than recover.
pub fn bsor_decode(bytes: &[u8]) {
    let strict = View::open(bytes, &DecodeOptions::STRICT);
    let Ok(view) = View::open(bytes, &DecodeOptions::RECOVER) else {
        assert!(strict.is_err());
        return;
    };
    assert_eq!(strict.is_ok(), view.outcome() == Outcome::Ok);
    every_column(&view.timeline());
}

/// `encode(decode(b)) == b`, also by way of JSON, and a repaired replay is whole.
pub fn bsor_roundtrip(bytes: &[u8]) {
    let Ok(decoded) = decode(bytes, &DecodeOptions::RECOVER) else { return };
    let mut replay = decoded.value;
    assert!(encode(&replay) == bytes, "encoding differs");

    through_json(bytes);

    replay.repair().unwrap_or_else(|e| panic!("{e}"));
    let again = decode(&encode(&replay), &DecodeOptions::STRICT)
        .unwrap_or_else(|e| panic!("repaired, but {e}"));
    assert_eq!(again.value.frames.len(), replay.frames.len());
}

/// A repair makes a whole replay, or refuses.
pub fn bsor_repair(bytes: &[u8]) {
    repaired(bytes);
}

/// However the input is split, the events and diagnostics are those of the whole. The first bytes choose the splits.
pub fn bsor_split(bytes: &[u8]) {
    let Some((bytes, pieces)) = pieces(bytes) else { return };
    let whole = decode(bytes, &DecodeOptions::RECOVER);
    let (events, told, failure) = stream(Decoder::new(&DecodeOptions::RECOVER), &pieces);
    match (whole, failure) {
        (Ok(whole), None) => {
            let mut collector = Collector::default();
            events.into_iter().for_each(|event| collector.add(event));
            assert!(
                encode(&collector.finish()) == encode(&whole.value),
                "the pieces make another replay"
            );
            assert_eq!(told, whole.diagnostics);
        }
        (Err(whole), Some(failure)) => assert_eq!(whole, failure),
        (whole, failure) => panic!("whole: {:?}, in pieces: {failure:?}", whole.err()),
    }
}
