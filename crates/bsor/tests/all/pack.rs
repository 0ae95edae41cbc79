//! Packed replays come back to the bit: samples, real ones where they are at hand, and other or damaged files.

use ghostreel_bsor::pack::Packer;
use ghostreel_bsor::sample::{Options, generate, variants};
use ghostreel_bsor::{View, encode};
use ghostreel_core::DecodeOptions;
use ghostreel_core::random::Random;
use ghostreel_corpus::files;
use ghostreel_pack::{Codec, Level};

const LEVELS: [Level; 3] = [Level::Live, Level::Fast, Level::Archive];

/// Packs and unpacks at each level. Returns the packed sizes.
#[track_caller]
fn check(what: &str, file: &[u8]) -> [usize; 3] {
    LEVELS.map(|level| {
        let (mut position, mut size) = (0, 0);
        for part in Packer.pack(file, level) {
            assert_eq!(part.range.start, position, "{what}: {level:?}");
            position = part.range.end;
            let bytes = &file[part.range.clone()];
            if let Some(packed) = part.packed {
                assert!(packed.len() < bytes.len());
                size += packed.len();
                let unpacked = Packer.unpack(&packed, bytes.len()).unwrap();
                assert!(unpacked == bytes, "{what}: {level:?}, {:?} differs", part.range);
            } else {
                size += bytes.len();
            }
        }
        assert_eq!(position, file.len(), "{what}: {level:?}");
        size
    })
}

fn small() -> Vec<u8> {
    encode(&generate(&Options::small()))
}

#[test]
fn samples_come_back() {
    for (name, options) in variants() {
        check(name, &encode(&generate(&options)));
    }
}

#[test]
fn real_replays_come_back_and_are_shorter() {
    let Some(files) = files("beat-saber/bsor") else { return };
    for (name, bytes) in files {
        let sizes = check(&name, &bytes);
        for (size, most) in sizes.into_iter().zip([0.65, 0.62, 0.55]) {
            assert!((size as f64) < bytes.len() as f64 * most, "{name}: {size} of {}", bytes.len());
        }
    }
}

#[test]
fn files_that_are_cut_or_changed_come_back() {
    let bytes = small();
    for length in (0..bytes.len()).step_by(3) {
        check(&format!("cut at {length}"), &bytes[..length]);
    }
    let mut random = Random::new(1);
    for at in 0..2_000 {
        let mut changed = bytes.clone();
        for _ in 0..random.between(1, 40) {
            changed[random.between(0, bytes.len() as i32 - 1) as usize] = random.byte();
        }
        check(&format!("change {at}"), &changed);
    }
}

#[test]
fn values_that_are_no_numbers_come_back() {
    let replay = generate(&Options::small());
    let specials = [
        0,
        1,
        0x8000_0000,
        0x7fc0_0001,
        0xff80_0000,
        0x7f7f_ffff,
        0x4b00_0000,
        0x0080_0000,
        0xffff_ffff,
        0x3f80_0000,
    ];
    let mut random = Random::new(2);
    for _ in 0..50 {
        let mut bytes = encode(&replay);
        let view = View::open(&bytes[..], &DecodeOptions::STRICT).unwrap();
        let frames = view.frames().bytes();
        let start = bytes.windows(frames.len()).position(|window| window == frames).unwrap();
        let length = frames.len();
        for _ in 0..random.between(1, 200) {
            let at = start + 4 * random.between(0, length as i32 / 4 - 1) as usize;
            let special: u32 = specials[random.between(0, specials.len() as i32 - 1) as usize];
            bytes[at..at + 4].copy_from_slice(&special.to_le_bytes());
        }
        check("specials", &bytes);
    }
}

#[test]
fn other_files_come_back() {
    check("nothing", &[]);
    check("zeros", &[0; 100_000]);
    let mut random = Random::new(3);
    let noise: Vec<u8> = (0..50_000).map(|_| random.byte()).collect();
    check("noise", &noise);
    // Twice the longest part.
    let text = b"not a replay ".repeat((2 << 24) / 13);
    check("text", &text);
    // A file that claims more frames than it has, and one with its sections the other way round.
    let bytes = small();
    let view = View::open(&bytes[..], &DecodeOptions::STRICT).unwrap();
    let frames = view.frames().bytes();
    let start = bytes.windows(frames.len()).position(|window| window == frames).unwrap();
    let mut claims = bytes.clone();
    claims[start - 4..start].copy_from_slice(&i32::MAX.to_le_bytes());
    check("claims", &claims);
    let mut turned = bytes[..start - 5].to_vec();
    turned.extend_from_slice(&bytes[start + frames.len()..]);
    turned.extend_from_slice(&bytes[start - 5..start + frames.len()]);
    check("turned", &turned);
}

#[test]
fn changed_parts_are_met_calmly() {
    let bytes = encode(&generate(&Options { duration: 20.0, ..Options::small() }));
    let mut random = Random::new(4);
    for level in LEVELS {
        let parts = Packer.pack(&bytes, level);
        let packed: Vec<_> = parts
            .iter()
            .filter_map(|part| part.packed.as_ref().map(|packed| (packed, part.range.len())))
            .collect();
        assert!(!packed.is_empty());
        for _ in 0..ghostreel_corpus::rounds(500, 4_000) {
            let (packed, length) = packed[random.between(0, packed.len() as i32 - 1) as usize];
            let mut changed = packed.clone();
            for _ in 0..random.between(1, 8) {
                let at = random.between(0, packed.len() as i32 - 1) as usize;
                changed[at] = random.byte();
            }
            if let Ok(unpacked) = Packer.unpack(&changed, length) {
                assert_eq!(unpacked.len(), length);
            }
        }
        for (packed, length) in packed {
            assert!(Packer.unpack(&packed[..packed.len() / 2], length).is_err());
            assert!(Packer.unpack(packed, length + 92).is_err());
        }
    }
}

/// Packed files stay readable for ever: a change that makes other bytes needs another name for the codec.
#[test]
fn parts_packed_before_are_still_unpacked() {
    let bytes = small();
    let fast = &include_bytes!("../../../../testdata/beat-saber/packed/small.fast")[..];
    let archive = &include_bytes!("../../../../testdata/beat-saber/packed/small.archive")[..];
    assert_eq!(Packer.name(), "bsor.1");
    for packed in [fast, archive] {
        assert!(Packer.unpack(packed, bytes.len()).unwrap() == bytes);
    }
}
