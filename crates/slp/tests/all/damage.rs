//! The parts of damaged real replays that come back, where they are at hand.

use std::collections::BTreeSet;

use ghostreel_core::{DecodeOptions, Diagnostic, Outcome, PushDecoder, Random, Severity};
use ghostreel_corpus::files;
use ghostreel_slp::layout::command;
use ghostreel_slp::{Decoder, Event, View, encode, sample};

/// The frames of a replay that have characters.
fn frames(view: &View<'_>) -> BTreeSet<i32> {
    view.frames().characters.iter().map(|character| character.frame).collect()
}

/// The frames and diagnostics that a stream gives, pushed in pieces of this size.
fn streamed(bytes: &[u8], size: usize) -> (BTreeSet<i32>, Vec<Diagnostic>) {
    let mut decoder = Decoder::new(&DecodeOptions::RECOVER);
    let mut frames = BTreeSet::new();
    let mut take = |decoder: &mut Decoder| {
        while let Some(event) = decoder.next_event().unwrap() {
            if let Event::Frame(frame) = event
                && !frame.characters.is_empty()
            {
                frames.insert(frame.number);
            }
        }
    };
    for piece in bytes.chunks(size) {
        decoder.push(piece);
        take(&mut decoder);
    }
    decoder.finish();
    take(&mut decoder);
    (frames, decoder.diagnostics().to_vec())
}

/// Any number below `end`.
fn below(random: &mut Random, end: usize) -> usize {
    usize::try_from(random.between(0, i32::try_from(end).unwrap() - 1)).unwrap()
}

/// One hit anywhere after Game Start, up to 400 bytes cut out, put in or overwritten: a few frames are lost, no more.
#[test]
fn the_frames_after_a_hit_come_back() {
    const LOST: usize = 6;
    let Some(files) = files("slippi/good") else { return };
    for (at, (name, bytes)) in files.into_iter().enumerate() {
        let mut random = Random::new(at as u64);
        let all = frames(&View::open(&bytes[..], &DecodeOptions::STRICT).unwrap());
        for round in 0..9 {
            let length = 1 + below(&mut random, 400);
            let place = 900 + below(&mut random, bytes.len() - 2_000);
            let noise: Vec<u8> = (0..length).map(|_| random.byte()).collect();
            let mut hit = bytes.clone();
            let what = match round % 3 {
                0 => {
                    hit.drain(place..place + length);
                    "cut out"
                }
                1 => {
                    hit.splice(place..place, noise);
                    "put in"
                }
                _ => {
                    hit.splice(place..place + length, noise);
                    "overwritten"
                }
            };
            let what = format!("{name}: {length} bytes {what} at {place}");
            let view = View::open(&hit[..], &DecodeOptions::RECOVER).unwrap();
            assert!(encode(&view.to_replay()) == hit, "{what}");
            let back = frames(&view);
            let diagnostics = view.diagnostics();
            assert!(back.is_subset(&all), "{what}: frames that never were, {diagnostics:?}");
            assert!(back.len() + LOST >= all.len(), "{what}: {} of {}", back.len(), all.len());
            assert!(back.len() * 100 >= all.len() * 95, "{what}: {} of {}", back.len(), all.len());

            let (from_stream, streamed_diagnostics) = streamed(&hit, 1_000);
            assert_eq!(streamed_diagnostics, diagnostics, "{what}");
            // A stream has given out events that a damaged event takes back in the whole file.
            assert!(from_stream.is_superset(&back), "{what}");

            let mut repaired = view.to_replay();
            repaired.repair().unwrap();
            let repaired = encode(&repaired);
            let repaired = View::open(&repaired[..], &DecodeOptions::RECOVER).unwrap();
            assert!(repaired.gaps().len() == 0 && repaired.rest().is_empty(), "{what}");
            assert_eq!(frames(&repaired), back, "{what}, repaired");
            assert_eq!(repaired.outcome(), Outcome::Ok, "{what}: {:?}", repaired.diagnostics());
        }
    }
}

/// The length of the events that a file declares is not believed: a wrong one is a warning, also one that was never filled in.
#[test]
fn a_wrong_length_of_the_events_is_named() {
    let bytes = encode(&sample::generate(&sample::Options { frames: 100, ..Default::default() }));
    let length = u32::from_be_bytes(*bytes[11..].first_chunk().unwrap());
    for declared in [length - 1, length + 1, length + 1_000_000, 1, 0] {
        let mut wrong = bytes.clone();
        wrong[11..15].copy_from_slice(&declared.to_be_bytes());
        let view = View::open(&wrong[..], &DecodeOptions::STRICT).unwrap();
        let diagnostics: Vec<_> =
            view.diagnostics().iter().map(|d| (d.severity, d.message.as_str())).collect();
        let expected = format!("the events are {length} bytes long, the file says {declared}");
        assert_eq!(diagnostics, [(Severity::Warning, expected.as_str())]);
        assert_eq!(streamed(&wrong, 1_000).1, view.diagnostics());
        let whole = View::open(&bytes[..], &DecodeOptions::STRICT).unwrap();
        assert_eq!(frames(&view), frames(&whole), "{declared}");
    }
}

/// A file whose bytes are whole can lack events of the game: this is reported for any event, once for each frame.
#[test]
fn a_frame_that_lacks_an_update_is_named() {
    let bytes = encode(&sample::generate(&sample::Options { frames: 100, ..Default::default() }));
    let view = View::open(&bytes[..], &DecodeOptions::STRICT).unwrap();
    let places: Vec<_> = view
        .placed_events()
        .filter(|event| matches!(event.code, command::PRE_FRAME | command::POST_FRAME))
        .map(|event| (event.code, event.frame().unwrap(), event.at as usize, event.bytes.len()))
        .collect();
    for (code, frame, at, length) in places {
        let mut holed = bytes.clone();
        holed.drain(at..at + length);
        // The declared length of the events is after `{U\x03raw[$U#l`.
        let declared = u32::from_be_bytes(*holed[11..].first_chunk().unwrap()) - length as u32;
        holed[11..15].copy_from_slice(&declared.to_be_bytes());
        let lacking = View::open(&holed[..], &DecodeOptions::STRICT).unwrap();
        let kind = if code == command::PRE_FRAME { "Pre" } else { "Post" };
        let expected = format!("frame {frame} lacks a {kind}-Frame Update");
        let messages: Vec<_> = lacking.diagnostics().iter().map(|d| &d.message).collect();
        assert_eq!(messages, [&expected]);
        assert_eq!(streamed(&holed, 1_000).1, lacking.diagnostics());
        assert!(encode(&lacking.to_replay()) == holed);
    }
}
