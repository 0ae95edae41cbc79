//! Waves that somebody put on all places: they go on through the whole recording at one pace, as nothing that is played does.
//!
//! [`loudest`] says which frequency one is near. How fast it is, and how high on each axis of each thing, is fitted to what moves, as it would have been
//! recorded: at the moments of the recording, at rest where that rests, and smoothed as what is compared. It is worked out with `libm`, so it is the same on every machine.

use std::f64::consts::TAU;

use super::band::{self, Clock, in_proportion};
use super::recording::Track;
use super::spectrum::loudest;

/// More waves than these are not taken out.
const MOST: usize = 4;
/// How often the frequency is narrowed down.
const ROUNDS: usize = 5;
/// Of these, those in which all that moves counts alike.
const ALIKE: usize = 2;
/// A value so much off the wave counts half, in units a second: a turn or a hit is no part of it.
const HALF: f32 = 50.0;

/// Things that may all sway, as they were recorded.
pub(super) struct Swaying<'a> {
    pub(super) tracks: &'a [&'a Track],
    pub(super) clock: Clock,
}

impl Swaying<'_> {
    /// Takes all waves out of their speeds. Gives back, for each of them, where it would be if it did nothing but sway at the pace of each wave.
    pub(super) fn take_out_all(
        &self,
        speeds: &mut [Vec<[f32; 3]>],
        knee: f32,
    ) -> Vec<Vec<Vec<[f32; 3]>>> {
        let mut waves = vec![Vec::new(); speeds.len()];
        for _ in 0..MOST {
            let compared = speeds.iter().map(|speeds| band::compared(speeds, knee));
            let compared: Vec<Vec<[f32; 3]>> = compared.collect();
            let Some(near) = loudest(&compared, f64::from(self.clock.rate)) else { break };
            for (waves, wave) in waves.iter_mut().zip(self.take_out(speeds, near)) {
                waves.push(band::ways(&wave, self.clock.rate));
            }
        }
        waves
    }

    /// Takes the wave near a frequency, in turns a step, out of their speeds. Steps at rest stay at rest: nothing was recorded there. Gives back how each would move that did
    /// nothing but sway at that pace: aside by a cosine, up by a sine.
    fn take_out(&self, speeds: &mut [Vec<[f32; 3]>], near: f64) -> Vec<Vec<[f32; 3]>> {
        let (frequency, heights) = self.fitted(speeds, near);
        let take_out = |((speeds, track), heights): ((&mut Vec<_>, &&Track), Heights)| {
            let wave = self.wave(track, speeds, frequency);
            heights.take_out(speeds, &wave);
            wave
        };
        speeds.iter_mut().zip(self.tracks).zip(heights).map(take_out).collect()
    }

    /// The frequency of the wave that fits best, and its heights on each of the tracks.
    fn fitted(&self, speeds: &[Vec<[f32; 3]>], near: f64) -> (f64, Vec<Heights>) {
        let compared: Vec<Vec<[f32; 3]>> =
            speeds.iter().map(|speeds| in_proportion(speeds)).collect();
        let fit = |frequency: f64, weights: &[Vec<[f32; 3]>]| {
            let tracks = self.tracks.iter().zip(speeds);
            let wave = |(track, speeds): (&&Track, &Vec<[f32; 3]>)| {
                in_proportion(&self.wave(track, speeds, frequency))
            };
            let waves: Vec<Vec<[f32; 3]>> = tracks.map(wave).collect();
            let tracks = compared.iter().zip(&waves).zip(weights);
            let sums = tracks.map(|((values, wave), weights)| Sums::of(values, wave, weights));
            let sums: Vec<[Sums; 3]> = sums.collect();
            Fit {
                power: sums.iter().flatten().map(Sums::power).sum(),
                heights: sums.iter().map(|sums| Heights(sums.map(|sums| sums.heights()))).collect(),
                waves,
            }
        };
        let mut weights: Vec<_> =
            compared.iter().map(|values| vec![[1.0; 3]; values.len()]).collect();
        let mut frequency = near;
        #[allow(clippy::cast_precision_loss, reason = "no recording is that long")]
        let apart = 0.5 / self.clock.length.max(1) as f64;
        for round in 1..=ROUNDS {
            let [before, here, after] =
                [-apart, 0.0, apart].map(|by| fit(frequency + by, &weights));
            frequency += apart * top(before.power, here.power, after.power);
            if round >= ALIKE {
                for (((weights, values), wave), heights) in
                    weights.iter_mut().zip(&compared).zip(&here.waves).zip(&here.heights)
                {
                    let steps = values.iter().zip(wave);
                    let weigh = |(value, wave): (&[f32; 3], &[f32; 3])| {
                        heights.left_of(*value, *wave).map(weight_of)
                    };
                    *weights = steps.map(weigh).collect();
                }
            }
        }
        let heights = fit(frequency, &weights).heights;
        (frequency, heights)
    }

    /// How a thing moves that does nothing but sway: aside by a cosine, up by a sine. A place that is recorded once more is no other one.
    fn wave(&self, track: &Track, speeds: &[[f32; 3]], frequency: f64) -> Vec<[f32; 3]> {
        let mut last = None;
        let mut since = self.clock.start;
        let recorded = track.times.iter().zip(&track.places);
        let places = recorded.map(|(time, place)| {
            if last.replace(place) != Some(place) {
                since = *time;
            }
            let turns = (since - self.clock.start) * f64::from(self.clock.rate) * frequency;
            let (sin, cos) = libm::sincos(TAU * turns.fract());
            #[allow(clippy::cast_possible_truncation, reason = "as exact as places are")]
            [cos as f32, sin as f32, 0.0]
        });
        let places: Vec<[f32; 3]> = places.collect();
        let mut wave = band::speeds(&track.times, &places, self.clock, f32::INFINITY);
        let at_rest = wave.iter_mut().zip(speeds).filter(|(_, speed)| **speed == [0.0; 3]);
        at_rest.for_each(|(wave, _)| *wave = [0.0; 3]);
        wave
    }
}

