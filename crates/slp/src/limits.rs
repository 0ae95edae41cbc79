//! Caps of this format.

/// Metadata longer than this is kept unread. Real ones are below 1 KiB; parsed values take up to a hundred times
/// their bytes.
pub const METADATA: usize = 256 << 10;

/// How deep metadata may be nested. Real ones are four deep.
pub const METADATA_DEPTH: usize = 32;

/// Files are indexed with 32-bit positions. A game of eight minutes is below 10 MB.
pub const FILE: u64 = u32::MAX as u64;

/// Ports from this one on are not looked at for frames. The game has four, and single-player modes a few slots more.
pub const PORTS: u8 = 8;
