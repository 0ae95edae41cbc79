//! Synthetic replays: the same seed gives the same bytes on every machine.
//!
//! They show everything that a file can hold, also what no public file does (walls, bombs, arcs, chains, fails,
//! practice), with plausible motion: the sabers really pass through the notes, cut infos follow from the frames by
//! the game's own geometry, and the score follows from the scoring rules.
#![allow(clippy::arithmetic_side_effects, reason = "all numbers are our own and small")]

mod cuts;
mod map;
mod math;
mod motion;

use ghostreel_core::Random;

use crate::layout::{
    ControllerOffsets, Frame, Height, Info, Pause, Pose, Quaternion, SectionId, Text, UserData,
    Vector3,
};
use crate::model::Replay;
use crate::notes::NoteList;
use crate::scoring::{score_rows, time_without_energy};
use map::Target;

/// The replay to make.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// Chooses notes, mistakes and motion.
    pub seed: u64,
    /// Length in seconds of the song.
    pub duration: f32,
    /// Frames a second.
    pub rate: f32,
    /// Arcs, chains, bombs and walls besides plain notes.
    pub objects: bool,
    /// A miss or bad cut now and then.
    pub mistakes: bool,
    /// Section 4, with `info.height` 0.
    pub automatic_height: bool,
    /// Two pauses.
    pub pauses: bool,
    /// Sections 6 and 7.
    pub extras: bool,
    /// From half of the song on every note is missed until energy runs out.
    pub fail: bool,
    /// Practice mode: from 10 s on, at 0.8 × speed.
    pub practice: bool,
    /// The writer's error.
    pub quirk: Quirk,
}

/// Something that a mod got wrong, and that real files therefore hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Quirk {
    /// Nothing.
    #[default]
    None,
    /// Early mods: lengths of names in UTF-16 units.
    Utf16Names,
    /// The last byte of a too long name stands in front of the next string.
    StrayBytes,
    /// Quest before 2023-04-24: cut infos of bad cuts are uninitialised.
    GarbageCuts,
    /// April 2026: bombs with cut info.
    BombCuts,
    /// Quest 0.4.3 to 0.5.8: the bits of the saber's speed as a number.
    SpeedBits,
    /// Ids of a map with Mapping Extensions.
    MappingExtensions,
    /// Booleans that are neither 0 nor 1.
    OddBooleans,
    /// Bytes after the last section.
    Tail,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            seed: 1,
            duration: 48.0,
            rate: 90.0,
            objects: true,
            mistakes: true,
            automatic_height: true,
            pauses: true,
            extras: true,
            fail: false,
            practice: false,
            quirk: Quirk::None,
        }
    }
}

impl Options {
    /// A few notes in five seconds at ten frames a second, without extras: the smallest file that is still a replay.
    pub fn small() -> Self {
        Self {
            duration: 5.0,
            rate: 10.0,
            automatic_height: false,
            pauses: false,
            extras: false,
            ..Self::default()
        }
    }
}

/// Ready-made options by name, for `ghostreel sample --variant` and for tests.
pub fn variants() -> Vec<(&'static str, Options)> {
    let all = Options::default;
    let small = Options::small;
    let quirk = |quirk| Options { quirk, ..small() };
    vec![
        ("full", all()),
        (
            "plain",
            Options {
                objects: false,
                mistakes: false,
                automatic_height: false,
                pauses: false,
                extras: false,
                ..all()
            },
        ),
        ("small", small()),
        ("fail", Options { fail: true, ..all() }),
        ("practice", Options { practice: true, ..all() }),
        ("everything-small", Options { duration: 8.0, rate: 10.0, ..all() }),
        ("utf16-names", quirk(Quirk::Utf16Names)),
        ("stray-bytes", quirk(Quirk::StrayBytes)),
        ("garbage-cuts", Options { duration: 20.0, ..quirk(Quirk::GarbageCuts) }),
        ("bomb-cuts", Options { duration: 20.0, ..quirk(Quirk::BombCuts) }),
        ("speed-bits", quirk(Quirk::SpeedBits)),
        ("mapping-extensions", quirk(Quirk::MappingExtensions)),
        ("odd-booleans", quirk(Quirk::OddBooleans)),
        ("tail", quirk(Quirk::Tail)),
        ("empty", Options { duration: 0.0, ..small() }),
    ]
}

/// The variant of that name.
pub fn variant(name: &str) -> Option<Options> {
    variants().into_iter().find_map(|(known, options)| (known == name).then_some(options))
}

/// Makes a replay.
pub fn generate(options: &Options) -> Replay {
    let mut random = Random::new(options.seed);
    let start = if options.practice { 10.0 } else { 0.0 };
    let mut targets = map::targets(options, start, &mut random);
    if options.fail {
        miss_from(&mut targets, start + options.duration / 2.0);
    }
    let walls = if options.objects { map::walls(start, options.duration) } else { Vec::new() };
    let mut frames = motion::frames(options, start, &targets, &walls, &mut random);
    let mut notes = cuts::notes(&targets, &frames);

    let mut replay = Replay::new(info(options, start));
    replay.walls = walls.iter().map(map::WallHit::record).collect();
    if options.fail {
        end_with_the_energy(&mut replay, &mut frames, &mut notes);
    }
    cuts::apply_quirk(&mut notes, options.quirk, &mut random);
    replay.notes = notes.into_iter().collect();
    replay.frames = motion::with_start_frames(frames);
    replay.info.score = score(&replay);
    if options.automatic_height {
        replay.heights = heights(start, options.duration);
    }
    if options.pauses {
        replay.pauses = map::pauses(start, options.duration)
            .map(|time| Pause { duration: random.between(3, 20).into(), time })
            .into();
    }
    if options.extras {
        replay.sections.extend([SectionId::ControllerOffsets, SectionId::UserData]);
        replay.controller_offsets = Some(controller_offsets());
        replay.user_data = [
            heart_beat(start, options.duration, &mut random),
            UserData::new("unknown:mod", vec![0xff, 0, 0x80]),
        ]
        .into_iter()
        .collect();
    }
    quirks_outside_notes(&mut replay, options.quirk);
    replay
}