/// Takes out of movement as much as there is of a wave, by least squares.
pub(super) fn take_out(values: &mut [[f32; 3]], wave: &[[f32; 3]]) {
    let alike = vec![[1.0; 3]; values.len()];
    Heights(Sums::of(values, wave, &alike).map(|sums| sums.heights())).take_out(values, wave);
}

/// A wave of one frequency.
struct Fit {
    /// How much of what moves is this wave.
    power: f64,
    heights: Vec<Heights>,
    waves: Vec<Vec<[f32; 3]>>,
}

/// How much of the cosine and of the sine is in each axis.
#[derive(Clone, Copy, Debug)]
struct Heights([(f64, f64); 3]);

impl Heights {
    fn take_out(&self, values: &mut [[f32; 3]], wave: &[[f32; 3]]) {
        let values = values.iter_mut().zip(wave);
        values.for_each(|(value, wave)| *value = self.left_of(*value, *wave));
    }

    /// The rest without the wave.
    fn left_of(&self, mut values: [f32; 3], [cos, sin, _]: [f32; 3]) -> [f32; 3] {
        for (value, (a, b)) in values.iter_mut().zip(self.0) {
            #[allow(clippy::cast_possible_truncation, reason = "as exact as speeds are")]
            let by = (a * f64::from(cos) + b * f64::from(sin)) as f32;
            *value -= by;
        }
        values
    }
}

fn weight_of(left: f32) -> f32 {
    HALF / (left.abs() + HALF)
}

/// Where the top of a parabola through three points is that are 1 apart: from -1 to 1.
fn top(before: f64, here: f64, after: f64) -> f64 {
    let bend = before - 2.0 * here + after;
    if bend < 0.0 {
        ((before - after) / bend / 2.0).clamp(-1.0, 1.0)
    } else if before > after {
        -1.0
    } else {
        1.0
    }
}

/// The input of a fit by least squares: sums of products of cosine, sine and value.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    cos_cos: f64,
    cos_sin: f64,
    sin_sin: f64,
    cos_value: f64,
    sin_value: f64,
}

impl Sums {
    fn of(values: &[[f32; 3]], wave: &[[f32; 3]], weights: &[[f32; 3]]) -> [Self; 3] {
        let mut all = [Self::default(); 3];
        for ((values, [cos, sin, _]), weights) in values.iter().zip(wave).zip(weights) {
            let (cos, sin) = (f64::from(*cos), f64::from(*sin));
            for ((sums, value), weight) in all.iter_mut().zip(values).zip(weights) {
                let (value, weight) = (f64::from(*value), f64::from(*weight));
                sums.cos_cos += weight * cos * cos;
                sums.cos_sin += weight * cos * sin;
                sums.sin_sin += weight * sin * sin;
                sums.cos_value += weight * cos * value;
                sums.sin_value += weight * sin * value;
            }
        }
        all
    }

    /// How much of each fits best: none of a thing at rest.
    fn heights(&self) -> (f64, f64) {
        let by = self.cos_cos * self.sin_sin - self.cos_sin * self.cos_sin;
        if by <= f64::EPSILON * self.cos_cos * self.sin_sin {
            return (0.0, 0.0);
        }
        let a = (self.cos_value * self.sin_sin - self.sin_value * self.cos_sin) / by;
        let b = (self.sin_value * self.cos_cos - self.cos_value * self.cos_sin) / by;
        (a, b)
    }

    /// How much less is left with them.
    fn power(&self) -> f64 {
        let (a, b) = self.heights();
        a * self.cos_value + b * self.sin_value
    }
}
