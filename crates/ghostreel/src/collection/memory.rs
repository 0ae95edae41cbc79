//! The memory of all replays that are open at once.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use ghostreel_formats::core::FormatInfo;

/// How much a replay takes beside what is asked of it, whatever its length.
const BASE: u64 = 4 << 20;

/// Bytes of memory for each byte of a file while it is open and asked for all columns of its largest table: measured over all real replays, with
/// room to spare. Rocket League's stream says in bits what tables say in bytes, and ScoreSaber's files and reels are packed.
const PER_BYTE: [(&str, u64); 3] = [("bsor", 4), ("slp", 6), ("rlreplay", 24)];
const PER_BYTE_OF_OTHERS: u64 = 48;

/// What a file may take.
pub(super) fn cost(format: Option<&FormatInfo>, length: u64) -> u64 {
    let known = format.and_then(|format| PER_BYTE.iter().find(|(id, _)| *id == format.id));
    let factor = known.map_or(PER_BYTE_OF_OTHERS, |(_, factor)| *factor);
    length.saturating_mul(factor).saturating_add(BASE)
}

/// What is left of the memory that may be taken. Whoever asks gets it in the order of numbers, so that the next answer never waits for later ones.
#[derive(Debug)]
pub(super) struct Memory {
    most: u64,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    taken: u64,
    /// The number that is asked for next.
    next: usize,
}

/// Memory that is taken until this is dropped.
#[derive(Debug)]
pub(super) struct Taken {
    memory: Arc<Memory>,
    bytes: u64,
}

impl Memory {
    pub(super) fn new(most: u64) -> Self {
        Self { most, state: Mutex::default(), changed: Condvar::new() }
    }

    /// Takes memory for the file of that number, when all before it have theirs and it fits. One that is larger than all of it gets it alone.
    pub(super) fn take(self: &Arc<Self>, number: usize, bytes: u64) -> Taken {
        let waits = |state: &mut State| {
            state.next < number
                || (state.taken > 0 && state.taken.saturating_add(bytes) > self.most)
        };
        let state = self.changed.wait_while(self.state(), waits);
        let mut state = state.unwrap_or_else(PoisonError::into_inner);
        state.taken = state.taken.saturating_add(bytes);
        state.next = number.saturating_add(1);
        self.changed.notify_all();
        Taken { memory: Arc::clone(self), bytes }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Taken {
    fn drop(&mut self) {
        let mut state = self.memory.state();
        state.taken = state.taken.saturating_sub(self.bytes);
        self.memory.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::thread;
    use std::time::Duration;

    use super::*;

    /// What a file takes when all columns of its largest table are asked for, and what is taken for it.
    fn taken_for(bytes: Vec<u8>) -> (u64, u64) {
        let allowed = cost(ghostreel_formats::probe(&bytes), bytes.len() as u64);
        let length = bytes.len() as u64;
        let used = allocation_counter::measure(|| {
            let replay = crate::read(bytes, &crate::Options::default()).unwrap();
            let timeline = replay.timeline();
            let largest = timeline.tables().iter().max_by_key(|table| table.rows());
            let columns = largest.map(|table| table.all_columns().unwrap());
            assert!(columns.is_some());
        });
        (used.bytes_max + length, allowed)
    }

    #[test]
    fn no_more_is_used_than_is_taken() {
        for (game, variants) in crate::sample_variants() {
            for name in variants {
                let bytes = crate::sample(game, Some(name), 1).unwrap();
                let (used, allowed) = taken_for(bytes);
                assert!(used <= allowed, "{game} {name}: {used} of {allowed}");
            }
        }
        for folder in ["beat-saber/bsor", "slippi/good", "rocket-league/good"] {
            let Some(files) = ghostreel_corpus::files(folder) else { continue };
            for (name, bytes) in files {
                let (used, allowed) = taken_for(bytes);
                assert!(used <= allowed, "{name}: {used} of {allowed}");
            }
        }
    }

    #[test]
    fn what_does_not_fit_waits_for_what_is_before_it() {
        let memory = Arc::new(Memory::new(100));
        let first = memory.take(0, 60);
        let (send, order) = mpsc::channel();
        let thread = |number: usize, bytes: u64| {
            let (memory, send) = (Arc::clone(&memory), send.clone());
            thread::spawn(move || {
                let taken = memory.take(number, bytes);
                send.send(number).unwrap();
                taken
            })
        };
        // It would fit, and comes after one that does not.
        let third = thread(2, 10);
        let second = thread(1, 500);
        assert!(order.recv_timeout(Duration::from_millis(50)).is_err());
        drop(first);
        assert_eq!(order.recv(), Ok(1));
        assert!(order.recv_timeout(Duration::from_millis(50)).is_err());
        drop(second.join().unwrap());
        assert_eq!(order.recv(), Ok(2));
        drop(third.join().unwrap());
        assert_eq!(memory.state().taken, 0);
    }
}
