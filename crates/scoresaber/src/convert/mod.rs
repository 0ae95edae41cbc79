//! The replay as BSOR: what both formats have goes over bit for bit.

mod info;
mod missing;
mod notes;

use ghostreel_bsor::layout::{Frame, Height, Info, Pose};
use ghostreel_bsor::scoring::RecordedStanding;
use ghostreel_bsor::{Recorded, Replay};

use crate::content::Content;
use crate::layout::{self, Keyframe, PoseFrame};
use crate::nrbf::SavedData;
use crate::sections::Sections;

pub(crate) use missing::missing;

/// The BSOR of a replay. [`missing()`] lists its gaps.
pub(crate) fn to_bsor(content: &Content) -> Replay {
    match content {
        Content::Sections(sections) => from_sections(sections),
        Content::Legacy(data) => from_saved_data(data),
    }
}

fn from_sections(sections: &Sections) -> Replay {
    let mut replay = Replay::new(info::info(sections));
    replay.notes = notes::notes(sections);
    replay.frames = sections.poses().iter().map(frame).collect();
    let height = |layout::Height { height, time }| Height { height, time };
    replay.heights = sections.heights().iter().map(height).collect();
    replay
}

fn frame(PoseFrame { head, left, right, fps, time }: PoseFrame) -> Frame {
    Frame { time, fps, head, left, right }
}

fn from_saved_data(data: &SavedData) -> Replay {
    let last = data.len().checked_sub(1).and_then(|last| data.get(last));
    let score = last.map_or(0, |last| last.score);
    let mut replay = Replay::new(Info { score, ..Info::default() });
    replay.frames = data.iter().map(keyframe).collect();
    replay
}

/// Score and combo, for which BSOR has no place.
pub(crate) fn standing(keyframe: Keyframe) -> RecordedStanding {
    let Keyframe { time, score, combo, .. } = keyframe;
    RecordedStanding { time, score, combo }
}

/// Score, combo, multiplier and energy, for which BSOR has no place.
pub(crate) fn recorded(sections: &Sections) -> Recorded {
    let scores = sections.scores();
    let scores = scores.map(|of| (of.time, of.score, of.immediate_max_possible_score));
    let multipliers = sections.multipliers().iter();
    Recorded {
        scores: scores.collect(),
        combos: sections.combos().iter().map(|of| (of.time, of.combo)).collect(),
        multipliers: multipliers.map(|of| (of.time, of.multiplier, of.progress)).collect(),
        energies: sections.energies().iter().map(|of| (of.time, of.energy)).collect(),
    }
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
