//! Which frequency stands out in what moves.

use std::f64::consts::TAU;

use rustfft::{Fft, FftDirection, algorithm::Radix4, num_complex::Complex};

/// A recording of fewer steps is too short to tell a wave from play.
const LEAST_STEPS: usize = 512;
/// Slower waves are drift, which is left out of every comparison: times a second.
const SLOWEST: f64 = 0.4;
/// Faster ones are smoothed away.
const FASTEST: f64 = 6.0;
/// A wave has more than so many times the power of the frequencies beside it. No frequency of the 99 real recordings has more than 9 times.
const STANDS_OUT: f64 = 10.0;
/// Frequencies on either side that a wave is compared with, of what moves all the time; but none that is less than half as fast.
const BESIDE: usize = 24;
/// Of those at least so many.
const LEAST_BESIDE: usize = 4;
/// A thing that moves less is at rest.
const REST: f32 = 0.05;

/// The frequency that stands out most in what is compared, in turns a step, at `rate` steps a second. `None` if nothing goes on at one pace.
///
/// It is one of the transform's own: how exact a machine is decides nothing more.
pub(super) fn loudest(signals: &[Vec<[f32; 3]>], rate: f64) -> Option<f64> {
    let steps = signals.first().map_or(0, Vec::len);
    if steps < LEAST_STEPS {
        return None;
    }
    // The length is a power of two. A planner knows all others, too, and is a tenth of compiling this crate.
    let transform = Radix4::new(steps.next_power_of_two(), FftDirection::Forward);
    #[allow(clippy::cast_precision_loss, reason = "no recording is that long")]
    let turns_a_step = |place: usize| place as f64 / steps.next_power_of_two() as f64;
    let is_compared = |place: &usize| (SLOWEST..FASTEST).contains(&(turns_a_step(*place) * rate));
    let places: Vec<usize> = (0..steps).filter(is_compared).collect();
    let weights: Vec<f64> = (0..steps).map(|step| weight(step, steps)).collect();
    let mut prominences: Vec<Vec<f64>> = Vec::with_capacity(signals.len().saturating_add(1));
    for signal in signals {
        let powers = powers(signal, &weights, &transform);
        prominences.extend(prominence(signal, &powers, &places));
    }
    // A wave that is put on all of them is plainest in all together: there, what is in one by chance is rarer.
    prominences.push(together(&prominences));
    let all = prominences.iter().flat_map(|prominences| places.iter().zip(prominences));
    let waves = all.filter(|(_, prominence)| **prominence > STANDS_OUT);
    let (place, _) = waves.max_by(|(_, one), (_, other)| one.total_cmp(other))?;
    Some(turns_a_step(*place))
}

/// How far each of some frequencies stands out from those beside it. `None` of what never moves.
fn prominence(signal: &[[f32; 3]], powers: &[f64], places: &[usize]) -> Option<Vec<f64>> {
    let is_moving = |value: &&[f32; 3]| value.iter().any(|axis| axis.abs() > REST);
    let moving = signal.iter().filter(is_moving).count();
    // What moves in a part of the time only has as much less to tell frequencies apart by.
    let beside = BESIDE.saturating_mul(powers.len()).saturating_mul(2).checked_div(moving)?;
    let mut near = Vec::new();
    let prominence = |place: &usize| {
        let beside = beside.min(place / 2).max(LEAST_BESIDE);
        let end = place.saturating_add(beside).saturating_add(1).min(powers.len());
        near.clear();
        near.extend_from_slice(powers.get(place.saturating_sub(beside)..end)?);
        let middle = near.len() / 2;
        let (_, usual, _) = near.select_nth_unstable_by(middle, f64::total_cmp);
        Some(powers.get(*place)? / usual.max(f64::MIN_POSITIVE))
    };
    places.iter().map(prominence).collect()
}

/// How far each frequency stands out in all of them: their sum by the root of their number, as chance goes.
fn together(all: &[Vec<f64>]) -> Vec<f64> {
    let mut together = vec![0.0; all.first().map_or(0, Vec::len)];
    #[allow(clippy::cast_precision_loss, reason = "a small number")]
    let part = 1.0 / (all.len().max(1) as f64).sqrt();
    for one in all {
        together.iter_mut().zip(one).for_each(|(together, one)| *together += one * part);
    }
    together
}

/// The power of each frequency, up to half a turn a step.
fn powers(signal: &[[f32; 3]], weights: &[f64], transform: &dyn Fft<f64>) -> Vec<f64> {
    let mut powers = vec![0.0; transform.len() / 2];
    for axis in 0..3 {
        let weighted = signal.iter().zip(weights).map(|(value, weight)| {
            let value = value.get(axis).copied().map_or(0.0, f64::from);
            Complex::new(value * weight, 0.0)
        });
        let mut values: Vec<Complex<f64>> = weighted.collect();
        values.resize(transform.len(), Complex::default());
        transform.process(&mut values);
        powers.iter_mut().zip(values).for_each(|(power, value)| *power += value.norm_sqr());
    }
    powers
}

/// Little at both ends, so that a wave is a narrow peak (Hann).
fn weight(step: usize, steps: usize) -> f64 {
    #[allow(clippy::cast_precision_loss, reason = "no recording is that long")]
    let part = (step as f64 + 0.5) / steps as f64;
    0.5 - 0.5 * libm::cos(TAU * part)
}
