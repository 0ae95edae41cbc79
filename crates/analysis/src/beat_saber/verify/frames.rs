//! The frames of play, found by their times.

use ghostreel_beatmap::flight::{Heads, Vector};
use ghostreel_formats::bsor::{Frame, Records, View};
use ghostreel_formats::core::work::Budget;

use super::blade::Blade;
use crate::beat_saber::Hand;

/// The frames that were recorded in play: those with time 0, those in which time has not moved on, and those without a pose are left
/// out.
pub(super) struct Frames<'v> {
    records: Records<'v, Frame>,
    /// Where they are in the file.
    played: Vec<u32>,
    /// The bits of each one's time, and which of `played` it is, sorted.
    times: Vec<(u32, u32)>,
}

impl<'v> Frames<'v> {
    pub(super) fn of(view: &'v View<'_>) -> Self {
        let records = view.frames();
        let mut played = Vec::new();
        let mut times = Vec::new();
        let mut previous = None;
        for (index, frame) in (0_u32..).zip(records.iter()) {
            if frame.is_playable(previous) {
                let place = u32::try_from(played.len()).unwrap_or(u32::MAX);
                times.push((frame.time.to_bits(), place));
                played.push(index);
            }
            previous = Some(frame.time);
        }
        times.sort_unstable();
        Self { records, played, times }
    }

    pub(super) fn len(&self) -> usize {
        self.played.len()
    }

    /// The first frame of just that time, bit for bit.
    pub(super) fn at(&self, time: f32) -> Option<usize> {
        let bits = time.to_bits();
        let found = self.times.partition_point(|(known, _)| *known < bits);
        let (known, place) = self.times.get(found)?;
        (*known == bits).then(|| usize::try_from(*place).ok()).flatten()
    }

    /// The frame that is nearest to a time, if the times are in order.
    pub(super) fn nearest(&self, time: f32) -> Option<usize> {
        let found = self.times.partition_point(|(known, _)| *known < time.to_bits());
        let neighbours = self.times.iter().skip(found.saturating_sub(1)).take(2);
        let apart = |bits: u32| (f64::from(f32::from_bits(bits)) - f64::from(time)).abs();
        let nearest = neighbours.min_by(|(a, _), (b, _)| apart(*a).total_cmp(&apart(*b)))?;
        usize::try_from(nearest.1).ok()
    }

    /// From a time to that of the nearest frame, if the times are in order.
    pub(super) fn seconds_to_nearest(&self, time: f32) -> f64 {
        let nearest = self.nearest(time).and_then(|place| self.get(place));
        nearest.map_or(f64::INFINITY, |frame| (f64::from(frame.time) - f64::from(time)).abs())
    }

    /// Where a frame of play is in the file.
    pub(super) fn in_file(&self, place: usize) -> Option<u32> {
        self.played.get(place).copied()
    }

    /// The time of a frame of play.
    pub(super) fn time(&self, place: usize) -> Option<f32> {
        self.get(place).map(|frame| frame.time)
    }

    /// The first frame of play that is not before a time, if the times are in order.
    pub(super) fn from(&self, time: f32) -> usize {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = low.midpoint(high);
            match self.time(middle) {
                Some(found) if found < time => low = middle.saturating_add(1),
                _ => high = middle,
            }
        }
        low
    }

    /// A frame of play.
    pub(super) fn get(&self, place: usize) -> Option<Frame> {
        self.records.get(usize::try_from(self.in_file(place)?).ok()?)
    }

    /// The blade of a hand in a frame of play.
    pub(super) fn blade(&self, place: usize, hand: Hand) -> Option<Blade> {
        let frame = self.get(place)?;
        let pose = match hand {
            Hand::Left => &frame.left,
            Hand::Right => &frame.right,
        };
        Some(Blade::of(pose, frame.time.into()))
    }

    /// The blade of a hand in a frame of play, and in the one before.
    pub(super) fn blades(&self, place: usize, hand: Hand) -> Option<(Blade, Blade)> {
        Some((self.blade(place.checked_sub(1)?, hand)?, self.blade(place, hand)?))
    }
}

/// Frames of play; a budget limits how many are looked at.
pub(super) struct WatchedFrames<'f, 'v> {
    pub(super) frames: &'f Frames<'v>,
    pub(super) work: &'f Budget,
}

impl Heads for WatchedFrames<'_, '_> {
    fn time_s(&self, place: usize) -> Option<f64> {
        self.frames.time(place).map(f64::from)
    }

    fn head(&self, place: usize) -> Option<(f64, Vector)> {
        let frame = self.frames.get(place).filter(|_| self.work.spend(1))?;
        Some((frame.time.into(), Vector::of(frame.head.position)))
    }
}
