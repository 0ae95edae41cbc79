//! Ghostreel's decoders as a WebAssembly module with a plain C ABI: numbers in, numbers out, and one result buffer.
//! `web/src/decoder/` wraps it for TypeScript.
//!
//! | export | does |
//! |---|---|
//! | `alloc(len) → ptr` | a buffer for input; `free(ptr, len)` gives it back |
//! | `open(ptr, len) → handle` | decodes the buffer, which it takes over; 0: failed, the result is an error as JSON |
//! | `describe(handle) → ok` | result: meta, diagnostics and the schema of every table, as JSON |
//! | `column(handle, ptr, len) → ok` | result: the little-endian values of the column `table.column` named in the buffer |
//! | `dict(handle, ptr, len) → ok` | result: the texts of a dictionary column, as a JSON array |
//! | `sample(seed) → ok` | result: a synthetic `.bsor` |
//! | `result_ptr()`, `result_len()` | where the last result is; valid until the next call |
//! | `close(handle)` | forgets the replay |
//!
//! A function that returns 0 leaves an error as JSON in the result: `{error, fault, offset, section, expected, found}`.
//!
//! There is no unsafe block: buffers are owned here and known by their address, and only the host writes into them.
#![allow(unsafe_code, reason = "`no_mangle` counts as unsafe: two exports of one name would clash")]

use std::cell::RefCell;
use std::collections::BTreeMap;

use ghostreel_formats::bsor;
use ghostreel_formats::core::{DecodeOptions, Error};
use ghostreel_formats::{AnyReplay, json, open as open_replay};
use serde_json::json;

#[derive(Default)]
struct State {
    buffers: BTreeMap<usize, Box<[u8]>>,
    replays: BTreeMap<u32, AnyReplay<'static>>,
    opened: u32,
    result: Vec<u8>,
}

thread_local! {
    static STATE: RefCell<State> = RefCell::default();
}

fn with<T>(work: impl FnOnce(&mut State) -> T) -> T {
    STATE.with_borrow_mut(work)
}

impl State {
    /// Keeps a result, or an error in its place; tells which.
    fn answer(&mut self, result: Result<Vec<u8>, Vec<u8>>) -> u32 {
        let ok = result.is_ok();
        self.result = result.unwrap_or_else(|error| error);
        u32::from(ok)
    }

    fn replay(&self, handle: u32) -> Result<&AnyReplay<'static>, Vec<u8>> {
        self.replays.get(&handle).ok_or_else(|| message("there is no replay of that handle"))
    }

    fn name(&self, ptr: usize, len: usize) -> Result<&str, Vec<u8>> {
        let bytes = self
            .buffers
            .get(&ptr)
            .and_then(|buffer| buffer.get(..len))
            .ok_or_else(|| message("there is no buffer at that address"))?;
        std::str::from_utf8(bytes).map_err(|_| message("the name is not UTF-8"))
    }
}

fn message(text: &str) -> Vec<u8> {
    json!({ "error": text }).to_string().into_bytes()
}

fn error(error: &Error) -> Vec<u8> {
    json!({
        "error": error.to_string(),
        "fault": error.fault.name(),
        "offset": error.offset,
        "section": error.section,
        "expected": error.expected,
        "found": error.found,
    })
    .to_string()
    .into_bytes()
}

/// A buffer of `len` bytes for the host to write into.
#[unsafe(no_mangle)]
pub extern "C" fn alloc(len: usize) -> usize {
    // An empty box has no address of its own.
    let buffer = vec![0; len.max(1)].into_boxed_slice();
    let ptr = buffer.as_ptr().addr();
    with(|state| state.buffers.insert(ptr, buffer));
    ptr
}

/// Gives a buffer back.
#[unsafe(no_mangle)]
pub extern "C" fn free(ptr: usize, _len: usize) {
    with(|state| state.buffers.remove(&ptr));
}

/// Opens the first `len` bytes of a buffer as a replay and takes the buffer over.
#[unsafe(no_mangle)]
pub extern "C" fn open(ptr: usize, len: usize) -> u32 {
    with(|state| {
        let Some(buffer) = state.buffers.remove(&ptr) else {
            return state.answer(Err(message("there is no buffer at that address")));
        };
        let mut bytes = buffer.into_vec();
        bytes.truncate(len);
        match open_replay(bytes, &DecodeOptions::RECOVER) {
            Ok(replay) => {
                state.opened += 1;
                state.replays.insert(state.opened, replay);
                state.opened
            }
            Err(e) => state.answer(Err(error(&e))),
        }
    })
}

/// Forgets a replay.
#[unsafe(no_mangle)]
pub extern "C" fn close(handle: u32) {
    with(|state| state.replays.remove(&handle));
}

/// Meta, diagnostics and tables as JSON.
#[unsafe(no_mangle)]
pub extern "C" fn describe(handle: u32) -> u32 {
    with(|state| {
        let result =
            state.replay(handle).map(|replay| json::describe(replay).to_string().into_bytes());
        state.answer(result)
    })
}

/// The little-endian values of a column.
#[unsafe(no_mangle)]
pub extern "C" fn column(handle: u32, ptr: usize, len: usize) -> u32 {
    with(|state| {
        let result = find_column(state, handle, ptr, len).map(|column| column.bytes().into_owned());
        state.answer(result)
    })
}

/// The texts of a dictionary column as a JSON array.
#[unsafe(no_mangle)]
pub extern "C" fn dict(handle: u32, ptr: usize, len: usize) -> u32 {
    with(|state| {
        let result =
            find_column(state, handle, ptr, len).and_then(|column| match column.dict_values() {
                Some(values) => Ok(json!(values).to_string().into_bytes()),
                None => Err(message("that column is no dictionary")),
            });
        state.answer(result)
    })
}

fn find_column(
    state: &State,
    handle: u32,
    ptr: usize,
    len: usize,
) -> Result<ghostreel_formats::timeline::Column, Vec<u8>> {
    let name = state.name(ptr, len)?;
    state.replay(handle)?.timeline().column(name).map_err(|e| message(&e.to_string()))
}

/// A synthetic replay.
#[unsafe(no_mangle)]
pub extern "C" fn sample(seed: u32) -> u32 {
    with(|state| {
        // Straight from Beat Saber's generator: by the game's name, the page would carry all generators.
        let options =
            bsor::sample::Options { seed: seed.into(), ..bsor::sample::Options::default() };
        state.answer(Ok(bsor::encode(&bsor::sample::generate(&options))))
    })
}

/// Where the last result is.
#[unsafe(no_mangle)]
pub extern "C" fn result_ptr() -> usize {
    with(|state| state.result.as_ptr().addr())
}

/// How long the last result is, in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn result_len() -> usize {
    with(|state| state.result.len())
}
