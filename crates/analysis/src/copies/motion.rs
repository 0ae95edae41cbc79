//! A recording on an even clock, as it is compared.

use std::sync::OnceLock;

use super::anchors::{Anchor, anchors};
use super::band::{self, Clock};
use super::descriptor::{Descriptor, MARGIN, SPEEDS, Sticks, UNCHANGED};
use super::recording::{Recording, Track};
use super::rules::Rules;
use super::signal::Signal;
use super::waves::Swaying;
use crate::compared_game;

/// Longer recordings are compared up to here. Nobody plays for so long without a break.
const MAX_SECONDS: f64 = 2.0 * 3600.0;
/// More things than any game moves.
const MAX_TRACKS: usize = 16;
/// Moments that are looked at.
const MAX_MOMENTS: usize = 320;

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

impl Motion {
    /// A recording, made ready to be compared; `None` if its game declares no thresholds.
    pub fn of(recording: &Recording) -> Option<Self> {
        let rules = compared_game(&recording.game)?.rules;
        let tracks = recording.tracks.iter().filter(|track| track.times.len() > 1).take(MAX_TRACKS);
        let firsts = tracks.clone().filter_map(|track| track.times.first());
        let lasts = tracks.clone().filter_map(|track| track.times.last());
        let start = firsts.copied().fold(f64::INFINITY, f64::min);
        let end = lasts.copied().fold(f64::NEG_INFINITY, f64::max);
        let seconds = (end - start).clamp(0.0, MAX_SECONDS);
        let step = 1.0 / f64::from(rules.rate);
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "limited above")]
        let length = if start.is_finite() { (seconds / step) as usize } else { 0 };
        let clock = Clock { start, rate: rules.rate, length, longest_gap: rules.longest_gap };
        let tracks: Vec<&Track> = tracks.collect();
        let even = |track: &&Track| {
            if rules.is_place {
                band::speeds(&track.times, &track.places, clock, rules.fastest)
            } else {
                band::evened(&track.times, &track.places, clock).0
            }
        };
        let mut moved: Vec<Vec<[f32; 3]>> = tracks.iter().map(even).collect();
        let waves = if rules.is_without_waves {
            Swaying { tracks: &tracks, clock }.take_out_all(&mut moved, rules.knee)
        } else {
            vec![Vec::new(); tracks.len()]
        };
        let signal = |((track, moved), waves): ((&Track, Vec<[f32; 3]>), _)| {
            let values = band::compared(&moved, rules.knee);
            let places = if rules.is_place { band::ways(&moved, rules.rate) } else { moved };
            Signal { name: track.name.clone(), values, places, waves, has_sticks: !rules.is_place }
        };
        let tracks = tracks.into_iter().zip(moved).zip(waves).map(signal).collect();
        let game = recording.game.clone();
        Some(Self { game, rules, start, length, tracks, moments: OnceLock::new() })
    }

    /// The moments that stand out, those first that stand out farthest. More than a fingerprint has: those of a part of a recording
    /// lie closer together.
    pub(super) fn moments(&self) -> &[Moment] {
        self.moments.get_or_init(|| {
            let ways = if self.rules.is_place { &Sticks::ALL[..1] } else { &Sticks::ALL };
            let moment = |anchor: Anchor| {
                let signal = self.tracks.get(anchor.track);
                let at_speeds = |sticks| {
                    SPEEDS.map(|speed| Descriptor::of(signal?, anchor.step, speed, sticks))
                };
                Moment { anchor, descriptors: ways.iter().copied().map(at_speeds).collect() }
            };
            anchors(&self.tracks, MAX_MOMENTS, MARGIN).into_iter().map(moment).collect()
        })
    }

    /// A step in the recording's seconds.
    pub(super) fn seconds(&self, step: f64) -> f64 {
        self.start + step / f64::from(self.rules.rate)
    }
}
