//! The notes of the BSOR.

use ghostreel_bsor::NoteList;
use ghostreel_bsor::layout::{CutInfo, EventType, Note as BsorNote, NoteHead};

use crate::layout::{Note, NoteEvent};
use crate::sections::Sections;

/// The game takes slower cuts for bad, in metres a second.
const SLOWEST_CUT: f32 = 2.0;

pub(super) fn notes(sections: &Sections) -> NoteList {
    sections.notes().filter_map(|note| convert(&note)).collect()
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
