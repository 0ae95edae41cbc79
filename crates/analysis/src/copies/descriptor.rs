//! The movement around a moment, in a form that stays the same when a recording is turned, mirrored, moved and enlarged.

use super::signal::Signal;

/// Samples of each signal.
const SAMPLES: usize = 32;
/// Signals: up; aside, whichever side; for controllers their buttons.
const SIGNALS: usize = 3;
/// Numbers of a descriptor.
pub(super) const NUMBERS: usize = SAMPLES * SIGNALS;
/// Steps between two samples.
const SPACING: f64 = 3.75;
/// Length of a descriptor, as of a vector.
const LENGTH: f32 = 400.0;

/// Steps that a descriptor needs on both sides of its moment, at any speed.
pub(super) const MARGIN: usize = 68;
/// Speeds of a copy that are looked for: between two of them a descriptor still agrees with itself.
pub(super) const SPEEDS: [f64; 7] = [0.91, 0.94, 0.97, 1.0, 1.03, 1.06, 1.09];

/// The place of the speed 1 among them.
pub(super) const UNCHANGED: usize = SPEEDS.len() / 2;

/// How the axes of a controller's sticks may be exchanged and turned round: anybody can do that, and nothing of it is seen. Places are looked at the same way from
/// all sides, so that of them only the first counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sticks {
    AsRecorded,
    UpsideDown,
    Exchanged,
    ExchangedUpsideDown,
}

impl Sticks {
    pub(super) const ALL: [Self; 4] =
        [Self::AsRecorded, Self::UpsideDown, Self::Exchanged, Self::ExchangedUpsideDown];

    fn turned(self, [x, y, z]: [f32; 3]) -> [f32; 3] {
        match self {
            Self::AsRecorded => [x, y, z],
            Self::UpsideDown => [x, -y, z],
            Self::Exchanged => [y, x, z],
            Self::ExchangedUpsideDown => [y, -x, z],
        }
    }
}

/// The movement around a moment: whole numbers from −128 to 127, as a vector of one length.
#[derive(Clone, Debug)]
pub(super) struct Descriptor(pub(super) [i16; NUMBERS]);

/// Product of two vectors. Processors multiply and add eight numbers of 16 bits at once.
pub(super) fn product(a: &[i16; NUMBERS], b: &[i16; NUMBERS]) -> i32 {
    a.iter().zip(b).map(|(&a, &b)| i32::from(a).wrapping_mul(i32::from(b))).sum()
}

impl Descriptor {
    /// The movement around a step, in a recording that is `speed` times as fast as the one that it is to be found in. `None` if too
    /// little moves.
    pub(super) fn of(signal: &Signal, step: usize, speed: f64, sticks: Sticks) -> Option<Self> {
        let mut numbers = [0.0_f32; NUMBERS];
        let (ups, rest) = numbers.split_at_mut(SAMPLES);
        let (asides, alongs) = rest.split_at_mut(SAMPLES);
        #[allow(clippy::cast_precision_loss, reason = "small numbers")]
        let mut place = step as f64 - (SAMPLES as f64 - 1.0) / 2.0 * SPACING / speed;
        for ((up, aside), along) in ups.iter_mut().zip(asides.iter_mut()).zip(alongs.iter_mut()) {
            let [x, y, z] = sticks.turned(at(&signal.values, place)?);
            *up = y;
            if signal.has_sticks {
                *aside = x.abs();
                *along = z;
            } else {
                *aside = (x * x + z * z).sqrt();
            }
            place += SPACING / speed;
        }
        for signal in [ups, asides, alongs] {
            #[allow(clippy::cast_precision_loss, reason = "a small number")]
            let mean = signal.iter().sum::<f32>() / SAMPLES as f32;
            signal.iter_mut().for_each(|number| *number -= mean);
        }
        let length = numbers.iter().map(|number| number * number).sum::<f32>().sqrt();
        if length < 0.5 {
            return None;
        }
        #[allow(clippy::cast_possible_truncation, reason = "clamped by the cast")]
        let whole = |number: f32| i16::from((number / length * LENGTH).round_ties_even() as i8);
        Some(Self(numbers.map(whole)))
    }

    /// How much two agree: 1 the same, 0 nothing in common.
    pub(super) fn agreement(&self, other: &Self) -> f32 {
        #[allow(clippy::cast_precision_loss, reason = "it is no exact figure")]
        let sum = product(&self.0, &other.0) as f32;
        sum / (LENGTH * LENGTH)
    }
}

/// A signal between two steps.
pub(super) fn at(values: &[[f32; 3]], place: f64) -> Option<[f32; 3]> {
    if place.is_nan() || place < 0.0 {
        return None;
    }
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "not negative")]
    let step = place as usize;
    #[allow(clippy::cast_possible_truncation, clippy::cast_precision_loss, reason = "below 1")]
    let part = (place - step as f64) as f32;
    let (from, to) = (values.get(step)?, values.get(step.saturating_add(1))?);
    let [a, b, c] = *from;
    let [x, y, z] = *to;
    Some([a + (x - a) * part, b + (y - b) * part, c + (z - c) * part])
}
