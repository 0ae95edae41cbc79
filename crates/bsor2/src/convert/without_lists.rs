//! A replay of version 1 without its long lists.

use ghostreel_bsor as bsor;
use ghostreel_bsor::layout::{ControllerOffsets, Pose, SectionId};
use ghostreel_core::Record;

use super::{Sentences, info, pauses, pose_bytes, user_data};
use crate::layout::{Info, Pause};
use crate::model::CustomSection;

/// All but frames, notes, walls and heights, as version 2 has it.
pub(super) fn without_lists(
    now: &Info,
    pauses_now: &[Pause],
    sections: &mut [CustomSection],
    sentences: &mut Sentences,
) -> bsor::Replay {
    let offsets = ControllerOffsets { left: now.left_saber, right: now.right_saber };
    let mut v1 = bsor::Replay::new(info::to_bsor(now, sentences));
    v1.pauses = pauses::to_bsor(pauses_now, sentences);
    v1.controller_offsets = Some(offsets).filter(|_| {
        [now.left_saber, now.right_saber].iter().any(|pose| pose_bytes(pose) != [0; Pose::SIZE])
    });
    v1.user_data = user_data::to_bsor(sections, sentences);
    announce_all(&mut v1);
    v1
}

/// Lists the sections that have content and are not listed. Damage at the end is then no longer at the end.
pub(super) fn announce_all(v1: &mut bsor::Replay) {
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
