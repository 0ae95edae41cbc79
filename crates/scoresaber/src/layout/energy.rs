//! The section of energies, one record.

use ghostreel_core::record;

record! {
    /// The energy from a moment on. Written when it changes.
    pub struct Energy, 8 bytes {
        /// 0 to 1; 0 is a fail unless No Fail is on
        0: energy: f32 = "energy";
        /// Song time from which it holds
        4: time: f32 = "time", "s";
    }
}
