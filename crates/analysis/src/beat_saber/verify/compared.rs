//! A cut as the file has it beside one from its frames, to be drawn.

use ghostreel_formats::bsor::View;
use serde::Serialize;

use super::blade::Blade;
use super::frames::Frames;
use crate::beat_saber::Hand;
use ghostreel_beatmap::flight::Vector;

/// Frames before and after the cut whose blades are drawn: a fifth of a second of most headsets.
const FRAMES_AROUND: usize = 18;

/// A point or direction, x, y and z, in the game's axes.
pub type Vec3 = [f64; 3];

/// A cut as the file has it, and as it follows from the frames.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ComparedCut {
    /// Which note of the file, from 0.
    pub note: usize,
    /// When it was cut, in seconds.
    pub time: f64,
    /// The hand that cut it.
    pub hand: Hand,
    /// As the file has it.
    pub recorded: CutPlane,
    /// As the frame of the cut gives it, or the nearest; `None` if the blade did not move there.
    pub recomputed: Option<CutPlane>,
    /// Hilt and tip of the blade in the frames around, in order.
    pub blades: Vec<[Vec3; 2]>,
}

/// The plane of a cut.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CutPlane {
    /// A point in it: where the blade met the note.
    pub point: Vec3,
    /// Of unit length, unless the file has another.
    pub normal: Vec3,
    /// The way of the saber's tip, of unit length; zero if it did not move.
    pub direction: Vec3,
}

/// Compares the cut of a note with its frames. `None` if the note has no cut, or there are no frames.
pub fn compared_cut(view: &View<'_>, note: usize) -> Option<ComparedCut> {
    let row = view.notes().get(note)?;
    let cut = row.cut?;
    let frames = Frames::of(view);
    let place = frames.nearest(row.head.event_time)?;
    let hand = if cut.saber_type == 0 { Hand::Left } else { Hand::Right };
    let point = Vector::of(cut.cut_point);
    let recomputed =
        frames.blades(place, hand).and_then(|(before, now)| recomputed(before, now, point));
    let from = place.saturating_sub(FRAMES_AROUND);
    let around = from..place.saturating_add(FRAMES_AROUND).saturating_add(1);
    let blades = around.map_while(|place| frames.blade(place, hand));
    Some(ComparedCut {
        note,
        time: row.head.event_time.into(),
        hand,
        recorded: CutPlane {
            point: triple(point),
            normal: triple(Vector::of(cut.cut_normal)),
            direction: triple(unit(Vector::of(cut.saber_dir))),
        },
        recomputed,
        blades: blades.map(|blade| [triple(blade.hilt), triple(blade.tip)]).collect(),
    })
}

/// The plane that a blade swept, with the point in it that is nearest to the recorded one.
fn recomputed(before: Blade, now: Blade, recorded: Vector) -> Option<CutPlane> {
    let normal = now.swept_since(before);
    let length = normal.length();
    if length.is_nan() || length <= 0.0 {
        return None;
    }
    let normal = normal.times(1.0 / length);
    let aside = recorded.minus(now.hilt).dot(normal);
    Some(CutPlane {
        point: triple(recorded.minus(normal.times(aside))),
        normal: triple(normal),
        direction: triple(unit(now.tip_moved_since(before))),
    })
}

fn unit(direction: Vector) -> Vector {
    let length = direction.length();
    if length > 0.0 { direction.times(1.0 / length) } else { direction }
}

const fn triple(vector: Vector) -> Vec3 {
    [vector.x, vector.y, vector.z]
}
