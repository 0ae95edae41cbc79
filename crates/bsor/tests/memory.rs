//! Decoding stays within the budget: 64 MiB + 4 × the input, whatever the input claims. In a test binary of its own,
//! since the allocator counts for the whole process.

use ghostreel_bsor::sample::{Options, generate, variants};
use ghostreel_bsor::{Decoder, View, decode, encode};
use ghostreel_core::{DecodeOptions, PushDecoder, limits};
use peak_alloc::PeakAlloc;

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

/// The most memory that `work` held at once, in bytes.
fn peak(work: impl FnOnce()) -> u64 {
    ALLOCATOR.reset_peak_usage();
    let before = ALLOCATOR.current_usage();
    work();
    ALLOCATOR.peak_usage().saturating_sub(before) as u64
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

// One test: others running beside it would be counted too.
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
    // Opening reads the info and finds the notes; it does not copy the frames.
    let bytes = encode(&generate(&Options::default()));
    let used = peak(|| drop(View::open(&bytes[..], &DecodeOptions::STRICT)));
    assert!(used < 16_384, "{used} bytes to open {}", bytes.len());
}
