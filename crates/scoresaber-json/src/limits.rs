//! Limits of this format, each with its reason.

/// Notes and walls that are converted to BSOR and shown as a table. Longer lists are kept, but read only so far.
///
/// A note takes eleven bytes of text and 88 of BSOR, so a file that is nothing but notes would grow out of proportion.
/// The longest maps have some ten thousand notes.
pub const NOTES: usize = 1 << 17;

/// Modifiers that are read; the game knows twenty. A list of many empty texts would grow out of proportion.
pub const MODIFIERS: usize = 256;

/// Bytes after damage in which a list, or a frame, is recognised as such. A frame has some 700 bytes, 1,500 where each
/// value has a line of its own.
pub const RESUME_WINDOW: usize = 4 << 10;

/// Members of one frame, height or info that the format does not know and that are named one by one.
pub const UNKNOWN_MEMBERS: usize = 64;

/// Characters of a number that make up a number; longer ones are none. The longest exact 32-bit float has 150.
pub const NUMBER: usize = 512;