fn score(replay: &Replay) -> i32 {
    score_rows(&replay.info, replay.notes.as_notes(), &replay.walls)
        .last()
        .map_or(0, |last| last.score)
}

fn info(options: &Options, start: f32) -> Info {
    Info {
        version: "0.9.34".into(),
        game_version: "1.40.9_10012".into(),
        timestamp: "1767225600".into(),
        player_id: "76561190000000000".into(),
        player_name: "Ghost".into(),
        platform: "steam".into(),
        tracking_system: "OpenXR".into(),
        hmd: "Synthetic HMD".into(),
        controller: "Synthetic Controller".into(),
        hash: "00000000000000000000000000000000000000A1".into(),
        song_name: "Synthetic Sample".into(),
        mapper: "Ghostreel".into(),
        difficulty: "ExpertPlus".into(),
        score: 0,
        mode: "Standard".into(),
        environment: "The First".into(),
        modifiers: if options.practice { "" } else { "FS" }.into(),
        jump_distance: 18.0,
        left_handed: 0,
        height: if options.automatic_height { 0.0 } else { motion::PLAYER_HEIGHT },
        start_time: start,
        fail_time: 0.0,
        speed: if options.practice { 0.8 } else { 0.0 },
    }
}

/// From `time` on nothing is cut.
fn miss_from(targets: &mut [Target], time: f32) {
    for target in targets.iter_mut().filter(|target| target.time >= time) {
        target.fate = target.fate.missed();
    }
}

/// Ends everything shortly after the energy has run out.
fn end_with_the_energy(
    replay: &mut Replay,
    frames: &mut Vec<Frame>,
    notes: &mut Vec<crate::layout::Note>,
) {
    const FADE_OUT: f32 = 0.5;
    let played: NoteList = notes.iter().copied().collect();
    let rows = score_rows(&replay.info, played.as_notes(), &replay.walls);
    let Some(end) = time_without_energy(&rows) else { return };
    replay.info.fail_time = end;
    frames.retain(|frame| frame.time <= end + FADE_OUT);
    notes.retain(|note| note.head.event_time <= end);
    replay.walls.retain(|wall| wall.event_time() <= end);
}

fn heights(start: f32, duration: f32) -> Vec<Height> {
    [
        (0.0, motion::PLAYER_HEIGHT),
        (0.3, motion::PLAYER_HEIGHT - 0.04),
        (0.6, motion::PLAYER_HEIGHT + 0.02),
    ]
    .map(|(part, height)| Height { height, time: start + part * duration })
    .into()
}

fn controller_offsets() -> ControllerOffsets {
    let hand = |x| Pose { position: Vector3::new(x, -0.01, -0.04), rotation: Quaternion::IDENTITY };
    ControllerOffsets { left: hand(0.005), right: hand(-0.005) }
}

/// An entry as HeartBeatQuest writes it: a beat each second.
fn heart_beat(start: f32, duration: f32, random: &mut Random) -> UserData {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few minutes")]
    let seconds = duration as u16;
    let mut bytes = Vec::new();
    bytes.extend(1_i32.to_le_bytes());
    bytes.extend(i32::from(seconds).to_le_bytes());
    let mut bpm = 96;
    for second in 0..seconds {
        bpm = (bpm + random.between(-2, 3)).clamp(90, 170);
        bytes.extend((start + f32::from(second)).to_le_bytes());
        bytes.extend(bpm.to_le_bytes());
    }
    for text in ["hidden", "HeartBeatQuest/0.2 (bs_1.40)"] {
        let text = Text::from(text);
        bytes.extend(text.declared.to_le_bytes());
        bytes.extend(text.bytes);
    }
    UserData::new("HeartBeatQuest", bytes)
}

fn quirks_outside_notes(replay: &mut Replay, quirk: Quirk) {
    match quirk {
        Quirk::Utf16Names => {
            for (field, name) in [
                (&mut replay.info.player_name, "Übergeist 👻"),
                (&mut replay.info.song_name, "合成サンプル"),
                (&mut replay.info.mapper, "Ghostreel & Ünïcode"),
            ] {
                *field = name.into();
                field.declared = i32::try_from(name.encode_utf16().count()).unwrap_or(i32::MAX);
            }
        }
        Quirk::StrayBytes => {
            replay.info.song_name = "Stray".into();
            replay.info.mapper.skipped = vec![0xa9, 0xc3];
        }
        Quirk::OddBooleans => replay.info.left_handed = 0x20,
        Quirk::Tail => replay.tail = b"\xeebytes of an unknown section".to_vec(),
        _ => {}
    }
}
