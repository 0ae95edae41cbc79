//! A replay decoded by two threads: the second one started for it, or there already and awake, as in a pool that has work.

use std::hint::{black_box, spin_loop};
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::sync::{Arc, OnceLock};
use std::thread;

use ghostreel_rlreplay::View;
use ghostreel_rlreplay::network::{Part, Run};

use crate::rlreplay::open;

/// Decodes a replay with a thread that is started for it.
pub(crate) fn decode_by_two(bytes: &[u8]) -> usize {
    let job = OnceLock::new();
    let mut pieces = thread::scope(|scope| {
        let other = scope.spawn(|| Job::work(job.wait()));
        // It starts while the file is opened, and what it is late for is done here.
        let job = job.get_or_init(|| Job::new(bytes));
        let mut pieces = job.work();
        pieces.extend(other.join().expect("decoding does not panic"));
        pieces
    });
    in_order(&mut pieces)
}

/// Lends `work` a second thread, and gives it how to decode a replay with that.
pub(crate) fn with_second<'f, R>(work: impl FnOnce(&dyn Fn(&'f [u8]) -> usize) -> R) -> R {
    thread::scope(|scope| {
        let (give, jobs) = channel::<Arc<Job<'f>>>();
        let (hand_back, results) = channel();
        scope.spawn(move || {
            while let Some(job) = awake(&jobs) {
                if hand_back.send(job.work()).is_err() {
                    return;
                }
            }
        });
        work(&move |bytes| {
            let job = Arc::new(Job::new(bytes));
            give.send(job.clone()).expect("the other thread is there");
            let mut pieces = job.work();
            pieces.extend(awake(&results).expect("the other thread is there"));
            in_order(&mut pieces)
        })
    })
}

/// The next value, without falling asleep; `None` if there will be none.
fn awake<T>(values: &Receiver<T>) -> Option<T> {
    loop {
        match values.try_recv() {
            Ok(value) => return Some(value),
            Err(TryRecvError::Empty) => spin_loop(),
            Err(TryRecvError::Disconnected) => return None,
        }
    }
}

/// A replay, and which part of it is next.
struct Job<'a> {
    view: View<'a>,
    next: AtomicUsize,
}

/// Runs with the numbers of their first parts.
type Pieces = Vec<(usize, Run)>;

impl<'a> Job<'a> {
    fn new(bytes: &'a [u8]) -> Self {
        Self { view: open(bytes), next: AtomicUsize::new(0) }
    }

    /// Decodes pieces as long as there are any.
    fn work(&self) -> Pieces {
        let stream = self.view.stream();
        let parts = &self.view.plan().parts;
        let piece = |range: Range<usize>| (range.start, stream.read(&parts[range], &|_| true));
        std::iter::from_fn(|| self.take(parts)).map(piece).collect()
    }

    /// The next piece: half of the bits that are left, but an eighth of all at least. So neither thread waits long for the
    /// other, even if that is late, and there are few pieces, for each costs.
    fn take(&self, parts: &[Part]) -> Option<Range<usize>> {
        let bits = self.view.stream_bytes().len() * 8;
        let end = |first: usize| {
            let start = parts[first].start;
            let goal = start + ((bits - start) / 2).max(bits / 8);
            // The place nearest to the goal.
            let behind = parts.partition_point(|part| part.start < goal);
            let before = parts[behind - 1].start;
            let after = parts.get(behind).map_or(bits, |part| part.start);
            let is_before = behind - 1 > first && goal - before < after - goal;
            if is_before { behind - 1 } else { behind }
        };
        let step = |first| (first < parts.len()).then(|| end(first));
        let first = self.next.fetch_update(Ordering::Relaxed, Ordering::Relaxed, step).ok()?;
        Some(first..end(first))
    }
}

fn in_order(pieces: &mut Pieces) -> usize {
    pieces.sort_by_key(|(first, _)| *first);
    black_box(pieces).len()
}
