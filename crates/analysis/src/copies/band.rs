//! Signals on an even clock: made even, smoothed, and freed of slow changes.

/// Places at even steps from `start`, straight lines between those that were recorded. Where nothing was recorded for longer than
/// `longest_gap` seconds, the thing stays where it was and is then at its next place.
pub(super) fn evened(
    times: &[f64],
    places: &[[f32; 3]],
    (start, step, length): (f64, f64, usize),
    longest_gap: f64,
) -> Vec<[f32; 3]> {
    let mut even = Vec::with_capacity(length);
    let mut moments = times.iter().copied().zip(places.iter().copied());
    let Some(mut last) = moments.next() else { return vec![[0.0; 3]; length] };
    let mut next = moments.next();
    let mut time = start;
    for _ in 0..length {
        while let Some(reached) = next.filter(|(at, _)| *at <= time) {
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
    even
}

/// How far things move in each step, times `rate`. A jump farther than `longest` a second does not count: the thing was put elsewhere.
pub(super) fn speeds(places: &[[f32; 3]], rate: f32, longest: f32) -> Vec<[f32; 3]> {
    let mut last = places.first().copied().unwrap_or_default();
    let speed = |&place: &[f32; 3]| {
        let speed = zipped(place, last, |now, before| (now - before) * rate);
        last = place;
        if length(speed) > longest { [0.0; 3] } else { speed }
    };
    places.iter().map(speed).collect()
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
pub(super) fn evened_out(signal: &mut [[f32; 3]], knee: f32) {
    for value in signal {
        let by = (length(*value) + knee).sqrt();
        *value = value.map(|axis| axis / by);
    }
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
