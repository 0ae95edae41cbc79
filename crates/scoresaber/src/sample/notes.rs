//! The notes of a play as the plugin records them.

use ghostreel_bsor as bsor;
use ghostreel_bsor::layout::{Quaternion, Vector3};

use crate::layout::{NoteCut, NoteHead, NoteKind, NotePlace, NoteV2, NoteV3};
use crate::recording::Notes;
use crate::version::RecordForm;

/// The game's number for bombs, which are cut in no direction.
const NO_DIRECTION: i32 = 9;

pub(super) fn notes(play: &bsor::Replay, form: RecordForm) -> Notes {
    let all = play.notes.iter().map(note);
    match form {
        RecordForm::V2 => {
            Notes::V2(all.map(|NoteV3 { head, cut, .. }| NoteV2 { head, cut }).collect())
        }
        RecordForm::V3 => Notes::V3(all.collect()),
    }
}

fn note(note: bsor::Note) -> NoteV3 {
    let id = note.id();
    let is_bomb = note.event_type() == Some(bsor::EventType::Bomb);
    let head = NoteHead {
        time: note.head.spawn_time,
        line_layer: id.layer,
        line_index: id.line,
        color_type: id.color.map_or(-1, i32::from),
        cut_direction: if is_bomb { NO_DIRECTION } else { id.direction },
    };
    let kind = NoteKind {
        gameplay_type: match id.scoring_type {
            _ if is_bomb => 1,
            6 | 9 | 11 | 12 => 2,
            7 | 10 => 3,
            _ => 0,
        },
        scoring_type: i32::from(id.scoring_type) - 2,
        cut_direction_angle_offset: 0.0,
    };
    // A miss has no known values, and a bomb only that it was cut.
    let stored = note.cut.unwrap_or_default();
    let cut = NoteCut {
        event_type: note.head.event_type + 1,
        cut_point: stored.cut_point,
        cut_normal: stored.cut_normal,
        saber_direction: stored.saber_dir,
        saber_type: if note.cut.is_some() {
            stored.saber_type
        } else {
            id.color.unwrap_or(0).into()
        },
        direction_ok: stored.direction_ok,
        saber_speed: if is_bomb { 3.5 } else { stored.saber_speed },
        cut_angle: stored.cut_angle,
        cut_distance_to_center: stored.cut_distance_to_center,
        cut_direction_deviation: stored.cut_dir_deviation,
        before_cut_rating: stored.before_cut_rating.min(1.0),
        after_cut_rating: stored.after_cut_rating.min(1.0),
        time: note.head.event_time,
        unity_timescale: 1.0,
        time_sync_timescale: 1.2,
    };
    let place = note.cut.map_or(NotePlace::default(), |cut| place(&cut));
    NoteV3 { head, kind, cut, place }
}

fn place(cut: &bsor::CutInfo) -> NotePlace {
    NotePlace {
        time_deviation: cut.time_deviation,
        world_rotation: Quaternion::IDENTITY,
        inverse_world_rotation: Quaternion::IDENTITY,
        note_rotation: Quaternion::IDENTITY,
        note_position: Vector3 { z: 0.9, ..cut.cut_point },
    }
}
