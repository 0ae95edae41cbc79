//! Synthetic files of version 2: no real ones are in circulation. The same bytes on every machine.

use ghostreel_bsor::sample as bsor;

use crate::convert::from_bsor;
use crate::encode::{Order, write};
use crate::layout::{NoteScore, Quaternion, SectionId, SectionName, Text, Vector3, WideText};
use crate::model::{CustomSection, Replay};
use crate::sections::POOL;

/// The file to make.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// Chooses notes, mistakes and motion.
    pub seed: u64,
    /// Length in seconds of the song.
    pub duration: f32,
    /// Frames a second.
    pub rate: f32,
    /// The variant of the file.
    pub shape: Shape,
}

/// A variant that readers must accept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Shape {
    /// A replay as a mod of version 2 would record it, with all that version 1 does not have.
    Usual,
    /// No records and no texts.
    Empty,
    /// One that was converted from version 1.
    Converted,
    /// A string that stands in the bytes of earlier ones is not written again.
    SharedStrings,
    /// Rows and sections in other orders, gaps between, strings in front.
    OtherOrder,
    /// Members of a later writer after the known ones.
    AppendedMembers,
    /// The same, in another order.
    AppendedInOtherOrder,
    /// Sections of other writers.
    CustomSections,
    /// A minor version that is not known.
    NextMinor,
}

impl Default for Options {
    fn default() -> Self {
        Self { seed: 1, duration: 48.0, rate: 90.0, shape: Shape::Usual }
    }
}

impl Options {
    /// Twenty seconds at five frames a second: the shortest with every kind of record and of event.
    pub fn small() -> Self {
        Self { duration: 20.0, rate: 5.0, ..Self::default() }
    }
}

/// Ready-made options by name, for `ghostreel sample --variant` and for tests.
pub fn variants() -> Vec<(&'static str, Options)> {
    let small = |shape| Options { shape, ..Options::small() };
    vec![
        ("bsor2", Options::default()),
        ("bsor2-small", small(Shape::Usual)),
        ("bsor2-empty", small(Shape::Empty)),
        ("bsor2-converted", small(Shape::Converted)),
        ("bsor2-shared-strings", small(Shape::SharedStrings)),
        ("bsor2-other-order", small(Shape::OtherOrder)),
        ("bsor2-appended-members", small(Shape::AppendedMembers)),
        ("bsor2-appended-in-other-order", small(Shape::AppendedInOtherOrder)),
        ("bsor2-custom-sections", small(Shape::CustomSections)),
        ("bsor2-next-minor", small(Shape::NextMinor)),
    ]
}

/// The variant of that name.
pub fn variant(name: &str) -> Option<Options> {
    variants().into_iter().find_map(|(known, options)| (known == name).then_some(options))
}

/// Makes a replay.
pub fn generate(options: &Options) -> Replay {
    let Options { seed, duration, rate, shape } = *options;
    let mut play =
        bsor::generate(&bsor::Options { seed, duration, rate, ..bsor::Options::default() });
    // The usual one is how the mapper's name begins, in which it would be found when it was taken out.
    play.info.player_name = "Synthetic Player".into();
    let (converted, _) = from_bsor(&play);
    let written = |replay: Replay, order: &Order| {
        let original = write(&replay, order);
        Replay { original, ..replay }
    };
    let shared = Order { shares_strings: true, ..Order::USUAL };
    match shape {
        Shape::Usual => recorded(converted),
        Shape::Empty => Replay::default(),
        Shape::Converted => converted,
        Shape::SharedStrings => written(recorded(converted), &shared),
        Shape::OtherOrder => written(recorded(converted), &other_order()),
        Shape::AppendedMembers => appended(recorded(converted)),
        Shape::AppendedInOtherOrder => written(appended(recorded(converted)), &other_order()),
        Shape::CustomSections => custom_sections(recorded(converted)),
        Shape::NextMinor => Replay { minor: 1, ..recorded(converted) },
    }
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

/// A replay as a mod of version 2 would record it: with all that version 1 does not have.
fn recorded(mut replay: Replay) -> Replay {
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

/// As a later writer would write it: with members after the known ones, also of a size that is no multiple of four.
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
