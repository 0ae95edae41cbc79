//! Synthetic files of version 2: no real ones are in circulation. The same bytes on every machine.

use crate::v2::convert::from_v1;
use crate::v2::encode::{Order, write};
use crate::v2::layout::{NoteScore, Quaternion, SectionId, SectionName, Text, Vector3, WideText};
use crate::v2::model::{CustomSection, Replay};
use crate::v2::view::POOL;

/// Ready-made files by name. Each shows something that readers must take.
pub fn variants() -> Vec<(&'static str, Vec<u8>)> {
    let usual = |replay: &Replay| write(replay, &Order::USUAL);
    let all = recorded();
    vec![
        ("usual", usual(&all)),
        ("empty", usual(&Replay::default())),
        ("converted", usual(&from_v1(&crate::sample::generate(&small())).0)),
        ("shared-strings", write(&all, &Order { shares_strings: true, ..Order::USUAL })),
        ("other-order", write(&all, &other_order())),
        ("appended-members", usual(&appended(all.clone()))),
        ("appended-in-other-order", write(&appended(all.clone()), &other_order())),
        ("custom-sections", usual(&custom_sections(all.clone()))),
        ("next-minor", usual(&Replay { minor: 1, ..all })),
    ]
}

/// The file of that name.
pub fn variant(name: &str) -> Option<Vec<u8>> {
    variants().into_iter().find_map(|(known, file)| (known == name).then_some(file))
}

/// Rows and sections in other orders, gaps between, strings in front.
fn other_order() -> Order {
    use SectionId::{Frames, Heights, Info, Notes, Pauses, Walls};
    Order {
        rows: [Pauses, Frames, Info, Heights, Notes, Walls],
        is_reversed: true,
        gap: 12,
        shares_strings: true,
    }
}

/// Twenty seconds at five frames a second: the shortest with every kind of record and of event.
fn small() -> crate::sample::Options {
    crate::sample::Options { duration: 20.0, rate: 5.0, ..crate::sample::Options::default() }
}

/// A replay as a mod of version 2 would record it: with all that version 1 does not have.
fn recorded() -> Replay {
    let (mut replay, _) = from_v1(&crate::sample::generate(&small()));
    replay.sections.clear();
    let info = &mut replay.info;
    (info.original_major, info.original_minor) = (2, 0);
    info.player_unique_id = Text::from("synthetic-player");
    info.player_name = WideText::from("Übergeist 👻");
    info.song_name = WideText::from("合成サンプル");
    info.left_controller = Text::from("Synthetic Controller (left)");
    // Stands within the text before, where strings are shared.
    info.right_controller = Text::from("Synthetic Controller");
    (info.bpm, info.njs) = (120.0, 16.0);
    info.timestamp_end = info.timestamp.saturating_add(12);
    info.end_type = 1;
    info.multiplayer = 1;
    info.room_position = Vector3::new(0.1, 0.0, -0.2);
    info.room_rotation = 15.0;
    let mut spawn_ids = 0..;
    let mut energy = 50_i32;
    for note in &mut replay.notes.records {
        note.id.spawn_id = spawn_ids.next().unwrap_or_default();
        note.id.angle_offset = 45;
        note.cut_time = note.event_time;
        note.time_scale = 1.2;
        note.position = Vector3::new(0.3, 1.0, 0.8);
        note.rotation = Quaternion { z: 0.6, w: 0.8, ..Quaternion::default() };
        energy = energy.saturating_add(1);
        if note.cut_info.cut_distance_sign == 0 {
            // Version 2 has a cut info for bombs and misses, too.
            note.cut_info.cut.saber_speed = 4.0;
            note.cut_info.cut_distance_sign = 1;
        }
        note.score = NoteScore { fc_score: note.score.total_score, energy, ..note.score };
    }
    for wall in &mut replay.walls.records {
        wall.id.spawn_id = spawn_ids.next().unwrap_or_default();
        wall.id.duration = 0.5;
        wall.out_time = wall.in_time + 0.25;
        (wall.in_energy, wall.out_energy) = (0.75, 0.5);
    }
    for pause in &mut replay.pauses.records {
        pause.duration += 0.5;
    }
    replay
}

/// As a later writer would write it: with members behind the known ones, also of a size that is no multiple of four.
fn appended(mut replay: Replay) -> Replay {
    let bytes = |size: usize, count: usize| vec![0xa5; size.saturating_mul(count)];
    replay.info_appended = bytes(8, 1);
    replay.frames.appended_size = 16;
    replay.frames.appended = bytes(16, replay.frames.records.len());
    replay.notes.appended_size = 4;
    replay.notes.appended = bytes(4, replay.notes.records.len());
    replay.pauses.appended_size = 3;
    replay.pauses.appended = bytes(3, replay.pauses.records.len());
    replay
}

/// Sections of other writers: of bytes, of items, with a name of 64 bytes, with none, twice the same, and empty.
fn custom_sections(mut replay: Replay) -> Replay {
    let named = |name: &[u8]| SectionName::new(name).unwrap_or(SectionId::Info.into());
    let bytes = |name: &[u8], bytes: &[u8]| CustomSection::new(named(name), bytes.to_vec());
    let beats = CustomSection {
        name: named(b"HeartBeat"),
        item_size: 8,
        item_count: 2,
        first_item: 4,
        bytes: (0..24).collect(),
    };
    // Begins as the name of the strings' section does, and is not it.
    let long = [POOL, &[b'x'; 59]].concat();
    replay.sections = vec![
        beats,
        bytes(&long, b"long"),
        bytes(b"", b"nameless"),
        bytes(b"twice", b"one"),
        bytes(b"twice", b"two"),
        bytes(b"empty", b""),
    ];
    replay
}
