//! The beginning of a reel.

use ghostreel_core::io::{Reader, Writer};
use ghostreel_core::{Error, Fault, Result};

use crate::chunk::Hash;

/// The first bytes. As PNG's, they show whether line ends or the eighth bit were changed on the way.
pub const MAGIC: [u8; 8] = *b"\x89REEL\r\n\x1a";

/// Bytes of the preamble.
pub const LENGTH: usize = 16;

/// A reader refuses a greater number: such reels may have other chunk heads.
const MAJOR: u16 = 1;
/// A reader takes any number: it may skip unknown parts.
const MINOR: u16 = 0;

pub(crate) fn bytes() -> Vec<u8> {
    let mut out = Writer::with_capacity(LENGTH);
    out.bytes(&MAGIC);
    out.u16_le(MAJOR);
    out.u16_le(MINOR);
    out.u32_le(0);
    out.finish()
}

/// The hash that the chain of a reel begins with.
pub(crate) fn hash(reel: &[u8]) -> Hash {
    *blake3::hash(reel.get(..LENGTH).unwrap_or(reel)).as_bytes()
}

/// Looks whether a reel of a known version begins here.
pub(crate) fn read(bytes: &[u8]) -> Result<()> {
    let mut reader = Reader::new(bytes, "preamble");
    let preamble = reader.take(LENGTH, "a preamble")?;
    let mut reader = Reader::new(preamble, "preamble");
    if reader.array::<8>("the magic")? != MAGIC {
        return Err(Error::new(
            Fault::Malformed,
            0,
            "preamble",
            "the magic of a reel",
            "other bytes",
        ));
    }
    let major = reader.u16_le("a version")?;
    if major != MAJOR {
        let (expected, found) = (format!("version {MAJOR}"), format!("version {major}"));
        return Err(Error::new(Fault::Unsupported, 8, "preamble", expected, found));
    }
    Ok(())
}
