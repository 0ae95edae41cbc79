//! The replay of version 1 of one of version 2.

use ghostreel_bsor as bsor;
use ghostreel_core::{DecodeOptions, Record};

use super::{ORIGINAL, REMAINS, Sentences, end_type, from_bsor, notes, walls};
use crate::layout::{Info, Pause, Text, Vector3, WideText};
use crate::model::{CustomSection, Replay};
use ghostreel_bsor::layout::{
    ControllerOffsets, InfoValue, InfoValueMut, Pose, SectionId, UserEntries,
};

/// Converts a replay. Each sentence names a value without a place in version 1, or an assumption.
pub fn to_bsor(mut replay: Replay) -> (bsor::Replay, Vec<String>) {
    let info = std::mem::take(&mut replay.info);
    convert(&info, replay)
}

/// Converts a replay whose info is given apart.
pub(crate) fn convert(info: &Info, mut replay: Replay) -> (bsor::Replay, Vec<String>) {
    let mut sentences = Sentences(Vec::new());
    add_appended(&replay, &mut sentences);
    let mut v1 = without_lists(info, &replay.pauses.records, &mut replay.sections, &mut sentences);
    let notes = std::mem::take(&mut replay.notes.records);
    v1.notes = notes::to_bsor(&notes, info, &mut sentences);
    drop(notes);
    v1.walls = walls::to_bsor(&replay.walls.records, info, &mut sentences);
    v1.heights = std::mem::take(&mut replay.heights.records);
    v1.frames = std::mem::take(&mut replay.frames.records);
    if let Some(remains) = replay.sections.iter().find(|section| is_remains(section)) {
        restore(&mut v1, info, &replay, remains);
    }
    cut_texts(&mut v1.info, &mut sentences);
    announce_all(&mut v1);
    (v1, sentences.0)
}

/// Cuts texts that are longer than readers of version 1 look for the end of the info.
fn cut_texts(info: &mut bsor::Info, sentences: &mut Sentences) {
    /// Fifteen of them have room.
    const LONGEST: usize = 4_000;
    /// The bytes of the info's numbers, and more.
    const OTHERS: usize = 1_000;
    let texts = info.fields().into_iter().filter_map(|(_, value)| match value {
        InfoValue::Text(text) => Some(text.skipped.len().saturating_add(text.bytes.len())),
        _ => None,
    });
    let length = texts.fold(OTHERS, usize::saturating_add);
    if length <= bsor::limits::INFO_WINDOW {
        return;
    }
    for (_, value) in info.fields_mut() {
        if let InfoValueMut::Text(text) = value {
            let end = text.as_str().floor_char_boundary(LONGEST).min(text.bytes.len());
            text.bytes.truncate(end);
            text.bytes.shrink_to_fit();
            text.skipped = Vec::new();
            text.declared = i32::try_from(end).unwrap_or(i32::MAX);
        }
    }
    sentences.add_if(true, "Texts are cut that are too long for readers of version 1.");
}

/// All but frames, notes, walls and heights, as version 2 has it.
pub(super) fn without_lists(
    now: &Info,
    pauses_now: &[Pause],
    sections: &mut [CustomSection],
    sentences: &mut Sentences,
) -> bsor::Replay {
    let offsets = ControllerOffsets { left: now.left_saber, right: now.right_saber };
    let mut v1 = bsor::Replay::new(info(now, sentences));
    v1.pauses = pauses(pauses_now, sentences);
    v1.controller_offsets = Some(offsets).filter(|_| {
        [now.left_saber, now.right_saber].iter().any(|pose| pose_bytes(pose) != [0; Pose::SIZE])
    });
    v1.user_data = user_data(sections, sentences);
    announce_all(&mut v1);
    v1
}

