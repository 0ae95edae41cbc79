//! The registry's promises for every game: JSON, marks, pieces and packing give back what went in.

use ghostreel_formats::core::{DecodeOptions, Diagnostic, PushDecoder};
use ghostreel_formats::{
    AnyDecoder, AnyEvent, CODECS, codec, json, open, probe, sample, sample_variants,
};

/// The small samples of every game, each with its game and variant.
fn small_samples() -> Vec<(&'static str, &'static str, Vec<u8>)> {
    let mut samples = Vec::new();
    for (game, variants) in sample_variants() {
        let small: Vec<&str> =
            variants.into_iter().filter(|variant| variant.contains("small")).collect();
        assert!(!small.is_empty(), "{game} has no small sample");
        let sample = |variant| (game, variant, sample(game, Some(variant), 1).unwrap());
        samples.extend(small.into_iter().map(sample));
    }
    samples
}

/// JSON and back is exact.
#[track_caller]
pub(crate) fn check_json(bytes: &[u8]) {
    let view = open(bytes, &DecodeOptions::RECOVER).unwrap();
    let mut text = Vec::new();
    json::write(&view, &mut text, false).unwrap();
    let replay = json::read(&text).unwrap();
    assert!(replay.encode() == bytes, "not the same bytes");
    assert!(replay == view.to_replay().unwrap(), "not the same replay");
}

#[test]
fn every_sample_survives_json() {
    for (game, variants) in sample_variants() {
        for variant in variants {
            check_json(&sample(game, Some(variant), 7).unwrap());
        }
    }
}

#[test]
fn a_mark_comes_out_again_or_has_no_place() {
    for (game, variant, bytes) in small_samples() {
        let view = open(&bytes[..], &DecodeOptions::STRICT).unwrap();
        assert_eq!(view.split_marks(), (bytes.clone(), vec![]), "{game} {variant}");
        let Some(marked) = view.with_mark(b"a mark") else { continue };
        assert_ne!(marked, bytes, "{game} {variant}");
        let marked = open(&marked[..], &DecodeOptions::STRICT).unwrap();
        let split = marked.split_marks();
        assert_eq!(split, (bytes.clone(), vec![b"a mark".to_vec()]), "{game} {variant}");
    }
}

/// A decoder's answer to a file that comes in pieces of a length.
fn in_pieces(bytes: &[u8], length: usize) -> (Vec<AnyEvent>, Vec<Diagnostic>) {
    let mut decoder = AnyDecoder::new(&DecodeOptions::RECOVER);
    let mut events = Vec::new();
    for piece in bytes.chunks(length) {
        decoder.push(piece);
        while let Some(event) = decoder.next_event().unwrap() {
            events.push(event);
        }
    }
    decoder.finish();
    while let Some(event) = decoder.next_event().unwrap() {
        events.push(event);
    }
    (events, decoder.diagnostics().to_vec())
}

#[test]
fn pieces_of_any_length_give_the_events_of_the_whole() {
    for (game, variant, bytes) in small_samples() {
        let cut = bytes.len() / 2;
        for bytes in [&bytes[..], &bytes[..cut]] {
            let Ok(view) = open(bytes, &DecodeOptions::RECOVER) else { continue };
            let whole = in_pieces(bytes, bytes.len());
            assert_eq!(whole.1, view.diagnostics(), "{game} {variant}");
            for length in [97, 4096] {
                assert!(in_pieces(bytes, length) == whole, "{game} {variant} by {length}");
            }
        }
    }
}

#[test]
fn what_is_packed_comes_back() {
    for (game, variant, bytes) in small_samples() {
        let Some(codec) = codec(probe(&bytes).unwrap().id) else { continue };
        for level in [ghostreel_pack::Level::Live, ghostreel_pack::Level::Archive] {
            let mut end = 0;
            for part in codec.pack(&bytes, level) {
                assert_eq!(part.range.start, end, "{game} {variant}");
                end = part.range.end;
                let Some(packed) = part.packed else { continue };
                let unpacked = codec.unpack(&packed, part.range.len()).unwrap();
                assert!(unpacked == bytes[part.range], "{game} {variant}");
            }
            assert_eq!(end, bytes.len(), "{game} {variant}");
        }
    }
    assert_eq!(CODECS.len(), sample_variants().len());
}
