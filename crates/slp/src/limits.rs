//! Caps of this format.

/// Metadata longer than this is kept unread. Real ones are below 1 KiB; parsed values take up to a hundred times
/// their bytes.
pub const METADATA: usize = 256 << 10;

/// Bytes of metadata that a stream reads again because more of them have come: further bytes wait for twice as much, or the end.
/// A recorder writes metadata at once, and a few hundred bytes could come one by one.
pub const METADATA_AGAIN: usize = 4 << 20;

/// How deep metadata may be nested. Real ones are four deep.
pub const METADATA_DEPTH: usize = 32;

/// Files are indexed with 32-bit positions. A game of eight minutes is below 10 MB.
pub const FILE: u64 = u32::MAX as u64;

/// Ports from this one on are not looked at for frames. The game has four, and single-player modes a few slots more.
pub const PORTS: u8 = 8;

/// How far a rollback goes back, in frames. The game's own limit.
pub const ROLLBACK: i32 = 7;

/// After damage, events of frames from this one on are no events: a game of four hours and a half has no more.
pub const FRAMES: i32 = 1 << 20;

/// How many events after damage are read ahead to decide whether they make sense.
pub const LOOK_AHEAD: usize = 16;

/// How often a file is taken up again after damage. A real file with so many damaged places has no sound ones.
pub const GAPS: usize = 1 << 16;

/// How many damaged places of a kind have a diagnostic each. The others have one together.
pub const DIAGNOSED_GAPS: usize = 64;

/// How many frames a stream holds back at most. Where nothing says which frames are final, the oldest goes first.
pub const PENDING: usize = 128;

/// How many items and how many platform moves a stream's frame keeps. The game sends at most 15 and 2.
pub const RECORDS_OF_FRAME: usize = 256;
