//! The maps that replays were played on.

use crate::answer::{Answer, Refusal};
use crate::{State, with};

impl State {
    fn set_map(&mut self, handle: u32, ptr: usize, len: usize) -> Result<Answer, Refusal> {
        let zip = self.take(ptr, len)?;
        let open = self.replays.iter_mut().find(|open| open.handle == handle);
        open.ok_or(Refusal::NoReplay)?.replay.set_map(&zip)?;
        Ok(Answer::default())
    }
}

/// Puts the map that a replay was played on beside it: a zip file in the first `len` bytes of a buffer, which it takes over.
#[unsafe(no_mangle)]
pub extern "C" fn set_map(handle: u32, ptr: usize, len: usize) -> u32 {
    with(|state| {
        let result = state.set_map(handle, ptr, len);
        state.give(result)
    })
}

/// The file with the song of a replay's map; empty without one.
#[unsafe(no_mangle)]
pub extern "C" fn song(handle: u32) -> u32 {
    with(|state| {
        let song = state.replay(handle).map(|replay| {
            Answer::Bytes(replay.map().map(|map| map.song().to_vec()).unwrap_or_default())
        });
        state.give(song)
    })
}
