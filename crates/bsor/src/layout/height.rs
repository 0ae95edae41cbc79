//! Section 4, one automatic height.

use ghostreel_core::record;

record! {
    /// The player's height from a moment on. Only with automatic height, where `info.height` is 0; Quest mods
    /// since April 2024 write it every frame, changed or not.
    pub struct Height, 8 bytes {
        /// Height of the player
        0: height: f32 = "height", "m";
        /// Song time from which it holds
        4: time: f32 = "time", "s";
    }
}
