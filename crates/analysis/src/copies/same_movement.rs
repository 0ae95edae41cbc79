//! Where two recordings that agree are the same, and not only alike.
//!
//! A map dictates when and which way hands move, and a kick-off which way cars go: different plays agree too. A second play differs from
//! the first as slowly as it moves: a swing is late, or wide, or round. A copyist's additions (noise, another rate, smoothing) are faster than
//! any movement, or the same all the time. So only slow movement is compared, window by window, and nearly all of it has to be the same in
//! each. Some windows of different plays are; many one after the other are so in copies only.

use std::ops::Range;

use super::agreement::{Line, SHORTEST, Sums, sums};
use super::band::{smoothed, without_drift};
use super::descriptor::at;
use super::motion::Motion;
use super::signal::Signal;
use super::waves;

/// Faster movement than this is left out: seconds over which it is smoothed, twice.
const SMOOTHED: f64 = 0.15;
/// Slower movement than this is drift, in seconds.
const DRIFT: f64 = 1.2;
/// Seconds from one window that is compared to the next.
const HOP: f64 = 0.5;
/// Passages that are not farther apart than this many seconds are one.
const JOINED: f64 = 4.0;
/// Seconds by which all may be shifted from one stretch to the next: waiting a little every few seconds changes nothing visible.
const JUMP: f64 = 0.07;
/// Shifts that are tried for each step.
const SHIFTS_A_STEP: usize = 2;
/// Seconds that a stretch between two such jumps lasts at least.
const STRETCH: f64 = 4.0;
/// Seconds between two such stretches at most: the windows that a jump lies in. Passages that are alike and not the same have more between them.
const STRETCH_GAP: f64 = 1.0;
/// Seconds that stretches with shifts last together at least.
const STRETCHES: f64 = 16.0;

/// The parts of a passage in which what moves is the same. `tracks`: which track of the first may be which of the second, and by how many steps that is later
/// than the line says.
///
/// In each window, at least two of the tracks that move and at least half of them have to be the same, all by the same shift. Windows in which nothing moves
/// count for nothing.
pub(super) fn same_movement(
    a: &Motion,
    b: &Motion,
    tracks: &[(usize, usize, f64)],
    steps: &Range<f64>,
    line: Line,
) -> Vec<Range<f64>> {
    let rate = f64::from(a.rules.rate);
    let half = a.rules.window * rate / 2.0;
    let pairs: Vec<SlowPair> =
        tracks.iter().filter_map(|&places| SlowPair::new(a, b, places, steps, line)).collect();
    let mut runs: Vec<Run> = Vec::new();
    let mut run: Option<Run> = None;
    let mut middle = steps.start + half;
    while middle + half <= steps.end {
        let moving = a.tracks.iter().filter(|signal| moves(signal, middle, half)).count();
        let enough = moving.min(2).max(moving.div_ceil(2));
        let here: Vec<&SlowPair> =
            pairs.iter().filter(|pair| moves(pair.signal, middle, half)).collect();
        let same_by = |shift: isize| {
            let is_same =
                |pair: &&&SlowPair| pair.is_same(middle, half, shift, a.rules.least_correlation);
            here.len() >= enough && here.iter().filter(is_same).count() >= enough
        };
        let latest = run.as_ref().map(|run| run.latest);
        let found = match (moving, latest) {
            (0, _) => Some(None),
            (_, Some(shift)) if same_by(shift) => Some(Some(shift)),
            (_, Some(0)) => None,
            // A stretch has one shift, except shifts between two of those that are tried.
            (_, Some(shift)) => {
                let beside = [shift.saturating_sub(1), shift.saturating_add(1)];
                beside.into_iter().find(|shift| same_by(*shift)).map(Some)
            }
            (_, None) => shifts(rate).find(|shift| same_by(*shift)).map(Some),
        };
        match (found, run.as_mut().filter(|run| found.is_some_and(|shift| run.has(shift)))) {
            (Some(shift), Some(run)) => run.go_on(middle + half, shift),
            (found, _) => {
                runs.extend(run.take());
                let shift = found.flatten();
                run = shift.map(|shift| Run::new(middle - half..middle + half, shift));
            }
        }
        middle += HOP * rate;
    }
    runs.extend(run);
    let are_in_time = tracks.iter().all(|(_, _, later)| later.abs() < 1.0);
    joined(&runs, are_in_time, rate, a.rules.window)
}

/// Windows in a row that are the same.
#[derive(Clone, Debug)]
struct Run {
    steps: Range<f64>,
    /// By how much, in parts of a step: at first, and in the latest window.
    first: isize,
    latest: isize,
    /// How many of the windows are not at rest.
    windows: f64,
}

impl Run {
    fn new(steps: Range<f64>, shift: isize) -> Self {
        Self { steps, first: shift, latest: shift, windows: 1.0 }
    }

    /// Whether a window with this shift is of the same stretch.
    fn has(&self, shift: Option<isize>) -> bool {
        shift.is_none_or(|shift| shift.abs_diff(self.first) <= 1)
    }

