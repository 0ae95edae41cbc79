//! Ghostreel's decoders as WebAssembly with a plain C ABI: numbers in, numbers out, and the last result to be fetched.
//! `web/src/decoder/` wraps it for TypeScript. The page's modules hold one game each (cargo features).
//!
//! | export | does |
//! |---|---|
//! | `alloc(len) → ptr` | a buffer for input; `free(ptr, len)` gives it back |
//! | `probe(ptr, len) → 0, 1, 2` | whether a file that begins with the buffer is for this module: no, maybe, yes |
//! | `open(ptr, len) → handle` | decodes the buffer, which it takes over; 0: failed, the result is an error as JSON |
//! | `append(handle, ptr, len) → ok` | the file has grown by the buffer, which it takes over; on failure it is closed |
//! | `describe(handle) → ok` | result: meta, diagnostics and the schema of every table, as JSON |
//! | `columns(handle, ptr, len) → ok` | results, one a name: the little-endian values of each column `table.column` named in a line of the buffer |
//! | `dict(handle, ptr, len) → ok` | result: the texts of the dictionary column named in the buffer, as a JSON array |
//! | `stats(handle) → ok` | result: statistics as JSON; `null` if there are none for the game |
//! | `sample(seed) → ok` | result: a synthetic replay |
//! | `result_ptr(index)`, `result_len(index)` | where a result of the last call is; valid until the next call. All calls but `columns` have one, of index 0 |
//! | `close(handle)` | forgets the replay |
//!
//! A function that returns 0 leaves an error as JSON in the result: `{error, fault, offset, section, expected, found}`.
//!
//! There is no unsafe block: buffers are owned here and known by their address, and only the host writes into them.
#![allow(unsafe_code, reason = "`no_mangle` counts as unsafe: two exports of one name would clash")]

mod answer;

use std::cell::RefCell;

use ghostreel_formats::core::{DecodeOptions, Probe};
use ghostreel_formats::{AnyReplay, FORMATS, json, judge};

use answer::{Answer, Refusal};

/// There are never many buffers and replays: a list is searched as fast as a map, and is less to download.
#[derive(Default)]
struct State {
    buffers: Vec<Box<[u8]>>,
    replays: Vec<(u32, AnyReplay<'static>)>,
    opened: u32,
    answer: Answer,
}

thread_local! {
    static STATE: RefCell<State> = RefCell::default();
}

fn with<T>(work: impl FnOnce(&mut State) -> T) -> T {
    STATE.with_borrow_mut(work)
}

impl State {
    /// Keeps the answer, or an error in its place; tells which.
    fn give(&mut self, answer: Result<Answer, Refusal>) -> u32 {
        let ok = answer.is_ok();
        self.answer = answer.unwrap_or_else(Answer::from);
        u32::from(ok)
    }

    fn replay(&self, handle: u32) -> Result<&AnyReplay<'static>, Refusal> {
        let found = self.replays.iter().find(|(known, _)| *known == handle);
        found.map(|(_, replay)| replay).ok_or(Refusal::NoReplay)
    }

    fn close(&mut self, handle: u32) -> Result<AnyReplay<'static>, Refusal> {
        let found = self.replays.iter().position(|(known, _)| *known == handle);
        found.map(|at| self.replays.swap_remove(at).1).ok_or(Refusal::NoReplay)
    }

    fn position(&self, ptr: usize) -> Result<usize, Refusal> {
        let found = self.buffers.iter().position(|buffer| buffer.as_ptr().addr() == ptr);
        found.ok_or(Refusal::NoBuffer)
    }

    fn buffer(&self, ptr: usize, len: usize) -> Result<&[u8], Refusal> {
        let buffer = self.buffers.get(self.position(ptr)?);
        buffer.and_then(|buffer| buffer.get(..len)).ok_or(Refusal::NoBuffer)
    }

    fn text(&self, ptr: usize, len: usize) -> Result<&str, Refusal> {
        std::str::from_utf8(self.buffer(ptr, len)?).map_err(|_| Refusal::NotText)
    }

    /// The first `len` bytes of a buffer, which is no longer kept.
    fn take(&mut self, ptr: usize, len: usize) -> Result<Vec<u8>, Refusal> {
        let mut bytes = self.buffers.swap_remove(self.position(ptr)?).into_vec();
        bytes.truncate(len);
        Ok(bytes)
    }

    /// Opens a file under a handle.
    fn open(&mut self, handle: u32, bytes: Vec<u8>) -> Result<(), Refusal> {
        let replay = ghostreel_formats::open(bytes, &DecodeOptions::RECOVER)?;
        self.replays.push((handle, replay));
        Ok(())
    }

    fn append(&mut self, handle: u32, ptr: usize, len: usize) -> Result<Answer, Refusal> {
        let more = self.take(ptr, len)?;
        // Owned already, and with room to grow after the first time: the file itself is hardly ever copied.
        let mut bytes = self.close(handle)?.into_bytes().into_owned();
        bytes.extend_from_slice(&more);
        self.open(handle, bytes)?;
        Ok(Answer::default())
    }

    fn columns(&self, handle: u32, ptr: usize, len: usize) -> Result<Answer, Refusal> {
        let names: Vec<&str> = self.text(ptr, len)?.lines().collect();
        Ok(Answer::Columns(self.replay(handle)?.timeline().columns(&names)?))
    }

    fn dict(&self, handle: u32, ptr: usize, len: usize) -> Result<Answer, Refusal> {
        let column = self.replay(handle)?.timeline().column(self.text(ptr, len)?)?;
        Ok(Answer::json(column.dict_values().ok_or(Refusal::NoDictionary)?))
    }
}

