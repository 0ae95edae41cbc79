//! Ghostreel's decoders as WebAssembly with a plain C ABI: numbers in, numbers out, and the last result to be fetched.
//! `web/src/decoder/` wraps it for TypeScript. The page's modules hold one game each, either its decoders or what
//! makes its samples (cargo features): who watches a replay need not fetch what makes others up. One more holds no game but reels
//! ([`reel`]), with the same exports for tables. One that the page does not have answers all that the library does ([`verbs`]): the npm package's. Two place things in pictures, with exports of their own: the objects that come towards the player of Beat Saber ([`flight`]), and the bodies of Rocket League ([`motion`]).
//!
//! | export | does |
//! |---|---|
//! | `alloc(len) → ptr` | a buffer for input; `free(ptr, len)` gives it back |
//! | `probe(ptr, len) → 0, 1, 2` | whether a file that begins with the buffer is for this module: no, maybe, yes |
//! | `open(ptr, len) → handle` | decodes the buffer, which it takes over; 0: failed, the result is an error as JSON |
//! | `set_option(name, name_len, file, file_len) → ok` | sets the option of that name to the content of the buffer `file`, for files opened from now on (docs/cli.md) |
//! | `forget_options()` | files opened from now on are read as if no option was ever set |
//! | `set_file_name(handle, ptr, len) → ok` | the replay's file has the name in the buffer: its metadata are filled in from it where the file lacks them |
//! | `append(handle, ptr, len) → ok` | the file has grown by the buffer, which it takes over; of a file that grows during a game, only that is decoded; on failure it is closed |
//! | `describe(handle) → ok` | result: meta, diagnostics, the kinds of moments and the schema of every table, `moments` among them, as JSON |
//! | `columns(handle, ptr, len) → ok` | results, one a name: the little-endian values of each column `table.column` named in a line of the buffer; then, one a name again, which rows have a value: a byte a row, 0 for none, and no bytes where all have one |
//! | `appended_columns(handle, ptr, len) → ok` | as `columns`, but only the rows at the end that the last `append` added or changed; not of `moments` |
//! | `needs_statistics(handle, ptr, len) → 0, 1` | whether `columns`, or `dict`, works out statistics for any of the columns named in a line of the buffer |
//! | `dict(handle, ptr, len) → ok` | result: the texts of the dictionary column named in the buffer, as a JSON array |
//! | `ask(handle, ptr, len) → ok` | result: the answer to a question as JSON; its name, and then `name=value` for what is given with it, are lines of the buffer (docs/json.md lists the questions) |
//! | `set_map(handle, ptr, len) → ok` | the map that the replay was played on is the zip file in the buffer, which it takes over: its tables are then among the replay's; only in modules for maps |
//! | `song(handle) → ok` | result: the file with the song of that map, as it is |
//! | `sample(seed) → ok` | result: a synthetic replay |
//! | `result_ptr(index)`, `result_len(index)` | where a result of the last call is; valid until the next call. All calls but those for columns have one, of index 0 |
//! | `close(handle)` | forgets the replay |
//!
//! A function that returns 0 leaves an error as JSON in the result: `{error, fault, offset, section, expected, found}`.
//!
//! `cargo xtask web` publishes a module with decoders in two parts (`xtask/src/web/parts.rs`): the second has the code that works out statistics and answers
//! questions, and has to be there before a call of `ask`, and before one that needs statistics.
//!
//! There is no unsafe block: buffers are owned here and known by their address, and only the host writes into them.
#![allow(unsafe_code, reason = "`no_mangle` counts as unsafe: two exports of one name would clash")]
#![cfg_attr(
    not(all(feature = "decoders", feature = "reel", feature = "samples")),
    allow(dead_code, reason = "what the others need")
)]

mod answer;
#[cfg(feature = "decoders")]
pub mod decoders;
#[cfg(feature = "flight")]
pub mod flight;
#[cfg(feature = "maps")]
pub mod maps;
#[cfg(feature = "motion")]
pub mod motion;
#[cfg(feature = "reel")]
#[cfg_attr(feature = "decoders", allow(dead_code, reason = "its exports have the same names"))]
pub mod reel;
#[cfg(feature = "samples")]
pub mod samples;
#[cfg(feature = "verbs")]
#[cfg_attr(
    any(feature = "decoders", feature = "reel"),
    allow(dead_code, reason = "its exports have the same names")
)]
pub mod verbs;

use std::cell::RefCell;
#[cfg(feature = "games")]
use std::rc::Rc;

#[cfg(feature = "games")]
use ghostreel_analysis::Analysis;
#[cfg(feature = "games")]
use ghostreel_formats::Options;

use answer::{Answer, Refusal};

/// There are never many buffers and replays: a list is searched as fast as a map, and is less to download.
#[derive(Default)]
struct State {
    buffers: Vec<Box<[u8]>>,
    #[cfg(feature = "games")]
    replays: Vec<Open>,
    #[cfg(feature = "reel")]
    reels: Vec<reel::Open>,
    #[cfg(feature = "verbs")]
    verbs: Vec<verbs::Open>,
    /// For files opened from now on.
    #[cfg(feature = "games")]
    options: Rc<Options>,
    opened: u32,
    answer: Answer,
}

/// A replay that is open under a handle, and its options.
#[cfg(feature = "games")]
struct Open {
    handle: u32,
    replay: Analysis<'static>,
    options: Rc<Options>,
}

thread_local! {
    static STATE: RefCell<State> = RefCell::default();
}

fn with<T>(work: impl FnOnce(&mut State) -> T) -> T {
    STATE.with_borrow_mut(work)
}

impl State {
    /// Keeps the answer, or an error in its place. Returns which it is.
    fn give(&mut self, answer: Result<Answer, Refusal>) -> u32 {
        let ok = answer.is_ok();
        self.answer = answer.unwrap_or_else(Answer::from);
        u32::from(ok)
    }

    fn position(&self, ptr: usize) -> Result<usize, Refusal> {
        let index = self.buffers.iter().position(|buffer| buffer.as_ptr().addr() == ptr);
        index.ok_or(Refusal::NoBuffer)
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
