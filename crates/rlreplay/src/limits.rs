//! Caps of this format, each with its reason.

/// How deep properties may be nested. Real ones are four deep.
pub const PROPERTY_DEPTH: usize = 16;

/// Actors that may be alive at once, as the header's `MaxChannels` says. Real files have 1023.
pub const CHANNELS: u32 = 1 << 16;

/// Properties that the net cache may list. Real files have some 1,500.
pub const SLOTS: usize = 0x7f00;

/// Entries of all classes' lists of properties, those of the classes above them included. Real files have some 8,000.
pub const CLASS_SLOTS: usize = 1 << 20;

/// Bytes that a decoded stream may take up, and how many more for each byte of it. A list that grows needs up to three times what
/// it holds for a moment, and decoding promises to stay within 64 MiB and four times the input. Real streams take up 3.2 times their
/// bytes, and have 10 MB, at most.
pub const RUN_BASE: usize = 22 << 20;
/// See [`RUN_BASE`].
pub const RUN_PER_BYTE: usize = 1;
