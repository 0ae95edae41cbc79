//! A play note by note: each as recorded, and as map and frames give it.

use ghostreel_beatmap::Target;
use ghostreel_formats::bsor::scoring::{CutScore, note_score};
use ghostreel_formats::bsor::{EventType, Note};
use serde::Serialize;

use super::super::cut_checks::CutProperty;
use super::cuts::Recomputed;
use super::not_checked::NotChecked;

/// A note: as recorded, and as map and frames give it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ExplainedNote {
    /// Which note of the file, from 0; `None` if the map has it and the file has not.
    pub note: Option<usize>,
    /// When it is due, in seconds of the song.
    pub time: f32,
    /// Its id in the file; that of the map for one which is missing.
    pub note_id: i32,
    /// Its outcome: `good`, `bad`, `miss`, `bomb`, `missing`, or `unknown`.
    pub event: &'static str,
    /// Points as recorded, before the multiplier.
    pub recorded: i32,
    /// Points by map and frames; as recorded where they were not recomputed.
    pub recomputed: i32,
    /// The parts of both, where both are known; also of cuts that are not checked.
    pub parts: Option<ExplainedParts>,
    /// Why it was not checked.
    pub not_checked: Option<NotChecked>,
    /// Its discrepancies.
    pub off: Vec<CutProperty>,
}

/// The worth of a cut and why, as recorded and as recomputed.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ExplainedParts {
    /// Points for the swing before, for the one after, and for the distance.
    pub recorded_points: [i32; 3],
    /// The same as recomputed.
    pub points: [i32; 3],
    /// `cutDistanceToCenter`, in metres: as recorded, and as recomputed.
    pub distance: [f64; 2],
    /// `cutDirDeviation`, in degrees: as recorded, and as recomputed.
    pub direction: [f64; 2],
    /// Ratings of the swing before, up to 1.
    pub before: [f64; 2],
    /// Ratings of the swing after, up to 1.
    pub after: [f64; 2],
    /// Seconds from the note's time, above 0 when early.
    pub early: f64,
    /// Metres between the blade's way and the note's box; below 0 where they meet.
    pub apart: Option<f64>,
    /// The same in the frame before, if way and speed were those of a good cut: the game takes a cut in the first frame in which all of that is so.
    pub apart_before: Option<f64>,
}

impl ExplainedNote {
    /// Whether map and frames give it as it is recorded, as far as that is known.
    pub fn is_as_recorded(&self) -> bool {
        let is_in_both = self.note.is_some() && self.not_checked != Some(NotChecked::NoNote);
        is_in_both && self.recorded == self.recomputed && self.off.is_empty()
    }

    /// The parts of its points, as recorded → as recomputed, or why they are unknown; empty where there is nothing to say.
    pub fn why(&self) -> String {
        let not_checked = match self.not_checked {
            Some(NotChecked::NoNote) => "not in the map".to_owned(),
            Some(why) => format!("not checked: {}", why.name()),
            None => String::new(),
        };
        let Some(parts) = &self.parts else { return not_checked };
        let not_checked = if not_checked.is_empty() { not_checked } else { not_checked + "; " };
        let [[a, b, c], [d, e, f]] = [parts.recorded_points, parts.points];
        let [from, to] = parts.distance;
        let [angle, angle_by_map] = parts.direction;
        format!(
            "{not_checked}before {a} → {d}, after {b} → {e}, distance {c} → {f} ({from:.3} m → {to:.3} m), {angle:.1}° → {angle_by_map:.1}°"
        )
    }

    pub(super) fn missing(time: f32, note_id: i32) -> Self {
        Self {
            note: None,
            time,
            note_id,
            event: "missing",
            recorded: 0,
            recomputed: 0,
            parts: None,
            not_checked: None,
            off: Vec::new(),
        }
    }

