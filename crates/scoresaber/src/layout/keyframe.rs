//! A keyframe of the legacy format's object graph.

use ghostreel_bsor::layout::{Quaternion, Vector3};
use ghostreel_core::record;

record! {
    /// Both sabers and the head at one moment, with the score so far.
    pub struct Keyframe, 96 bytes {
        /// Position of the right saber
        0: right_position: Vector3 = "Pos1", "m";
        /// Position of the left saber
        12: left_position: Vector3 = "Pos2", "m";
        /// Position of the head
        24: head_position: Vector3 = "Pos3", "m";
        /// Rotation of the right saber
        36: right_rotation: Quaternion = "Rot1";
        /// Rotation of the left saber
        52: left_rotation: Quaternion = "Rot2";
        /// Rotation of the head
        68: head_rotation: Quaternion = "Rot3";
        /// Song time
        84: time: f32 = "time", "s";
        /// Combo so far
        88: combo: i32 = "combo";
        /// Score so far
        92: score: i32 = "score";
    }
}

impl Keyframe {
    /// The names that the members of the class have, in the order of the record's numbers.
    pub(crate) const MEMBERS: [&str; 24] = [
        "_xPos1", "_yPos1", "_zPos1", "_xPos2", "_yPos2", "_zPos2", "_xPos3", "_yPos3", "_zPos3",
        "_xRot1", "_yRot1", "_zRot1", "_wRot1", "_xRot2", "_yRot2", "_zRot2", "_wRot2", "_xRot3",
        "_yRot3", "_zRot3", "_wRot3", "_time", "combo", "score",
    ];

    /// How many of [`MEMBERS`](Self::MEMBERS) are floats; those after them are integers.
    pub(crate) const FLOATS: usize = 22;
}
