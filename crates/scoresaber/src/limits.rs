//! Limits of this format, each with its reason.

/// The largest payload, whatever the length of the file: 50 minutes at 60 frames a second, however well it compresses.
///
/// A bomb of ten kilobytes makes no more than this. Payload, BSOR and the columns of a table, which are in memory at once, take up about
/// four times as many bytes, and stay within the budget of 64 MiB and 4 × the input.
pub const PAYLOAD_BASE: usize = 16 << 20;

/// Bytes of payload on top of [`PAYLOAD_BASE`] for each byte of the file. Real motion needs 1.4: a file may be 40 MB, which is two hours.
pub const PAYLOAD_PER_INPUT_BYTE: usize = 1;

/// The most bytes of dictionary that compressing uses: all matches of a float are near, and the tables that find them take up many times that.
pub const ENCODER_DICTIONARY: u32 = 1 << 20;

/// The most modifiers that are read. The plugin knows 15.
pub const MODIFIERS: i32 = 1_000;

/// The most bytes of a text that a BSOR takes over: its readers look for its info in a window, and believe no longer texts.
pub const BSOR_TEXT: usize = 1_000;

/// The most classes that an object graph may declare. The plugin's has two.
pub const CLASSES: usize = 64;

/// The most members that a class may declare. The plugin's largest has 24.
pub const MEMBERS: i32 = 1_000;

/// The most bytes that a file of that length may unpack to.
pub(crate) const fn payload(file: usize) -> usize {
    PAYLOAD_BASE.saturating_add(file.saturating_mul(PAYLOAD_PER_INPUT_BYTE))
}
