//! Section 6, controller offsets.

use ghostreel_core::record;

use super::Pose;

record! {
    /// The saber handles in the frame of the tracked controllers, taken once at the start. All zero with an
    /// identity rotation: could not be read. Since PC 0.9.5 and Quest 0.8.62.
    pub struct ControllerOffsets, 56 bytes {
        /// Left hand
        0: left: Pose = "left";
        /// Right hand
        28: right: Pose = "right";
    }
}
