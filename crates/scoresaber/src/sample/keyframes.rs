//! A play as an old plugin recorded it.

use ghostreel_bsor as bsor;
use ghostreel_bsor::scoring::score_rows;

use crate::layout::Keyframe;
use crate::nrbf::SavedData;

pub(super) fn saved_data(play: &bsor::Replay) -> SavedData {
    let rows = score_rows(&play.info, play.notes.as_notes(), &play.walls);
    let keyframe = |frame: &bsor::Frame| {
        let before = rows.partition_point(|row| row.time <= frame.time);
        let last = before.checked_sub(1).and_then(|last| rows.get(last));
        Keyframe {
            right_position: frame.right.position,
            left_position: frame.left.position,
            head_position: frame.head.position,
            right_rotation: frame.right.rotation,
            left_rotation: frame.left.rotation,
            head_rotation: frame.head.rotation,
            time: frame.time,
            combo: last.map_or(0, |row| row.combo),
            score: last.map_or(0, |row| row.score),
        }
    };
    play.frames.iter().map(keyframe).collect()
}
