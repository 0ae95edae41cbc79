//! The section of heights, one record.

use ghostreel_core::record;

record! {
    /// The player's height from a moment on. Only with automatic height.
    pub struct Height, 8 bytes {
        /// Height of the player
        0: height: f32 = "height", "m";
        /// Song time from which it holds
        4: time: f32 = "time", "s";
    }
}
