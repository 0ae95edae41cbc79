//! Passages of two recordings that agree.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::agreement::{Agreement, Line, REST, SHORTEST, Sums, agreement, sums};
use super::motion::Motion;
use super::same_movement::same_movement;
use super::seeds::Seed;
use super::signal::Signal;

/// Seconds that are compared at once.
const WINDOW: f64 = 4.0;
/// A passage goes on from second to second.
const HOP: f64 = 1.0;
/// Windows that agree less end a passage.
const LEAST_CORRELATION: f64 = 0.8;
/// So many windows in a row may agree less, or nothing moves in them.
const PATIENCE: usize = 2;
/// Steps by which the second recording may be shifted against the seed, and from window to window.
const SHIFTS: [f64; 5] = [0.0, -0.5, 0.5, -1.0, 1.0];
/// One track may be later than the others by so many seconds: that is not seen in the picture.
const LATER: f64 = 0.25;
/// Steps from one such shift that is tried to the next.
const LATER_STEP: f64 = 3.0;
/// Windows in which it is tried.
const LATER_WINDOWS: usize = 5;
/// Tracks that agree so much are not shifted.
const IS_IN_TIME: f64 = 0.9;
/// Steps by which a track is shifted, and not only uneven.
const IS_LATER: f64 = 1.5;
/// Seeds that are looked into at most.
const MOST_LOOKS: usize = 24;

/// A passage in which two recordings agree.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Passage {
    /// Where it begins in the first, in its seconds.
    pub from_a: f64,
    /// Where it ends in the first.
    pub to_a: f64,
    /// Where it begins in the second, in its seconds.
    pub from_b: f64,
    /// Where it ends in the second.
    pub to_b: f64,
    /// The first is so many times as fast as the second.
    pub speed: f64,
    /// The first is the second's mirror image.
    pub mirrored: bool,
    /// A track agrees with one of another name, e.g. the left hand with the right.
    pub swapped: bool,
    /// How much they agree, in the mean: 1 the same.
    pub correlation: f64,
    /// How unevenly one is ahead of the other, in seconds: half of all moments are nearer than this to the middle one. A player who plays again
    /// what was played before is now early, now late; a copy is not.
    pub jitter: f64,
    /// How unevenly one moves farther than the other, as a part: half of all moments are nearer than this to the middle one.
    pub unevenness: f64,
    /// The pairs that agree.
    pub tracks: Vec<Pair>,
}

/// A track of the first recording and one of the second that agree.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Pair {
    /// Name of the track in the first.
    pub a: String,
    /// Name of the track in the second.
    pub b: String,
    /// How much they agree.
    pub correlation: f64,
}

/// The pairs found and examined so far.
#[derive(Debug, Default)]
pub(super) struct Candidates {
    passages: Vec<Passage>,
    lines: Vec<(f64, f64, Line)>,
    failed: Vec<Line>,
}

impl Candidates {
    /// Looks into a seed, unless it lies in a passage or beside a failed seed.
    pub(super) fn look(&mut self, a: &Motion, b: &Motion, seed: Seed) {
        if self.lines.len().saturating_add(self.failed.len()) >= MOST_LOOKS {
            return;
        }
        #[allow(clippy::cast_precision_loss, reason = "small numbers")]
        let (at_a, at_b) = (seed.a.1 as f64, seed.b.1 as f64);
        let rate = f64::from(a.rules.rate);
        let is_on = |line: &Line, near: f64| (line.at(at_a) - at_b).abs() < near * rate;
        let mut lines = self.lines.iter();
        if lines.any(|(from, to, line)| (*from..=*to).contains(&at_a) && is_on(line, 0.5)) {
            return;
        }
        let mut failed = self.failed.iter();
        if failed.any(|line| (line.a - at_a).abs() < 2.0 * rate && is_on(line, 0.1)) {
            return;
        }
        let line = Line { a: at_a, b: at_b, speed: seed.speed };
        let Some((steps, line)) = grow(a, b, seed, line) else {
            self.failed.push(line);
            return;
        };
        self.lines.push((steps.start, steps.end, line));
        self.passages.extend(same_along(a, b, steps, line));
    }

