//! The properties of each good cut that must follow from the frames.

use ghostreel_formats::bsor::layout::Vector3;
use ghostreel_formats::bsor::{CutInfo, EventType, Note};
use ghostreel_formats::core::work::Budget;
use serde::Serialize;

use super::Discrepancy;
use super::blade::Blade;
use super::frames::Frames;
use super::swing::{FULL_AFTER, FULL_BEFORE, Swing};
use crate::beat_saber::Hand;
use ghostreel_beatmap::flight::Vector;

/// How far a value may be from the one by the frames. Measured on real files of PC and Quest, 6,113 good cuts: 0.00003° and 0.0000004 m at
/// most for 99 of 100 cuts, where one frame earlier or later is off by degrees.
pub mod limits {
    /// Of directions, in degrees.
    pub const ANGLE: f64 = 0.01;
    /// Of places, in metres.
    pub const DISTANCE: f64 = 1e-4;
    /// Of the length of a normal, which is 1.
    pub const LENGTH: f64 = 1e-4;
    /// Of times, in seconds: none, except the rounding of a text in between.
    pub const TIME: f64 = 1e-5;
    /// Of ratings, above the most that the frames can give. The most that a real one was above is 0.0000007.
    pub const RATING: f64 = 0.01;
}

/// A property of a cut that must follow from the frames.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum CutProperty {
    /// No frame has the time of the event; by the seconds to where the nearest is.
    EventTime,
    /// `timeDeviation` is not the note's time less the event's; by seconds.
    TimeDeviation,
    /// `cutNormal` is not of unit length; by the difference.
    NormalLength,
    /// `cutNormal` is not the normal of the plane that the blade swept; by degrees.
    CutNormal,
    /// `saberDir` is not the way of the saber's tip; by degrees.
    SaberDirection,
    /// `cutPoint` is not in the plane of the cut; by metres.
    CutPoint,
    /// `beforeCutRating` is more than the saber swung; by so much.
    BeforeCutRating,
    /// `afterCutRating` is more than the saber swung; by so much.
    AfterCutRating,
    /// With the map: `cutDistanceToCenter` is not the distance of the cut's plane from the note's centre; by metres.
    CutDistance,
    /// With the map: `cutPoint` is not where the note was; by metres.
    NotePlace,
    /// With the map: the lowest bit of `saberSpeed` says the other side of the centre; by metres from it.
    CutSide,
    /// `cutAngle` is not `cutDirDeviation` less 90; by degrees.
    CutAngle,
    /// With the map: `cutDirDeviation` is not the angle between the way of the tip and the note's arrow; by degrees.
    CutDirDeviation,
    /// With the map: the note was cut the wrong way; by degrees beyond those that are allowed.
    CutDirection,
    /// The cut is good by its event, and not by what it says of speed, direction, saber or time; by 1.
    CutFlags,
    /// With the map: the note is the other saber's; by 1.
    SaberType,
    /// With the map: the blade did not meet the note; by metres.
    OutOfReach,
    /// With the map: the blade met the note in the frame before, in the way and as fast as a good cut is; by the metres that it was inside.
    MetBefore,
}

impl CutProperty {
    /// The value of the file that is off, as the specification calls it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::EventTime => "eventTime",
            Self::TimeDeviation => "timeDeviation",
            Self::NormalLength => "the length of cutNormal",
            Self::CutNormal => "cutNormal",
            Self::SaberDirection => "saberDir",
            Self::CutPoint => "cutPoint",
            Self::BeforeCutRating => "beforeCutRating",
            Self::AfterCutRating => "afterCutRating",
            Self::CutDistance => "cutDistanceToCenter",
            Self::NotePlace => "the place of the note, by cutPoint,",
            Self::CutSide => "the side in saberSpeed",
            Self::CutAngle => "cutAngle",
            Self::CutDirDeviation => "cutDirDeviation",
            Self::CutDirection => "the way of the cut",
            Self::CutFlags => "speedOK, directionOK, saberTypeOK or wasCutTooSoon",
            Self::SaberType => "saberType",
            Self::OutOfReach => "the blade's way to the note",
            Self::MetBefore => "the blade's way in the frame before",
        }
    }
}

/// Checks cuts, and counts what would explain those that are off.
pub(super) struct CutChecks<'f, 'v> {
    frames: &'f Frames<'v>,
    work: &'f Budget,
    /// Good cuts without recorded details.
    pub(super) without_details: usize,
    without_frame: usize,
    fit_other_hand: usize,
    turned: usize,
    rated_too_high: usize,
}

impl<'f, 'v> CutChecks<'f, 'v> {
    pub(super) const fn new(frames: &'f Frames<'v>, work: &'f Budget) -> Self {
        Self {
            frames,
            work,
            without_details: 0,
            without_frame: 0,
            fit_other_hand: 0,
            turned: 0,
            rated_too_high: 0,
        }
    }

