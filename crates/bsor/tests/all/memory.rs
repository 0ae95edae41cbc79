//! Decoding stays within the budget: 64 MiB + 4 × the input, whatever the input claims.

use allocation_counter::measure;
use ghostreel_bsor::pack::Packer;
use ghostreel_bsor::sample::{Options, generate, variants};
use ghostreel_bsor::{Decoder, View, decode, encode};
use ghostreel_core::random::Random;
use ghostreel_core::{DecodeOptions, PushDecoder, limits};
use ghostreel_pack::{Codec, Level};

/// The most memory that `work` held at once, in bytes.
fn peak(work: impl FnOnce()) -> u64 {
    measure(work).bytes_max
}

#[track_caller]
fn check(what: &str, bytes: &[u8]) {
    let budget = limits::MEMORY_BASE + limits::MEMORY_PER_INPUT_BYTE * bytes.len() as u64;
    let used = peak(|| drop(decode(bytes, &DecodeOptions::RECOVER)));
    assert!(used <= budget, "{what}: {used} bytes to decode {}", bytes.len());
    // Small inputs must not hide behind the base: four times the input and a page or two of texts.
    assert!(
        used <= 4 * bytes.len() as u64 + 32_768,
        "{what}: {used} bytes to decode {}",
        bytes.len()
    );
    let used = peak(|| {
        if let Ok(view) = View::open(bytes, &DecodeOptions::RECOVER) {
            let timeline = view.timeline();
            timeline.tables().iter().for_each(|table| drop(table.all_columns().unwrap()));
        }
    });
    assert!(used <= budget, "{what}: {used} bytes for the columns of {}", bytes.len());
    let used = peak(|| {
        let mut decoder = Decoder::new(&DecodeOptions::RECOVER);
        for piece in bytes.chunks(4096) {
            decoder.push(piece);
            while let Ok(Some(_)) = decoder.next_event() {}
        }
        decoder.finish();
        while let Ok(Some(_)) = decoder.next_event() {}
    });
    assert!(used <= budget, "{what}: {used} bytes to stream {}", bytes.len());
}

#[test]
fn memory_is_in_proportion_to_the_input() {
    for (name, options) in variants() {
        check(name, &encode(&generate(&options)));
    }
    let bytes = encode(&generate(&Options::small()));
    let mut changed = bytes.clone();
    for at in 0..bytes.len() {
        for value in [0xff, 0x7f] {
            changed[at] = value;
            check(&format!("byte {at} = {value:#x}"), &changed);
        }
        changed[at] = bytes[at];
    }
    unpacking_changed_parts_stays_within_what_they_unpack_to();
    // Opening reads the info and finds the notes; it does not copy the frames.
    let bytes = encode(&generate(&Options::default()));
    let used = peak(|| drop(View::open(&bytes[..], &DecodeOptions::STRICT)));
    assert!(used < 16_384, "{used} bytes to open {}", bytes.len());
}

fn unpacking_changed_parts_stays_within_what_they_unpack_to() {
    let bytes = encode(&generate(&Options { duration: 20.0, ..Options::small() }));
    let mut random = Random::new(1);
    for level in [Level::Live, Level::Fast, Level::Archive] {
        for part in Packer.pack(&bytes, level) {
            let Some(packed) = part.packed else { continue };
            let length = part.range.len();
            for _ in 0..2_000 {
                let mut changed = packed.clone();
                for _ in 0..random.between(1, 4) {
                    let at = random.between(0, packed.len() as i32 - 1) as usize;
                    changed[at] = random.byte();
                }
                changed.truncate(random.between(0, 2 * packed.len() as i32) as usize);
                let declared = if random.chance(0.5) { length } else { 1 << random.between(0, 30) };
                let mut unpacked = None;
                let used = peak(|| unpacked = Packer.unpack(&changed, declared).ok());
                assert!(used <= limits::MEMORY_BASE + 4 * declared as u64, "{used} of {declared}");
                assert!(unpacked.is_none_or(|unpacked| unpacked.len() == declared));
            }
        }
    }
}
