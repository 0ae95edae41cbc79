//! What the fuzz targets share: the properties, as functions of the bytes. Each panics where a property does not hold.

use std::fmt::Debug;
use std::hint::black_box;

use ghostreel_core::{DecodeOptions, Diagnostic, Error, Outcome, PushDecoder};
use ghostreel_formats::timeline::Timeline;
use ghostreel_formats::{Options, json, open};

mod bsor;
mod rlreplay;
mod slp;

pub use bsor::{bsor_decode, bsor_repair, bsor_roundtrip, bsor_split};
pub use rlreplay::{rlreplay_decode, rlreplay_repair, rlreplay_roundtrip, rlreplay_split};
pub use slp::{slp_decode, slp_repair, slp_roundtrip, slp_split};

/// The pieces that the first eight bytes of the input cut the others into. Zero stands for a large piece, so that long
/// inputs do not always trickle. Nothing at all comes as one empty piece.
fn pieces(input: &[u8]) -> Option<(&[u8], Vec<&[u8]>)> {
    let (splits, bytes) = input.split_at_checked(8)?;
    let mut pieces = Vec::new();
    let mut rest = bytes;
    for split in splits.iter().cycle() {
        let size = if *split == 0 { 4096 } else { usize::from(*split) };
        let (piece, left) = rest.split_at(size.min(rest.len()));
        pieces.push(piece);
        rest = left;
        if rest.is_empty() {
            break;
        }
    }
    Some((bytes, pieces))
}

/// Asks for every column by itself.
fn every_column(timeline: &Timeline<'_>) {
    black_box(&timeline.meta);
    for table in timeline.tables() {
        for schema in &table.schema().columns {
            match table.column(&schema.name) {
                Ok(column) => {
                    assert_eq!((column.len(), column.kind()), (table.rows(), schema.kind))
                }
                Err(e) => panic!("{e}"),
            }
        }
    }
}

/// What can be opened comes back from JSON to the byte.
fn through_json(bytes: &[u8]) {
    if let Ok(any) = open(bytes, &DecodeOptions::RECOVER) {
        let mut text = Vec::new();
        json::write(&any, &mut text, false).unwrap_or_else(|e| panic!("{e}"));
        let back = json::read(&text).unwrap_or_else(|e| panic!("{e}"));
        assert!(back.encode() == bytes, "JSON loses something");
    }
}

/// What can be opened is read strictly without loss after its repair, or the repair is refused; what is sound is not refused.
fn repaired(bytes: &[u8]) {
    let Ok(any) = open(bytes, &DecodeOptions::RECOVER) else { return };
    let mut model = any.to_model().expect("nobody cancels");
    match model.repair(&Options::default()) {
        Ok(()) => {
            let repaired = model.encode();
            let strict = open(&repaired[..], &DecodeOptions::STRICT);
            let strict = strict.unwrap_or_else(|e| panic!("repaired, but {e}"));
            assert_eq!(strict.outcome(), Outcome::Ok);
            assert!(repaired != bytes || any.outcome() == Outcome::Ok, "damaged, but not changed");
        }
        Err(error) => assert_eq!(any.outcome(), Outcome::Recovered, "sound, but {error}"),
    }
}

/// What a decoder says to pieces: events, diagnostics, and the error that ended it.
fn stream<D: PushDecoder>(
    mut decoder: D,
    pieces: &[&[u8]],
) -> (Vec<D::Event>, Vec<Diagnostic>, Option<Error>) {
    let mut events = Vec::new();
    for (at, piece) in pieces.iter().enumerate() {
        decoder.push(piece);
        if at + 1 == pieces.len() {
            decoder.finish();
        }
        loop {
            match decoder.next_event() {
                Ok(Some(event)) => events.push(event),
                Ok(None) => break,
                Err(error) => return (events, decoder.diagnostics().to_vec(), Some(error)),
            }
        }
    }
    (events, decoder.diagnostics().to_vec(), None)
}

/// What a decoder says to pieces is what it says to the whole, and that is what it says.
fn however_split<D: PushDecoder>(
    decoder: impl Fn() -> D,
    bytes: &[u8],
    pieces: &[&[u8]],
) -> (Vec<D::Event>, Vec<Diagnostic>, Option<Error>)
where
    D::Event: PartialEq + Debug,
{
    let (events, told, failure) = stream(decoder(), pieces);
    let (all_events, told_at_once, failure_at_once) = stream(decoder(), &[bytes]);
    assert_eq!(failure, failure_at_once);
    assert_eq!(told, told_at_once);
    // NaN is not equal to itself, but written the same.
    let is_same = |(a, b): (&D::Event, &D::Event)| a == b || format!("{a:?}") == format!("{b:?}");
    assert!(
        events.len() == all_events.len() && events.iter().zip(&all_events).all(is_same),
        "the pieces make other events"
    );
    (events, told, failure)
}
