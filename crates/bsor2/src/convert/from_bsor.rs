//! The replay of version 2 of one of version 1.

use ghostreel_bsor::{self as bsor, ScoreAfter};

use super::{Sentences, info, notes, pauses, remains, user_data, walls};
use crate::model::Replay;

/// Converts a replay of version 1. Each sentence names an assumption, or a value without a place in version 2.
pub fn from_bsor(v1: &bsor::Replay) -> (Replay, Vec<String>) {
    let mut sentences = Sentences(Vec::new());
    let info = info::from_bsor(&v1.info, v1.controller_offsets.as_ref(), v1.duration());
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
        pauses: pauses::from_bsor(&v1.pauses).into(),
        sections: user_data::from_bsor(&v1.user_data),
        ..Replay::default()
    };
    remains::keep(v1, &mut replay, &mut sentences);
    (replay, sentences.0)
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
