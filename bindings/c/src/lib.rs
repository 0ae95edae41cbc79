//! Ghostreel for C and all languages that can call it: recording a session, and reading replays and reels.
//!
//! `include/ghostreel.h` is made of this crate by cbindgen and is its documentation. Handles are boxes that C holds, and references that it
//! lends, which Rust's own types say; so only `memory.rs` has unsafe blocks: it reads texts and bytes that are lent by C.
#![deny(clippy::unwrap_used, clippy::indexing_slicing)]

mod failure;
mod memory;
pub mod read;
pub mod record;
mod replay;

use std::ffi::c_char;

/// Grows when a function or a struct changes, so that programs built with another header would go wrong.
pub const ABI_VERSION: u32 = 1;

pub use failure::Outcome;

/// The version of this interface: compare it with GHOSTREEL_ABI_VERSION of the header that you were built with. Any thread.
#[allow(unsafe_code, reason = "`no_mangle` counts as unsafe: two exports of one name would clash")]
#[unsafe(no_mangle)]
pub extern "C" fn ghostreel_abi_version() -> u32 {
    ABI_VERSION
}

/// Why the last function that failed on this thread did so: one sentence, or an empty text. Valid until another function fails on this
/// thread, or the thread ends. Any thread.
#[allow(unsafe_code, reason = "`no_mangle` counts as unsafe: two exports of one name would clash")]
#[unsafe(no_mangle)]
pub extern "C" fn ghostreel_last_error() -> *const c_char {
    failure::last()
}
