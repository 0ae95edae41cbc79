//! Caps that hold for every format. A game crate's own caps are in its `limits.rs`.

/// Memory that decoding may use on top of [`MEMORY_PER_INPUT_BYTE`] × the input's length.
pub const MEMORY_BASE: u64 = 64 << 20;

/// Bytes of memory that decoding may use for each byte of input.
///
/// Every count read from a file is checked against the bytes left before anything is reserved for
/// it, so no field of a hostile file can ask for more than this.
pub const MEMORY_PER_INPUT_BYTE: u64 = 4;
