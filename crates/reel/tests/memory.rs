//! Reels that are built to take memory.

mod support;

use ghostreel_reel::{Reel, Settings, Writer};
use peak_alloc::PeakAlloc;
use support::{frames, header, look, pieces};

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// A chunk with a right checksum, however wrong the rest is.
fn with_head(bytes: &[u8], at: usize, change: impl Fn(&mut [u8])) -> Vec<u8> {
    let mut changed = bytes.to_vec();
    change(&mut changed[at..at + 92]);
    let checksum = crc32c::crc32c(&changed[at..at + 92]);
    changed[at + 92..at + 96].copy_from_slice(&checksum.to_le_bytes());
    changed
}

/// The most that looking at a reel takes.
fn most(bytes: &[u8]) -> usize {
    MEMORY.reset_peak_usage();
    let before = MEMORY.current_usage();
    look(bytes);
    MEMORY.peak_usage() - before
}

/// Zeros of an original, and rows of equal values, which pack to nearly nothing.
fn reels_that_unpack_to_much() -> [Vec<u8>; 2] {
    let settings = Settings { bytes: 16 << 20, seconds: 1e9, ..Settings::default() };
    let mut zeros = Writer::new(header(), settings).unwrap();
    let mut rows = Writer::new(header(), settings).unwrap();
    let mut columns = frames(0, 1 << 19);
    for column in &mut columns {
        *column = column.select(&vec![0; 1 << 19]);
    }
    for _ in 0..40 {
        zeros.original(3, &vec![0; 16 << 20], f64::NAN).unwrap();
        rows.rows(1, &columns).unwrap();
    }
    [zeros.finish(), rows.finish()]
}

#[test]
fn memory_is_in_proportion_to_the_reel() {
    lengths_and_counts_that_lie_take_no_memory();
    for bytes in reels_that_unpack_to_much() {
        // What is read is held twice while columns are put together.
        let allowed = 2 * ((64 << 20) + 256 * bytes.len()) + (64 << 20);
        let most = most(&bytes);
        assert!(most <= allowed, "{most} of {allowed} bytes for a reel of {}", bytes.len());
    }
}

fn lengths_and_counts_that_lie_take_no_memory() {
    let bytes = pieces(3, Settings::default()).concat();
    let chunks: Vec<usize> =
        Reel::open(&bytes).unwrap().chunks().iter().map(|chunk| chunk.offset as usize).collect();
    for at in chunks {
        for field in [8, 12, 16, 24, 32, 40, 48] {
            for value in [0_u32, 1, 1 << 20, 64 << 20, u32::MAX] {
                let changed = with_head(&bytes, at, |head| {
                    head[field..field + 4].copy_from_slice(&value.to_le_bytes());
                });
                MEMORY.reset_peak_usage();
                let before = MEMORY.current_usage();
                let read = look(&changed);
                let most = MEMORY.peak_usage() - before;
                assert!(
                    most <= (64 << 20) + 4 * (changed.len() + read),
                    "{most} bytes, field {field}"
                );
            }
        }
    }
}
