//! PAUSES: one pause.

use ghostreel_core::record;

record! {
    /// The game was paused. Version 1 has whole seconds for the length and fractions for the time; the draft has it the other way
    /// round, which may be a mistake.
    pub struct Pause, 8 bytes {
        /// Length in real time
        0: duration: f32 = "duration", "s";
        /// Song time of the pause
        4: time: i32 = "time", "s";
    }
}
