//! The section of combos, one record.

use ghostreel_core::record;

record! {
    /// The combo from a moment on. Written when it changes.
    pub struct Combo, 8 bytes {
        /// Cuts without a mistake in a row
        0: combo: i32 = "combo";
        /// Song time from which it holds
        4: time: f32 = "time", "s";
    }
}
