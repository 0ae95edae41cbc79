//! Observations of many cuts together: swings that are the same, timing that is too even.

use std::collections::VecDeque;

use ghostreel_formats::bsor::{EventType, View};
use ghostreel_formats::core::work::Budget;

use super::super::cut_checks::has_details;
use super::super::frames::Frames;
use super::{Observation, Observations, Observed, Part, cubic, limits};
use crate::beat_saber::Hand;
use ghostreel_beatmap::flight::Vector;

/// Places of a saber's tip around a note, from 0.15 s before it to 0.15 s after it.
const PLACES: usize = 19;
/// Seconds from place to place.
const STEP: f64 = 1.0 / 60.0;
/// At most so many frames around a note are looked at: 0.3 s of 400 frames a second, and some.
const MOST_FRAMES: usize = 128;

/// Looks at all good cuts.
pub(super) fn look(view: &View<'_>, frames: &Frames<'_>, work: &Budget, found: &mut Observations) {
    let mut timing = Timing::default();
    let mut last = [const { VecDeque::new() }; 2];
    for note in view.notes().iter().take_while(|_| work.spend(1)) {
        let is_good = note.event_type() == Some(EventType::Good) && !note.cut_is_garbage();
        let Some(cut) = note.cut.filter(|cut| is_good && has_details(cut)) else { continue };
        let Some(place) = frames.at(note.head.event_time) else { continue };
        let (event, due) = (note.head.event_time.into(), note.head.spawn_time.into());
        let frame = frames.in_file(place);
        timing.add(due - event, event, frame);
        let (hand, part) = match cut.saber_type {
            0 => (Hand::Left, Part::Left),
            _ => (Hand::Right, Part::Right),
        };
        let Some(swing) = Swing::around(due, place, hand, frames, work) else { continue };
        let Some(last) = last.get_mut(usize::from(hand == Hand::Right)) else { continue };
        if let Some(by) = swing.nearest(last, work) {
            let (what, part) = (Observed::RepeatedSwing, Some(part));
            found.add(Observation { what, part, time: event, frame, by });
        }
        if last.len() >= limits::REPEATED_AMONG {
            last.pop_front();
        }
        last.push_back(swing);
    }
    timing.judge(found);
}

/// How early cuts are.
#[derive(Default)]
struct Timing {
    count: usize,
    mean: f64,
    squares: f64,
    first: Option<(f64, Option<u32>)>,
}

impl Timing {
    fn add(&mut self, early: f64, time: f64, frame: Option<u32>) {
        self.first.get_or_insert((time, frame));
        self.count = self.count.saturating_add(1);
        #[allow(clippy::cast_precision_loss, reason = "as many as notes")]
        let count = self.count as f64;
        let off = early - self.mean;
        self.mean += off / count;
        self.squares += off * (early - self.mean);
    }

    fn judge(&self, found: &mut Observations) {
        #[allow(clippy::cast_precision_loss, reason = "as many as notes")]
        let by = (self.squares / self.count as f64).sqrt();
        let Some((time, frame)) = self.first.filter(|_| self.count >= limits::EVEN_TIMING_CUTS)
        else {
            return;
        };
        if by < limits::EVEN_TIMING {
            found.add(Observation { what: Observed::EvenTiming, part: None, time, frame, by });
        }
    }
}

/// The way of a saber's tip around a note, from where it is at the note's time.
struct Swing {
    due: f64,
    places: [Vector; PLACES],
}

impl Swing {
    /// `None` where frames are missing, or the saber hardly moved. `place`: the frame of the cut.
    fn around(
        due: f64,
        place: usize,
        hand: Hand,
        frames: &Frames<'_>,
        work: &Budget,
    ) -> Option<Self> {
        let time = |index: usize| due + STEP * (place_number(index) - place_number(PLACES / 2));
        let (start, end) = (time(0), time(PLACES.saturating_sub(1)));
        let mut first = place;
        while frames.get(first).is_some_and(|frame| f64::from(frame.time) > start) {
            first = first.checked_sub(1)?;
            if place.saturating_sub(first) > MOST_FRAMES || !work.spend(1) {
                return None;
            }
        }
        let mut tips: Vec<(f64, Vector)> = Vec::new();
        for place in (first.checked_sub(1)?..frames.len()).take(MOST_FRAMES.saturating_mul(2)) {
            if !work.spend(1) {
                return None;
            }
            let blade = frames.blade(place, hand)?;
            tips.push((blade.time, blade.tip));
            if tips.iter().rev().nth(1).is_some_and(|(time, _)| *time >= end) {
                break;
            }
        }
        let at = |time: f64| {
            let next = tips.partition_point(|(known, _)| *known <= time);
            let through = tips.get(next.checked_sub(2)?..next.checked_add(2)?)?;
            cubic::at(time, through.try_into().ok()?)
        };
        let middle = at(due)?;
        let mut places = [middle; PLACES];
        for (index, place) in places.iter_mut().enumerate() {
            *place = at(time(index))?.minus(middle);
        }
        let steps = places.windows(2).map(|pair| match pair {
            [a, b] => b.minus(*a).length(),
            _ => 0.0,
        });
        (steps.sum::<f64>() >= limits::REPEATED_WAY).then_some(Self { due, places })
    }

    /// How far the most similar one of those before is, if that is so near that one is a repetition of the other.
    fn nearest(&self, before: &VecDeque<Self>, work: &Budget) -> Option<f64> {
        let apart = before.iter().filter(|other| self.due - other.due >= limits::REPEATED_APART);
        let distances = apart.filter_map(|other| self.distance(other, work));
        distances.min_by(f64::total_cmp)
    }

    /// `None` if it is more than that of a repetition.
    fn distance(&self, other: &Self, work: &Budget) -> Option<f64> {
        let most = limits::REPEATED * limits::REPEATED * place_number(PLACES);
        let mut sum = 0.0;
        for (own, other) in self.places.iter().zip(&other.places) {
            let off = own.minus(*other);
            sum += off.dot(off);
            if !work.spend(1) || sum > most || sum.is_nan() {
                return None;
            }
        }
        Some((sum / place_number(PLACES)).sqrt())
    }
}

fn place_number(index: usize) -> f64 {
    #[allow(clippy::cast_precision_loss, reason = "at most 19")]
    let number = index as f64;
    number
}
