//! Caps that hold for every format. A game crate's own caps are in its `limits.rs`.

/// Memory that decoding may use on top of [`MEMORY_PER_INPUT_BYTE`] × the input's length.
pub const MEMORY_BASE: u64 = 64 << 20;

/// Bytes of memory that decoding may use for each byte of input.
///
/// Every count read from a file is checked against the bytes left before anything is reserved for
/// it, so no field of a hostile file can ask for more than this.
pub const MEMORY_PER_INPUT_BYTE: u64 = 4;

/// Units of [work](crate::work) that one step may do on top of [`WORK_PER_INPUT_BYTE`] × the input's length.
pub const WORK_BASE: u64 = 1 << 21;

/// Units of [work](crate::work) that one step may do for each byte of input. Sound replays need less than one.
pub const WORK_PER_INPUT_BYTE: u64 = 6;

/// Diagnostics of one kind that are kept each for itself. The others are counted.
pub const DIAGNOSTICS_PER_KIND: usize = 100;

/// Kinds of diagnostics that are counted each for itself. All further ones count as one kind.
pub const DIAGNOSTIC_KINDS: usize = 32;

/// Characters that one part of an error, or the message of a diagnostic, has at most: a text of the input can be as long as the input.
pub const QUOTED: usize = 200;
