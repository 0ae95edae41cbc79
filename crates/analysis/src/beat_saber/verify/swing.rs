//! How far a saber swung around a cut, in the plane of the cut.

use ghostreel_formats::core::work::Budget;

use super::blade::Blade;
use super::frames::Frames;
use crate::beat_saber::Hand;
use ghostreel_beatmap::flight::Vector;

/// Degrees off the plane of the cut up to which a part of a swing counts in full.
const FULL: f64 = 75.0;
/// Degrees off the plane of the cut at which a swing ends.
const END: f64 = 90.0;
/// At most so many frames on each side of a cut are looked at: 0.6 s of 400 frames a second.
const MOST_FRAMES: usize = 256;

/// A swing counts up to 0.4 s from the cut, by the clock: 0.6 s of a song that is played 1.5 × as fast, and some for the frame in which
/// it ends.
const SECONDS: f64 = 0.65;
/// The swing before a cut ends where the saber's tip passes the note's middle, which only a map says exactly. In real files that is at most
/// six frames after the one of the cut.
const FRAMES_TO_MIDDLE: usize = 8;
/// Degrees of a full swing before a cut.
pub(in crate::beat_saber) const FULL_BEFORE: f64 = 100.0;
/// Degrees of a full swing after a cut.
pub(in crate::beat_saber) const FULL_AFTER: f64 = 60.0;

/// The cut that a swing is about.
pub(super) struct Swing<'f, 'v> {
    pub(super) frames: &'f Frames<'v>,
    /// A unit for each frame that is looked at.
    pub(super) work: &'f Budget,
    pub(super) hand: Hand,
    /// Of the plane of the cut.
    pub(super) normal: Vector,
    pub(super) time: f64,
}

impl Swing<'_, '_> {
    /// The most degrees that can count as swung before a cut in a frame.
    pub(super) fn most_before(&self, place: usize) -> f64 {
        self.until(place) + self.since(place, FRAMES_TO_MIDDLE)
    }

    /// The most degrees that can count as swung after a cut in a frame.
    pub(super) fn most_after(&self, place: usize) -> f64 {
        let Some((before, now)) = self.frames.blades(place, self.hand) else { return 0.0 };
        self.part(before, now).unwrap_or(0.0) + self.since(place, MOST_FRAMES)
    }

    /// Adds up what was swung until a frame, from where the swing began.
    fn until(&self, place: usize) -> f64 {
        let places = (0..place).rev();
        self.degrees(place, places, |now, before| self.part(before, now))
    }

    /// Adds up what is swung from a frame on, in so many frames, until the swing is over.
    fn since(&self, place: usize, most: usize) -> f64 {
        let places = (place.saturating_add(1)..self.frames.len()).take(most);
        self.degrees(place, places, |before, now| self.part(before, now))
    }

    /// Adds up the parts of a swing between each frame and the next that is looked at, until one is no part of it.
    fn degrees(
        &self,
        start: usize,
        places: impl Iterator<Item = usize>,
        part: impl Fn(Blade, Blade) -> Option<f64>,
    ) -> f64 {
        let Some(mut last) = self.frames.blade(start, self.hand) else { return 0.0 };
        let mut sum = 0.0;
        for place in places.take(MOST_FRAMES).take_while(|_| self.work.spend(1)) {
            let Some(next) = self.frames.blade(place, self.hand) else { break };
            let Some(degrees) = part(last, next) else { break };
            sum += degrees;
            last = next;
        }
        sum
    }

    /// The degrees between two frames that count; `None` where the swing is over.
    fn part(&self, before: Blade, now: Blade) -> Option<f64> {
        let weight = self.weight(before, now).filter(|_| (now.time - self.time).abs() <= SECONDS);
        Some(weight? * now.along().angle_to(before.along()).unwrap_or(0.0))
    }

    /// How much a part of a swing counts; `None` where the swing is over.
    fn weight(&self, before: Blade, now: Blade) -> Option<f64> {
        // A hand that stands still swings in no plane.
        let Some(off) = now.swept_since(before).angle_to(self.normal) else { return Some(0.0) };
        weight_of(off)
    }
}

/// How much a part of a swing counts that is so many degrees off the plane of the cut; `None` where the swing is over.
pub(super) fn weight_of(off: f64) -> Option<f64> {
    (off < END).then(|| ((END - off) / (END - FULL)).min(1.0))
}