    /// The passages by the time in the first, without those that are part of another.
    pub(super) fn passages(mut self) -> Vec<Passage> {
        let length = |passage: &Passage| passage.to_a - passage.from_a;
        self.passages.sort_by(|x, y| length(y).total_cmp(&length(x)));
        let mut kept: Vec<Passage> = Vec::new();
        for passage in self.passages {
            let is_in = |known: &Passage| {
                let middle = (passage.from_a + passage.to_a) / 2.0;
                let there = known.from_b + (middle - known.from_a) * known.speed;
                (known.from_a..=known.to_a).contains(&middle)
                    && (passage.from_b..=passage.to_b).contains(&there)
            };
            if !kept.iter().any(is_in) {
                kept.push(passage);
            }
        }
        kept.sort_by(|x, y| x.from_a.total_cmp(&y.from_a));
        kept
    }
}

/// How far around a seed its track agrees with another, and along which line. `None`: not far enough.
fn grow(a: &Motion, b: &Motion, seed: Seed, line: Line) -> Option<(Range<f64>, Line)> {
    let (signal_a, signal_b) = (a.tracks.get(seed.a.0)?, b.tracks.get(seed.b.0)?);
    let rate = f64::from(a.rules.rate);
    let line = refined(signal_a, signal_b, line, rate)?;
    let (mut first, mut last) = (line, line);
    for direction in [-1.0, 1.0] {
        let mut here = line;
        let mut misses = 0;
        while misses <= PATIENCE {
            let next = here.a + direction * HOP * rate;
            if !has(a, next) || !has(b, here.at(next)) {
                break;
            }
            let tried = SHIFTS.map(|shift| {
                let line = here.moved_to(next, shift);
                (agreement(signal_a, signal_b, line, WINDOW * rate), line)
            });
            let best = tried.into_iter().filter_map(|(agreement, line)| Some((agreement?, line)));
            let best =
                best.reduce(
                    |best, other| {
                        if other.0.correlation > best.0.correlation { other } else { best }
                    },
                );
            if let Some((_, found)) =
                best.filter(|(found, _)| found.correlation >= LEAST_CORRELATION)
            {
                misses = 0;
                // Over a longer way the speed is known better.
                let way = found.a - line.a;
                let is_long = way.abs() >= 8.0 * rate;
                let speed = if is_long { (found.b - line.b) / way } else { found.speed };
                here = Line { speed, ..found };
                *(if direction < 0.0 { &mut first } else { &mut last }) = here;
            } else {
                misses = misses.saturating_add(1);
                here = here.moved_to(next, 0.0);
            }
        }
    }
    let half = (WINDOW / 2.0 - 0.25) * rate;
    let steps = (first.a - half).max(0.0)..last.a + half;
    if seconds(&steps, rate) < SHORTEST {
        return None;
    }
    let speed = (last.b - first.b) / (last.a - first.a);
    Some((steps, Line { speed, ..first }))
}

fn seconds(steps: &Range<f64>, rate: f64) -> f64 {
    (steps.end - steps.start) / rate
}

/// The passages along a line that are the same, and not only alike: all of it, if it is too long to be played alike; else where the movement is the same.
fn same_along(a: &Motion, b: &Motion, steps: Range<f64>, line: Line) -> Vec<Passage> {
    let matches = pairs(a, b, &steps, line);
    let Some((line, differences)) = differences(a, b, &matches, &steps, line) else {
        return Vec::new();
    };
    let same = if seconds(&steps, f64::from(a.rules.rate)) >= a.rules.never_alike_for {
        vec![steps]
    } else {
        let own = |matched: &Matched| {
            let own = differences.iter().filter(|found| found.track == matched.a);
            let later = matched.later + median(own.map(|found| found.later).collect());
            // The line through all of them leaves less over.
            let later = if later.abs() > IS_LATER { later } else { 0.0 };
            (matched.a, matched.b, later)
        };
        let tracks: Vec<(usize, usize, f64)> = matches.iter().map(own).collect();
        same_movement(a, b, &tracks, &steps, line)
    };
    same.iter().filter_map(|steps| passage(a, b, steps, line, &differences)).collect()
}

