//! Decoding.

use std::rc::Rc;

use ghostreel_analysis::Analysis;
use ghostreel_formats::core::Probe;
use ghostreel_formats::json::{self, LaterTables};
use ghostreel_formats::timeline::Timeline;
use ghostreel_formats::{AnyView, Options, judge, open_with};

use crate::answer::{Answer, Refusal};
use crate::{Open, State, with};

impl State {
    pub(crate) fn replay(&self, handle: u32) -> Result<&Analysis<'static>, Refusal> {
        let open = self.replays.iter().find(|open| open.handle == handle);
        open.map(|open| &open.replay).ok_or(Refusal::NoReplay)
    }

    fn close(&mut self, handle: u32) -> Result<Open, Refusal> {
        let index = self.replays.iter().position(|open| open.handle == handle);
        index.map(|at| self.replays.swap_remove(at)).ok_or(Refusal::NoReplay)
    }

    /// Keeps a replay open under a handle.
    fn keep(&mut self, handle: u32, view: AnyView<'static>, options: Rc<Options>) {
        self.replays.push(Open { handle, replay: Analysis::new(view), options });
    }

    fn open(&mut self, handle: u32, bytes: Vec<u8>) -> Result<(), Refusal> {
        let options = Rc::clone(&self.options);
        let view = open_with(bytes, &options)?;
        self.keep(handle, view, options);
        Ok(())
    }

    fn set_option(
        &mut self,
        (name, name_len): (usize, usize),
        (file, file_len): (usize, usize),
    ) -> Result<Answer, Refusal> {
        let name = self.text(name, name_len)?.to_owned();
        let file = self.buffer(file, file_len)?.to_vec();
        Rc::make_mut(&mut self.options).formats.set(&name, &file)?;
        Ok(Answer::default())
    }

    fn set_file_name(&mut self, handle: u32, ptr: usize, len: usize) -> Result<Answer, Refusal> {
        let name = self.text(ptr, len)?.to_owned();
        let Open { replay, options, .. } = self.close(handle)?;
        self.keep(handle, replay.into_view().with_file_name(&name), options);
        Ok(Answer::default())
    }

    fn append(&mut self, handle: u32, ptr: usize, len: usize) -> Result<Answer, Refusal> {
        let more = self.take(ptr, len)?;
        let Open { replay, options, .. } = self.close(handle)?;
        let view = replay.into_view().append(&more, &options)?;
        self.keep(handle, view, options);
        Ok(Answer::default())
    }

    /// Columns of one of a replay's timelines.
    fn columns<'s>(
        &'s self,
        handle: u32,
        (ptr, len): (usize, usize),
        timeline: fn(&'s Analysis<'static>) -> Timeline<'s>,
    ) -> Result<Answer, Refusal> {
        let names: Vec<&str> = self.text(ptr, len)?.lines().collect();
        Ok(Answer::Columns(timeline(self.replay(handle)?).columns(&names)?))
    }

    fn needs_statistics(&self, handle: u32, ptr: usize, len: usize) -> Result<bool, Refusal> {
        let replay = self.replay(handle)?;
        Ok(self.text(ptr, len)?.lines().any(|column| replay.is_of_statistics(column)))
    }

    fn ask(&self, handle: u32, ptr: usize, len: usize) -> Result<Answer, Refusal> {
        let mut lines = self.text(ptr, len)?.lines();
        let question = lines.next().unwrap_or_default();
        let given: Vec<_> = lines.filter_map(|line| line.split_once('=')).collect();
        Ok(Answer::Bytes(self.replay(handle)?.ask(question, &given)?.into_bytes()))
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

/// Clears all options of formats.
#[unsafe(no_mangle)]
pub extern "C" fn forget_options() {
    with(|state| state.options = Rc::default());
}

/// Hands the file of an option, whose name is in another buffer, to the format that has the option.
#[unsafe(no_mangle)]
pub extern "C" fn set_option(name: usize, name_len: usize, file: usize, file_len: usize) -> u32 {
    with(|state| {
        let result = state.set_option((name, name_len), (file, file_len));
        state.give(result)
    })
}

/// Fills in a replay's metadata from the name of its file, which is in a buffer.
#[unsafe(no_mangle)]
pub extern "C" fn set_file_name(handle: u32, ptr: usize, len: usize) -> u32 {
    with(|state| {
        let result = state.set_file_name(handle, ptr, len);
        state.give(result)
    })
}

/// Goes on with a replay: its file has grown by the first `len` bytes of a buffer, which it takes over.
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
            let schemas = replay.lazy_schemas();
            let later = LaterTables { schemas: &schemas, moment_kinds: replay.moment_kinds() };
            let diagnostics = replay.view().diagnostics();
            Answer::json(&json::describe(&replay.tables(), diagnostics, Some(later)))
        };
        let result = state.replay(handle).map(describe);
        state.give(result)
    })
}

/// The little-endian values of columns; names are separated by line feeds.
#[unsafe(no_mangle)]
pub extern "C" fn columns(handle: u32, ptr: usize, len: usize) -> u32 {
    with(|state| {
        let result = state.columns(handle, (ptr, len), Analysis::timeline);
        state.give(result)
    })
}

/// Whether statistics have to be worked out for any of the columns, whose names are separated by line feeds.
#[unsafe(no_mangle)]
pub extern "C" fn needs_statistics(handle: u32, ptr: usize, len: usize) -> u32 {
    with(|state| u32::from(state.needs_statistics(handle, ptr, len).unwrap_or(false)))
}

/// As [`columns`], but only the rows at the end that the last [`append`] added or changed. There is no table `moments` nor any other
/// that is worked out later: an addition may change all of its rows.
#[unsafe(no_mangle)]
pub extern "C" fn appended_columns(handle: u32, ptr: usize, len: usize) -> u32 {
    with(|state| {
        let result = state.columns(handle, (ptr, len), |replay| replay.view().appended_timeline());
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

/// Answers a question as JSON: its name, and then `name=value` for what is given with it, are lines of the buffer.
#[unsafe(no_mangle)]
pub extern "C" fn ask(handle: u32, ptr: usize, len: usize) -> u32 {
    with(|state| {
        let result = state.ask(handle, ptr, len);
        state.give(result)
    })
}
