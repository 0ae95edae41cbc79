//! Reels that are built to take memory.

mod support;

use ghostreel_reel::{Reel, Settings};
use peak_alloc::PeakAlloc;
use support::{look, pieces};

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

#[test]
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
