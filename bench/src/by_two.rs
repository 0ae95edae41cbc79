//! Each replay decoded by two threads. The second one is there already and awake, as in a pool that has work: to wake a thread
//! takes as long as a short replay.

use std::hint::{black_box, spin_loop};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;

use ghostreel_rlreplay::View;
use ghostreel_rlreplay::network::Run;

use crate::rlreplay::{File, open};

/// Pieces that a replay is decoded in: enough that neither thread waits long for the other.
const PIECES: usize = 8;

/// One replay after the other, in the order of the files.
pub(crate) fn decode_by_two<'f>(files: &'f [File]) -> usize {
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
        let decode = |(_, bytes): &'f File| {
            let job = Arc::new(Job { view: open(bytes), next: AtomicUsize::new(0) });
            give.send(job.clone()).expect("the other thread is there");
            let mut pieces = job.work();
            pieces.extend(awake(&results).expect("the other thread is there"));
            pieces.sort_by_key(|(piece, _)| *piece);
            black_box(pieces).len()
        };
        files.iter().map(decode).sum()
    })
}

/// A replay, and which piece of it is next.
struct Job<'a> {
    view: View<'a>,
    next: AtomicUsize,
}

impl Job<'_> {
    /// Decodes pieces as long as there are any.
    fn work(&self) -> Vec<(usize, Run)> {
        let parts = &self.view.plan().parts[..];
        let size = parts.len().div_ceil(PIECES).max(1);
        let (stream, mut done) = (self.view.stream(), Vec::new());
        loop {
            let piece = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(parts) = parts.chunks(size).nth(piece) else { return done };
            done.push((piece, stream.read(parts, &|_| true)));
        }
    }
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
