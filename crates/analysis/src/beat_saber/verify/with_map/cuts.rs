//! Each good cut against its note: where the note was, and its effect on the cut.

use ghostreel_beatmap::flight::{NoteFlight, Rotation, Turning, Vector, is_of_game};
use ghostreel_beatmap::{Origin, Target};
use ghostreel_formats::bsor::layout::CutInfo;
use ghostreel_formats::bsor::{ANY_DIRECTION, EventType, Note};
use ghostreel_formats::core::work::Budget;

use super::super::Discrepancy;
use super::super::blade::Blade;
use super::super::cut_checks::{CutProperty, has_details};
use super::super::frames::{Frames, WatchedFrames};
use super::hit_box::{HitBox, Shape};
use super::limits;
use super::not_checked::NotChecked;
use super::play::Play;
use super::ratings::{Rated, Ratings};
use super::rule::Rule;
use super::surroundings::Surroundings;
use crate::beat_saber::Hand;

/// A cut as map and frames give it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Recomputed {
    /// The frame of play.
    pub(super) place: usize,
    /// Of the note, when it was cut.
    pub(super) center: Vector,
    /// By how much the centre may be elsewhere.
    pub(super) slack_m: f64,
    /// From the centre to the plane of the cut: above 0 on the side where its normal points.
    pub(super) distance_m: f64,
    /// Of the cut from the arrow.
    pub(super) direction_degrees: f64,
    pub(super) ratings: Ratings,
    /// Metres between the blade's way and the note's box; `None` where the blade did not move.
    pub(super) apart_m: Option<f64>,
    /// The same in the frame before, if way and speed were those of a good cut: the game would have taken it there.
    pub(super) apart_before_m: Option<f64>,
}

/// How a blade meets a note in a frame.
struct Meeting {
    /// Metres between the note's box and the box that the blade went through since the frame before; below 0 where they meet. The boxes of modifiers are smaller, and
    /// lie in this one.
    apart_m: f64,
    /// Whether way and speed are those of a good cut.
    would_be_good: bool,
}

/// The inputs of checks of cuts.
pub(super) struct CutsByMap<'c, 'v> {
    pub(super) frames: &'c Frames<'v>,
    pub(super) play: &'c Play,
    pub(super) targets: &'c [Target],
    pub(super) surroundings: &'c [Surroundings],
    pub(super) work: &'c Budget,
}

impl CutsByMap<'_, '_> {
    /// The rule by which a note is where it is, if no real file has shown it.
    pub(super) fn rule(&self, target: Option<u32>) -> Option<Rule> {
        self.surroundings.get(usize::try_from(target?).ok()?)?.rule
    }

    /// The cut of a note, as map and frames give it.
    pub(super) fn recompute(
        &self,
        note: &Note,
        target: Option<u32>,
    ) -> Result<Recomputed, NotChecked> {
        let index = target.and_then(|target| usize::try_from(target).ok());
        let known = index.and_then(|at| self.targets.get(at).zip(self.surroundings.get(at)));
        let (target, around) = known.ok_or(NotChecked::NoNote)?;
        let path = self.path(target, around).ok_or(NotChecked::Place)?;
        let slack_m = self.play.slack_m(target.time_s.into());
        if slack_m > limits::SLACK {
            return Err(NotChecked::Place);
        }
        let cut = note.cut.as_ref().filter(|cut| has_details(cut) && !note.cut_is_garbage());
        let hand = cut.map(hand_of).ok_or(NotChecked::NoDetails)?;
        let place = self.frames.at(note.head.event_time).ok_or(NotChecked::NoDetails)?;
        let (before_blade, blade) = self.frames.blades(place, hand).ok_or(NotChecked::NoDetails)?;
        let mut turning = path.turning();
        let turned = self.at(&path, &mut turning, place);
        let (center, rotation) = turned.ok_or(NotChecked::NoDetails)?;
        let forward = rotation.turn(Vector::new(0.0, 0.0, 1.0));
        let normal = blade.swept_since(before_blade).unit().ok_or(NotChecked::NoDetails)?;
        let speed = self.play.song_speed;
        let rated = Rated { frames: self.frames, work: self.work, hand, center, forward, speed };
        let ratings = rated.ratings(place).ok_or(NotChecked::NoDetails)?;
        let moved = rotation.turn_back(blade.tip_moved_since(before_blade));
        let met = self.meeting(place, hand, (center, rotation), target);
        let before = place.checked_sub(1).filter(|_| self.play.has_usual_boxes);
        let before = before.and_then(|place| {
            self.meeting(place, hand, self.at(&path, &mut turning, place)?, target)
        });
        Ok(Recomputed {
            place,
            center,
            slack_m,
            distance_m: center.minus(blade.hilt).dot(normal),
            direction_degrees: off_the_arrow(moved),
            ratings,
            apart_m: met.map(|met| met.apart_m),
            apart_before_m: before.filter(|before| before.would_be_good).map(|met| met.apart_m),
        })
    }

