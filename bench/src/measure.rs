//! Timing two things in turns, so that both see the same machine.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// Rounds of each job; the median is taken.
const ROUNDS: usize = 41;
/// A round repeats its job until it has taken this long.
const ROUND_LENGTH: Duration = Duration::from_millis(20);

/// The median time of one call of each job, the jobs taking turns.
pub(crate) fn medians<const N: usize>(
    mut jobs: [Box<dyn FnMut() -> usize + '_>; N],
) -> [Duration; N] {
    let repeats: [u32; N] = std::array::from_fn(|i| {
        let start = Instant::now();
        let mut calls = 0_u32;
        while start.elapsed() < ROUND_LENGTH {
            black_box((jobs[i])());
            calls += 1;
        }
        calls
    });
    let mut times: [Vec<Duration>; N] = std::array::from_fn(|_| Vec::new());
    for _ in 0..ROUNDS {
        for (i, job) in jobs.iter_mut().enumerate() {
            let start = Instant::now();
            for _ in 0..repeats[i] {
                black_box(job());
            }
            times[i].push(start.elapsed() / repeats[i]);
        }
    }
    times.map(|mut times| {
        times.sort();
        times[times.len() / 2]
    })
}

/// How long each job takes for all files, the jobs taking turns. The least of so many rounds counts for each file: jobs may differ by
/// less than what else goes on makes them.
pub(crate) fn least<'f, const N: usize>(
    rounds: usize,
    files: &'f [(String, Vec<u8>)],
    jobs: [&dyn Fn(&'f [u8]) -> usize; N],
) -> [Duration; N] {
    let mut times = [(); N].map(|()| vec![Duration::MAX; files.len()]);
    for _ in 0..rounds {
        for (job, times) in jobs.iter().zip(&mut times) {
            // Twice: the first time it may find what the job before left behind.
            for _ in 0..2 {
                for ((_, bytes), time) in files.iter().zip(&mut *times) {
                    let start = Instant::now();
                    black_box(job(bytes));
                    *time = start.elapsed().min(*time);
                }
            }
        }
    }
    times.map(|times| times.into_iter().sum())
}

/// Gigabytes a second.
pub(crate) fn rate(bytes: usize, time: Duration) -> f64 {
    bytes as f64 / time.as_secs_f64() / 1e9
}

/// How many times as fast `ours` is.
pub(crate) fn ratio(theirs: Duration, ours: Duration) -> f64 {
    theirs.as_secs_f64() / ours.as_secs_f64()
}

/// The name of the processor, which is known on Linux only.
pub(crate) fn processor() -> String {
    let cpuinfo = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = cpuinfo.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    name.map_or_else(|| "unknown".to_owned(), |(_, name)| name.to_owned())
}
