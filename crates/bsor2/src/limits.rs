//! Limits of this format, each with its reason.

/// Bytes that strings and sections of a file may have together beyond the file's own length.
///
/// Strings may share bytes and overlap, and nothing keeps sections from it: 65,535 rows and the strings of the INFO can all name the
/// same gigabyte. Files that share names of devices and the like stay far below.
pub const SHARED_BYTES: usize = 64 << 10;

/// Rows that the table has at most: their number is 16 bits wide.
pub const ROWS: usize = 65_535;
