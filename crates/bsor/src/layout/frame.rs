//! Section 1, one frame.

use ghostreel_core::record;

use super::Pose;

record! {
    /// Poses of head and hands at one moment, 80 to 144 times a second.
    ///
    /// The first few frames are not play: mods write three to six with time 0, and in the first of them the PC
    /// mods keep SteamVR's settings in place of the head's rotation. [`is_pose`](Self::is_pose) returns which.
    pub struct Frame, 92 bytes {
        /// Song time
        0: time: f32 = "time", "s";
        /// Frames per second of the game at this moment, may be 0 or wild in the first frames
        4: fps: i32 = "fps", "1/s";
        /// Head
        8: head: Pose = "head";
        /// Left saber handle; the blade goes 1 m along its Z axis
        36: left: Pose = "left";
        /// Right saber handle; the blade goes 1 m along its Z axis
        64: right: Pose = "right";
    }
}

impl Frame {
    /// How far the squared length of a head rotation may be from 1; measured: 3e-7 in real poses, 1 or 3 in
    /// the settings that PC mods write into the first frame.
    const UNIT_TOLERANCE: f32 = 0.01;

    /// Whether the head holds a pose and not a mod's settings.
    pub fn is_pose(&self) -> bool {
        (self.head.rotation.norm_squared() - 1.0).abs() <= Self::UNIT_TOLERANCE
    }

    /// Whether a player shows this frame after one at `previous` seconds: it is a pose, its time is not 0, and
    /// time has moved on.
    #[allow(clippy::float_cmp, reason = "mods write the very same bits again")]
    pub fn is_playable(&self, previous: Option<f32>) -> bool {
        self.time != 0.0 && Some(self.time) != previous && self.is_pose()
    }
}
