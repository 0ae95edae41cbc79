//! The replay as BSOR: what both formats have goes over bit for bit, and what BSOR would have besides is listed.

mod info;
mod notes;

use ghostreel_bsor::Replay;
use ghostreel_bsor::layout::{Frame, Height, Info, Pose};

use crate::layout::{Keyframe, PoseFrame};
use crate::nrbf::SavedData;
use crate::view::{Content, Sections};

/// The BSOR, and what it lacks or assumes.
pub(crate) fn to_bsor(content: &Content) -> (Replay, Vec<String>) {
    let mut missing = Vec::new();
    let mut lacks = |sentence: &str| missing.push(sentence.to_owned());
    lacks("who played, and when, is not in the file: playerID, playerName and timestamp are empty");
    lacks("the names of song and mapper are not in the file: songName and mapper are empty");
    lacks("trackingSystem, hmd and controller are not in the file");
    lacks(
        "walls are not recorded: score, combo, multiplier and energy that are worked out from the notes take no account of them",
    );
    lacks("pauses are not recorded");
    lacks("practice is not recorded: startTime and speed are 0");
    let replay = match content {
        Content::Sections(sections) => from_sections(sections, &mut missing),
        Content::Legacy(data) => from_saved_data(data, &mut missing),
    };
    (replay, missing)
}

fn from_sections(sections: &Sections, missing: &mut Vec<String>) -> Replay {
    info::lacks_of_version(sections, missing);
    let mut replay = Replay::new(info::info(sections, missing));
    replay.notes = notes::notes(sections, missing);
    replay.frames = sections.poses().iter().map(frame).collect();
    let height =
        |record: crate::layout::Height| Height { height: record.height, time: record.time };
    replay.heights = sections.heights().iter().map(height).collect();
    replay
}

fn frame(PoseFrame { head, left, right, fps, time }: PoseFrame) -> Frame {
    Frame { time, fps, head, left, right }
}

fn from_saved_data(data: &SavedData, missing: &mut Vec<String>) -> Replay {
    let score =
        data.len().checked_sub(1).and_then(|last| data.get(last)).map_or(0, |last| last.score);
    let mut lacks = |sentence: &str| missing.push(sentence.to_owned());
    lacks("notes are not recorded: there are none, and the score is that of the last keyframe");
    lacks("map, difficulty, mode, environment and modifiers are not in the file");
    lacks(
        "the height, whether it was played left-handed, and whether it failed are not in the file",
    );
    lacks("frames a second are not recorded: fps is 0");
    lacks(
        "positions are those of the room: how the player was placed in it is not taken out of them",
    );
    let mut replay = Replay::new(Info { score, ..Info::default() });
    replay.frames = data.iter().map(keyframe).collect();
    replay
}

fn keyframe(keyframe: Keyframe) -> Frame {
    Frame {
        time: keyframe.time,
        fps: 0,
        head: Pose { position: keyframe.head_position, rotation: keyframe.head_rotation },
        left: Pose { position: keyframe.left_position, rotation: keyframe.left_rotation },
        right: Pose { position: keyframe.right_position, rotation: keyframe.right_rotation },
    }
}