    /// Takes in a window up to a step; one at rest has no shift, and counts for nothing.
    fn go_on(&mut self, end: f64, shift: Option<isize>) {
        if let Some(shift) = shift {
            (self.steps.end, self.latest) = (end, shift);
            self.windows += 1.0;
        }
    }

    fn seconds(&self, window: f64) -> f64 {
        (self.windows - 1.0) * HOP + window
    }
}

/// The shifts that are tried, the nearest first, in parts of a step.
fn shifts(rate: f64) -> impl Iterator<Item = isize> {
    let most = isize::try_from(whole(JUMP * rate).saturating_mul(SHIFTS_A_STEP)).unwrap_or(0);
    std::iter::once(0).chain((1..=most).flat_map(|by| [by, by.saturating_neg()]))
}

/// Where runs are long enough: one by itself, without any shift, or stretches with shifts. Shifts make plays more alike, so with them it has to be longer.
fn joined(runs: &[Run], are_in_time: bool, rate: f64, window: f64) -> Vec<Range<f64>> {
    let mut same: Vec<Range<f64>> = Vec::new();
    let mut add = |steps: Range<f64>| match same.last_mut() {
        Some(before) if steps.start - before.end <= JOINED * rate => {
            before.end = before.end.max(steps.end);
        }
        _ => same.push(steps),
    };
    let stretches: Vec<&Run> = runs.iter().filter(|run| run.seconds(window) >= STRETCH).collect();
    let is_near = |a: &&Run, b: &&Run| b.steps.start - a.steps.end <= STRETCH_GAP * rate;
    for group in stretches.chunk_by(is_near) {
        let together: f64 = group.iter().map(|run| run.seconds(window)).sum();
        for run in group {
            let is_plain = are_in_time && run.first == 0;
            if is_plain && run.seconds(window) >= SHORTEST || together >= STRETCHES {
                add(run.steps.clone());
            }
        }
    }
    same
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
    /// As many parts of a step as are tried.
    b: Vec<[f32; 3]>,
}

impl<'a> SlowPair<'a> {
    fn new(
        a: &'a Motion,
        b: &Motion,
        (place_a, place_b, later): (usize, usize, f64),
        steps: &Range<f64>,
        line: Line,
    ) -> Option<Self> {
        let rate = f64::from(a.rules.rate);
        // The steps lost to smoothing at both ends.
        let margin = (SMOOTHED + DRIFT) * rate;
        let start = steps.start - margin;
        let count = whole(steps.end + margin - start);
        let slow = |places: &[[f32; 3]], (from, by): (f64, f64), parts: usize| {
            #[allow(clippy::cast_precision_loss, reason = "no recording is that long")]
            let last = places.len().saturating_sub(2) as f64;
            let mut place = from;
            let mut evened = Vec::with_capacity(count.saturating_mul(parts));
            #[allow(clippy::cast_precision_loss, reason = "a small number")]
            let by = by / parts as f64;
            for _ in 0..count.saturating_mul(parts) {
                evened.push(at(places, place.clamp(0.0, last)).unwrap_or_default());
                place += by;
            }
            let width = whole(SMOOTHED * rate).saturating_mul(parts);
            let mut slow = smoothed(&smoothed(&evened, width), width);
            without_drift(&mut slow, whole(DRIFT * rate).saturating_mul(parts));
            slow
        };
        let signal = a.tracks.get(place_a)?;
        let there = b.tracks.get(place_b)?;
        let (from_a, from_b) = ((start, 1.0), (line.at(start) + later, line.speed));
        let mut slow_a = slow(&signal.places, from_a, 1);
        let mut slow_b = slow(&there.places, from_b, SHIFTS_A_STEP);
        // A wave that was put on is not taken out to the last bit. What is left of it is taken out of both: the same of the movement that they share goes with it.
        let waves = signal.waves.iter().map(|wave| (wave, from_a));
        for (wave, from) in waves.chain(there.waves.iter().map(|wave| (wave, from_b))) {
            waves::take_out(&mut slow_a, &slow(wave, from, 1));
            waves::take_out(&mut slow_b, &slow(wave, from, SHIFTS_A_STEP));
        }
        Some(Self { signal, start, a: slow_a, b: slow_b })
    }

    /// Whether nearly all slow movement around a step of the first is the same as that of the second so many parts of a step later.
    fn is_same(&self, middle: f64, half: f64, shift: isize, least_correlation: f64) -> bool {
        let window = whole(middle - half - self.start)..whole(middle + half - self.start);
        let from = window.start.saturating_mul(SHIFTS_A_STEP).checked_add_signed(shift);
        let there = from.and_then(|from| self.b.get(from..)).unwrap_or_default();
        let there = there.iter().step_by(SHIFTS_A_STEP);
        let Some(here) = self.a.get(window) else { return false };
        let mut sums = Sums::of(self.signal);
        here.iter().zip(there).for_each(|(a, b)| sums.add(*a, *b));
        sums.best_agreement().correlation > least_correlation
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