/// A buffer of `len` bytes for the host to write into.
#[unsafe(no_mangle)]
pub extern "C" fn alloc(len: usize) -> usize {
    // An empty box has no address of its own.
    let buffer = vec![0; len.max(1)].into_boxed_slice();
    let ptr = buffer.as_ptr().addr();
    with(|state| state.buffers.push(buffer));
    ptr
}

/// Gives a buffer back.
#[unsafe(no_mangle)]
pub extern "C" fn free(ptr: usize, _len: usize) {
    with(|state| drop(state.take(ptr, 0)));
}

/// Whether a file that begins with the buffer is for this module: 0 no, 1 maybe, 2 yes.
#[unsafe(no_mangle)]
pub extern "C" fn probe(ptr: usize, len: usize) -> u32 {
    with(|state| match state.buffer(ptr, len).ok().and_then(judge) {
        Some((Probe::Yes, _)) => 2,
        Some((Probe::Maybe, _)) => 1,
        Some((Probe::No, _)) | None => 0,
    })
}

/// Opens the first `len` bytes of a buffer as a replay and takes the buffer over.
#[unsafe(no_mangle)]
pub extern "C" fn open(ptr: usize, len: usize) -> u32 {
    with(|state| {
        let handle = state.opened + 1;
        let result = state.take(ptr, len).and_then(|bytes| state.open(handle, bytes));
        match state.give(result.map(|()| Answer::default())) {
            0 => 0,
            _ => {
                state.opened = handle;
                handle
            }
        }
    })
}

/// Opens a replay anew: its file has grown by the first `len` bytes of a buffer, which it takes over.
#[unsafe(no_mangle)]
pub extern "C" fn append(handle: u32, ptr: usize, len: usize) -> u32 {
    with(|state| {
        let result = state.append(handle, ptr, len);
        state.give(result)
    })
}

/// Forgets a replay.
#[unsafe(no_mangle)]
pub extern "C" fn close(handle: u32) {
    with(|state| drop(state.close(handle)));
}

/// Meta, diagnostics and tables as JSON.
#[unsafe(no_mangle)]
pub extern "C" fn describe(handle: u32) -> u32 {
    with(|state| {
        let result = state.replay(handle).map(|replay| Answer::json(&json::describe(replay)));
        state.give(result)
    })
}

/// The little-endian values of columns; names are separated by line feeds.
#[unsafe(no_mangle)]
pub extern "C" fn columns(handle: u32, ptr: usize, len: usize) -> u32 {
    with(|state| {
        let result = state.columns(handle, ptr, len);
        state.give(result)
    })
}

/// The texts of a dictionary column as a JSON array.
#[unsafe(no_mangle)]
pub extern "C" fn dict(handle: u32, ptr: usize, len: usize) -> u32 {
    with(|state| {
        let result = state.dict(handle, ptr, len);
        state.give(result)
    })
}

/// Statistics as JSON.
#[unsafe(no_mangle)]
pub extern "C" fn stats(handle: u32) -> u32 {
    with(|state| {
        let stats = |replay| Answer::json(&ghostreel_analysis::stats(replay));
        let result = state.replay(handle).map(stats);
        state.give(result)
    })
}

/// A synthetic replay of the module's game.
#[unsafe(no_mangle)]
pub extern "C" fn sample(seed: u32) -> u32 {
    with(|state| {
        let game = FORMATS.first().map_or("", |format| format.game);
        let file = ghostreel_formats::sample(game, None, seed.into());
        state.give(file.map(Answer::Bytes).ok_or(Refusal::NoSample))
    })
}

/// Where a result of the last call is.
#[unsafe(no_mangle)]
pub extern "C" fn result_ptr(index: usize) -> usize {
    with(|state| state.answer.part(index).as_ptr().addr())
}

/// How long a result of the last call is, in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn result_len(index: usize) -> usize {
    with(|state| state.answer.part(index).len())
}
