//! Files that were cut: every prefix of real replays, where they are at hand.

use ghostreel_core::{DecodeOptions, Fault, PushDecoder};
use ghostreel_corpus::files;
use ghostreel_slp::{Decoder, Event, View, encode};

/// Where each event of a file ends.
fn boundaries(bytes: &[u8]) -> Vec<usize> {
    let view = View::open(bytes, &DecodeOptions::RECOVER).unwrap();
    let mut end = bytes.len()
        - view.tail().len()
        - view.member_bytes().len()
        - view.rest().len()
        - view.events().map(|(_, event)| event.len()).sum::<usize>();
    let ends = view.events().map(|(_, event)| {
        end += event.len();
        end
    });
    ends.collect()
}

/// Opens every prefix: the events before the cut are there, and no others. `stride`: how many are checked in full.
fn check_every_prefix(name: &str, bytes: &[u8], stride: usize) {
    let ends = boundaries(bytes);
    let whole = View::open(bytes, &DecodeOptions::RECOVER).unwrap();
    let order: Vec<u8> = whole.events().map(|(code, _)| code).collect();
    let mut opened = 0;
    for length in 0..bytes.len() {
        let prefix = &bytes[..length];
        let expected = ends.partition_point(|&end| end <= length);
        let view = match View::open(prefix, &DecodeOptions::RECOVER) {
            Err(error) => {
                assert_eq!(error.fault, Fault::Truncated, "{name}, {length} bytes: {error}");
                assert_eq!((expected, opened), (0, 0), "{name}, {length} bytes: {error}");
                continue;
            }
            Ok(view) => view,
        };
        opened += 1;
        let events = view.events().count();
        assert_eq!(events, expected, "{name}, {length} bytes: {:?}", view.diagnostics());
        assert_eq!(view.gaps().len(), 0, "{name}, {length} bytes: {:?}", view.diagnostics());
        let at_boundary = expected > 0 && length <= ends[expected - 1] + 1
            || ends.get(expected).is_some_and(|&end| end == length + 1);
        if at_boundary || length % stride == 0 {
            assert!(encode(&view.to_replay()) == prefix, "{name}, {length} bytes");
            assert!(view.events().map(|(code, _)| code).eq(order[..events].iter().copied()));
        }
        if length % (8 * stride) == 0 {
            let mut decoder = Decoder::new(&DecodeOptions::RECOVER);
            decoder.push(prefix);
            decoder.finish();
            let mut rows = 0;
            while let Some(event) = decoder.next_event().unwrap() {
                if let Event::Frame(frame) = event {
                    rows += frame.characters.len();
                }
            }
            assert_eq!(rows, view.frames().characters.len(), "{name}, {length} bytes");
            assert_eq!(decoder.diagnostics(), view.diagnostics(), "{name}, {length} bytes");
            let mut repaired = view.to_replay();
            if repaired.repair().is_err() {
                assert!(view.game_start().is_none(), "{name}, {length} bytes");
                continue;
            }
            let repaired = encode(&repaired);
            let repaired = View::open(&repaired[..], &DecodeOptions::RECOVER).unwrap();
            assert_eq!(repaired.events().count(), events, "{name}, {length} bytes");
        }
    }
    assert!(opened + 100 > bytes.len(), "{name}: {opened} prefixes opened");
}

#[test]
fn every_prefix_of_a_small_file() {
    let chosen = |(name, _): &(String, _)| name.starts_with("ab08e260");
    let Some(files) = files("slippi/good") else { return };
    let (name, bytes) = files.iter().find(|file| chosen(file)).unwrap();
    check_every_prefix(name, bytes, 16);
}

#[test]
fn every_prefix_of_a_file_with_rollbacks() {
    let chosen = |(name, _): &(String, _)| name.starts_with("22558dda");
    let Some(files) = files("slippi/good") else { return };
    let (name, bytes) = files.iter().find(|file| chosen(file)).unwrap();
    check_every_prefix(name, bytes, 64);
}

#[test]
fn every_prefix_of_an_unfinished_file() {
    let chosen = |(name, _): &(String, _)| name.starts_with("e05f25ea");
    let Some(files) = files("slippi/bad") else { return };
    let (name, bytes) = files.iter().find(|file| chosen(file)).unwrap();
    check_every_prefix(name, bytes, 16);
}
