//! Packing: whatever the bytes are, they come back.

use ghostreel_corpus::{files, rounds};
use ghostreel_pack::{Codec, Level};
use ghostreel_rlreplay::encode;
use ghostreel_rlreplay::pack::Packer;
use ghostreel_rlreplay::sample::{generate, variants};

const LEVELS: [Level; 3] = [Level::Live, Level::Fast, Level::Archive];

/// Packs and unpacks a file. Returns the packed length.
fn check(what: &str, file: &[u8], level: Level) -> usize {
    let mut end = 0;
    let mut packed_length = 0;
    for part in Packer.pack(file, level) {
        assert_eq!(part.range.start, end, "{what}");
        end = part.range.end;
        let original = &file[part.range.clone()];
        packed_length += match part.packed {
            Some(packed) => {
                let unpacked = Packer.unpack(&packed, original.len());
                let unpacked = unpacked.unwrap_or_else(|error| panic!("{what}: {error}"));
                assert!(unpacked == original, "{what} differs at {level:?}");
                packed.len()
            }
            None => original.len(),
        };
    }
    assert_eq!(end, file.len(), "{what}");
    packed_length
}

fn samples() -> impl Iterator<Item = (&'static str, Vec<u8>)> {
    variants().into_iter().map(|(name, options)| (name, encode(&generate(&options))))
}

#[test]
fn real_replays_come_back_and_are_shorter() {
    for (level, most, step) in
        [(Level::Fast, 0.45, rounds(4, 1)), (Level::Archive, 0.36, rounds(16, 4))]
    {
        let Some(files) = files("rocket-league/good") else { return };
        let (mut packed, mut whole) = (0, 0);
        for (name, bytes) in files.iter().step_by(step) {
            packed += check(name, bytes, level);
            whole += bytes.len();
        }
        let ratio = packed as f64 / whole as f64;
        assert!(ratio < most, "{level:?}: {ratio}");
    }
}

#[test]
fn damaged_replays_come_back() {
    for (name, bytes) in files("rocket-league/bad").into_iter().flatten() {
        for level in LEVELS {
            check(&name, &bytes, level);
        }
    }
}

#[test]
fn samples_come_back_however_they_are_cut_and_changed() {
    for (name, bytes) in samples() {
        for level in LEVELS {
            let packed = check(name, &bytes, level);
            assert!(packed < bytes.len() * 3 / 4, "{name}: {packed} of {}", bytes.len());
        }
        let cuts = rounds(3, 13);
        for part in 0..cuts {
            check(name, &bytes[..bytes.len() * part / cuts], Level::Fast);
        }
        for place in (4..bytes.len()).step_by(bytes.len() / rounds(4, 23)) {
            let mut bytes = bytes.clone();
            bytes[place] ^= 0x14;
            check(name, &bytes, Level::Archive);
        }
    }
    for bytes in [&b""[..], b"0", &[0; 5000], &[255; 99]] {
        check("no replay", bytes, Level::Fast);
    }
}

#[test]
fn changed_packed_bytes_give_an_error_or_other_bytes() {
    let (_, bytes) = samples().min_by_key(|(_, bytes)| bytes.len()).unwrap();
    for level in [Level::Fast, Level::Archive] {
        let parts = Packer.pack(&bytes, level);
        let packed = parts[0].packed.as_ref().unwrap();
        let mut state = 1_u64;
        let mut random = || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize
        };
        for _ in 0..5000 {
            let mut changed = packed.clone();
            for _ in 0..1 + random() % 3 {
                let place = random() % changed.len();
                changed[place] ^= 1 << (random() % 8);
            }
            changed.truncate(changed.len() - random() % 3 * random() % changed.len());
            if let Ok(unpacked) = Packer.unpack(&changed, bytes.len()) {
                assert_eq!(unpacked.len(), bytes.len());
            }
        }
        assert!(Packer.unpack(packed, bytes.len() + 1).is_err());
    }
}
