//! Originals that are stored packed: as a reel, from which they come back to the byte.

use ghostreel_formats::core::Digest;
use ghostreel_formats::{CODECS, codec, probe};
use ghostreel_reel::{Level, Original, Reel};

use crate::damage::Damage;

/// The extension of a packed original, after its digest.
pub(crate) const REEL: &str = "reel";

/// A reel of an original, which was unpacked and compared; `None` if it would be no shorter.
pub(crate) fn pack(original: &[u8], level: Level) -> Option<Vec<u8>> {
    let format = probe(original)?;
    let stream = Original { format: format.id.to_owned(), ..Original::default() };
    let reel = ghostreel_reel::pack(format.game, stream, original, level, codec(format.id));
    let reel = reel.inspect_err(|error| tracing::error!(%error, "an original does not pack"));
    reel.ok().filter(|reel| reel.len() < original.len())
}

/// The original in a reel, if it has the digest.
pub(crate) fn unpack(reel: &[u8], digest: &Digest) -> Result<Vec<u8>, Damage> {
    let original = Reel::open(reel).and_then(|reel| reel.original(CODECS));
    let original = original.ok().flatten().map(|(bytes, _)| bytes);
    original.filter(|bytes| Digest::of(bytes) == *digest).ok_or(Damage::Altered)
}
