//! The shared part of the fuzz targets: the properties, as functions of the bytes. Each panics where a property does not hold.

use std::fmt::Debug;
use std::hint::black_box;
use std::sync::LazyLock;

use ghostreel_formats::core::{DecodeOptions, Diagnostic, Error, FormatInfo, Outcome, PushDecoder};
use ghostreel_formats::timeline::{Table, Timeline};
use ghostreel_formats::{AnyDecoder, FORMATS, Options, PROBE_LENGTH, json, open, probe};

mod beatmap;
mod mark;
mod reel;
mod single;
mod slippi;

pub use beatmap::beatmap_read;
pub use mark::{mark_message, mark_verify};
pub use reel::{reel_read, reel_roundtrip, unpack};
pub use slippi::{slippi_console, slippi_datagrams, slippi_dolphin};

/// The format that inputs are of; without one they may be of any. A game stands for its first format.
static FORMAT: LazyLock<Option<&FormatInfo>> = LazyLock::new(|| {
    let name = std::env::var("GHOSTREEL_FUZZ_FORMAT").ok()?;
    FORMATS.iter().copied().find(|format| format.id == name || format.game == name)
});

/// Tables of at most so many rows are asked for their columns one by one, too: each takes a pass over the rows.
const FEW_ROWS: usize = 64;

/// Opening, and asking for every column, does not panic; strict is never happier than recover.
pub fn decode(bytes: &[u8]) {
    if is_of_another_format(bytes) {
        return;
    }
    let strict = open(bytes, &DecodeOptions::STRICT);
    let Ok(replay) = open(bytes, &DecodeOptions::RECOVER) else {
        assert!(strict.is_err());
        return;
    };
    assert_eq!(strict.is_ok(), replay.outcome() == Outcome::Ok);
    every_column(&replay.timeline());
    single::look(&replay);
}

/// `encode(decode(b)) == b`, also by way of JSON.
pub fn roundtrip(bytes: &[u8]) {
    if is_of_another_format(bytes) {
        return;
    }
    let Ok(replay) = open(bytes, &DecodeOptions::RECOVER) else { return };
    assert!(replay.to_replay().expect("it is not cancelled").encode() == bytes, "encoding differs");
    let mut text = Vec::new();
    json::write(&replay, &mut text, false).unwrap_or_else(|e| panic!("{e}"));
    let back = json::read(&text).unwrap_or_else(|e| panic!("{e}"));
    assert!(back.encode() == bytes, "JSON loses something");
}

/// A file that can be opened is read strictly without loss after its repair, or the repair is refused; a sound one is not refused.
pub fn repair(bytes: &[u8]) {
    if is_of_another_format(bytes) {
        return;
    }
    let Ok(view) = open(bytes, &DecodeOptions::RECOVER) else { return };
    let mut replay = view.to_replay().expect("it is not cancelled");
    let before = replay.clone();
    match replay.repair(&Options::default()) {
        Ok(()) => {
            let repaired = replay.encode();
            let strict = open(&repaired[..], &DecodeOptions::STRICT);
            let strict = strict.unwrap_or_else(|e| panic!("repaired, but {e}"));
            assert_eq!(strict.outcome(), Outcome::Ok);
            assert!(repaired != bytes || view.outcome() == Outcome::Ok, "damaged, but not changed");
            single::keeps(&before, &replay);
        }
        Err(error) => assert_eq!(view.outcome(), Outcome::Recovered, "sound, but {error}"),
    }
}

/// However the input is split, the events and diagnostics are those of the whole, and so is a file that grows by the pieces. The
/// first bytes choose the splits.
pub fn split(bytes: &[u8]) {
    let Some((bytes, pieces)) = pieces(bytes) else { return };
    if is_of_another_format(bytes) {
        return;
    }
    let decoder = || AnyDecoder::new(&DecodeOptions::RECOVER);
    let (events, diagnostics, failure) = however_split(decoder, bytes, &pieces);
    match (open(bytes, &DecodeOptions::RECOVER), failure) {
        (Ok(replay), None) => {
            assert_eq!(diagnostics, replay.diagnostics());
            single::assert_events_add_up(&replay, events);
            single::assert_grows_to_the_whole(&replay, &pieces);
        }
        (Err(whole), Some(failure)) => assert_eq!(whole, failure),
        (whole, failure) => panic!("whole: {:?}, in pieces: {failure:?}", whole.err()),
    }
}

/// Whether these are bytes of a format that another run is for.
fn is_of_another_format(bytes: &[u8]) -> bool {
    let format = probe(bytes.get(..PROBE_LENGTH).unwrap_or(bytes));
    format.zip(*FORMAT).is_some_and(|(format, wanted)| format.id != wanted.id)
}

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

/// Asks for every column, those of small tables also by themselves.
fn every_column(timeline: &Timeline<'_>) {
    black_box(&timeline.meta);
    for table in timeline.tables() {
        let columns = table.all_columns().expect("it is not cancelled");
        assert_eq!(columns.len(), table.schema().columns.len());
        for (column, schema) in columns.iter().zip(&table.schema().columns) {
            assert_eq!((column.len(), column.kind()), (table.rows(), schema.kind));
        }
        if table.rows() <= FEW_ROWS {
            one_by_one(table);
        }
    }
}

fn one_by_one(table: &Table<'_>) {
    for schema in &table.schema().columns {
        let column = table.column(&schema.name).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!((column.len(), column.kind()), (table.rows(), schema.kind));
    }
}

/// A decoder's answers to pieces: events, diagnostics, and the error that ended it.
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

/// A decoder's answers to pieces are those to the whole, which it returns.
fn however_split<D: PushDecoder>(
    decoder: impl Fn() -> D,
    bytes: &[u8],
    pieces: &[&[u8]],
) -> (Vec<D::Event>, Vec<Diagnostic>, Option<Error>)
where
    D::Event: PartialEq + Debug,
{
    let (events, diagnostics, failure) = stream(decoder(), pieces);
    let (all_events, diagnostics_at_once, failure_at_once) = stream(decoder(), &[bytes]);
    assert_eq!(failure, failure_at_once);
    assert_eq!(diagnostics, diagnostics_at_once);
    // NaN is not equal to itself, but written the same.
    let is_same = |(a, b): (&D::Event, &D::Event)| a == b || format!("{a:?}") == format!("{b:?}");
    assert!(
        events.len() == all_events.len() && events.iter().zip(&all_events).all(is_same),
        "the pieces make other events"
    );
    (events, diagnostics, failure)
}