    /// How a blade meets a note in a frame, from where the note is then and how it is turned. `None` where the blade did not move.
    fn meeting(
        &self,
        place: usize,
        hand: Hand,
        (center, rotation): (Vector, Rotation),
        target: &Target,
    ) -> Option<Meeting> {
        let (before, now) = self.frames.blades(place, hand)?;
        let note_box = HitBox::of_note(center, rotation, self.shape(target));
        let moved = now.tip_moved_since(before);
        let is_right = target.direction == ANY_DIRECTION
            || off_the_arrow(rotation.turn_back(moved)).abs()
                <= self.play.arrow_degrees - limits::CUT_DIRECTION;
        let speed = moved.length() / (now.time - before.time);
        Some(Meeting {
            apart_m: HitBox::of_blade(before, now)?.apart(&note_box),
            would_be_good: is_right && speed >= f64::from(limits::LEAST_SPEED),
        })
    }

    /// The way of a note; `None` if it is in no line and layer of the game, or in no direction.
    fn path(&self, target: &Target, around: &Surroundings) -> Option<NoteFlight> {
        let raised_m = self.play.raised_m(target.time_s.into());
        let is_known = is_of_game(target.line, target.layer) && (0..=8).contains(&target.direction);
        is_known.then(|| NoteFlight::of(target, &around.around, raised_m))
    }

    /// Where a note is in a frame of play, and how it is turned.
    fn at(
        &self,
        path: &NoteFlight,
        turning: &mut Turning,
        place: usize,
    ) -> Option<(Vector, Rotation)> {
        let frame = self.frames.get(place)?;
        let (time_s, head) = (frame.time.into(), Vector::of(frame.head.position));
        let frames = WatchedFrames { frames: self.frames, work: self.work };
        let rotation = path.rotation(turning, &self.play.paces, &frames, place, (time_s, head));
        Some((path.center(&self.play.paces, time_s, head), rotation))
    }

    fn shape(&self, target: &Target) -> Shape {
        match target.origin {
            Origin::Link { .. } => Shape::Link,
            Origin::Note(_) if target.direction == ANY_DIRECTION => self.play.dots,
            Origin::Note(_) => Shape::Arrow,
        }
    }

    /// The discrepancies of a good cut.
    pub(super) fn compare(
        &self,
        index: usize,
        note: &Note,
        target: &Target,
        by_map: &Recomputed,
    ) -> Vec<Discrepancy> {
        let Some(cut) = &note.cut else { return Vec::new() };
        let mut off = Vec::new();
        let frame = self.frames.in_file(by_map.place);
        let mut limit = |what, by: f64, limit: f64| {
            // NaN is no measurement either.
            if by > limit || by.is_nan() {
                off.push(Discrepancy { note: index, frame, what, by });
            }
        };
        let place = limits::PLACE + by_map.slack_m + self.rounding(target);
        let recorded = f64::from(cut.cut_distance_to_center);
        limit(CutProperty::CutDistance, (recorded - by_map.distance_m.abs()).abs(), place);
        let normal = Vector::of(cut.cut_normal);
        // The point of a cut is the one of its plane that is nearest to the note's centre.
        let distance = by_map.center.minus(Vector::of(cut.cut_point)).dot(normal);
        let foot = by_map.center.minus(normal.times(distance));
        limit(CutProperty::NotePlace, foot.minus(Vector::of(cut.cut_point)).length(), place);
        if self.play.has_sides && recorded > place {
            let is_behind = cut.saber_speed.to_bits() & 1 == 1;
            let is_off = is_behind != (by_map.distance_m >= 0.0);
            limit(CutProperty::CutSide, if is_off { recorded } else { 0.0 }, place);
        }
        let deviation = f64::from(cut.cut_dir_deviation);
        let angle = between_degrees(f64::from(cut.cut_angle), deviation - 90.0);
        limit(CutProperty::CutAngle, angle, limits::CUT_ANGLE);
        // It is unknown what links record of their direction.
        if !matches!(target.origin, Origin::Link { .. }) {
            let degrees = by_map.direction_degrees;
            limit(
                CutProperty::CutDirDeviation,
                between_degrees(deviation, degrees),
                limits::CUT_DIRECTION,
            );
            if target.direction != ANY_DIRECTION {
                let beyond = degrees.abs() - self.play.arrow_degrees;
                limit(CutProperty::CutDirection, beyond, limits::CUT_DIRECTION);
            }
        }
        limit(CutProperty::CutFlags, if cut.is_good() { 0.0 } else { 1.0 }, 0.0);
        let is_other_hand = target.color != cut.saber_type;
        limit(CutProperty::SaberType, if is_other_hand { 1.0 } else { 0.0 }, 0.0);
        if note.saber_speed().is_some_and(|speed| speed < limits::LEAST_SPEED) {
            limit(CutProperty::CutFlags, 1.0, 0.0);
        }
        if let Some(apart) = by_map.apart_m {
            limit(CutProperty::OutOfReach, apart - by_map.slack_m, limits::REACH);
        }
        if let Some(apart) = by_map.apart_before_m {
            limit(CutProperty::MetBefore, -apart - by_map.slack_m, limits::MET_BEFORE);
        }
        let recorded = target.recorded_type(note.head.note_id);
        let rule = recorded.map_or(target.scoring_type, |number| target.scored_as(number)).rule();
        let Ratings { before, after } = by_map.ratings;
        let rated = |recorded: f32, by_map: f64| (f64::from(recorded).min(1.0) - by_map).abs();
        if rule.before.0 < rule.before.1 {
            limit(
                CutProperty::BeforeCutRating,
                rated(cut.before_cut_rating, before),
                limits::RATING,
            );
        }
        if rule.after.0 < rule.after.1 {
            limit(CutProperty::AfterCutRating, rated(cut.after_cut_rating, after), limits::RATING);
        }
        off
    }

