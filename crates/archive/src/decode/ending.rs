//! Why worker processes ended, and how many did.

use std::sync::atomic::{AtomicU64, Ordering};

/// Why a worker process ended while it had a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WorkerEnd {
    /// It broke down, or its answer makes no sense.
    Crash,
    /// Somebody killed it, most likely the system for want of memory.
    Killed,
    /// The file needs more memory than a worker may have.
    Memory,
    /// The file needs more processor time than a worker may have.
    ProcessorTime,
    /// The file needs more stack than there is.
    Stack,
    /// It gave no answer in time, and was killed by us.
    Timeout,
}

impl WorkerEnd {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::Crash, Self::Killed, Self::Memory, Self::ProcessorTime, Self::Stack, Self::Timeout];

    /// A short name for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Crash => "crash",
            Self::Killed => "killed",
            Self::Memory => "memory",
            Self::ProcessorTime => "processor-time",
            Self::Stack => "stack",
            Self::Timeout => "timeout",
        }
    }
}

/// How many workers ended so since the archive was opened, in the order of [`WorkerEnd::ALL`].
#[derive(Debug, Default)]
pub(super) struct Endings([AtomicU64; WorkerEnd::ALL.len()]);

impl Endings {
    pub(super) fn count(&self, end: WorkerEnd) {
        for (one, count) in WorkerEnd::ALL.iter().zip(&self.0) {
            if *one == end {
                count.fetch_add(1, Ordering::Relaxed);
            }
        }
    }

    pub(super) fn all(&self) -> [(WorkerEnd, u64); WorkerEnd::ALL.len()] {
        let mut all = WorkerEnd::ALL.map(|end| (end, 0));
        for ((_, sum), count) in all.iter_mut().zip(&self.0) {
            *sum = count.load(Ordering::Relaxed);
        }
        all
    }
}
