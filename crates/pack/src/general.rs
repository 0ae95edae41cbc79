//! Packing of bytes whose meaning is not known.

use std::borrow::Cow;

use ghostreel_core::{Error, Fault, Result};

/// As it is.
pub const PLAIN: u8 = 0;
/// A zstd frame.
pub const ZSTD: u8 = 1;

/// Packs bytes if that makes them shorter. Returns the packing and the bytes.
pub fn pack(bytes: &[u8], level: i32) -> (u8, Cow<'_, [u8]>) {
    match compress(bytes, level).filter(|packed| packed.len() < bytes.len()) {
        Some(packed) => (ZSTD, packed.into()),
        None => (PLAIN, bytes.into()),
    }
}

/// Unpacks bytes to a known length. `offset` and `section` are for the error.
///
/// # Errors
/// If the packing is not known, the bytes are damaged, or they unpack to another length.
pub fn unpack<'a>(
    packing: u8,
    bytes: &'a [u8],
    length: usize,
    offset: u64,
    section: &'static str,
) -> Result<Cow<'a, [u8]>> {
    let unpacked = match packing {
        PLAIN => Some(Cow::Borrowed(bytes)),
        ZSTD => decompress(bytes, length).map(Cow::Owned),
        _ => {
            let found = format!("packing {packing}");
            return Err(Error::new(
                Fault::Unsupported,
                offset,
                section,
                "a packing that is known",
                found,
            ));
        }
    };
    unpacked.filter(|unpacked| unpacked.len() == length).ok_or_else(|| {
        let expected = format!("{length} bytes, packed");
        Error::new(Fault::Malformed, offset, section, expected, "damaged ones, or another length")
    })
}

#[cfg(not(target_family = "wasm"))]
fn compress(bytes: &[u8], level: i32) -> Option<Vec<u8>> {
    zstd::bulk::compress(bytes, level).ok()
}

#[cfg(not(target_family = "wasm"))]
fn decompress(bytes: &[u8], length: usize) -> Option<Vec<u8>> {
    zstd::bulk::decompress(bytes, length).ok()
}

#[cfg(target_family = "wasm")]
fn compress(bytes: &[u8], _: i32) -> Option<Vec<u8>> {
    Some(ruzstd::encoding::compress_to_vec(bytes, ruzstd::encoding::CompressionLevel::Fastest))
}

#[cfg(target_family = "wasm")]
fn decompress(bytes: &[u8], length: usize) -> Option<Vec<u8>> {
    use std::io::Read;
    let mut unpacked = Vec::with_capacity(length);
    let decoder = ruzstd::decoding::StreamingDecoder::new(bytes).ok()?;
    decoder.take(length.saturating_add(1) as u64).read_to_end(&mut unpacked).ok()?;
    Some(unpacked)
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    #[test]
    fn both_libraries_read_what_the_other_packs() {
        let text = b"the page unpacks with another library than the writer packs with ".repeat(50);
        let (packing, packed) = pack(&text, 19);
        assert_eq!(packing, ZSTD);
        let mut unpacked = Vec::new();
        let mut decoder = ruzstd::decoding::StreamingDecoder::new(&packed[..]).unwrap();
        decoder.read_to_end(&mut unpacked).unwrap();
        assert_eq!(unpacked, text);

        let level = ruzstd::encoding::CompressionLevel::Fastest;
        let packed = ruzstd::encoding::compress_to_vec(&text[..], level);
        assert_eq!(*unpack(ZSTD, &packed, text.len(), 0, "test").unwrap(), text);
        for length in [0, 1, text.len() - 1, text.len() + 1] {
            assert!(unpack(ZSTD, &packed, length, 0, "test").is_err(), "{length}");
        }
    }

    #[test]
    fn incompressible_bytes_stay_as_they_are() {
        assert_eq!(pack(b"abc", 3), (PLAIN, Cow::Borrowed(&b"abc"[..])));
        assert_eq!(unpack(7, b"abc", 3, 0, "test").unwrap_err().fault, Fault::Unsupported);
    }
}