fn passage(
    a: &Motion,
    b: &Motion,
    steps: &Range<f64>,
    line: Line,
    differences: &[Difference],
) -> Option<Passage> {
    let matches = pairs(a, b, steps, line);
    let moving = a.tracks.iter().filter(|signal| moves(signal, steps)).count();
    if matches.is_empty() || matches.len() < moving.min(2) || matches.len() < moving.div_ceil(2) {
        return None;
    }
    let (jitter, unevenness) = spread(differences, steps)?;
    #[allow(clippy::cast_precision_loss, reason = "a small number")]
    let count = matches.len() as f64;
    let signs = matches.iter().map(|found| found.signs).fold(0, i64::saturating_add);
    let tracks: Vec<Pair> = matches.into_iter().map(|found| found.pair).collect();
    Some(Passage {
        from_a: a.seconds(steps.start),
        to_a: a.seconds(steps.end),
        from_b: b.seconds(line.at(steps.start).max(0.0)),
        to_b: b.seconds(line.at(steps.end)),
        speed: line.speed,
        mirrored: signs > 0,
        swapped: tracks.iter().any(|pair| pair.a != pair.b),
        correlation: tracks.iter().map(|pair| pair.correlation).sum::<f64>() / count,
        jitter: jitter / f64::from(a.rules.rate),
        unevenness,
        tracks,
    })
}

#[allow(clippy::cast_precision_loss, reason = "no recording is that long")]
fn has(motion: &Motion, step: f64) -> bool {
    step >= 0.0 && step <= motion.length as f64
}

/// The line through a seed that fits best.
fn refined(a: &Signal, b: &Signal, line: Line, rate: f64) -> Option<Line> {
    let mut best: Option<(f64, Line)> = None;
    for speed in [0.0, -0.015, -0.01, -0.005, 0.005, 0.01, 0.015] {
        for shift in -4..=4 {
            let speed = line.speed + speed;
            let tried = Line { speed, ..line }.moved_to(line.a, f64::from(shift));
            let Some(agreement) = agreement(a, b, tried, WINDOW * rate) else { continue };
            if best.is_none_or(|(most, _)| agreement.correlation > most) {
                best = Some((agreement.correlation, tried));
            }
        }
    }
    best.filter(|(correlation, _)| *correlation >= LEAST_CORRELATION).map(|(_, line)| line)
}

/// Two tracks that agree, by their places.
#[derive(Clone, Debug)]
struct Matched {
    a: usize,
    b: usize,
    pair: Pair,
    /// More windows agree mirrored than not.
    signs: i64,
    /// By so many steps the second is later than the line says.
    later: f64,
}

