//! What the BSOR of a replay lacks or assumes, in sentences.

use std::borrow::Cow;

use super::info::{PC, SMALL_CUBES, texts};
use crate::limits;
use crate::version::{RecordForm, Version};
use crate::view::{Content, Sections};

/// Of every replay.
const ALWAYS: [&str; 6] = [
    "who played, and when, is not in the file: playerID, playerName and timestamp are empty",
    "the names of song and mapper are not in the file: songName and mapper are empty",
    "trackingSystem, hmd and controller are not in the file",
    "walls are not recorded: score, combo, multiplier and energy that are worked out from the notes take no account of them",
    "pauses are not recorded",
    "practice is not recorded: startTime and speed are 0",
];

/// Of the legacy format.
const LEGACY: [&str; 5] = [
    "notes are not recorded: there are none, and the score is that of the last keyframe",
    "map, difficulty, mode, environment and modifiers are not in the file",
    "the height, whether it was played left-handed, and whether it failed are not in the file",
    "frames a second are not recorded: fps is 0",
    "positions are those of the room: how the player was placed in it is not taken out of them",
];

/// Of version 2 and 3.
const SECTIONS: [&str; 5] = [
    "the map's hash is not in the file by itself: hash is levelID without custom_level_",
    "jumpDistance is ScoreSaber's noteSpawnOffset, which is a distance with most settings of the game and not with all",
    "speedOK, saberTypeOK and wasCutTooSoon are not recorded: good cuts have all right; bad ones have the saber compared with the colour, 2 m/s as the least speed, and no cut too soon",
    "ratings of swings are at most 1: a longer swing is not recorded",
    "the cut infos of bombs are left out, as in BSOR",
];

/// Of version 2 alone.
const V2: [&str; 2] = [
    "version 2 has no scoring types: notes are scored as normal ones, arcs and chains too",
    "version 2 has no time deviation: it is the note's time less that of its event",
];

/// Of version 3 alone.
const V3: [&str; 1] =
    ["rotations and positions of notes, angle offsets and scales of time have no place in BSOR"];

/// All sentences for a replay.
pub(crate) fn missing(content: &Content) -> Vec<Cow<'static, str>> {
    let mut missing: Vec<Cow<'static, str>> = ALWAYS.map(Cow::Borrowed).into();
    match content {
        Content::Sections(sections) => of_sections(sections, &mut missing),
        Content::Legacy(_) => missing.extend(LEGACY.map(Cow::Borrowed)),
    }
    missing
}

fn of_sections(sections: &Sections, missing: &mut Vec<Cow<'static, str>>) {
    let metadata = sections.metadata();
    missing.extend(SECTIONS.map(Cow::Borrowed));
    match sections.record_form() {
        RecordForm::V2 => missing.extend(V2.map(Cow::Borrowed)),
        RecordForm::V3 => missing.extend(V3.map(Cow::Borrowed)),
    }
    missing.push(match sections.scores().next() {
        Some(_) => "the final score is not in the file: score is the last one that was recorded while playing".into(),
        None => "no score is recorded: score is 0".into(),
    });
    if sections.version() < Version::V3_1 {
        missing.push(
            "versions before 3.1.0 do not say the game's version, the plugin's and the platform"
                .into(),
        );
    } else if metadata.platform.as_str() == PC {
        missing
            .push("the platform is PC, which may be steam or oculuspc: platform is empty".into());
    }
    if metadata.difficulty_name().is_none() {
        let number = metadata.difficulty;
        missing.push(
            format!("the difficulty is {number}, which has no name: difficulty is empty").into(),
        );
    }
    if metadata.modifiers.iter().filter(|code| code.as_str() == SMALL_CUBES).count() == 1 {
        missing.push("the modifier SC may be small cubes or fail on saber clash: ScoreSaber writes the same for both".into());
    }
    let left_out = sections.notes().filter(|note| note.event().is_none()).count();
    if left_out > 0 {
        missing.push(
            format!("{left_out} notes say nothing of what became of them, and are left out").into(),
        );
    }
    for (name, text) in texts(metadata) {
        if text.len() > limits::BSOR_TEXT {
            missing.push(
                format!(
                    "{name} has {} bytes, and is cut to {} at most",
                    text.len(),
                    limits::BSOR_TEXT
                )
                .into(),
            );
        }
    }
}
