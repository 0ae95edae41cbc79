//! How a recording goes, for the game to ask.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::marking::MarkStatus;

/// Where a recording is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum State {
    /// Rows are taken.
    #[default]
    Recording,
    /// The session has ended, and its files are being written.
    Ending,
    /// All files are written.
    Finished,
    /// Recording has stopped before its end. The part written until then can be read.
    Failed,
}

/// The progress of a recording.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Status {
    /// Where it is.
    pub state: State,
    /// Rows of all tables that are in chunks, or will be in the next.
    pub rows: u64,
    /// Bytes of the reel that are on the disk.
    pub bytes_written: u64,
    /// Bytes of the reel that wait for the disk.
    pub bytes_waiting: u64,
    /// Rows that were lost, of all tables.
    pub rows_lost: u64,
    /// Bytes of the game's own file that were lost.
    pub bytes_lost: u64,
    /// The progress of the marks; `None` if the session is not signed.
    pub mark: Option<MarkStatus>,
    /// The present obstacle: one sentence about the disk.
    pub trouble: Option<String>,
    /// The finished reel.
    pub reel: Option<PathBuf>,
    /// The game's own file.
    pub own_file: Option<PathBuf>,
    /// Why there is no own file though there could be one, or what else is worth knowing at the end: sentences.
    pub remarks: Vec<String>,
}

/// Read by each push, and written once: nothing that is written often lies in its lines of the cache.
#[derive(Debug, Default)]
#[repr(align(128))]
struct Ended(AtomicBool);

/// The state that the game's threads and the writer's share.
#[derive(Debug, Default)]
pub(crate) struct Shared {
    has_ended: Ended,
    /// By stream: rows or bytes that were lost.
    lost: Vec<AtomicU64>,
    /// Held only as long as it takes to copy it.
    status: Mutex<Status>,
    changed: Condvar,
}

impl Shared {
    pub(crate) fn new(streams: usize) -> Self {
        Self { lost: (0..streams).map(|_| AtomicU64::new(0)).collect(), ..Self::default() }
    }

    pub(crate) fn has_ended(&self) -> bool {
        self.has_ended.0.load(Ordering::Acquire)
    }

    pub(crate) fn end(&self) {
        self.has_ended.0.store(true, Ordering::Release);
    }

    pub(crate) fn lose(&self, stream: u16, count: u64) {
        if let Some(lost) = self.of(stream) {
            lost.fetch_add(count, Ordering::Relaxed);
        }
    }

    pub(crate) fn lost(&self, stream: u16) -> u64 {
        self.of(stream).map_or(0, |lost| lost.load(Ordering::Relaxed))
    }

    fn of(&self, stream: u16) -> Option<&AtomicU64> {
        self.lost.get(usize::from(stream).checked_sub(1)?)
    }

    /// Changes the status.
    pub(crate) fn report(&self, change: impl FnOnce(&mut Status)) {
        change(&mut self.lock());
        self.changed.notify_all();
    }

    pub(crate) fn status(&self) -> Status {
        self.lock().clone()
    }

    /// The status when all is done, or when the time is up.
    pub(crate) fn wait(&self, patience: Duration) -> Status {
        let deadline = Instant::now().checked_add(patience);
        let mut status = self.lock();
        while matches!(status.state, State::Recording | State::Ending) {
            let left = deadline.map_or(Duration::MAX, |deadline| {
                deadline.saturating_duration_since(Instant::now())
            });
            if left.is_zero() {
                break;
            }
            let waited = self.changed.wait_timeout(status, left);
            status = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        status.clone()
    }

    fn lock(&self) -> MutexGuard<'_, Status> {
        self.status.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