    /// The discrepancies of a note; `None` if it is no good cut, or nothing of it can be checked.
    pub(super) fn check(&mut self, index: usize, note: &Note) -> Option<Vec<Discrepancy>> {
        if note.event_type() != Some(EventType::Good) {
            return None;
        }
        if note.cut_is_garbage() {
            let off =
                Discrepancy { note: index, frame: None, what: CutProperty::CutFlags, by: 1.0 };
            // One old version that recorded no types of notes left links of chains uninitialised.
            let is_forged = note.cut.is_some_and(|cut| cut.has_impossible_flags());
            return (is_forged && note.id().scoring_type != 0).then(|| vec![off]);
        }
        let Some(cut) = note.cut.as_ref().filter(|cut| has_details(cut)) else {
            self.without_details = self.without_details.saturating_add(1);
            return None;
        };
        let time = note.head.event_time;
        let early = f64::from(note.head.spawn_time) - f64::from(time);
        let mut checks = NoteChecks { note: index, frame: None, off: Vec::new() };
        checks.limit(CutProperty::TimeDeviation, (early - f64::from(cut.time_deviation)).abs(), {
            // The game takes the difference in single precision.
            limits::TIME.max(f64::from(note.head.spawn_time.abs()) * f64::from(f32::EPSILON))
        });
        let normal = Vector::of(cut.cut_normal);
        checks.limit(CutProperty::NormalLength, (normal.length() - 1.0).abs(), limits::LENGTH);
        let Some(place) = self.frames.at(time) else {
            if self.frames.len() == 0 {
                return None;
            }
            self.without_frame = self.without_frame.saturating_add(1);
            checks.limit(CutProperty::EventTime, self.frames.seconds_to_nearest(time), 0.0);
            return Some(checks.off);
        };
        checks.frame = self.frames.in_file(place);
        let hand = if cut.saber_type == 0 { Hand::Left } else { Hand::Right };
        let Some((before, now)) = self.frames.blades(place, hand) else { return Some(checks.off) };
        if checks.plane(cut, before, now) {
            let other = if hand == Hand::Left { Hand::Right } else { Hand::Left };
            let fits = self.frames.blades(place, other).is_some_and(|(before, now)| {
                now.swept_since(before).angle_to(normal).is_some_and(|by| by <= limits::ANGLE)
            });
            match fits {
                true => self.fit_other_hand = self.fit_other_hand.saturating_add(1),
                false => self.turned = self.turned.saturating_add(1),
            }
        }
        let swing = Swing { frames: self.frames, work: self.work, hand, normal, time: time.into() };
        let most = (swing.most_before(place) / FULL_BEFORE, swing.most_after(place) / FULL_AFTER);
        let above = |rating: f32, most: f64| f64::from(rating) - most;
        checks.limit(
            CutProperty::BeforeCutRating,
            above(cut.before_cut_rating, most.0),
            limits::RATING,
        );
        checks.limit(
            CutProperty::AfterCutRating,
            above(cut.after_cut_rating, most.1),
            limits::RATING,
        );
        if let [
            Discrepancy {
                what: CutProperty::BeforeCutRating | CutProperty::AfterCutRating, ..
            },
            ..,
        ] = checks.off[..]
        {
            self.rated_too_high = self.rated_too_high.saturating_add(1);
        }
        Some(checks.off)
    }

    /// An explanation of most of so many cuts that are off.
    pub(super) fn suggests(&self, notes_off: usize) -> Option<&'static str> {
        let most = |count: usize| count.saturating_mul(2) > notes_off;
        if most(self.without_frame) {
            Some("The frames are of other times than the cuts: resampled, shifted or sped up.")
        } else if most(self.fit_other_hand) {
            Some("The hands are swapped.")
        } else if most(self.rated_too_high) {
            Some("Swings were rated higher than they were: the score was changed.")
        } else if most(self.turned) {
            Some(
                "Cuts and poses are not of one play: poses were changed, by smoothing for example, or cuts were added.",
            )
        } else {
            None
        }
    }
}

/// Whether it says how the saber moved. A replay that was converted from a format without that has nothing there, and in a broken
/// period one of each two records of a note has not either.
pub(super) fn has_details(cut: &CutInfo) -> bool {
    let is_zero = |v: Vector3| [v.x, v.y, v.z].iter().all(|part| *part == 0.0);
    cut.saber_speed != 0.0 || !is_zero(cut.saber_dir) || !is_zero(cut.cut_point)
}

/// The discrepancies of one note.
struct NoteChecks {
    note: usize,
    frame: Option<u32>,
    off: Vec<Discrepancy>,
}

impl NoteChecks {
    fn limit(&mut self, what: CutProperty, by: f64, limit: f64) {
        // NaN is no measurement either.
        if by > limit || by.is_nan() {
            self.off.push(Discrepancy { note: self.note, frame: self.frame, what, by });
        }
    }

    /// Compares a cut with the blade that made it, and says whether its plane is off.
    fn plane(&mut self, cut: &CutInfo, before: Blade, now: Blade) -> bool {
        let normal = Vector::of(cut.cut_normal);
        let angle = now.swept_since(before).angle_to(normal);
        if let Some(by) = angle {
            self.limit(CutProperty::CutNormal, by, limits::ANGLE);
        }
        if let Some(by) = now.tip_moved_since(before).angle_to(Vector::of(cut.saber_dir)) {
            self.limit(CutProperty::SaberDirection, by, limits::ANGLE);
        }
        let aside = Vector::of(cut.cut_point).minus(now.hilt).dot(normal).abs();
        self.limit(CutProperty::CutPoint, aside, limits::DISTANCE);
        angle.is_some_and(|by| by > limits::ANGLE)
    }
}