fn info(now: &Info, sentences: &mut Sentences) -> bsor::Info {
    // A text that is too long alone is copied only as far as to show that: all may be as long as the file.
    let first = |bytes: &[u8], most: usize| bytes.get(..most).unwrap_or(bytes).to_vec();
    let text = |text: &Text| {
        let bytes = first(&text.bytes, bsor::limits::INFO_WINDOW);
        let declared = i32::try_from(bytes.len()).unwrap_or(i32::MAX);
        bsor::Text { skipped: Vec::new(), declared, bytes }
    };
    let narrow = |text: &WideText| {
        let bytes = first(&text.bytes, bsor::limits::INFO_WINDOW.saturating_mul(2));
        WideText { bytes }.to_text().as_str().into()
    };
    add_info(now, sentences);
    bsor::Info {
        version: text(&now.mod_version),
        game_version: text(&now.game_version),
        timestamp: match now.timestamp {
            0 => bsor::Text::default(),
            seconds => seconds.to_string().as_str().into(),
        },
        player_id: text(&now.player_id),
        player_name: narrow(&now.player_name),
        platform: text(&now.platform),
        tracking_system: text(&now.tracking_system),
        hmd: text(&now.hmd),
        controller: text(&now.left_controller),
        hash: text(&now.hash),
        song_name: narrow(&now.song_name),
        mapper: narrow(&now.mapper),
        difficulty: text(&now.difficulty),
        score: now.score,
        mode: text(&now.mode),
        environment: text(&now.environment),
        modifiers: text(&now.modifiers),
        jump_distance: now.jump_distance,
        left_handed: now.left_handed,
        height: now.height,
        start_time: now.start_time,
        fail_time: if now.end_type == end_type::FAIL { now.end_time } else { 0.0 },
        speed: now.speed,
    }
}

fn add_info(now: &Info, sentences: &mut Sentences) {
    let is_converted = (now.original_major, now.original_minor) == ORIGINAL;
    sentences.add_if(
        [now.bpm, now.njs] != [0.0; 2],
        "There is no place for the tempo and the speed of the notes.",
    );
    sentences.add_if(
        !now.player_unique_id.bytes.is_empty(),
        "There is no place for the player's unique id.",
    );
    sentences.add_if(
        now.right_controller != now.left_controller,
        "There is one text for both controllers, and it is that of the left one.",
    );
    sentences.add_if(now.timestamp_end != 0, "There is no place to say when the level ended.");
    sentences
        .add_if(now.multiplayer != 0, "There is no place to say that it was played with others.");
    sentences.add_if(
        now.room_position != Vector3::default() || now.room_rotation != 0.0,
        "There is no place for the position and rotation of the room.",
    );
    let is_fail = now.end_type == end_type::FAIL;
    sentences.add_if(
        is_fail && !is_converted,
        "endType 2 is taken to mean that the run failed: the draft does not say.",
    );
    let is_unknown = is_converted && now.end_type == end_type::UNKNOWN;
    sentences.add_if(
        !is_fail && !is_unknown,
        "There is no place to say how and when a run ended that did not fail.",
    );
}

fn pauses(now: &[Pause], sentences: &mut Sentences) -> Vec<bsor::Pause> {
    #[allow(clippy::float_cmp, reason = "whole seconds or not")]
    let fractions = now.iter().filter(|pause| pause.duration != pause.duration.trunc()).count();
    sentences.add(
        fractions,
        "The length of a pause is cut to whole seconds.",
        "The lengths of # pauses are cut to whole seconds.",
    );
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_precision_loss,
        reason = "the nearest that there is"
    )]
    let pause = |now: &Pause| bsor::Pause { duration: now.duration as i64, time: now.time as f32 };
    now.iter().map(pause).collect()
}

fn user_data(sections: &mut [CustomSection], sentences: &mut Sentences) -> UserEntries {
    let items = sections.iter().filter(|section| !is_remains(section)).filter(|section| {
        let Ok(length) = u32::try_from(section.bytes.len()) else { return true };
        (section.item_size, section.item_count, section.first_item) != (1, length, 0)
    });
    sentences.add(
        items.count(),
        "There is no place for the size of the items of another writer's section; its bytes are kept.",
        "There is no place for the sizes of the items of # sections of other writers; their bytes are kept.",
    );
    let room = |section: &CustomSection| {
        section.name.as_bytes().len().saturating_add(section.bytes.len()).saturating_add(8)
    };
    let own = sections.iter().filter(|section| !is_remains(section));
    let mut entries = UserEntries::with_capacity(own.map(room).fold(0, usize::saturating_add));
    for section in sections.iter_mut().filter(|section| !is_remains(section)) {
        let length = |bytes: &[u8]| i32::try_from(bytes.len()).unwrap_or(i32::MAX);
        let name = section.name.as_bytes();
        let key = bsor::Text { skipped: Vec::new(), declared: length(name), bytes: name.to_vec() };
        // Lent: a section may be as long as the file.
        let bytes = std::mem::take(&mut section.bytes);
        let entry = bsor::UserData { key, declared: length(&bytes), bytes };
        entries.push(&entry);
        section.bytes = entry.bytes;
    }
    entries
}