    /// How far a note moves in the rounding of its time.
    fn rounding(&self, target: &Target) -> f64 {
        let speed = self.play.paces.at(target.time_s.into()).speed();
        4.0 * f64::from(target.time_s.abs()) * f64::from(f32::EPSILON) * speed
    }

    /// Of a note that was missed, how deep a blade of its colour went through it the right way before it was gone; `None` if none did.
    pub(super) fn passed(&self, note: &Note, target: Option<u32>) -> Option<(f64, usize)> {
        if note.event_type() != Some(EventType::Miss) || !self.play.has_usual_boxes {
            return None;
        }
        let index = usize::try_from(target?).ok()?;
        let (target, around) = (self.targets.get(index)?, self.surroundings.get(index)?);
        if around.rule.is_some() {
            return None;
        }
        let path = self.path(target, around)?;
        let hand = if target.color == 0 { Hand::Left } else { Hand::Right };
        let mut turning = path.turning();
        let mut deepest: Option<(f64, usize)> = None;
        for place in self.frames.from(target.time_s - 0.1)..self.frames.len() {
            let now = self.frames.get(place).filter(|_| self.work.spend(4))?;
            if now.time > target.time_s + 0.1 {
                break;
            }
            let (before, blade) = match self.frames.blades(place, hand) {
                Some(blades) if is_steady(blades) => blades,
                _ => continue,
            };
            let Some(swept) = HitBox::of_blade(before, blade) else { continue };
            let head = Vector::of(now.head.position);
            let center = path.center(&self.play.paces, now.time.into(), head);
            if center.minus(blade.hilt).length() > 1.6 {
                continue;
            }
            let (_, rotation) = self.at(&path, &mut turning, place)?;
            let way = blade.tip_moved_since(before);
            let is_right = target.direction == ANY_DIRECTION
                || off_the_arrow(rotation.turn_back(way)).abs() < self.play.arrow_degrees / 2.0;
            let is_fast =
                way.length() / (blade.time - before.time) > 2.0 * f64::from(limits::LEAST_SPEED);
            let depth = -swept.apart(&HitBox::of_note(center, rotation, self.shape(target)));
            if is_right
                && is_fast
                && depth >= limits::MISS_DEPTH
                && deepest.is_none_or(|(most, _)| depth > most)
            {
                deepest = Some((depth, place));
            }
        }
        deepest
    }
}

/// Whether a hand was seen all the way between two frames: a hand that is lost and found again goes through anything.
fn is_steady((before, now): (Blade, Blade)) -> bool {
    const MOST_SECONDS: f64 = 0.03;
    const MOST_METRES: f64 = 0.15;
    now.time - before.time < MOST_SECONDS && now.hilt.minus(before.hilt).length() < MOST_METRES
}

pub(super) fn hand_of(cut: &CutInfo) -> Hand {
    if cut.saber_type == 0 { Hand::Left } else { Hand::Right }
}

/// Degrees between the way of a saber's tip, as the note sees it, and the note's arrow. Cuts that go nearly along the note's Z have none, and
/// the game says 90.
fn off_the_arrow(moved: Vector) -> f64 {
    const ALONG: f64 = 10.0;
    if moved.z.abs() > moved.x.abs() * ALONG && moved.z.abs() > moved.y.abs() * ALONG {
        return 90.0;
    }
    let degrees = libm::atan2(moved.y, moved.x).to_degrees() + 90.0;
    if degrees > 180.0 { degrees - 360.0 } else { degrees }
}

/// The angle between two directions in degrees.
fn between_degrees(a: f64, b: f64) -> f64 {
    let apart = (a - b).abs().rem_euclid(360.0);
    apart.min(360.0 - apart)
}
