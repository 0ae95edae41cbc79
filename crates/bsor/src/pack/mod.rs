//! Packing of Beat Saber replays (`docs/spec/packed-bsor.md`): a frame's poses are predicted from those before it, and the differences are coded.

mod frames;
mod geometry;
mod modelled;
mod motion;
mod notes;
mod parts;
mod rice;
mod segment;
mod values;

use ghostreel_core::Result;
use ghostreel_pack::{Codec, Level, Part};

/// Packs BSOR files.
#[derive(Clone, Copy, Debug, Default)]
pub struct Packer;

impl Codec for Packer {
    fn name(&self) -> &'static str {
        "bsor.1"
    }

    fn pack(&self, file: &[u8], level: Level) -> Vec<Part> {
        // The page only unpacks: it need not download this.
        if cfg!(target_family = "wasm") {
            return Vec::new();
        }
        parts::pack(file, level)
    }

    fn unpack(&self, packed: &[u8], length: usize) -> Result<Vec<u8>> {
        segment::unpack(packed, length)
    }
}
