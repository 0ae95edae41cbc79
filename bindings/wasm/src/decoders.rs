//! Decoding.

use ghostreel_analysis::Analysis;
use ghostreel_formats::core::Probe;
use ghostreel_formats::{FormatOptions, json, judge, open_with};

use crate::answer::{Answer, Refusal};
use crate::{State, with};

impl State {
    fn replay(&self, handle: u32) -> Result<&Analysis<'static>, Refusal> {
        let found = self.replays.iter().find(|(known, _)| *known == handle);
        found.map(|(_, replay)| replay).ok_or(Refusal::NoReplay)
    }

    fn close(&mut self, handle: u32) -> Result<Analysis<'static>, Refusal> {
        let found = self.replays.iter().position(|(known, _)| *known == handle);
        found.map(|at| self.replays.swap_remove(at).1).ok_or(Refusal::NoReplay)
    }

    /// Opens a file under a handle.
    fn open(&mut self, handle: u32, bytes: Vec<u8>) -> Result<(), Refusal> {
        let replay = open_with(bytes, &self.options)?;
        self.replays.push((handle, Analysis::new(replay)));
        Ok(())
    }

    fn set_option(
        &mut self,
        (name, name_len): (usize, usize),
        (file, file_len): (usize, usize),
    ) -> Result<Answer, Refusal> {
        let name = self.text(name, name_len)?.to_owned();
        let file = self.buffer(file, file_len)?.to_vec();
        self.options.formats.set(&name, &file)?;
        Ok(Answer::default())
    }

    fn append(&mut self, handle: u32, ptr: usize, len: usize) -> Result<Answer, Refusal> {
        let more = self.take(ptr, len)?;
        // Owned already, and with room to grow after the first time: the file itself is hardly ever copied.
        let mut bytes = self.close(handle)?.into_replay().into_bytes().into_owned();
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

/// Has formats told nothing but their replays.
#[unsafe(no_mangle)]
pub extern "C" fn forget_options() {
    with(|state| state.options.formats = FormatOptions::default());
}

/// Hands the file of an option, whose name is in another buffer, to the format that has the option.
#[unsafe(no_mangle)]
pub extern "C" fn set_option(name: usize, name_len: usize, file: usize, file_len: usize) -> u32 {
    with(|state| {
        let result = state.set_option((name, name_len), (file, file_len));
        state.give(result)
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
        let describe = |replay: &Analysis<'_>| {
            let (timeline, diagnostics) = (replay.timeline(), replay.replay().diagnostics());
            Answer::json(&json::describe(&timeline, diagnostics, replay.moment_kinds()))
        };
        let result = state.replay(handle).map(describe);
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
        let stats = |replay: &Analysis<'_>| Answer::json(&replay.stats());
        let result = state.replay(handle).map(stats);
        state.give(result)
    })
}
