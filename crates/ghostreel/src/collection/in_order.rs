//! Work on many cores, results in order.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, PoisonError, mpsc};
use std::thread;

/// How many items the work may be ahead of the results that were taken, for each worker: while one works on a long item, the results of others wait.
const AHEAD: usize = 16;

/// Works on at most `jobs` items at once and hands the results to `take` in the items' order, each as soon as it and
/// all before it are there. Stops early if `take` fails.
///
/// # Errors
/// What `take` returned when it failed.
pub fn in_order<T: Sync, R: Send, E>(
    items: &[T],
    jobs: usize,
    work: impl Fn(&T) -> R + Sync,
    mut take: impl FnMut(R) -> Result<(), E>,
) -> Result<(), E> {
    let next = AtomicUsize::new(0);
    let taken = TakenCount::default();
    let (next, work, taken) = (&next, &work, &taken);
    thread::scope(|scope| {
        let (done, results) = mpsc::sync_channel(jobs);
        for _ in 0..jobs.min(items.len()) {
            let done = done.clone();
            scope.spawn(move || {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(index) else { break };
                    taken.wait_for(index.saturating_sub(jobs * AHEAD));
                    // The receiver is gone: `take` has failed.
                    if done.send((index, work(item))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(done);
        let _nobody_waits = ReleaseOnDrop(taken);
        let mut early = BTreeMap::new();
        let mut due = 0;
        for (index, result) in results {
            early.insert(index, result);
            while let Some(result) = early.remove(&due) {
                due += 1;
                take(result)?;
                taken.set(due);
            }
        }
        Ok(())
    })
}

/// How many results were taken.
#[derive(Debug, Default)]
struct TakenCount {
    count: Mutex<usize>,
    changed: Condvar,
}

impl TakenCount {
    fn wait_for(&self, count: usize) {
        let taken = self.count.lock().unwrap_or_else(PoisonError::into_inner);
        drop(self.changed.wait_while(taken, |taken| *taken < count));
    }

    fn set(&self, count: usize) {
        *self.count.lock().unwrap_or_else(PoisonError::into_inner) = count;
        self.changed.notify_all();
    }
}

/// Lets all go on that wait for results to be taken: no more of them will be.
struct ReleaseOnDrop<'t>(&'t TakenCount);

impl Drop for ReleaseOnDrop<'_> {
    fn drop(&mut self) {
        self.0.set(usize::MAX);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn results_come_in_order_whoever_is_first() {
        let items: Vec<u64> = (0..50).collect();
        for jobs in [1, 2, 7, 100] {
            let mut taken = Vec::new();
            let work = |&item: &u64| {
                thread::sleep(Duration::from_micros((item * 37) % 11 * 100));
                item
            };
            in_order(&items, jobs, work, |item| {
                taken.push(item);
                Ok::<_, ()>(())
            })
            .unwrap();
            assert_eq!(taken, items);
        }
    }

    #[test]
    fn a_failure_stops_the_work() {
        let items: Vec<usize> = (0..10_000).collect();
        let worked = AtomicUsize::new(0);
        let work = |&item: &usize| {
            worked.fetch_add(1, Ordering::Relaxed);
            item
        };
        let take = |item| if item < 3 { Ok(()) } else { Err("enough") };
        assert_eq!(in_order(&items, 2, work, take), Err("enough"));
        assert!(worked.into_inner() < 100);
    }
}
