//! The functions that the host calls.

use ghostreel_reel::Remote;
use ghostreel_reel::preamble::MAGIC;

use super::{ALWAYS, Content};
use crate::answer::Answer;
use crate::with;

/// Whether a file that begins with the buffer is a reel: 0 no, 2 yes.
#[unsafe(no_mangle)]
pub extern "C" fn probe(ptr: usize, len: usize) -> u32 {
    with(|state| match state.buffer(ptr, len) {
        Ok(head) if head.starts_with(&MAGIC) => 2,
        _ => 0,
    })
}

/// Opens the first `len` bytes of a buffer as a reel and takes the buffer over.
#[unsafe(no_mangle)]
pub extern "C" fn open(ptr: usize, len: usize) -> u32 {
    with(|state| {
        let handle = state.open_reel(ptr, len);
        let opened = handle.as_ref().copied().unwrap_or(0);
        state.give(handle.map(|_| Answer::default()));
        opened
    })
}

/// Forgets a reel.
#[unsafe(no_mangle)]
pub extern "C" fn close(handle: u32) {
    with(|state| state.reels.retain(|open| open.handle != handle));
}

/// The reel's metadata, its missing parts, and its tables, as JSON.
#[unsafe(no_mangle)]
pub extern "C" fn describe(handle: u32) -> u32 {
    with(|state| {
        let result = state.reel(handle).and_then(super::Open::describe);
        state.give(result)
    })
}

/// The game's own file.
#[unsafe(no_mangle)]
pub extern "C" fn original(handle: u32) -> u32 {
    with(|state| {
        let result = state.reel(handle).and_then(super::Open::original);
        state.give(result)
    })
}

/// The little-endian values of columns; names are separated by line feeds.
#[unsafe(no_mangle)]
pub extern "C" fn columns(handle: u32, ptr: usize, len: usize) -> u32 {
    with(|state| {
        let result = state.reel_columns(handle, (ptr, len), &ALWAYS);
        state.give(result)
    })
}

/// The texts of a dictionary column as a JSON array.
#[unsafe(no_mangle)]
pub extern "C" fn dict(handle: u32, ptr: usize, len: usize) -> u32 {
    with(|state| {
        let result = state.reel_texts(handle, (ptr, len), &ALWAYS);
        state.give(result)
    })
}

/// There are none: `null`.
#[unsafe(no_mangle)]
pub extern "C" fn stats(handle: u32) -> u32 {
    with(|state| {
        let result = state.reel(handle).map(|_| Answer::json(&()));
        state.give(result)
    })
}

/// As [`columns`], of the rows in a span of seconds.
#[unsafe(no_mangle)]
pub extern "C" fn columns_within(handle: u32, start: f64, end: f64, ptr: usize, len: usize) -> u32 {
    with(|state| {
        let result = state.reel_columns(handle, (ptr, len), &(start..end));
        state.give(result)
    })
}

/// As [`dict`], for the codes of [`columns_within`].
#[unsafe(no_mangle)]
pub extern "C" fn dict_within(handle: u32, start: f64, end: f64, ptr: usize, len: usize) -> u32 {
    with(|state| {
        let result = state.reel_texts(handle, (ptr, len), &(start..end));
        state.give(result)
    })
}

/// A reel of so many bytes that lies elsewhere.
#[unsafe(no_mangle)]
pub extern "C" fn remote(length: f64) -> u32 {
    with(|state| state.keep_reel(Content::Remote(Remote::new(length as u64).into())))
}

/// The bytes that are needed to open a reel that lies elsewhere.
#[unsafe(no_mangle)]
pub extern "C" fn needs(handle: u32) -> u32 {
    with(|state| {
        let result = state.reel_needs(handle);
        state.give(result)
    })
}

/// The bytes that are needed for tables in a span of seconds; names are separated by line feeds.
#[unsafe(no_mangle)]
pub extern "C" fn needs_for(handle: u32, start: f64, end: f64, ptr: usize, len: usize) -> u32 {
    with(|state| {
        let result = state.reel_needs_for(handle, (ptr, len), &(start..end));
        state.give(result)
    })
}

/// Bytes of a reel that lies elsewhere: the first `len` of a buffer, which it takes over.
#[unsafe(no_mangle)]
pub extern "C" fn give(handle: u32, offset: f64, ptr: usize, len: usize) -> u32 {
    with(|state| {
        let result = state.give_reel(handle, offset as u64, ptr, len);
        state.give(result)
    })
}
