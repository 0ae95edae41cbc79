//! What the fuzz targets share: the properties, as functions of the bytes. Each panics where a property does not hold.

mod bsor;
mod rlreplay;
mod slp;

pub use bsor::{bsor_decode, bsor_roundtrip, bsor_split};
pub use rlreplay::{rlreplay_decode, rlreplay_roundtrip, rlreplay_split};
pub use slp::{slp_decode, slp_roundtrip, slp_split};

/// The pieces that the first eight bytes of the input cut the others into. Zero stands for a large piece, so that long
/// inputs do not always trickle. Nothing at all comes as one empty piece.
fn pieces(input: &[u8]) -> Option<(&[u8], Vec<&[u8]>)> {
    let (splits, bytes) = input.split_at_checked(8)?;
    let mut pieces = Vec::new();
    let mut rest = bytes;
    for split in splits.iter().cycle() {
        let size = if *split == 0 { 4096 } else { usize::from(*split) };
        let (piece, left) = rest.split_at(size.min(rest.len()));
        pieces.push(piece);
        rest = left;
        if rest.is_empty() {
            break;
        }
    }
    Some((bytes, pieces))
}
