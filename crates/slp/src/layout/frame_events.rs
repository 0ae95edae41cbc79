//! Frame Start (0x3A) and Frame Bookend (0x3C): around the events of a frame.

use ghostreel_core::record;

record! {
    /// The beginning of a frame. Since 2.2.
    pub struct FrameStart, 13 bytes big-endian, growing {
        /// 0x3A
        0x00: command: u8 = "command";
        /// Frame, from -123
        0x01: frame: i32 = "frame", "frame";
        /// Random seed
        0x05: seed: u32 = "seed";
        /// Frames of the scene, pauses included
        0x09: scene_frame_counter: u32 = "sceneFrameCounter", "frame"; since "3.10";
    }
}

record! {
    /// The end of a frame. Since 3.0.
    pub struct FrameBookend, 9 bytes big-endian, growing {
        /// 0x3C
        0x00: command: u8 = "command";
        /// Frame, from -123
        0x01: frame: i32 = "frame", "frame";
        /// No rollback will change frames up to this one
        0x05: latest_finalized_frame: i32 = "latestFinalizedFrame", "frame"; since "3.7";
    }
}
