//! The section of multipliers, one record.

use ghostreel_core::record;

record! {
    /// The multiplier from a moment on. Written when it changes.
    pub struct Multiplier, 12 bytes {
        /// 1, 2, 4 or 8
        0: multiplier: i32 = "multiplier";
        /// Way to the next multiplier, 0 to 1: hits are this × 2 × the multiplier
        4: progress: f32 = "nextMultiplierProgress" as "next_multiplier_progress";
        /// Song time from which it holds
        8: time: f32 = "time", "s";
    }
}
