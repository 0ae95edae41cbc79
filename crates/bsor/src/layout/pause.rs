//! Section 5, one pause.

use ghostreel_core::record;

record! {
    /// The game was paused. Missing for a pause that ended in quitting.
    pub struct Pause, 12 bytes {
        /// Length in whole seconds of real time
        0: duration: i64 = "duration", "s";
        /// Song time of the pause
        8: time: f32 = "time", "s";
    }
}
