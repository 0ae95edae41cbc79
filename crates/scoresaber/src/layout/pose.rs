//! The section of poses, one record.

use ghostreel_bsor::layout::Pose;
use ghostreel_core::record;

record! {
    /// Poses of head and hands at one moment. The time is last, unlike in BSOR.
    ///
    /// Recording goes on while the game is paused: then many records have the same time.
    pub struct PoseFrame, 92 bytes {
        /// Head
        0: head: Pose = "head";
        /// Left saber handle
        28: left: Pose = "left";
        /// Right saber handle
        56: right: Pose = "right";
        /// Frames per second of the game at this moment
        84: fps: i32 = "fps", "1/s";
        /// Song time
        88: time: f32 = "time", "s";
    }
}
