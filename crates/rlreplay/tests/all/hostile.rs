//! Files that are damaged, cut, or were never replays.

use ghostreel_core::{DecodeOptions, Fault, Outcome};
use ghostreel_corpus::{files, rounds};
use ghostreel_rlreplay::layout::{Property, PropertyValue, Text};
use ghostreel_rlreplay::sample::{Options, generate, variants};
use ghostreel_rlreplay::{View, decode, encode, limits};

/// No input panics; and a file that decodes is written as it was.
fn check(what: &str, bytes: &[u8]) {
    let strict = View::open(bytes, &DecodeOptions::STRICT);
    let Ok(decoded) = decode(bytes, &DecodeOptions::RECOVER) else {
        assert!(strict.is_err(), "{what}");
        return;
    };
    let is_whole = Outcome::of(&decoded.diagnostics) == Outcome::Ok;
    assert_eq!(strict.is_ok(), is_whole, "{what}");
    let again = encode(&decoded.value);
    assert!(again == bytes, "{what} is written differently");
}

/// The result of each of the bad files: the beginning of its name, then an error, or how many parts of the body are left and the
/// first thing that is said about the damage.
const BAD: [(&str, Result<usize, Fault>, &str); 9] = [
    ("1956627c", Err(Fault::Truncated), "expected header (24 bytes), found 20 bytes"),
    ("254ff3d4", Err(Fault::Truncated), "expected network version (4 bytes), found 1 byte"),
    ("2e4613fd", Err(Fault::Truncated), "expected network version (4 bytes), found 1 byte"),
    ("4c4f4be3", Err(Fault::Truncated), "expected engine version (4 bytes), found the end"),
    ("76fa9a8a", Ok(3), "the body was changed"),
    ("8c9b3c62", Ok(3), "expected more of the body (18453 bytes), found the end"),
    ("bd8c57d3", Ok(10), "the body was changed"),
    ("ceb5fd02", Err(Fault::Truncated), "expected network version (4 bytes), found 2 bytes"),
    ("f3c8d868", Err(Fault::Truncated), "expected network version (4 bytes), found 1 byte"),
];

#[test]
fn bad_files_are_met_with_a_clear_word() {
    let Some(files) = files("rocket-league/bad") else { return };
    for ((name, bytes), (beginning, expected, words)) in files.iter().zip(BAD) {
        assert!(name.starts_with(beginning), "{name}");
        check(name, bytes);
        let (found, said) = match decode(bytes, &DecodeOptions::RECOVER) {
            Err(error) => (Err(error.fault), error.to_string()),
            Ok(decoded) => (Ok(decoded.value.body_parts), decoded.diagnostics[0].to_string()),
        };
        assert_eq!(found, expected, "{name}: {said}");
        assert!(said.contains(words), "{name}: {said}");
    }
    assert_eq!(files.len(), BAD.len());
    // A property with a name that was damaged: the rest of the file is as it was.
    for (_, bytes) in files.iter().filter(|file| file.0.starts_with("bd8c57d3")) {
        let view = View::open(&bytes[..], &DecodeOptions::RECOVER).unwrap();
        eprintln!("{} frames, {:?}", view.frame_count(), view.diagnostics());
    }
}

/// A case that a fuzzer found.
#[test]
fn files_that_were_met_badly_once_are_met_calmly() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/rocket-league/bad");
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        check(&path.display().to_string(), &std::fs::read(&path).unwrap());
    }
}

#[test]
fn every_prefix_of_a_small_replay_is_met_calmly() {
    let bytes = encode(&generate(&Options { frames: 10, team_size: 1, ..Options::default() }));
    for end in 0..bytes.len() {
        check(&format!("the first {end} bytes"), &bytes[..end]);
    }
}

/// A generator of numbers that are anything but random, yet spread well.
fn numbers(seed: u64) -> impl Iterator<Item = u64> {
    (1_u64..).map(move |i| {
        let x = (i ^ seed.rotate_left(17)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (x ^ (x >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9) ^ (x >> 32)
    })
}

fn flip(name: &str, bytes: &[u8], flips: usize, together: usize) {
    let mut changed = bytes.to_vec();
    let places: Vec<u64> = numbers(bytes.len() as u64).take(flips).collect();
    for places in places.chunks(together) {
        for place in places {
            let bit = (*place % (bytes.len() as u64 * 8)) as usize;
            changed[bit / 8] ^= 1 << (bit % 8);
        }
        check(&format!("{name} with bits {places:?}"), &changed);
        changed.copy_from_slice(bytes);
    }
}

#[test]
fn changed_bits_are_met_calmly() {
    for (name, options) in variants() {
        flip(name, &encode(&generate(&Options { frames: 60, ..options })), rounds(100, 300), 1);
    }
}

/// Both changes together leave nothing of two parts that follow each other.
#[test]
fn parts_with_nothing_left_are_written_back() {
    let Some(files) = files("rocket-league/good") else { return };
    for (name, mut bytes) in files.into_iter().filter(|file| file.0.starts_with("621f8e9b")) {
        bytes[56_369] ^= 0x80;
        bytes[39_994] ^= 0x04;
        check(&name, &bytes);
    }
}

/// Tests that take minutes.
mod nightly {
    use super::*;

    #[test]
    #[ignore = "takes minutes: a hundred thousand changed bits"]
    fn a_hundred_thousand_changed_bits_are_met_calmly() {
        let Some(mut files) = files("rocket-league/good") else { return };
        files.sort_by_key(|file| file.1.len());
        files.retain(|file| file.1.len() > 40_000);
        for (name, bytes) in files.iter().step_by(8).take(3) {
            eprintln!("{name}: {} bytes", bytes.len());
            flip(name, bytes, 33_334, 2);
        }
    }
}

#[test]
fn a_header_longer_than_any_is_refused() {
    let mut replay = generate(&Options { frames: 5, ..Options::default() });
    let long = |bytes: usize| PropertyValue::Str(Text::new(&"a".repeat(bytes)));
    for (bytes, is_opened) in [(limits::HEADER / 2, true), (limits::HEADER, false)] {
        replay.header.properties.0.push(Property::new("Long", long(bytes)));
        replay.update_derived().unwrap();
        let opened = View::open(encode(&replay), &DecodeOptions::RECOVER);
        assert_eq!(
            opened.as_ref().err().map(|error| error.fault),
            (!is_opened).then_some(Fault::Limit)
        );
        replay.header.properties.0.pop();
    }
}
