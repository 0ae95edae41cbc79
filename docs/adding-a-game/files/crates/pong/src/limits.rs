//! Limits of this format, each with its reason.

/// Notes that a file has at most: each takes two bytes in the file and far more in memory.
pub const NOTES: usize = 64;
