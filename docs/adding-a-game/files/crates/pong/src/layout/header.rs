//! The header.

use ghostreel_core::record;

/// `PONG`.
pub const MAGIC: u32 = 0x474e_4f50;
/// The only version.
pub const VERSION: u8 = 1;

record! {
    /// What a file begins with.
    pub struct Header, 16 bytes {
        /// `PONG`
        0: magic: u32 = "magic";
        /// Version of the format
        4: version: u8 = "version";
        /// Frames a second, never 0
        5: rate: u8 = "rate", "1/s";
        /// Bytes of the left player's name
        6: left_name: u8 = "leftName";
        /// Bytes of the right player's name
        7: right_name: u8 = "rightName";
        /// When play began, in seconds since 1970; 0 if nobody noted it
        8: started_at: u32 = "startedAt", "s";
        /// Number of frames
        12: frames: u32 = "frames";
    }
}
