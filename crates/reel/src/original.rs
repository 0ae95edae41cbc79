//! The payload of a part of a game's own file.

use ghostreel_core::{Error, Fault, Result};
use ghostreel_pack::{Codec, general};

use crate::chunk::Head;
use crate::header::Original;

/// Packed by the codec that the stream names.
pub(crate) const BY_CODEC: u8 = 2;

/// The codecs that a reader knows: each is found by its [name](Codec::name).
pub type Codecs = [&'static dyn Codec];

/// The codec of a stream, if it has one.
///
/// # Errors
/// If it is not among those that are known.
pub(crate) fn codec(original: &Original, codecs: &Codecs) -> Result<Option<&'static dyn Codec>> {
    if original.codec.is_empty() {
        return Ok(None);
    }
    let codec = codecs.iter().find(|codec| codec.name() == original.codec);
    let unknown = || {
        let found = original.codec.clone();
        Error::new(Fault::Unsupported, 0, "streams", "a codec that is known", found)
    };
    codec.copied().map(Some).ok_or_else(unknown)
}

/// Unpacks a part. `offset` is where the payload begins, for the error.
///
/// # Errors
/// If the packing is not known, or these are no packed bytes of that length.
pub(crate) fn unpack(
    head: &Head,
    payload: &[u8],
    codec: Option<&dyn Codec>,
    offset: u64,
) -> Result<Vec<u8>> {
    let length = head.unpacked_length as usize;
    let Some(codec) = codec.filter(|_| head.packing == BY_CODEC) else {
        let bytes = general::unpack(head.packing, payload, length, offset, "original")?;
        return Ok(bytes.into_owned());
    };
    let at = |error: Error| Error { offset: error.offset.saturating_add(offset), ..error };
    let bytes = codec.unpack(payload, length).map_err(at)?;
    if bytes.len() == length {
        return Ok(bytes);
    }
    let expected = format!("{length} bytes, packed");
    Err(Error::new(Fault::Malformed, offset, "original", expected, "another length"))
}
