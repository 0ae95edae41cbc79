//! The codecs that pack replays, by format.

use ghostreel_pack::Codec;

/// All codecs. Each unpacks what it packed, by its [name](Codec::name).
pub static CODECS: &[&dyn Codec] = &[
    #[cfg(feature = "beat-saber")]
    &ghostreel_bsor::pack::Packer,
    #[cfg(feature = "melee")]
    &ghostreel_slp::pack::Packer,
    #[cfg(feature = "rocket-league")]
    &ghostreel_rlreplay::pack::Packer,
];

/// The codec that packs files of a format, e.g. `bsor`, if there is one.
pub fn codec(format: &str) -> Option<&'static dyn Codec> {
    let is_of = |codec: &&&dyn Codec| codec.name().split('.').next() == Some(format);
    CODECS.iter().find(is_of).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::FORMATS;

    #[test]
    fn every_format_has_its_codec() {
        for format in FORMATS {
            assert!(codec(format.id).is_some(), "{}", format.id);
        }
        assert_eq!(CODECS.len(), FORMATS.len());
    }
}
