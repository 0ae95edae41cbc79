//! A reel of a game's own file.

use ghostreel_core::{Error, Fault, Result};

use crate::header::{Header, Original, Stream};
use crate::reel::Reel;
use crate::writer::{Settings, Writer};

/// How much time packing may take.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Level {
    /// As it is written while a game is played: short chunks.
    Live,
    /// In long chunks.
    #[default]
    Fast,
    /// As short as possible.
    Archive,
}

impl Level {
    fn settings(self) -> Settings {
        match self {
            Self::Live => Settings::default(),
            Self::Fast => Settings { bytes: 4 << 20, ..Settings::default() },
            Self::Archive => Settings { bytes: 16 << 20, level: 19, ..Settings::default() },
        }
    }
}

/// Packs a game's own file into a reel, and reads it back before it is believed.
///
/// # Errors
/// If the file does not come back as it was, which is our own mistake.
pub fn pack(game: &str, original: Original, bytes: &[u8], level: Level) -> Result<Vec<u8>> {
    let mistake = |what: String| Error::new(Fault::Bug, 0, "reel", "the same bytes", what);
    let streams = vec![Stream::Original(original)];
    let header = Header { game: game.to_owned(), streams, ..Header::default() };
    let mut writer =
        Writer::new(header, level.settings()).map_err(|error| mistake(error.to_string()))?;
    writer.original(1, bytes, f64::NAN).map_err(|error| mistake(error.to_string()))?;
    let reel = writer.finish();
    let is_exact = Reel::open(&reel)?.original().is_some_and(|(back, _)| back == bytes);
    if is_exact { Ok(reel) } else { Err(mistake("others".into())) }
}
