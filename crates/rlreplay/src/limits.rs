//! Caps of this format, each with its reason.

/// Bytes of the header. Real ones have some ten thousand.
pub const HEADER: usize = 1 << 20;

/// How deep properties may be nested. Real ones are four deep.
pub const PROPERTY_DEPTH: usize = 16;

/// Actors that may be alive at once, as the header's `MaxChannels` says. Real files have 1023.
pub const CHANNELS: u32 = 1 << 16;

/// Properties that the net cache may list. Real files have some 1,500.
pub const SLOTS: usize = 0x7f00;

/// Entries of all classes' lists of properties, those of the classes above them included. Real files have some 8,000.
pub const CLASS_SLOTS: usize = 1 << 20;

/// Frames that are read. Real ones have a hundred bytes and more each, and last a thirtieth of a second: these are more than two hours.
pub const FRAMES: u32 = 1 << 18;

/// Bytes that a decoded stream may take up, what it needs for a moment while a list grows included; and one more for so many of its
/// bytes. A repair holds three at once, and promises to stay within 64 MiB and four times the input.
pub const DECODED_STREAM_BASE: usize = 22 << 20;
/// See [`DECODED_STREAM_BASE`].
pub const STREAM_BYTES_PER_DECODED_BYTE: usize = 2;

/// Keyframes at which a stream is divided; with more it is read as one part. The game writes one in ten seconds, so these are a day and
/// a half's, and what each part costs by itself does not add up.
pub const PARTS: usize = 1 << 13;

/// Players that the derived tables tell apart; who comes behind is nobody. Real matches have eight at once, and some who come and go.
pub const PLAYERS: usize = 64;

/// Goals that are looked at. Real matches have at most some thirty.
pub const GOALS: usize = 256;

/// Bytes of a name where it is told of something else: of a table, or in a message. Real ones have at most 120.
pub const NAME: usize = 256;

/// Units of [work](ghostreel_core::work) that finding out layouts and classes may take, and how many more for each byte of the stream.
/// Of 3,400 simulated patches none needs more.
pub const INFERENCE_BASE: u64 = 6 << 20;
/// See [`INFERENCE_BASE`].
pub const INFERENCE_PER_BYTE: u64 = 12;

/// Bytes behind a keyframe that are read of the frames in front of it. They should end there; where they do not, what is read is none of
/// theirs.
pub const ASTRAY: usize = 1 << 10;

/// Elements of each of the body's tables. Real ones have some thousands.
pub const ELEMENTS: usize = 1 << 17;

/// What a frame tells of actors. Real keyframes tell some thousand things.
pub const ENTRIES_OF_FRAME: usize = 1 << 16;

/// Bytes that the rows of the derived tables may take up, what they need for a moment while a list grows included, and how many more for
/// each byte of the file. Those of real files take up four times the file's bytes, and have 6 MB, at most.
pub const WORLD_BASE: usize = 36 << 20;
/// See [`WORLD_BASE`].
pub const WORLD_PER_BYTE: usize = 2;

/// Bytes of a table of attributes that is given beside a file. Those of everything that is known have 33,000.
pub const OPTION_FILE: usize = 1 << 20;
