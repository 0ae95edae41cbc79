//! The interface of a codec for a format.

use std::fmt::Debug;
use std::ops::Range;

use ghostreel_core::Result;

/// How much time packing may take.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Level {
    /// As it is written while a game is played: parts of a second.
    Live,
    /// In long parts, by byte planes.
    #[default]
    Fast,
    /// As short as possible.
    Archive,
}

/// A part of a file, packed.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// The bytes of the file.
    pub range: Range<usize>,
    /// The first and the last time of the part in seconds, as the format's timeline has it; NaN where it has none.
    pub times: [f64; 2],
    /// The packed bytes; `None` where the codec has nothing that is shorter.
    pub packed: Option<Vec<u8>>,
}

/// Packs files of one format.
pub trait Codec: Debug + Sync {
    /// Name with a version, e.g. `bsor.1`: what one version packs is unpacked by the same alone.
    fn name(&self) -> &'static str;

    /// The parts of a file, in order and without a gap. Each can be unpacked alone. A file that is damaged, cut off or not of the format
    /// at all has parts as well: the bytes that the codec makes no sense of are stored, or left to the caller (`packed: None`).
    ///
    /// The parts need not be checked here: the caller unpacks each part before it believes it.
    fn pack(&self, file: &[u8], level: Level) -> Vec<Part>;

    /// Unpacks a part of so many bytes.
    ///
    /// Takes any bytes: hostile ones may give an error or other bytes, and take no more memory and time than the unpacked size allows.
    ///
    /// # Errors
    /// If these are not the bytes of a part of that length.
    fn unpack(&self, packed: &[u8], length: usize) -> Result<Vec<u8>>;
}
