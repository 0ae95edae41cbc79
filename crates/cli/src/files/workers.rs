//! Work on many cores, results in order.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use anyhow::Result;

/// Works on at most `jobs` items at once and hands the results to `take` in the items' order, each as soon as it and
/// all before it are there. Stops early if `take` fails.
pub(crate) fn in_order<T: Sync, R: Send>(
    items: &[T],
    jobs: usize,
    work: impl Fn(&T) -> R + Sync,
    mut take: impl FnMut(R) -> Result<()>,
) -> Result<()> {
    let next = AtomicUsize::new(0);
    let (next, work) = (&next, &work);
    thread::scope(|scope| {
        let (done, results) = mpsc::sync_channel(jobs);
        for _ in 0..jobs.min(items.len()) {
            let done = done.clone();
            scope.spawn(move || {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(index) else { break };
                    // Nobody listens any more: `take` has failed.
                    if done.send((index, work(item))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(done);
        let mut early = BTreeMap::new();
        let mut due = 0;
        for (index, result) in results {
            early.insert(index, result);
            while let Some(result) = early.remove(&due) {
                due += 1;
                take(result)?;
            }
        }
        Ok(())
    })
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
                Ok(())
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
        let take = |item| if item < 3 { Ok(()) } else { anyhow::bail!("enough") };
        assert_eq!(in_order(&items, 2, work, take).unwrap_err().to_string(), "enough");
        assert!(worked.into_inner() < 100);
    }
}
