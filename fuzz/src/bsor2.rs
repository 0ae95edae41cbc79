//! The draft of BSOR's version 2.

use std::hint::black_box;

use ghostreel_bsor::v2::{Replay, convert, decode, encode};
use ghostreel_formats::core::{DecodeOptions, Outcome};

/// Reading does not panic, strict is never happier than recover, the bytes come back, and what is written anew is sound.
pub fn bsor2_read(bytes: &[u8]) {
    let strict = decode(bytes, &DecodeOptions::STRICT);
    let decoded = match decode(bytes, &DecodeOptions::RECOVER) {
        Ok(decoded) => decoded,
        Err(error) => {
            assert_eq!(strict.err(), Some(error));
            return;
        }
    };
    assert_eq!(strict.is_ok(), decoded.outcome() == Outcome::Ok, "{:?}", decoded.diagnostics);
    let replay = decoded.value;
    assert!(encode(&replay) == bytes, "encoding differs");
    black_box(convert::to_v1(&replay));
    let written = encode(&Replay { original: Vec::new(), ..replay });
    let again = decode(&written, &DecodeOptions::STRICT).unwrap_or_else(|e| panic!("{e}"));
    assert!(encode(&Replay { original: Vec::new(), ..again.value }) == written);
}
