//! The replay of version 2 of one of version 1.

use ghostreel_bsor::{self as bsor, ScoreAfter};
use ghostreel_core::DecodeOptions;

use super::{ORIGINAL, REMAINS, Sentences, end_type, notes, to_bsor, walls};
use crate::layout::{Info, Pause, SectionName, Text};
use crate::model::{CustomSection, Replay};
use crate::{limits, sections};
use ghostreel_bsor::layout::{ControllerOffsets, InfoValue, UserEntries};

/// Converts a replay of version 1. Each sentence names an assumption, or a value without a place in version 2.
pub fn from_bsor(v1: &bsor::Replay) -> (Replay, Vec<String>) {
    let mut sentences = Sentences(Vec::new());
    let info = info(&v1.info, v1.controller_offsets.as_ref(), v1.duration());
    add_assumed(v1, &mut sentences);
    notes::add_assumed(&v1.notes, &mut sentences);
    walls::add_assumed(&v1.walls, &mut sentences);
    let scores = ScoreAfter::of(v1);
    let notes = v1.notes.iter().enumerate();
    let walls = v1.walls.iter().enumerate();
    let mut replay = Replay {
        info,
        frames: v1.frames.clone().into(),
        notes: notes
            .map(|(index, note)| notes::from_bsor(&note, scores.note(index)))
            .collect::<Vec<_>>()
            .into(),
        walls: walls
            .map(|(index, wall)| walls::from_bsor(wall, scores.wall(index)))
            .collect::<Vec<_>>()
            .into(),
        heights: v1.heights.clone().into(),
        pauses: pauses(&v1.pauses).into(),
        sections: sections(&v1.user_data),
        ..Replay::default()
    };
    keep_remains(v1, &mut replay, &mut sentences);
    (replay, sentences.0)
}

/// INFO of a replay of that length in seconds.
pub(super) fn info(v1: &bsor::Info, offsets: Option<&ControllerOffsets>, duration: f32) -> Info {
    let text = |text: &bsor::Text| Text { bytes: text.bytes.clone() };
    let wide = |text: &bsor::Text| (&*text.as_str()).into();
    let ControllerOffsets { left, right } = offsets.copied().unwrap_or_default();
    let (end_type, end_time) =
        if v1.failed() { (end_type::FAIL, v1.fail_time) } else { (end_type::UNKNOWN, duration) };
    Info {
        original_major: ORIGINAL.0,
        original_minor: ORIGINAL.1,
        mod_version: text(&v1.version),
        game_version: text(&v1.game_version),
        player_id: text(&v1.player_id),
        player_name: wide(&v1.player_name),
        platform: text(&v1.platform),
        tracking_system: text(&v1.tracking_system),
        hmd: text(&v1.hmd),
        left_controller: text(&v1.controller),
        right_controller: text(&v1.controller),
        hash: text(&v1.hash),
        mode: text(&v1.mode),
        difficulty: text(&v1.difficulty),
        song_name: wide(&v1.song_name),
        mapper: wide(&v1.mapper),
        score: v1.score,
        timestamp: v1.started_at().and_then(|time| i32::try_from(time).ok()).unwrap_or(0),
        start_time: v1.start_time,
        end_time,
        end_type,
        speed: v1.speed,
        left_handed: v1.left_handed,
        environment: text(&v1.environment),
        height: v1.height,
        jump_distance: v1.jump_distance,
        modifiers: text(&v1.modifiers),
        left_saber: left,
        right_saber: right,
        ..Info::default()
    }
}

/// Pauses, at whole seconds.
pub(super) fn pauses(v1: &[bsor::Pause]) -> Vec<Pause> {
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_precision_loss,
        reason = "the nearest that there is; what it is not is kept"
    )]
    let pause = |v1: &bsor::Pause| Pause { duration: v1.duration as f32, time: v1.time as i32 };
    v1.iter().map(pause).collect()
}

