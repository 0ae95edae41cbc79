//! The first eight bytes.

use ghostreel_core::record;

record! {
    /// What the file is, and how many rows its table of sections has.
    pub struct Header, 8 bytes {
        /// Magic number, the same as version 1 has
        0: magic: i32 = "magic";
        /// Version of the format: 2
        4: major: u8 = "major";
        /// Version of the draft: 0
        5: minor: u8 = "minor";
        /// Rows of the section table, which follows
        6: rows: u16 = "rowCount";
    }
}