/// Which tracks agree along a passage, each with one other.
fn pairs(a: &Motion, b: &Motion, steps: &Range<f64>, line: Line) -> Vec<Matched> {
    let window = WINDOW * f64::from(a.rules.rate);
    let mut middles = Vec::new();
    let mut middle = steps.start + window / 2.0;
    while middle <= steps.end - window / 2.0 {
        middles.push(middle);
        middle += window / 2.0;
    }
    let mut all = Vec::new();
    for (place_a, here) in a.tracks.iter().enumerate() {
        for (place_b, there) in b.tracks.iter().enumerate() {
            let agree = |later: f64, middle: f64| {
                agreement(here, there, line.moved_to(middle, later), window)
            };
            let later = later_by(&agree, &middles, LATER * f64::from(a.rules.rate));
            let (mut sum, mut count, mut signs) = (0.0, 0.0, 0_i64);
            for agreement in middles.iter().filter_map(|middle| agree(later, *middle)) {
                sum += agreement.correlation;
                count += 1.0;
                signs = signs.saturating_add(if agreement.mirrored { 1 } else { -1 });
            }
            let correlation = if count > 0.0 { sum / count } else { 0.0 };
            if correlation >= LEAST_CORRELATION {
                let pair = Pair { a: here.name.clone(), b: there.name.clone(), correlation };
                all.push(Matched { a: place_a, b: place_b, pair, signs, later });
            }
        }
    }
    all.sort_by(|x, y| {
        y.pair.correlation.total_cmp(&x.pair.correlation).then((x.a, x.b).cmp(&(y.a, y.b)))
    });
    let mut chosen: Vec<Matched> = Vec::new();
    for found in all {
        if chosen.iter().all(|known| known.a != found.a && known.b != found.b) {
            chosen.push(found);
        }
    }
    chosen.sort_by_key(|found| found.a);
    chosen
}

/// By how many steps a track has to be shifted to agree most: 0 where it agrees as it is.
fn later_by(agree: &impl Fn(f64, f64) -> Option<Agreement>, middles: &[f64], farthest: f64) -> f64 {
    let every = middles.len().div_ceil(LATER_WINDOWS).max(1);
    let mean = |later: f64| {
        let windows = middles.iter().step_by(every);
        let lines = windows.filter_map(|middle| agree(later, *middle));
        let (sum, count) =
            lines.fold((0.0, 0.0), |(sum, count), line| (sum + line.correlation, count + 1.0));
        if count > 0.0 { sum / count } else { 0.0 }
    };
    let mut best = (mean(0.0), 0.0);
    if best.0 >= IS_IN_TIME || best.0 == 0.0 {
        return 0.0;
    }
    let mut later = -farthest;
    while later <= farthest {
        let found = mean(later);
        if found > best.0 {
            best = (found, later);
        }
        later += LATER_STEP;
    }
    best.1
}

/// Whether a track is in motion for most of a passage.
fn moves(signal: &Signal, steps: &Range<f64>) -> bool {
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "clamped by the cast"
    )]
    let (from, to) = (steps.start as usize, steps.end as usize);
    let values = signal.values.get(from..to.min(signal.values.len())).unwrap_or_default();
    let square = |&[x, y, z]: &[f32; 3]| f64::from(x * x + y * y + z * z);
    let moving = values.chunks(60).filter(|chunk| {
        #[allow(clippy::cast_precision_loss, reason = "a small number")]
        let count = chunk.len() as f64;
        chunk.iter().map(square).sum::<f64>() >= REST * count
    });
    moving.count().saturating_mul(120) > values.len()
}

/// Steps in which one movement is compared with the same of another play.
const MOVEMENT: f64 = 42.0;
/// One may be ahead of the other by so many steps.
const FARTHEST_AHEAD: usize = 3;
/// How often the line is made better.
const ROUNDS: usize = 3;

/// How two tracks differ in one movement.
#[derive(Clone, Copy, Debug)]
struct Difference {
    /// The track of the first.
    track: usize,
    /// The step of the first.
    at: f64,
    /// By so many steps the second is later than the line says.
    later: f64,
    /// So many times as far the first moves.
    gain: f64,
}

