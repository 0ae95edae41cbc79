//! The replay of version 1 of one of version 2.

use ghostreel_bsor as bsor;
use ghostreel_bsor::layout::{InfoValue, InfoValueMut};

use super::without_lists::{announce_all, without_lists};
use super::{Sentences, is_remains, notes, remains, walls};
use crate::layout::Info;
use crate::model::Replay;

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
    if let Some(kept) = replay.sections.iter().find(|section| is_remains(section)) {
        remains::restore(&mut v1, info, &replay, kept);
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
