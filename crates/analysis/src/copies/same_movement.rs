//! Where two recordings that agree are the same, and not only alike.
//!
//! A map dictates when and which way hands move, and a kick-off which way cars go: different plays agree too. A second play differs from
//! the first as slowly as it moves: a swing is late, or wide, or round. What a copyist adds (noise, another rate, smoothing) is faster than
//! any movement, or the same all the time. So only slow movement is compared, window by window, and nearly all of it has to be the same in
//! each. Some windows of different plays are; many one after the other are so in copies only.

use std::ops::Range;

use super::agreement::{Line, Sums, sums};
use super::band::{smoothed, without_drift};
use super::descriptor::at;
use super::motion::{Motion, Signal};
use super::passage::SHORTEST;

/// Faster movement than this is left out: seconds over which it is smoothed, twice.
const SMOOTHED: f64 = 0.15;
/// Slower movement than this is drift, in seconds.
const DRIFT: f64 = 1.2;
/// Seconds from one window that is compared to the next.
const HOP: f64 = 0.5;
/// Passages that are not farther apart than this many seconds are one.
const JOINED: f64 = 4.0;

/// The parts of a passage in which what moves is the same. `tracks`: which track of the first may be which of the second.
///
/// In each window, at least two of the tracks that move and at least half of them have to be the same. Windows in which nothing moves
/// count for nothing.
pub(super) fn same_movement(
    a: &Motion,
    b: &Motion,
    tracks: &[(usize, usize)],
    steps: &Range<f64>,
    line: Line,
) -> Vec<Range<f64>> {
    let rate = f64::from(a.rules.rate);
    let half = a.rules.window * rate / 2.0;
    let pairs: Vec<SlowPair> =
        tracks.iter().filter_map(|&places| SlowPair::new(a, b, places, steps, line)).collect();
    let mut same: Vec<Range<f64>> = Vec::new();
    // The run of windows that are the same, and how many of them are not at rest.
    let mut run: Option<(Range<f64>, f64)> = None;
    let mut middle = steps.start + half;
    loop {
        let is_over = middle + half > steps.end;
        let moving = a.tracks.iter().filter(|signal| moves(signal, middle, half)).count();
        let is_same = |pair: &&SlowPair| pair.is_same(middle, half, a.rules.least_correlation);
        let same_here = pairs.iter().filter(is_same).count();
        if is_over || same_here < moving.min(2) || same_here < moving.div_ceil(2) {
            if let Some((run, windows)) = run.take()
                && (windows - 1.0) * HOP + a.rules.window >= SHORTEST
            {
                match same.last_mut() {
                    Some(before) if run.start - before.end <= JOINED * rate => before.end = run.end,
                    _ => same.push(run),
                }
            }
        } else if moving > 0 {
            let (run, windows) = run.get_or_insert((middle - half..middle + half, 0.0));
            run.end = middle + half;
            *windows += 1.0;
        }
        if is_over {
            return same;
        }
        middle += HOP * rate;
    }
}

/// Whether a track is in motion around a step.
fn moves(signal: &Signal, middle: f64, half: f64) -> bool {
    let itself = Line { a: middle, b: middle, speed: 1.0 };
    sums(signal, signal, itself, 2.0 * half).agreement(1.0).is_some()
}

/// The slow movement of one thing in both recordings, at the steps of the first.
struct SlowPair<'a> {
    /// The signal in the first.
    signal: &'a Signal,
    /// The step of the first that both begin at.
    start: f64,
    a: Vec<[f32; 3]>,
    b: Vec<[f32; 3]>,
}

impl<'a> SlowPair<'a> {
    fn new(
        a: &'a Motion,
        b: &Motion,
        (place_a, place_b): (usize, usize),
        steps: &Range<f64>,
        line: Line,
    ) -> Option<Self> {
        let rate = f64::from(a.rules.rate);
        // What is smoothed away at both ends.
        let margin = (SMOOTHED + DRIFT) * rate;
        let start = steps.start - margin;
        let count = whole(steps.end + margin - start);
        let slow = |signal: &Signal, from: f64, by: f64| {
            #[allow(clippy::cast_precision_loss, reason = "no recording is that long")]
            let last = signal.places.len().saturating_sub(2) as f64;
            let mut place = from;
            let mut places = Vec::with_capacity(count);
            for _ in 0..count {
                places.push(at(&signal.places, place.clamp(0.0, last)).unwrap_or_default());
                place += by;
            }
            let width = whole(SMOOTHED * rate);
            let mut slow = smoothed(&smoothed(&places, width), width);
            without_drift(&mut slow, whole(DRIFT * rate));
            slow
        };
        let signal = a.tracks.get(place_a)?;
        let slow_b = slow(b.tracks.get(place_b)?, line.at(start), line.speed);
        Some(Self { signal, start, a: slow(signal, start, 1.0), b: slow_b })
    }

    /// Whether nearly all slow movement around a step of the first is the same, and there is some.
    fn is_same(&self, middle: f64, half: f64, least_correlation: f64) -> bool {
        let window = whole(middle - half - self.start)..whole(middle + half - self.start);
        let (Some(a), Some(b)) = (self.a.get(window.clone()), self.b.get(window)) else {
            return false;
        };
        let mut sums = Sums::default();
        a.iter().zip(b).for_each(|(a, b)| sums.add(*a, *b));
        moves(self.signal, middle, half) && sums.best_agreement().correlation > least_correlation
    }
}

/// A number of steps; 0 if it is negative.
fn whole(steps: f64) -> usize {
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "clamped by the cast"
    )]
    let steps = steps as usize;
    steps
}
