//! How far a saber swung before and after a cut, as the game counts it: with the map it is known where the note's middle was.

use ghostreel_formats::core::work::Budget;

use super::super::blade::Blade;
use super::super::frames::Frames;
use super::super::swing::{FULL_AFTER, FULL_BEFORE, weight_of};
use crate::beat_saber::Hand;
use ghostreel_beatmap::flight::Vector;

/// Seconds before and after a cut that count, by the clock.
const SECONDS: f64 = 0.4;
/// At most so many frames on each side of a cut are looked at.
const MOST_FRAMES: usize = 256;

/// How far a saber swung: 1 is in full, and more counts as 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Ratings {
    pub(super) before: f64,
    pub(super) after: f64,
}

/// A cut whose swing is rated.
pub(super) struct Rated<'f, 'v> {
    pub(super) frames: &'f Frames<'v>,
    pub(super) work: &'f Budget,
    pub(super) hand: Hand,
    /// Of the note, when it was cut.
    pub(super) center: Vector,
    /// Where the note faced.
    pub(super) forward: Vector,
    /// Seconds of the song in one by the clock.
    pub(super) speed: f64,
}

impl Rated<'_, '_> {
    /// Of the cut in a frame; `None` if there is no frame before it.
    pub(super) fn ratings(&self, place: usize) -> Option<Ratings> {
        let (mut last, first) = self.frames.blades(place, self.hand)?;
        let normal = first.swept_since(last);
        // The plane of the note's middle, at right angles to that of the cut: where the swing before ends and the one after begins.
        let middle = normal.unit()?.cross(self.forward);
        let side = |blade: Blade| blade.tip.minus(self.center).dot(middle);
        let mut before = self.before(place, degrees(last, first));
        let (mut after, mut since, mut is_over) = (0.0, first.time, false);
        for at in (place..self.frames.len()).take(MOST_FRAMES).take_while(|_| self.work.spend(1)) {
            let Some(now) = self.frames.blade(at, self.hand) else { break };
            if now.time - since > SECONDS * self.speed {
                break;
            }
            let (from, to) = (side(last), side(now));
            if !is_over && (from > 0.0) != (to > 0.0) {
                let share = from / (from - to);
                let tip = last.tip.plus(now.tip.minus(last.tip).times(share));
                let along = tip.minus(last.hilt.plus(now.hilt).times(0.5));
                let part = |blade: Blade| along.angle_to(blade.along()).unwrap_or(0.0);
                before = self.before(at, part(last));
                (after, since, is_over) = (part(now) / FULL_AFTER, now.time, true);
            } else {
                let off = now.swept_since(last).angle_to(normal).unwrap_or(0.0);
                let Some(weight) = weight_of(off) else { break };
                after += degrees(last, now) * weight / FULL_AFTER;
            }
            last = now;
        }
        Some(Ratings { before: before.min(1.0), after: after.min(1.0) })
    }

    /// The rating of a swing until a frame; its last part is so many degrees.
    fn before(&self, place: usize, last_part: f64) -> f64 {
        let mut rating = last_part / FULL_BEFORE;
        let Some((mut last, end)) = self.frames.blades(place, self.hand) else { return rating };
        let normal = end.swept_since(last);
        let mut seen = end.time;
        for at in
            (0..place.saturating_sub(1)).rev().take(MOST_FRAMES).take_while(|_| self.work.spend(1))
        {
            if rating >= 1.0 || end.time - seen >= SECONDS * self.speed {
                break;
            }
            let Some(before) = self.frames.blade(at, self.hand) else { break };
            let off = last.swept_since(before).angle_to(normal).unwrap_or(0.0);
            let Some(weight) = weight_of(off) else { break };
            rating += degrees(before, last) * weight / FULL_BEFORE;
            (seen, last) = (last.time, before);
        }
        rating
    }
}

/// Degrees that a blade turned between two frames.
fn degrees(before: Blade, now: Blade) -> f64 {
    now.along().angle_to(before.along()).unwrap_or(0.0)
}
