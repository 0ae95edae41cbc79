//! Rocket League's network stream decoded by several threads.
//!
//! The stream says everything again at each keyframe, so the stretches between them are decoded by themselves. Threads take
//! pieces of these in turns ([`View::next_piece`]), and the pieces are joined.
//!
//! Each thread may take up as much memory for its piece as one that decodes the whole stream: 22 MiB and half of the stream, which
//! only files reach that are built for it. The first piece that cannot be read ends the work of all: the stream is decoded by one
//! thread then, which finds out what layouts it has.

use std::borrow::Borrow;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use ghostreel_formats::rlreplay::View;
use ghostreel_formats::rlreplay::network::Segment;

/// Decodes the stream of a replay by so many threads, this one included, unless that was done. The outcome is the same as with one.
///
/// ```
/// let bytes = ghostreel::sample("rocket-league", None, 1).expect("a game that is known");
/// let replay = ghostreel::read(&bytes, &ghostreel::Options::default())?;
/// let view = replay.as_rlreplay()?;
/// ghostreel::threads::decode_with(view, 2);
/// assert!(view.is_decoded());
/// # Ok::<(), ghostreel::Error>(())
/// ```
pub fn decode_with(view: &View<'_>, threads: usize) {
    let threads = threads.min(view.plan().parts.len());
    if threads < 2 || view.is_decoded() {
        view.network();
        return;
    }
    let pieces = Pieces::new(view, threads);
    thread::scope(|scope| {
        for _ in 1..threads {
            // Where the system has no more threads, those that are there do it.
            let _ = thread::Builder::new().spawn_scoped(scope, || pieces.decode());
        }
        pieces.decode();
    });
    if let Some(segments) = pieces.take() {
        view.adopt(segments);
    }
    view.network();
}

/// The pieces of one stream, for threads that are there already, as in a pool: each calls [`decode`](Self::decode), and when all
/// have returned, one [takes](Self::take) the result for [`View::adopt`]. [`decode_with`] does so with threads of its own.
#[derive(Debug)]
pub struct Pieces<V> {
    view: V,
    threads: usize,
    /// The first part that is not taken.
    next: AtomicUsize,
    done: Mutex<Vec<Piece>>,
}

#[derive(Debug)]
struct Piece {
    parts: Range<usize>,
    segment: Segment,
}

impl<V> Pieces<V> {
    /// The pieces of a view, lent or given, for so many threads.
    pub fn new(view: V, threads: usize) -> Self {
        Self { view, threads, next: AtomicUsize::new(0), done: Mutex::default() }
    }

    fn done(&self) -> MutexGuard<'_, Vec<Piece>> {
        self.done.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<'a, V: Borrow<View<'a>>> Pieces<V> {
    /// Decodes pieces as long as there are any.
    pub fn decode(&self) {
        let view: &View<'a> = self.view.borrow();
        let stream = view.stream();
        let all = &view.plan().parts;
        while let Some(parts) = self.take_piece(view) {
            let some = all.get(parts.clone()).unwrap_or_default();
            let segment = stream.read(some, &|_| true);
            if !segment.gaps.is_empty() {
                // The stream is decoded in another way: the pieces of others are of no use.
                self.next.store(all.len(), Ordering::Relaxed);
                self.done().clear();
                return;
            }
            self.done().push(Piece { parts, segment });
        }
    }

    fn take_piece(&self, view: &View<'_>) -> Option<Range<usize>> {
        let step = |first| view.next_piece(first, self.threads).map(|piece| piece.end);
        let first = self.next.fetch_update(Ordering::Relaxed, Ordering::Relaxed, step).ok()?;
        view.next_piece(first, self.threads)
    }

    /// The decoded segments, in order; `None` if a piece could not be read, or is still being decoded.
    pub fn take(&self) -> Option<Vec<Segment>> {
        let mut pieces = std::mem::take(&mut *self.done());
        pieces.sort_unstable_by_key(|piece| piece.parts.start);
        let end = pieces
            .iter()
            .try_fold(0, |end, piece| (piece.parts.start == end).then_some(piece.parts.end));
        let view: &View<'a> = self.view.borrow();
        (end == Some(view.plan().parts.len()))
            .then(|| pieces.into_iter().map(|piece| piece.segment).collect())
    }
}