/// A section for each entry of user data whose key can be the name of one.
pub(super) fn sections(entries: &UserEntries) -> Vec<CustomSection> {
    /// Those of the format, that of the strings, and [`REMAINS`].
    const OTHER_ROWS: usize = 8;
    let section = |entry: bsor::UserData| {
        let name = SectionName::new(&entry.key.bytes)?;
        let reserved = [sections::POOL, REMAINS.as_bytes()];
        let is_free = name.section().is_none() && !reserved.contains(&name.as_bytes());
        is_free.then(|| CustomSection::new(name, entry.bytes))
    };
    let most = limits::ROWS.saturating_sub(OTHER_ROWS);
    entries.iter().filter_map(section).take(most).collect()
}

fn add_assumed(v1: &bsor::Replay, sentences: &mut Sentences) {
    sentences.add_if(
        true,
        "Version 1 does not have the tempo and the speed of the notes, the player's unique id, the time of the end, whether it was played with others, and the room: they are empty.",
    );
    sentences.add_if(
        !v1.info.controller.bytes.is_empty(),
        "Version 1 has one text for both controllers, which stands for either.",
    );
    sentences.add_if(
        v1.info.failed(),
        "A failed run is endType 2, whose meaning the draft does not say.",
    );
    sentences.add_if(
        !v1.info.failed(),
        "Version 1 does not say how a run ended that did not fail: endType is 0, and endTime the time of the last frame.",
    );
    #[allow(clippy::float_cmp, reason = "whole seconds or not")]
    let has_fraction = |pause: &bsor::Pause| pause.time != pause.time.trunc();
    sentences.add_if(
        v1.pauses.iter().any(has_fraction),
        "The draft has the times of pauses in whole seconds.",
    );
}

/// Keeps values that would not come back from version 2 unchanged.
fn keep_remains(v1: &bsor::Replay, replay: &mut Replay, sentences: &mut Sentences) {
    let (sections, silent) = (&mut replay.sections, &mut Sentences(Vec::new()));
    let back = to_bsor::without_lists(&replay.info, &replay.pauses.records, sections, silent);
    let mut remains = bsor::Replay {
        version: v1.version,
        info: v1.info.clone(),
        pauses: v1.pauses.clone(),
        controller_offsets: v1.controller_offsets,
        user_data: v1.user_data.clone(),
        sections: v1.sections.clone(),
        missing: v1.missing,
        tail: v1.tail.clone(),
        ..bsor::Replay::new(bsor::Info::default())
    };
    let bytes = bsor::encode(&remains);
    if bsor::encode(&back) == bytes {
        return;
    }
    if back.user_data == v1.user_data {
        remains.user_data.clear();
    }
    if !is_read_again(&remains) {
        remains.missing = 0;
        remains.tail.clear();
        sentences.add_if(true, "Damaged parts of the file of version 1 are left out.");
    }
    let name = SectionName::new(REMAINS.as_bytes()).filter(|_| is_read_again(&remains));
    match name {
        Some(name) => {
            replay.sections.push(CustomSection::new(name, bsor::encode(&remains)));
            sentences.add_if(
                true,
                "Values without a place in version 2 are kept in a section of its own, ghostreel.v1.",
            );
        }
        None => sentences
            .add_if(true, "How version 1 spells what version 2 says in another way is left out."),
    }
}

/// Whether the remains are read as they were written: around damage, the next bytes decide the reading.
fn is_read_again(remains: &bsor::Replay) -> bool {
    let bytes = bsor::encode(remains);
    let Ok(again) = bsor::decode(&bytes, &DecodeOptions::RECOVER) else { return false };
    let again = again.value;
    let texts = |info: &bsor::Info| -> Vec<bsor::Text> {
        let text = |(_, value)| match value {
            InfoValue::Text(text) => Some(text.clone()),
            _ => None,
        };
        info.fields().into_iter().filter_map(text).collect()
    };
    let lists = [again.frames.len(), again.notes.len(), again.walls.len(), again.heights.len()];
    lists == [0; 4]
        && texts(&again.info) == texts(&remains.info)
        && again.pauses.len() == remains.pauses.len()
        && again.controller_offsets.is_some() == remains.controller_offsets.is_some()
        && again.user_data == remains.user_data
        && again.sections == remains.sections
        && again.missing == remains.missing
        && again.tail == remains.tail
}
