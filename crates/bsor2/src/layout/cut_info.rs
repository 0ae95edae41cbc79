//! The cut info of a note.

use ghostreel_core::record;

use ghostreel_bsor::layout::CutInfo;

record! {
    /// The cut of a note: what version 1 has, and the sign of the distance in a number of its own.
    pub struct NoteCutInfo, 76 bytes {
        /// The same 72 bytes as in version 1
        0: cut: CutInfo = "cutInfo";
        /// On which side of the centre the plane passes. Taken as −1 or 1, and 0 where it is not known
        72: cut_distance_sign: i32 = "cutDistanceSign";
    }
}
