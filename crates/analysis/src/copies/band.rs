//! Signals on an even clock: made even, smoothed, and freed of slow changes.

/// Steps over which signals are smoothed, twice.
const SMOOTHED: usize = 5;
/// A change slower than so many steps is drift.
const DRIFT: usize = 43;

/// An even clock.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clock {
    /// When the first step is, in the recording's seconds.
    pub(super) start: f64,
    /// Steps a second.
    pub(super) rate: f32,
    /// Number of steps.
    pub(super) length: usize,
    /// Longest time between two places of one movement, in seconds.
    pub(super) longest_gap: f64,
}

/// Places at even steps, straight lines between those that were recorded. Where nothing was recorded for too long, the thing stays where it was and is then at its
/// next place; also at which steps it gets there.
pub(super) fn evened(
    times: &[f64],
    places: &[[f32; 3]],
    Clock { start, rate, length, longest_gap }: Clock,
) -> (Vec<[f32; 3]>, Vec<usize>) {
    let mut even = Vec::with_capacity(length);
    let mut gap_ends = Vec::new();
    let mut moments = times.iter().copied().zip(places.iter().copied());
    let Some(mut last) = moments.next() else { return (vec![[0.0; 3]; length], gap_ends) };
    let mut next = moments.next();
    let mut time = start;
    let step = 1.0 / f64::from(rate);
    for at_step in 0..length {
        while let Some(reached) = next.filter(|(at, _)| *at <= time) {
            if reached.0 - last.0 > longest_gap {
                gap_ends.push(at_step);
            }
            last = reached;
            next = moments.next();
        }
        let ((t0, from), (t1, to)) = (last, next.unwrap_or(last));
        let gap = t1 - t0;
        let part = if gap > 0.0 && gap <= longest_gap { ((time - t0) / gap).max(0.0) } else { 0.0 };
        #[allow(clippy::cast_possible_truncation, reason = "from 0 to 1")]
        let part = part as f32;
        even.push(zipped(from, to, |a, b| a + (b - a) * part));
        time += step;
    }
    (even, gap_ends)
}

/// How far things move in each step, times the steps a second. A jump farther than `longest` a second does not count: the thing was put elsewhere. Neither does what is
/// farther away after a gap: nothing is known of the way.
pub(super) fn speeds(
    times: &[f64],
    places: &[[f32; 3]],
    clock: Clock,
    longest: f32,
) -> Vec<[f32; 3]> {
    let (places, gap_ends) = evened(times, places, clock);
    let mut last = places.first().copied().unwrap_or_default();
    let speed = |&place: &[f32; 3]| {
        let speed = zipped(place, last, |now, before| (now - before) * clock.rate);
        last = place;
        if length(speed) > longest { [0.0; 3] } else { speed }
    };
    let mut speeds: Vec<[f32; 3]> = places.iter().map(speed).collect();
    for step in gap_ends {
        if let Some(speed) = speeds.get_mut(step) {
            *speed = [0.0; 3];
        }
    }
    speeds
}

/// Where things would be that move at these speeds: places without jumps.
pub(super) fn ways(speeds: &[[f32; 3]], rate: f32) -> Vec<[f32; 3]> {
    let mut place = [0.0_f64; 3];
    let way = |speed: &[f32; 3]| {
        place = zipped(place, speed.map(|axis| f64::from(axis / rate)), |place, by| place + by);
        #[allow(clippy::cast_possible_truncation, reason = "as exact as places are")]
        place.map(|axis| axis as f32)
    };
    speeds.iter().map(way).collect()
}

/// Fast and slow are brought closer together: doubled speed counts half as much again. Below `knee` all stays in proportion.
fn evened_out(signal: &mut [[f32; 3]], knee: f32) {
    for value in signal {
        let by = (length(*value) + knee).sqrt();
        *value = value.map(|axis| axis / by);
    }
}

/// Movement as it is compared: without what is faster or slower, and with fast and slow closer together.
pub(super) fn compared(moved: &[[f32; 3]], knee: f32) -> Vec<[f32; 3]> {
    let mut compared = smoothed(&smoothed(moved, SMOOTHED), SMOOTHED);
    evened_out(&mut compared, knee);
    without_drift(&mut compared, DRIFT);
    compared
}

/// The same in proportion.
pub(super) fn in_proportion(moved: &[[f32; 3]]) -> Vec<[f32; 3]> {
    let mut compared = smoothed(&smoothed(moved, SMOOTHED), SMOOTHED);
    without_drift(&mut compared, DRIFT);
    compared
}

/// The mean over `width` steps around each, which is odd. At both ends fewer.
pub(super) fn smoothed(signal: &[[f32; 3]], width: usize) -> Vec<[f32; 3]> {
    let half = width / 2;
    let mut sums = Vec::with_capacity(signal.len().saturating_add(1));
    let mut sum = [0.0_f64; 3];
    sums.push(sum);
    for value in signal {
        sum = zipped(sum, value.map(f64::from), |a, b| a + b);
        sums.push(sum);
    }
    let mean = |at: usize| {
        let from = at.saturating_sub(half);
        let to = at.saturating_add(half).saturating_add(1).min(signal.len());
        let (Some(a), Some(b)) = (sums.get(from), sums.get(to)) else { return [0.0; 3] };
        #[allow(clippy::cast_precision_loss, reason = "a small number")]
        let count = to.saturating_sub(from).max(1) as f64;
        #[allow(clippy::cast_possible_truncation, reason = "rounded as the values were")]
        zipped(*b, *a, |b, a| ((b - a) / count) as f32)
    };
    (0..signal.len()).map(mean).collect()
}

/// Without what changes more slowly than `width` steps.
pub(super) fn without_drift(signal: &mut [[f32; 3]], width: usize) {
    let drift = smoothed(signal, width);
    for (value, drift) in signal.iter_mut().zip(drift) {
        *value = zipped(*value, drift, |value, drift| value - drift);
    }
}

pub(super) fn length([x, y, z]: [f32; 3]) -> f32 {
    (x * x + y * y + z * z).sqrt()
}

fn zipped<T: Copy, U: Copy>([a, b, c]: [T; 3], [x, y, z]: [T; 3], f: impl Fn(T, T) -> U) -> [U; 3] {
    [f(a, x), f(b, y), f(c, z)]
}
