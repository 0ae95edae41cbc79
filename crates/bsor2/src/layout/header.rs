//! The first eight bytes.

use ghostreel_core::record;

record! {
    /// The format and version, and the number of rows of the table of sections.
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
