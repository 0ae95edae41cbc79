//! Limits of this format, each with its reason.

/// The whole info section lies within this many bytes of its start.
///
/// Some mods wrote wrong string lengths, and finding the right ones means trying; a stream waits for
/// at most this much before it decides. Sixteen texts of a sane size are well below 4 KiB.
pub const INFO_WINDOW: usize = 64 << 10;

/// Bytes that may be skipped in search of a plausible string length.
///
/// The mods that leave such bytes behind leave one to two for each non-ASCII character of a name.
pub const SKIPPED_BYTES: usize = 1 << 10;

/// The longest string that is believed while skipping; other readers stop at 300 or 1,000 too.
pub const PLAUSIBLE_TEXT: i32 = 1_000;

/// Notes that are read ahead to decide whether a note has cut info.
pub const LOOKAHEAD_NOTES: u32 = 3;
