//! Beat Saber.

use ghostreel_formats::bsor::layout::{Frame, Height, NoteHead, Pause, SectionId, UserData, Wall};
use ghostreel_formats::bsor::sample::{Options, generate};
use ghostreel_formats::bsor::{CutInfo, Note, Replay, encode};
use ghostreel_formats::bsor2::layout::{self as draft_layout, SectionName};
use ghostreel_formats::bsor2::{self as draft, CustomSection};

use crate::numbers;

pub(crate) const CASES: &[(&str, fn(usize) -> Vec<u8>)] = &[
    ("user data", |bytes| user_data(bytes / 8, |_| UserData::new("", Vec::new()))),
    ("names of user data", |bytes| {
        user_data(bytes / 16, |i| UserData::new(&format!("{i:08}"), Vec::new()))
    }),
    ("long names of user data", |bytes| {
        user_data(64, |i| UserData::new(&format!("{i:08}").repeat(bytes / 512), Vec::new()))
    }),
    ("user data of nothing we know", |bytes| {
        user_data(bytes / 24, |_| UserData::new("HeartBeatQuest", vec![2, 0]))
    }),
    ("heart beats", heart_beats),
    ("frames", |bytes| grown(|replay| replay.frames = vec![Frame::default(); bytes / 112])),
    ("missed notes", |bytes| notes(bytes / 16, |_| 2, false)),
    ("cut notes", |bytes| notes(bytes / 88, |_| 0, true)),
    ("bombs", |bytes| notes(bytes / 16, |_| 3, false)),
    ("bombs with cuts", |bytes| notes(bytes / 88, |_| 3, true)),
    ("bombs between missed notes", |bytes| notes(bytes / 16, |i| 2 + i32::from(i % 4 == 0), false)),
    ("notes of no known kind", |bytes| notes(bytes / 16, |i| [2, 2, 2, 9][i % 4], false)),
    ("walls", |bytes| grown(|replay| replay.walls = vec![Wall::default(); bytes / 16])),
    ("walls in disorder", walls),
    ("heights", |bytes| grown(|replay| replay.heights = vec![Height::default(); bytes / 8])),
    ("pauses", |bytes| grown(|replay| replay.pauses = vec![Pause::default(); bytes / 12])),
    ("bytes after", |bytes| grown(|replay| replay.tail = vec![9; bytes])),
    ("a long name", |bytes| {
        grown(|replay| replay.info.player_name = "x".repeat(bytes.min(60_000)).as_str().into())
    }),
    ("modifiers", |bytes| {
        grown(|replay| replay.info.modifiers = "a,".repeat(bytes.min(60_000) / 2).as_str().into())
    }),
    ("lengths that are wrong", |bytes| {
        let mut file = grown(|_| {});
        file.truncate(6);
        file.extend([0xf0, 0xf0, 0, 0].repeat(bytes / 4));
        file
    }),
    ("frames of BSOR 2", |bytes| {
        drafted(|replay| replay.frames = vec![Frame::default(); bytes / 92].into())
    }),
    ("notes of BSOR 2", |bytes| {
        drafted(|replay| replay.notes = vec![draft_layout::Note::default(); bytes / 180].into())
    }),
    ("walls of BSOR 2", |bytes| {
        drafted(|replay| replay.walls = vec![draft_layout::Wall::default(); bytes / 48].into())
    }),
    ("pauses of BSOR 2", |bytes| {
        drafted(|replay| replay.pauses = vec![draft_layout::Pause::default(); bytes / 8].into())
    }),
    ("sections of BSOR 2", |bytes| {
        let name = SectionName::new(b"other").unwrap();
        drafted(|replay| replay.sections = vec![CustomSection::new(name, Vec::new()); bytes / 84])
    }),
    ("a long section of BSOR 2", |bytes| {
        let name = SectionName::new(b"other").unwrap();
        drafted(|replay| replay.sections = vec![CustomSection::new(name, vec![0; bytes])])
    }),
    ("a long name of BSOR 2", |bytes| {
        drafted(|replay| replay.info.player_name.bytes = vec![0xff; bytes])
    }),
];

fn drafted(change: impl FnOnce(&mut draft::Replay)) -> Vec<u8> {
    let mut replay = draft::sample::generate(&draft::sample::Options::small());
    change(&mut replay);
    draft::encode(&replay)
}

fn grown(change: impl FnOnce(&mut Replay)) -> Vec<u8> {
    let mut replay = generate(&Options { duration: 4.0, ..Options::default() });
    replay.frames.truncate(10);
    replay.notes.truncate(10);
    change(&mut replay);
    encode(&replay)
}

fn user_data(count: usize, entry: impl Fn(usize) -> UserData) -> Vec<u8> {
    grown(|replay| {
        replay.user_data = (0..count).map(entry).collect();
        replay.sections.retain(|id| *id != SectionId::UserData);
        replay.sections.push(SectionId::UserData);
    })
}

fn heart_beats(bytes: usize) -> Vec<u8> {
    let count = u32::try_from(bytes / 8).unwrap_or(0);
    let beats = [&1_u32.to_le_bytes()[..], &count.to_le_bytes(), &vec![0; bytes / 8 * 8]].concat();
    user_data(1, |_| UserData::new("HeartBeatQuest", beats.clone()))
}

/// Notes of these kinds: 0 cut well, 1 badly, 2 missed, 3 a bomb.
fn notes(count: usize, kind: impl Fn(usize) -> i32, has_cut: bool) -> Vec<u8> {
    let note = |i| {
        let head = NoteHead { note_id: 31_118, event_type: kind(i), ..NoteHead::default() };
        Note { head, cut: has_cut.then(CutInfo::default) }
    };
    grown(|replay| replay.notes = (0..count).map(note).collect())
}

fn walls(bytes: usize) -> Vec<u8> {
    #[allow(clippy::cast_possible_truncation, reason = "any will do")]
    let wall = |number: u64| Wall {
        wall_id: number as i32,
        time: f32::from(number as u16),
        ..Wall::default()
    };
    grown(|replay| replay.walls = numbers(1).take(bytes / 16).map(wall).collect())
}
