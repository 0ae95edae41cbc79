//! Limits of maps, each with its reason. Together they keep reading a map within 64 MiB + 4 × the input, which is the zip file, or all files of
//! the folder: the text of one file, a long text in it, the content read of it, and the content kept of all of them.

/// The most bytes that one file of a map may have, whatever the length of the input. The longest in real maps, walls as art, have some tens of
/// megabytes; the input is larger then, too.
pub const FILE_BASE: u64 = 16 << 20;

/// Bytes of one file on top of [`FILE_BASE`] for each byte of the input.
pub const FILE_PER_INPUT_BYTE: u64 = 1;

/// The most bytes that a member of a zip file may unpack to, however few it was packed to.
pub const UNPACKED_BASE: u64 = 1 << 20;

/// Bytes on top of [`UNPACKED_BASE`] that a member of a zip file may unpack to for each packed byte. Real difficulties are packed to between a
/// fifth and a fortieth; deflate can pack to a thousandth.
pub const UNPACKED_PER_PACKED_BYTE: u64 = 200;

/// The most bytes of all files that are read, one after the other: Info.dat may list the same file again and again.
pub const ALL_FILES_BASE: u64 = 128 << 20;

/// Bytes of all files on top of [`ALL_FILES_BASE`] for each byte of the input.
pub const ALL_FILES_PER_INPUT_BYTE: u64 = 8;

/// The most bytes of a song: an hour of it has some sixty megabytes.
pub const SONG: u64 = 64 << 20;

/// The most difficulties that are read. The game has five, for each of some eight characteristics.
pub const DIFFICULTIES: usize = 100;

/// The most files of a zip file that are looked at. Maps have some dozens.
pub const ENTRIES: usize = 10_000;

/// How deep objects and lists may be in one another. The game's own are five deep, those of mods a few more.
pub const DEPTH: usize = 100;

/// The longest text in a file, as it is written there. Mods keep some kilobytes in one.
pub const TEXT: usize = 2 << 20;

/// Characters that are kept of a text: names of songs, files and people.
pub const KEPT_CHARACTERS: usize = 1_000;

/// Memory for what stands in the lists of one file, and once more for the objects of all difficulties, whatever the length of the input. A
/// difficulty of ten minutes takes some hundred kilobytes.
pub const OBJECTS_BASE: u64 = 12 << 20;

/// Inputs of so many bytes allow one byte more than [`OBJECTS_BASE`], for each of the two.
pub const INPUT_BYTES_PER_OBJECT_BYTE: u64 = 4;

/// The most links that are made of the chains of a difficulty. A number in a map says how many links a chain has.
pub const LINKS: usize = 100_000;

/// The most bytes that a file of a map may have.
pub(crate) const fn file(input: u64) -> u64 {
    FILE_BASE.saturating_add(input.saturating_mul(FILE_PER_INPUT_BYTE))
}

/// The most bytes that all files together may have.
pub(crate) const fn all_files(input: u64) -> u64 {
    ALL_FILES_BASE.saturating_add(input.saturating_mul(ALL_FILES_PER_INPUT_BYTE))
}

/// The most bytes that a member of a zip file may unpack to.
pub(crate) const fn unpacked(packed: u64) -> u64 {
    UNPACKED_BASE.saturating_add(packed.saturating_mul(UNPACKED_PER_PACKED_BYTE))
}

/// Memory for the objects of a file, and for those of all difficulties.
#[allow(clippy::integer_division, reason = "a part of a byte does not matter")]
pub(crate) const fn objects(input: u64) -> u64 {
    OBJECTS_BASE.saturating_add(input / INPUT_BYTES_PER_OBJECT_BYTE)
}