fn add_appended(replay: &Replay, sentences: &mut Sentences) {
    let Replay { info_appended, frames, notes, walls, heights, pauses, .. } = replay;
    let sizes = [
        info_appended.len(),
        frames.appended_size,
        notes.appended_size,
        walls.appended_size,
        heights.appended_size,
        pauses.appended_size,
    ];
    sentences.add_if(
        sizes != [0; 6],
        "There is no place for members that a later writer appended to the known ones.",
    );
}

pub(crate) fn is_remains(section: &CustomSection) -> bool {
    section.name.as_bytes() == REMAINS.as_bytes()
}

fn pose_bytes(pose: &Pose) -> [u8; Pose::SIZE] {
    let mut bytes = [0; Pose::SIZE];
    pose.write(&mut bytes);
    bytes
}

/// Restores the kept values of version 1, wherever version 2 agrees with them.
fn restore(v1: &mut bsor::Replay, now: &Info, replay: &Replay, remains: &CustomSection) {
    let Ok(kept) = bsor::decode(&remains.bytes, &DecodeOptions::RECOVER) else { return };
    let kept = kept.value;
    let duration = v1.duration();
    let then = from_bsor::info(&kept.info, kept.controller_offsets.as_ref(), duration);
    macro_rules! texts {
        ($($field:ident = $of:ident,)*) => {
            $(if now.$of == then.$of {
                v1.info.$field.clone_from(&kept.info.$field);
            })*
        };
    }
    texts! {
        version = mod_version,
        game_version = game_version,
        timestamp = timestamp,
        player_id = player_id,
        player_name = player_name,
        platform = platform,
        tracking_system = tracking_system,
        hmd = hmd,
        hash = hash,
        song_name = song_name,
        mapper = mapper,
        difficulty = difficulty,
        mode = mode,
        environment = environment,
        modifiers = modifiers,
    }
    let controllers = |info: &Info| (info.left_controller.clone(), info.right_controller.clone());
    if controllers(now) == controllers(&then) {
        v1.info.controller = kept.info.controller;
    }
    let end = |info: &Info| (info.end_type, info.end_time.to_bits());
    if end(now) == end(&then) {
        v1.info.fail_time = kept.info.fail_time;
    }
    let poses = |info: &Info| [pose_bytes(&info.left_saber), pose_bytes(&info.right_saber)];
    if poses(now) == poses(&then) {
        v1.controller_offsets = kept.controller_offsets;
    }
    let bits = |pause: &Pause| (pause.duration.to_bits(), pause.time);
    if from_bsor::pauses(&kept.pauses).iter().map(bits).eq(replay.pauses.records.iter().map(bits)) {
        v1.pauses = kept.pauses;
    }
    let own = replay.sections.iter().filter(|section| !is_remains(section));
    if from_bsor::sections(&kept.user_data).iter().eq(own) {
        v1.user_data = kept.user_data;
    }
    v1.sections = kept.sections;
    v1.missing = kept.missing;
    v1.tail = kept.tail;
}

/// Lists the sections that have content and are not listed. Damage at the end is then no longer at the end.
fn announce_all(v1: &mut bsor::Replay) {
    let has = [
        (SectionId::Frames, !v1.frames.is_empty()),
        (SectionId::Notes, !v1.notes.is_empty()),
        (SectionId::Walls, !v1.walls.is_empty()),
        (SectionId::Heights, !v1.heights.is_empty()),
        (SectionId::Pauses, !v1.pauses.is_empty()),
        (SectionId::ControllerOffsets, v1.controller_offsets.is_some()),
        (SectionId::UserData, !v1.user_data.is_empty()),
    ];
    for (id, has) in has {
        if has && !v1.sections.contains(&id) {
            v1.sections.push(id);
            v1.missing = 0;
            v1.tail.clear();
        }
    }
}
