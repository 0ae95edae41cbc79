//! INFO, and the info and the controllers' offsets of version 1.

use ghostreel_bsor as bsor;
use ghostreel_bsor::layout::ControllerOffsets;

use super::{ORIGINAL, Sentences, end_type};
use crate::layout::{Info, Text, Vector3, WideText};

/// INFO of a replay of that length in seconds.
pub(super) fn from_bsor(
    v1: &bsor::Info,
    offsets: Option<&ControllerOffsets>,
    duration: f32,
) -> Info {
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

/// The info of a replay of version 2.
pub(super) fn to_bsor(now: &Info, sentences: &mut Sentences) -> bsor::Info {
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
    add_lost(now, sentences);
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

fn add_lost(now: &Info, sentences: &mut Sentences) {
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
