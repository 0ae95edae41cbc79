//! A reel of a game's own file.

use ghostreel_core::{Error, Fault, Result};
use ghostreel_pack::{Codec, Level, Part};

use crate::header::{Header, Original, Stream};
use crate::reel::Reel;
use crate::settings::Settings;
use crate::writer::{WriteError, Writer};

/// Packs a game's own file into a reel, and reads it back before it is accepted. A part that its codec does not reproduce is packed without it.
///
/// # Errors
/// If the file does not come back as it was, which is our own mistake.
pub fn pack(
    game: &str,
    original: Original,
    bytes: &[u8],
    level: Level,
    codec: Option<&'static dyn Codec>,
) -> Result<Vec<u8>> {
    let mut parts = codec.map_or_else(Vec::new, |codec| codec.pack(bytes, level));
    let reel = write(game, &original, bytes, level, codec.zip(Some(&parts[..])))?;
    if is_exact(&reel, bytes, codec) {
        return Ok(reel);
    }
    for part in &mut parts {
        let comes_back = |packed: &Vec<u8>| {
            let there = bytes.get(part.range.clone());
            let back = codec.and_then(|codec| codec.unpack(packed, part.range.len()).ok());
            there.is_some() && back.as_deref() == there
        };
        part.packed = part.packed.take().filter(comes_back);
    }
    let reel = write(game, &original, bytes, level, codec.zip(Some(&parts[..])))?;
    if is_exact(&reel, bytes, codec) { Ok(reel) } else { Err(mistake("others".into())) }
}

fn settings(level: Level) -> Settings {
    match level {
        Level::Live => Settings::default(),
        Level::Fast => Settings { bytes: 4 << 20, ..Settings::default() },
        Level::Archive => Settings { bytes: 16 << 20, level: 19, ..Settings::default() },
    }
}

fn write(
    game: &str,
    original: &Original,
    bytes: &[u8],
    level: Level,
    packed: Option<(&dyn Codec, &[Part])>,
) -> Result<Vec<u8>> {
    // Nothing names a codec that packs nothing.
    let packed = packed.filter(|(_, parts)| parts.iter().any(|part| part.packed.is_some()));
    let codec = packed.map_or("", |(codec, _)| codec.name()).to_owned();
    let streams = vec![Stream::Original(Original { codec, ..original.clone() })];
    let header = Header { game: game.to_owned(), streams, ..Header::default() };
    let written = || {
        let mut writer = Writer::new(header, settings(level))?;
        let mut at = 0;
        for part in packed.map_or(&[][..], |(_, parts)| parts) {
            let Some(there) = bytes.get(part.range.clone()).filter(|_| part.range.start == at)
            else {
                break;
            };
            at = part.range.end;
            match &part.packed {
                Some(packed) => writer.packed_original(1, there, part.times, packed)?,
                None => writer.original(1, there, part.times[0])?,
            }
        }
        writer.original(1, bytes.get(at..).unwrap_or_default(), f64::NAN)?;
        Ok(writer.finish())
    };
    written().map_err(|error: WriteError| mistake(error.to_string()))
}

fn is_exact(reel: &[u8], bytes: &[u8], codec: Option<&'static dyn Codec>) -> bool {
    let back = Reel::open(reel).and_then(|reel| reel.original(codec.as_slice()));
    back.is_ok_and(|back| back.is_some_and(|(back, _)| back == bytes))
}

fn mistake(found: String) -> Error {
    Error::new(Fault::Bug, 0, "reel", "the same bytes", found)
}
