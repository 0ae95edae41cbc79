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

/// Bytes that a decoded stream may take up, besides one for each [`STREAM_BYTES_PER_DECODED_BYTE`]. Both copies of a list count while it
/// grows. A repair holds three decoded streams at once, and promises to stay within 64 MiB and four times the input.
pub const DECODED_STREAM_BASE: usize = 22 << 20;
/// Bytes of the stream that allow one more byte decoded: see [`DECODED_STREAM_BASE`].
pub const STREAM_BYTES_PER_DECODED_BYTE: usize = 2;

/// Keyframes at which a stream is divided; with more it is read as one part. The game writes one in ten seconds, so these are a day and
/// a half's, and what each part costs by itself does not add up.
pub const PARTS: usize = 1 << 13;

/// Players that the derived tables have; more are left out. Real matches have eight at once, and some who come and go.
pub const PLAYERS: usize = 64;

/// Goals that are looked at. Real matches have at most some thirty.
pub const GOALS: usize = 256;

/// Bytes of a name where it is shown: of a table, or in a message. Longer ones are cut. Real ones have at most 120.
pub const NAME: usize = 256;

/// Units of [work](ghostreel_core::work) that inferring layouts and classes may take, besides [`INFERENCE_PER_BYTE`] for each byte of the
/// stream. Of 3,400 simulated patches none needs more.
pub const INFERENCE_BASE: u64 = 6 << 20;
/// Units of work for each byte of the stream: see [`INFERENCE_BASE`].
pub const INFERENCE_PER_BYTE: u64 = 12;

/// Bytes that frames may be read beyond the next keyframe, where they should end. Frames that go on are damaged, and the next part is
/// read from the keyframe.
pub const BYTES_BEYOND_KEYFRAME: usize = 1 << 10;

/// Elements of each of the body's tables. Real ones have some thousands.
pub const ELEMENTS: usize = 1 << 17;

/// [Entries](crate::network::Entry) of a frame. Real keyframes have some thousand.
pub const ENTRIES_OF_FRAME: usize = 1 << 16;

/// Bytes that the rows of the derived tables may take up, besides [`WORLD_PER_BYTE`] for each byte of the file. Both copies of a list
/// count while it grows. Those of real files take up four times the file's bytes, and 6 MB, at most.
pub const WORLD_BASE: usize = 36 << 20;
/// Bytes for each byte of the file: see [`WORLD_BASE`].
pub const WORLD_PER_BYTE: usize = 2;

/// Bytes of a table of attributes given as an option. One with everything that is known has 33,000.
pub const OPTION_FILE: usize = 1 << 20;