    pub(super) fn of(
        index: usize,
        note: &Note,
        target: Option<&Target>,
        by_map: Option<&Recomputed>,
        not_checked: Option<NotChecked>,
        recomputed: &Note,
        off: Vec<CutProperty>,
    ) -> Self {
        let recorded = note_score(note, note.id());
        let points = note_score(recomputed, recomputed.id());
        let is_good = note.event_type() == Some(EventType::Good);
        let is_in_map = target.is_some() || note.event_type() == Some(EventType::Bomb);
        Self {
            note: Some(index),
            time: note.head.spawn_time,
            note_id: note.head.note_id,
            event: match note.event_type() {
                Some(EventType::Good) => "good",
                Some(EventType::Bad) => "bad",
                Some(EventType::Miss) => "miss",
                Some(EventType::Bomb) => "bomb",
                None => "unknown",
            },
            recorded: recorded.total(),
            recomputed: if is_in_map { points.total() } else { 0 },
            parts: by_map.and_then(|by_map| parts(note, by_map, recorded, points)),
            not_checked: not_checked
                .map(|why| if is_in_map { why } else { NotChecked::NoNote })
                .filter(|_| is_good),
            off,
        }
    }
}

fn parts(
    note: &Note,
    by_map: &Recomputed,
    recorded: CutScore,
    points: CutScore,
) -> Option<ExplainedParts> {
    let cut = note.cut?;
    let of = |score: CutScore| [score.before, score.after, score.distance];
    let up_to_one = |rating: f32| f64::from(rating).min(1.0);
    Some(ExplainedParts {
        recorded_points: of(recorded),
        points: of(points),
        distance: [cut.cut_distance_to_center.into(), by_map.distance_m.abs()],
        direction: [cut.cut_dir_deviation.into(), by_map.direction_degrees],
        before: [up_to_one(cut.before_cut_rating), by_map.ratings.before],
        after: [up_to_one(cut.after_cut_rating), by_map.ratings.after],
        early: f64::from(note.head.spawn_time) - f64::from(note.head.event_time),
        apart: by_map.apart_m,
        apart_before: by_map.apart_before_m,
    })
}

/// A note with the numbers that map and frames give: a good cut that met no note, or cut it the wrong way, is a bad one.
pub(super) fn as_recomputed(note: &Note, by_map: &Recomputed, off: &[CutProperty]) -> Note {
    let Some(mut cut) = note.cut.filter(|_| note.event_type() == Some(EventType::Good)) else {
        return *note;
    };
    let mut recomputed = *note;
    let is_off = |what: CutProperty| off.contains(&what);
    if is_off(CutProperty::OutOfReach)
        || is_off(CutProperty::SaberType)
        || is_off(CutProperty::CutDirection)
    {
        // It met no note, or cut it the wrong way.
        recomputed.head.event_type = EventType::Bad as i32;
        return recomputed;
    }
    #[allow(clippy::cast_possible_truncation, reason = "as the file has numbers")]
    let single = |value: f64| value as f32;
    cut.cut_distance_to_center = single(by_map.distance_m.abs());
    cut.before_cut_rating = single(by_map.ratings.before);
    cut.after_cut_rating = single(by_map.ratings.after);
    recomputed.cut = Some(cut);
    recomputed
}

/// A note with the lower points of both: as recorded, and as map and frames give it.
pub(super) fn the_lower(recorded: Note, recomputed: &Note) -> Note {
    let (Some(mut cut), Some(by_map)) = (recorded.cut, recomputed.cut) else { return *recomputed };
    if recomputed.event_type() != Some(EventType::Good) {
        return *recomputed;
    }
    cut.before_cut_rating = cut.before_cut_rating.min(by_map.before_cut_rating);
    cut.after_cut_rating = cut.after_cut_rating.min(by_map.after_cut_rating);
    cut.cut_distance_to_center = cut.cut_distance_to_center.max(by_map.cut_distance_to_center);
    Note { cut: Some(cut), ..recorded }
}
