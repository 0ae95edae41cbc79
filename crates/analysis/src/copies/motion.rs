//! A recording on an even clock, as it is compared.

use std::sync::OnceLock;

use super::anchors::{Anchor, anchors};
use super::band;
use super::descriptor::{Descriptor, MARGIN, SPEEDS, Sticks, UNCHANGED};
use super::recording::Recording;
use super::waves;

/// Longer recordings are compared up to here. Nobody plays for so long without a break.
const MAX_SECONDS: f64 = 2.0 * 3600.0;
/// More things than any game moves.
const MAX_TRACKS: usize = 16;
/// Moments that are looked at.
const MAX_MOMENTS: usize = 320;
/// Steps over which signals are smoothed, twice.
const SMOOTHED: usize = 5;
/// A change slower than so many steps is drift.
const DRIFT: usize = 43;

/// A recording on an even clock, without place, slow drift, and how it was sampled.
#[derive(Clone, Debug)]
pub struct Motion {
    pub(super) game: String,
    pub(super) rules: Rules,
    /// When the first step is, in the recording's seconds.
    pub(super) start: f64,
    /// Number of steps.
    pub(super) length: usize,
    pub(super) tracks: Vec<Signal>,
    moments: OnceLock<Vec<Moment>>,
}

/// A moment that stands out, and the movement around it: as if the recording were each of [`SPEEDS`] times as fast as another.
#[derive(Clone, Debug)]
pub(super) struct Moment {
    pub(super) anchor: Anchor,
    /// With sticks as recorded, and for controllers with their axes exchanged and turned round.
    pub(super) descriptors: Vec<[Option<Descriptor>; SPEEDS.len()]>,
}

impl Moment {
    /// At its own speed, as recorded.
    pub(super) fn unchanged(&self) -> Option<&Descriptor> {
        self.descriptors.first()?.get(UNCHANGED)?.as_ref()
    }
}

/// The moving things.
#[derive(Clone, Debug)]
pub(super) struct Signal {
    pub(super) name: String,
    /// How it moves, step by step: aside, up, along.
    pub(super) values: Vec<[f32; 3]>,
    /// Where it is, step by step, or how far deflected: not smoothed, and without jumps.
    pub(super) places: Vec<[f32; 3]>,
    /// Whether it is a controller: its sticks aside and up, its buttons along.
    pub(super) has_sticks: bool,
}

/// How a game's recordings are looked at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Rules {
    /// Steps a second.
    pub(super) rate: f32,
    /// Whether places are recorded, which may be turned and moved as a whole; else deflections of a controller.
    pub(super) is_place: bool,
    /// Faster than any thing moves, in units a second: it was put elsewhere.
    fastest: f32,
    /// Whether waves are taken out: no car sways at one pace all the time, but a map may have hands do so.
    is_without_waves: bool,
    /// Below this speed or deflection it is the same in proportion, above it its root.
    knee: f32,
    /// Longest time between two places of one movement, in seconds.
    longest_gap: f64,
    /// Nobody plays alike for so many seconds unless a map dictates it.
    pub(super) never_alike_for: f64,
    /// Seconds of slow movement that are compared at once: in that time what moves has moved, also where a map leaves hands to rest.
    pub(super) window: f64,
    /// How much the slow movement of a copy correlates with its original's, in every such window.
    pub(super) least_correlation: f64,
}

impl Rules {
    fn of(game: &str) -> Self {
        match game {
            "melee" => Self {
                rate: 60.0,
                is_place: false,
                fastest: f32::INFINITY,
                is_without_waves: false,
                knee: 0.3,
                longest_gap: 0.5,
                never_alike_for: 15.0,
                window: 1.0,
                least_correlation: 0.99,
            },
            "rocket-league" => Self {
                rate: 30.0,
                is_place: true,
                fastest: 5000.0,
                is_without_waves: true,
                knee: 200.0,
                longest_gap: 0.6,
                never_alike_for: 20.0,
                window: 1.0,
                least_correlation: 0.99,
            },
            _ => Self {
                rate: 60.0,
                is_place: true,
                fastest: 50.0,
                is_without_waves: false,
                knee: 0.4,
                longest_gap: 0.3,
                never_alike_for: f64::INFINITY,
                window: 2.0,
                least_correlation: 0.995,
            },
        }
    }
}

impl Motion {
    /// A recording, made ready to be compared.
    pub fn of(recording: &Recording) -> Self {
        let rules = Rules::of(&recording.game);
        let tracks = recording.tracks.iter().filter(|track| track.times.len() > 1).take(MAX_TRACKS);
        let firsts = tracks.clone().filter_map(|track| track.times.first());
        let lasts = tracks.clone().filter_map(|track| track.times.last());
        let start = firsts.copied().fold(f64::INFINITY, f64::min);
        let end = lasts.copied().fold(f64::NEG_INFINITY, f64::max);
        let seconds = (end - start).clamp(0.0, MAX_SECONDS);
        let step = 1.0 / f64::from(rules.rate);
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "limited above")]
        let length = if start.is_finite() { (seconds / step) as usize } else { 0 };
        let even = |track: &super::Track| {
            band::evened(&track.times, &track.places, (start, step, length), rules.longest_gap)
        };
        let names = tracks.clone().map(|track| track.name.clone());
        let mut moved: Vec<Vec<[f32; 3]>> = tracks.clone().map(even).collect();
        if rules.is_place {
            for places in &mut moved {
                *places = band::speeds(places, rules.rate, rules.fastest);
            }
        }
        if rules.is_without_waves {
            waves::take_out(&mut moved, rules.rate);
        }
        let signal = |(name, moved): (String, Vec<[f32; 3]>)| {
            let mut values = band::smoothed(&band::smoothed(&moved, SMOOTHED), SMOOTHED);
            band::evened_out(&mut values, rules.knee);
            band::without_drift(&mut values, DRIFT);
            let places = if rules.is_place { band::ways(&moved, rules.rate) } else { moved };
            Signal { name, values, places, has_sticks: !rules.is_place }
        };
        let tracks = names.zip(moved).map(signal).collect();
        let game = recording.game.clone();
        Self { game, rules, start, length, tracks, moments: OnceLock::new() }
    }

    /// The moments that stand out, those first that stand out farthest. More than a fingerprint has: those of a part of a recording
    /// lie closer together.
    pub(super) fn moments(&self) -> &[Moment] {
        self.moments.get_or_init(|| {
            let ways = if self.rules.is_place { &Sticks::ALL[..1] } else { &Sticks::ALL };
            let moment = |anchor| {
                let at_speeds =
                    |sticks| SPEEDS.map(|speed| Descriptor::of(self, anchor, speed, sticks));
                Moment { anchor, descriptors: ways.iter().copied().map(at_speeds).collect() }
            };
            anchors(self, MAX_MOMENTS, MARGIN).into_iter().map(moment).collect()
        })
    }

    /// A step in the recording's seconds.
    pub(super) fn seconds(&self, step: f64) -> f64 {
        self.start + step / f64::from(self.rules.rate)
    }
}
