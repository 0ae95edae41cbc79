//! The functions that the host calls.

use crate::answer::Answer;
use crate::with;

/// Opens the first `len` bytes of a buffer as a replay, or the one that is packed in a reel, and takes the buffer over.
#[unsafe(no_mangle)]
pub extern "C" fn open(ptr: usize, len: usize) -> u32 {
    with(|state| {
        let handle = state.open_replay(ptr, len);
        let opened = handle.as_ref().copied().unwrap_or(0);
        state.give(handle.map(|_| Answer::default()));
        opened
    })
}

/// Forgets a replay.
#[unsafe(no_mangle)]
pub extern "C" fn close(handle: u32) {
    with(|state| state.close_replay(handle));
}

/// Puts the map that a replay was played on beside it, the zip file in the buffer, which it takes over.
#[unsafe(no_mangle)]
pub extern "C" fn set_map(handle: u32, ptr: usize, len: usize) -> u32 {
    with(|state| {
        let result = state.set_map_of(handle, ptr, len);
        state.give(result)
    })
}

/// A table: its schema, and its columns.
#[unsafe(no_mangle)]
pub extern "C" fn table(handle: u32, ptr: usize, len: usize) -> u32 {
    with(|state| {
        let result = state.table(handle, ptr, len);
        state.give(result)
    })
}

/// A table as a stream of Arrow's IPC.
#[unsafe(no_mangle)]
pub extern "C" fn arrow(handle: u32, ptr: usize, len: usize) -> u32 {
    with(|state| {
        let result = state.arrow(handle, ptr, len);
        state.give(result)
    })
}

/// Events that follow each other.
#[unsafe(no_mangle)]
pub extern "C" fn sequence(handle: u32, ptr: usize, len: usize) -> u32 {
    with(|state| {
        let result = state.sequence(handle, ptr, len);
        state.give(result)
    })
}

/// A file made of a replay.
#[unsafe(no_mangle)]
pub extern "C" fn copy(handle: u32, ptr: usize, len: usize) -> u32 {
    with(|state| {
        let result = state.copy(handle, ptr, len);
        state.give(result)
    })
}

/// What the marks of a file prove.
#[unsafe(no_mangle)]
pub extern "C" fn verify(
    file: usize,
    file_len: usize,
    mark: usize,
    mark_len: usize,
    trust: usize,
    trust_len: usize,
) -> u32 {
    with(|state| {
        let result = state.verify((file, file_len), (mark, mark_len), (trust, trust_len));
        state.give(result)
    })
}