/// How the tracks that agree differ, movement by movement, and the line that fits best. `None` if too little moves.
fn differences(
    a: &Motion,
    b: &Motion,
    matches: &[Matched],
    steps: &Range<f64>,
    mut line: Line,
) -> Option<(Line, Vec<Difference>)> {
    let mut all = Vec::new();
    for _ in 0..ROUNDS {
        all.clear();
        for matched in matches {
            let (here, there) = (a.tracks.get(matched.a)?, b.tracks.get(matched.b)?);
            let mut middle = steps.start + MOVEMENT / 2.0;
            while middle < steps.end - MOVEMENT / 2.0 {
                let found = difference(here, there, line.moved_to(middle, matched.later));
                all.extend(found.map(|found| Difference { track: matched.a, ..found }));
                middle += MOVEMENT / 2.0;
            }
        }
        line = fitted(line, &all);
    }
    Some((line, all)).filter(|(_, all)| all.len() >= LEAST_MOVEMENTS)
}

/// How far the middle half of the differences in a passage lies apart: in steps, and as a part of the movement. Each track by itself:
/// hands may be recorded at different moments. `None` if there are too few.
fn spread(differences: &[Difference], steps: &Range<f64>) -> Option<(f64, f64)> {
    let mut here: Vec<Difference> =
        differences.iter().filter(|found| steps.contains(&found.at)).copied().collect();
    if here.len() < LEAST_MOVEMENTS {
        return None;
    }
    here.sort_by(|x, y| x.track.cmp(&y.track).then(x.at.total_cmp(&y.at)));
    let (mut laters, mut gains) = (Vec::new(), Vec::new());
    for own in here.chunk_by(|x, y| x.track == y.track) {
        let later = median(own.iter().map(|found| found.later).collect());
        let gain = median(own.iter().map(|found| found.gain).collect());
        laters.extend(own.iter().map(|found| (found.later - later).abs()));
        gains.extend(own.iter().map(|found| (found.gain / gain - 1.0).abs()));
    }
    Some((median(laters), median(gains)))
}

/// Fewer movements say nothing.
const LEAST_MOVEMENTS: usize = 6;

/// How two tracks differ in the movement around a place. `None` if one is at rest or they have little in common.
fn difference(a: &Signal, b: &Signal, line: Line) -> Option<Difference> {
    let shifts = [-3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0];
    let tried = shifts.map(|shift| sums(a, b, line.moved_to(line.a, shift), MOVEMENT));
    let correlation = |sums: &Sums| sums.agreement(MOVEMENT * 0.6).map(|found| found.correlation);
    let mut best = FARTHEST_AHEAD;
    let mut most = correlation(tried.get(best)?)?;
    for (place, sums) in tried.iter().enumerate() {
        if correlation(sums)? > most {
            (best, most) = (place, correlation(sums)?);
        }
    }
    if most < 0.5 {
        return None;
    }
    let sums = tried.get(best)?;
    let gain = (sums.a / sums.b).sqrt();
    let beside =
        |place: Option<usize>| place.and_then(|place| tried.get(place)).and_then(correlation);
    let sides = (beside(best.checked_sub(1)), beside(best.checked_add(1)));
    let part = match sides {
        (Some(before), Some(after)) if before + after < 2.0 * most => {
            0.5 * (before - after) / (before - 2.0 * most + after)
        }
        _ => 0.0,
    };
    Some(Difference { track: 0, at: line.a, later: shifts.get(best)? + part, gain })
}

/// The line with the differences taken into account: a straight line through their middle, by least squares.
fn fitted(line: Line, all: &[Difference]) -> Line {
    let middle = median(all.iter().map(|found| found.later).collect());
    let near = all.iter().filter(|found| (found.later - middle).abs() <= 1.5);
    let (mut count, mut t, mut y, mut tt, mut ty) = (0.0, 0.0, 0.0, 0.0, 0.0);
    for found in near {
        let time = found.at - line.a;
        count += 1.0;
        t += time;
        y += found.later;
        tt += time * time;
        ty += time * found.later;
    }
    let width = count * tt - t * t;
    if width <= 0.0 {
        return line;
    }
    let slope = (count * ty - t * y) / width;
    let shift = (y - slope * t) / count;
    Line { b: line.b + shift, speed: line.speed + slope, ..line }
}

/// The middle one; 0 of none.
fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or_default()
}
