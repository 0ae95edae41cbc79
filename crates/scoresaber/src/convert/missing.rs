//! The gaps and assumptions of a replay's BSOR, in sentences.

use super::info::{PC, SMALL_CUBES, texts};
use crate::content::Content;
use crate::limits;
use crate::sections::Sections;
use crate::version::{RecordForm, Version};

/// The sentences for every replay.
const ALWAYS: [&str; 6] = [
    "The player and the date are not in the file: playerID, playerName and timestamp are empty.",
    "The names of song and mapper are not in the file: songName and mapper are empty.",
    "The file has no trackingSystem, hmd and controller.",
    "Walls are not recorded: score, combo, multiplier and energy that are worked out from the notes take no account of them.",
    "Pauses are not recorded.",
    "Practice is not recorded: startTime and speed are 0.",
];

/// The sentences for the legacy format.
const LEGACY: [&str; 5] = [
    "Notes are not recorded: there are none, and the score is that of the last keyframe.",
    "Map, difficulty, mode, environment and modifiers are not in the file.",
    "The height, whether it was played left-handed, and whether it failed are not in the file.",
    "Frames a second are not recorded: fps is 0.",
    "Positions are those of the room: how the player was placed in it is not taken out of them.",
];

/// The sentences for versions 2 and 3.
const SECTIONS: [&str; 5] = [
    "The map's hash is not in the file by itself: hash is levelID without custom_level_.",
    "The jumpDistance is ScoreSaber's noteSpawnOffset, which is a distance with most settings of the game and not with all.",
    "The flags speedOK, saberTypeOK and wasCutTooSoon are not recorded: good cuts have all right; bad ones have the saber compared with the colour, 2 m/s as the least speed, and no cut too soon.",
    "Ratings of swings are at most 1: a longer swing is not recorded.",
    "The cut infos of bombs are left out, as in BSOR.",
];

/// The sentences for version 2 alone.
const V2: [&str; 2] = [
    "Version 2 has no scoring types: notes are scored as normal ones, arcs and chains too.",
    "Version 2 has no time deviation: it is the note's time less that of its event.",
];

/// The sentences for version 3 alone.
const V3: [&str; 1] =
    ["Rotations and positions of notes, angle offsets and scales of time have no place in BSOR."];

/// All sentences for a replay.
pub(crate) fn missing(content: &Content) -> Vec<String> {
    let mut missing: Vec<String> = ALWAYS.map(str::to_owned).into();
    match content {
        Content::Sections(sections) => of_sections(sections, &mut missing),
        Content::Legacy(_) => missing.extend(LEGACY.map(str::to_owned)),
    }
    missing
}

fn of_sections(sections: &Sections, missing: &mut Vec<String>) {
    let metadata = sections.metadata();
    missing.extend(SECTIONS.map(str::to_owned));
    match sections.record_form() {
        RecordForm::V2 => missing.extend(V2.map(str::to_owned)),
        RecordForm::V3 => missing.extend(V3.map(str::to_owned)),
    }
    missing.push(match sections.scores().next() {
        Some(_) => "The final score is not in the file: score is the last one that was recorded while playing.".to_owned(),
        None => "No score is recorded: score is 0.".to_owned(),
    });
    if sections.version() < Version::V3_1 {
        missing.push(
            "Versions before 3.1.0 do not say the game's version, the plugin's and the platform."
                .to_owned(),
        );
    } else if metadata.platform.as_str() == PC {
        missing.push(
            "The platform is PC, which may be steam or oculuspc: platform is empty.".to_owned(),
        );
    }
    if metadata.difficulty_name().is_none() {
        let number = metadata.difficulty;
        missing
            .push(format!("The difficulty is {number}, which has no name: difficulty is empty."));
    }
    if metadata.modifiers.iter().filter(|code| code.as_str() == SMALL_CUBES).count() == 1 {
        missing.push("The modifier SC may be small cubes or fail on saber clash: ScoreSaber writes the same for both.".to_owned());
    }
    let left_out = sections.notes().filter(|note| note.event().is_none()).count();
    if left_out > 0 {
        missing.push(format!(
            "{left_out} notes say nothing of what became of them, and are left out."
        ));
    }
    for (name, text) in texts(metadata) {
        if text.len() > limits::BSOR_TEXT {
            missing.push(format!(
                "The text {name} has {} bytes, and is cut to {} at most.",
                text.len(),
                limits::BSOR_TEXT
            ));
        }
    }
}
