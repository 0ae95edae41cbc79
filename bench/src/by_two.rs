//! A replay decoded by two threads: the second one started for it, or there already and awake, as in a pool that has work.

use std::hint::{black_box, spin_loop};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::sync::{Arc, OnceLock};
use std::thread;

use ghostreel::threads::Pieces;
use ghostreel_core::DecodeOptions;
use ghostreel_rlreplay::View;

fn pieces(bytes: &[u8]) -> Pieces<View<'_>> {
    Pieces::new(View::open(bytes, &DecodeOptions::RECOVER).expect("a sound file"), 2)
}

/// The results of the pieces, in order.
fn take(pieces: &Pieces<View<'_>>) -> usize {
    black_box(pieces.take()).expect("a sound file").len()
}

/// Decodes a replay with a thread that is started for it.
pub(crate) fn decode_by_two(bytes: &[u8]) -> usize {
    let shared = OnceLock::new();
    thread::scope(|scope| {
        scope.spawn(|| Pieces::decode(shared.wait()));
        // It starts while the file is opened, and pieces that it is late for are done here.
        shared.get_or_init(|| pieces(bytes)).decode();
    });
    take(shared.wait())
}

/// Lends `work` a second thread, and gives it how to decode a replay with that.
pub(crate) fn with_second<'f, R>(work: impl FnOnce(&dyn Fn(&'f [u8]) -> usize) -> R) -> R {
    thread::scope(|scope| {
        let (give, shared) = channel::<Arc<Pieces<View<'f>>>>();
        let (hand_back, done) = channel();
        scope.spawn(move || {
            while let Some(pieces) = awake(&shared) {
                pieces.decode();
                if hand_back.send(()).is_err() {
                    return;
                }
            }
        });
        work(&move |bytes| {
            let pieces = Arc::new(pieces(bytes));
            give.send(pieces.clone()).expect("the other thread is there");
            pieces.decode();
            awake(&done).expect("the other thread is there");
            take(&pieces)
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
