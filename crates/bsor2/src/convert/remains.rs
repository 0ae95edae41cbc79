//! The values of version 1 without a place in version 2, kept in a section of its own.

use ghostreel_bsor as bsor;
use ghostreel_bsor::layout::InfoValue;
use ghostreel_core::DecodeOptions;

use super::without_lists::without_lists;
use super::{REMAINS, Sentences, info, is_remains, pauses, pose_bytes, user_data};
use crate::layout::{Info, Pause, SectionName};
use crate::model::{CustomSection, Replay};

/// Keeps values that would not come back from version 2 unchanged.
pub(super) fn keep(v1: &bsor::Replay, replay: &mut Replay, sentences: &mut Sentences) {
    let (sections, silent) = (&mut replay.sections, &mut Sentences(Vec::new()));
    let back = without_lists(&replay.info, &replay.pauses.records, sections, silent);
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

/// Restores the kept values of version 1, wherever version 2 agrees with them.
pub(super) fn restore(v1: &mut bsor::Replay, now: &Info, replay: &Replay, remains: &CustomSection) {
    let Ok(kept) = bsor::decode(&remains.bytes, &DecodeOptions::RECOVER) else { return };
    let kept = kept.value;
    let duration = v1.duration();
    let then = info::from_bsor(&kept.info, kept.controller_offsets.as_ref(), duration);
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
    if pauses::from_bsor(&kept.pauses).iter().map(bits).eq(replay.pauses.records.iter().map(bits)) {
        v1.pauses = kept.pauses;
    }
    let own = replay.sections.iter().filter(|section| !is_remains(section));
    if user_data::from_bsor(&kept.user_data).iter().eq(own) {
        v1.user_data = kept.user_data;
    }
    v1.sections = kept.sections;
    v1.missing = kept.missing;
    v1.tail = kept.tail;
}
