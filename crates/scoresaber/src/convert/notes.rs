//! The notes of the BSOR.

use ghostreel_bsor::NoteList;
use ghostreel_bsor::layout::{CutInfo, EventType, Note as BsorNote, NoteHead};

use crate::layout::{Note, NoteEvent};
use crate::version::RecordForm;
use crate::view::Sections;

/// The game takes slower cuts for bad, in metres a second.
const SLOWEST_CUT: f32 = 2.0;

pub(super) fn notes(sections: &Sections, missing: &mut Vec<String>) -> NoteList {
    let mut left_out = 0_usize;
    let mut with_event = |note: Note| {
        let converted = convert(&note);
        left_out = left_out.saturating_add(usize::from(converted.is_none()));
        converted
    };
    let list = sections.notes().filter_map(&mut with_event).collect();
    let mut lacks = |sentence: &str| missing.push(sentence.to_owned());
    lacks(
        "speedOK, saberTypeOK and wasCutTooSoon are not recorded: good cuts have all right; bad ones have the saber compared with the colour, 2 m/s as the least speed, and no cut too soon",
    );
    lacks("ratings of swings are at most 1: a longer swing is not recorded");
    lacks("the cut infos of bombs are left out, as in BSOR");
    match sections.record_form() {
        RecordForm::V2 => {
            lacks(
                "version 2 has no scoring types: notes are scored as normal ones, arcs and chains too",
            );
            lacks("version 2 has no time deviation: it is the note's time less that of its event");
        }
        RecordForm::V3 => {
            lacks(
                "rotations and positions of notes, angle offsets and scales of time have no place in BSOR",
            );
        }
    }
    if left_out > 0 {
        missing
            .push(format!("{left_out} notes say nothing of what became of them, and are left out"));
    }
    list
}

/// The note, if it says what became of it.
fn convert(note: &Note) -> Option<BsorNote> {
    let event = note.event()?;
    let event_type = match event {
        NoteEvent::Good => EventType::Good,
        NoteEvent::Bad => EventType::Bad,
        NoteEvent::Miss => EventType::Miss,
        NoteEvent::Bomb => EventType::Bomb,
    };
    let head = NoteHead {
        note_id: note_id(note),
        event_time: note.cut.time,
        spawn_time: note.head.time,
        event_type: event_type as i32,
    };
    let cut = match event {
        NoteEvent::Good => Some(cut_info(note, true)),
        NoteEvent::Bad => Some(cut_info(note, false)),
        NoteEvent::Miss | NoteEvent::Bomb => None,
    };
    Some(BsorNote { head, cut })
}

/// The parts of the id in their digits. Those of maps with Mapping Extensions overflow, as in BSOR.
fn note_id(note: &Note) -> i32 {
    let scoring_type = note.kind.map_or(0, |kind| kind.scoring_type.wrapping_add(2));
    let head = &note.head;
    [
        (scoring_type, 10_000),
        (head.line_index, 1_000),
        (head.line_layer, 100),
        (head.color_type, 10),
        (head.cut_direction, 1),
    ]
    .into_iter()
    .fold(0_i32, |id, (part, place)| id.wrapping_add(part.wrapping_mul(place)))
}

fn cut_info(note: &Note, is_good: bool) -> CutInfo {
    let cut = &note.cut;
    let flag = |is_right: bool| u8::from(is_good || is_right);
    CutInfo {
        speed_ok: flag(cut.saber_speed > SLOWEST_CUT),
        direction_ok: cut.direction_ok,
        saber_type_ok: flag(cut.saber_type == note.head.color_type),
        was_cut_too_soon: 0,
        saber_speed: cut.saber_speed,
        saber_dir: cut.saber_direction,
        saber_type: cut.saber_type,
        time_deviation: note.place.map_or(note.head.time - cut.time, |place| place.time_deviation),
        cut_dir_deviation: cut.cut_direction_deviation,
        cut_point: cut.cut_point,
        cut_normal: cut.cut_normal,
        cut_distance_to_center: cut.cut_distance_to_center,
        cut_angle: cut.cut_angle,
        before_cut_rating: cut.before_cut_rating,
        after_cut_rating: cut.after_cut_rating,
    }
}
