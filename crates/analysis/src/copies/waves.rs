//! Waves that somebody put on all places: they go on through the whole recording at one pace, as nothing that is played does.
//!
//! The transform only says which frequency a wave is near. What is taken out is worked out with `libm`, so it is the same on every machine.

use std::f64::consts::TAU;
use std::ops::Range;

use rustfft::{Fft, FftDirection, algorithm::Radix4, num_complex::Complex};

/// A recording of fewer steps is too short to tell a wave from play.
const LEAST_STEPS: usize = 512;
/// Slower waves are drift, which is left out of every comparison: times a second.
const SLOWEST: f64 = 0.4;
/// Faster ones are smoothed away.
const FASTEST: f64 = 6.0;
/// A wave has more than so many times the power of the frequencies beside it. Four of 99 real recordings have such a frequency, all of them clips of
/// less than a minute; of those that sway by 200 units once a second, most have hundreds.
const STANDS_OUT: f64 = 20.0;
/// Frequencies on either side that a wave is compared with.
const BESIDE: usize = 48;
/// More waves than these are not looked for.
const MOST: usize = 4;
/// How often the frequency of a wave is narrowed down.
const REFINEMENTS: usize = 24;

/// Takes waves out of the speeds of all things, which are as long as each other, at `rate` steps a second. Steps at rest stay at rest: nothing was recorded there.
pub(super) fn take_out(tracks: &mut [Vec<[f32; 3]>], rate: f32) {
    let length = tracks.first().map_or(0, Vec::len);
    if length < LEAST_STEPS {
        return;
    }
    // The length is a power of two. A planner knows all others, too, and is a tenth of compiling this crate.
    let transform = Radix4::new(length.next_power_of_two(), FftDirection::Forward);
    for _ in 0..MOST {
        // A wave that is put on all of them is plainest in their sum.
        let sum = sum(tracks, length);
        let signals = std::iter::once(&sum).chain(tracks.iter());
        let waves = signals.filter_map(|speeds| loudest(speeds, f64::from(rate), &transform));
        let Some((_, frequency)) = waves.max_by(|one, other| one.0.total_cmp(&other.0)) else {
            return;
        };
        tracks.iter_mut().for_each(|speeds| subtract(speeds, frequency));
    }
}

fn sum(tracks: &[Vec<[f32; 3]>], length: usize) -> Vec<[f32; 3]> {
    let mut sum = vec![[0.0; 3]; length];
    for speeds in tracks {
        let axes = sum.as_flattened_mut().iter_mut().zip(speeds.as_flattened());
        axes.for_each(|(sum, axis)| *sum += axis);
    }
    sum
}

/// How far the wave stands out that does so most, and its frequency in turns a step.
fn loudest(speeds: &[[f32; 3]], rate: f64, transform: &dyn Fft<f64>) -> Option<(f64, f64)> {
    let powers = powers(speeds, transform);
    #[allow(clippy::cast_precision_loss, reason = "no recording is that long")]
    let turns_a_step = |place: usize| place as f64 / powers.len() as f64 / 2.0;
    let mut most: Option<(f64, usize)> = None;
    let mut near = Vec::new();
    for (place, &power) in powers.iter().enumerate() {
        let is_peak = powers.get(place.saturating_sub(2)..place.saturating_add(3));
        let is_peak = is_peak.is_some_and(|around| around.iter().all(|other| *other <= power));
        if !is_peak || !(SLOWEST..FASTEST).contains(&(turns_a_step(place) * rate)) {
            continue;
        }
        let beside = place.saturating_sub(BESIDE)..place.saturating_add(BESIDE).min(powers.len());
        near.clear();
        near.extend_from_slice(powers.get(beside)?);
        let middle = near.len() / 2;
        let (_, usual, _) = near.select_nth_unstable_by(middle, f64::total_cmp);
        let stands_out = power / usual.max(f64::MIN_POSITIVE);
        if stands_out > STANDS_OUT && most.is_none_or(|(most, _)| stands_out > most) {
            most = Some((stands_out, place));
        }
    }
    let (stands_out, place) = most?;
    let between = turns_a_step(place.saturating_sub(1))..turns_a_step(place.saturating_add(1));
    Some((stands_out, refined(speeds, between)))
}

/// The power of each frequency, up to half a turn a step.
fn powers(speeds: &[[f32; 3]], transform: &dyn Fft<f64>) -> Vec<f64> {
    let length = transform.len();
    let mut powers = vec![0.0; length / 2];
    for axis in 0..3 {
        let weighted = speeds.iter().enumerate().map(|(step, speed)| {
            let value = speed.get(axis).copied().map_or(0.0, f64::from);
            Complex::new(value * weight(step, speeds.len()), 0.0)
        });
        let mut values: Vec<Complex<f64>> = weighted.collect();
        values.resize(length, Complex::default());
        transform.process(&mut values);
        powers.iter_mut().zip(values).for_each(|(power, value)| *power += value.norm_sqr());
    }
    powers
}

/// The frequency with the most power in a narrow range with one peak.
fn refined(speeds: &[[f32; 3]], Range { mut start, mut end }: Range<f64>) -> f64 {
    for _ in 0..REFINEMENTS {
        let third = (end - start) / 3.0;
        if Wave::of(speeds, start + third).power() < Wave::of(speeds, end - third).power() {
            start += third;
        } else {
            end -= third;
        }
    }
    f64::midpoint(start, end)
}

fn subtract(speeds: &mut [[f32; 3]], frequency: f64) {
    let wave = Wave::of(speeds, frequency);
    for (step, speed) in speeds.iter_mut().enumerate().filter(|(_, speed)| **speed != [0.0; 3]) {
        let (sin, cos) = turned(frequency, step);
        for (value, (a, b)) in speed.iter_mut().zip(wave.axes) {
            #[allow(clippy::cast_possible_truncation, reason = "as exact as speeds are")]
            let by = (a * cos + b * sin) as f32;
            *value -= by;
        }
    }
}

/// How much of a frequency is in the three axes, at the steps at which something was recorded.
struct Wave {
    axes: [(f64, f64); 3],
}

impl Wave {
    fn of(speeds: &[[f32; 3]], frequency: f64) -> Self {
        let mut axes = [(0.0, 0.0); 3];
        let mut weights = 0.0;
        for (step, speed) in speeds.iter().enumerate().filter(|(_, speed)| **speed != [0.0; 3]) {
            let (sin, cos) = turned(frequency, step);
            let weight = weight(step, speeds.len());
            weights += weight;
            for ((a, b), value) in axes.iter_mut().zip(speed) {
                *a += f64::from(*value) * weight * cos;
                *b += f64::from(*value) * weight * sin;
            }
        }
        let by = 2.0 / f64::max(weights, f64::MIN_POSITIVE);
        Self { axes: axes.map(|(a, b)| (a * by, b * by)) }
    }

    fn power(&self) -> f64 {
        self.axes.iter().map(|(a, b)| a * a + b * b).sum()
    }
}

/// Sine and cosine at a step.
fn turned(frequency: f64, step: usize) -> (f64, f64) {
    #[allow(clippy::cast_precision_loss, reason = "no recording is that long")]
    let turns = frequency * step as f64;
    libm::sincos(TAU * turns.fract())
}

/// Little at both ends, so that a wave is a narrow peak (Hann).
fn weight(step: usize, length: usize) -> f64 {
    #[allow(clippy::cast_precision_loss, reason = "no recording is that long")]
    let part = (step as f64 + 0.5) / length as f64;
    0.5 - 0.5 * libm::cos(TAU * part)
}
