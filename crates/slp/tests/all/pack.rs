//! Packed data comes back; unpacking always ends.

use ghostreel_core::Random;
use ghostreel_corpus::files;
use ghostreel_pack::{Codec, Level};
use ghostreel_slp::pack::Packer;
use ghostreel_slp::{encode, sample};

const LEVELS: [Level; 3] = [Level::Live, Level::Fast, Level::Archive];

fn samples() -> impl Iterator<Item = (String, Vec<u8>)> {
    let sample =
        |(name, options): (&str, _)| (name.to_owned(), encode(&sample::generate(&options)));
    sample::variants().into_iter().map(sample)
}

fn below(random: &mut Random, end: usize) -> usize {
    random.between(0, i32::try_from(end).unwrap() - 1) as usize
}

/// Packs and unpacks. Returns how many bytes the parts take.
fn check(name: &str, bytes: &[u8], level: Level) -> usize {
    let mut at = 0;
    let mut packed_length = 0;
    for part in Packer.pack(bytes, level) {
        assert_eq!(part.range.start, at, "{name}: {level:?}");
        at = part.range.end;
        let Some(packed) = part.packed else {
            packed_length += part.range.len();
            continue;
        };
        let back = Packer.unpack(&packed, part.range.len());
        let back = back.unwrap_or_else(|e| panic!("{name}: {level:?}: {e}"));
        assert!(back == bytes[part.range.clone()], "{name}: {level:?}: {:?} differs", part.range);
        packed_length += packed.len();
    }
    assert_eq!(at, bytes.len(), "{name}: {level:?}");
    packed_length
}

#[test]
fn every_replay_comes_back() {
    let real = ["slippi/good", "slippi/bad"].into_iter().filter_map(files).flatten();
    for (name, bytes) in samples().chain(real) {
        for level in LEVELS {
            check(&name, &bytes, level);
        }
    }
}

#[test]
fn replays_are_packed_to_a_fifth_and_better() {
    for (name, bytes) in samples().filter(|(name, _)| name != "small") {
        let [live, fast, archive] = LEVELS.map(|level| check(&name, &bytes, level));
        assert!(live * 2 < bytes.len(), "{name}: {live} of {}", bytes.len());
        assert!(fast * 5 < bytes.len(), "{name}: {fast} of {}", bytes.len());
        assert!(archive <= fast, "{name}: {archive}, {fast}");
    }
}

#[test]
fn cut_files_come_back() {
    let (name, bytes) = samples().find(|(name, _)| name == "everything").unwrap();
    let near_the_beginning = 0..2_500;
    let later = (2_500..bytes.len()).step_by(4_099);
    for end in near_the_beginning.step_by(7).chain(later) {
        for level in LEVELS {
            check(&name, &bytes[..end], level);
        }
    }
}

#[test]
fn other_bytes_come_back() {
    let mut random = Random::new(7);
    let noise: Vec<u8> = (0..3_000).map(|_| random.byte()).collect();
    for bytes in [&b""[..], b"6", b"58", b"{U\x03raw[$U#l", &noise, &[0; 5_000], &[0x36; 5_000]] {
        for level in LEVELS {
            check("other bytes", bytes, level);
        }
    }
}

#[test]
fn damaged_replays_come_back() {
    let mut random = Random::new(11);
    for (name, bytes) in samples() {
        for _ in 0..12 {
            let mut bytes = bytes.clone();
            for _ in 0..=below(&mut random, 6) {
                let at = below(&mut random, bytes.len());
                match below(&mut random, 3) {
                    0 => bytes[at] = random.byte(),
                    1 => drop(bytes.drain(at..(at + 13).min(bytes.len()))),
                    _ => bytes.insert(at, 0x38),
                }
            }
            for level in LEVELS {
                check(&name, &bytes, level);
            }
        }
    }
}

#[test]
fn events_of_any_length_come_back() {
    let mut random = Random::new(5);
    for (name, bytes) in samples() {
        // After the head, the command and the size: entries of three bytes.
        let entries = usize::from(bytes[16]) / 3;
        for _ in 0..60 {
            let mut bytes = bytes.clone();
            for _ in 0..=below(&mut random, 3) {
                let entry = 17 + 3 * below(&mut random, entries);
                bytes[entry + 2] = random.byte();
            }
            for level in [Level::Live, Level::Fast] {
                check(&name, &bytes, level);
            }
        }
    }
}

#[test]
fn any_packed_bytes_are_unpacked_or_refused() {
    let mut random = Random::new(3);
    for (name, bytes) in samples() {
        for level in LEVELS {
            let part = Packer.pack(&bytes, level).swap_remove(0);
            let packed = part.packed.unwrap();
            for _ in 0..400 {
                let mut packed = packed.clone();
                for _ in 0..=below(&mut random, 4) {
                    let at = below(&mut random, packed.len());
                    packed[at] ^= 1 << below(&mut random, 8);
                }
                packed.truncate(packed.len() - below(&mut random, 40).saturating_sub(30));
                if let Ok(back) = Packer.unpack(&packed, part.range.len()) {
                    assert_eq!(back.len(), part.range.len(), "{name}: {level:?}");
                }
            }
        }
    }
}
