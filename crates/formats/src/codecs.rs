//! The codecs that pack replays, by format. Formats without one are packed as bytes.

use ghostreel_pack::Codec;

/// All codecs. Each unpacks its own parts, by its [name](Codec::name).
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
    fn the_first_format_of_every_game_has_its_codec() {
        for (game, _) in crate::sample_variants() {
            let first = FORMATS.iter().find(|format| format.game == game).unwrap();
            assert!(codec(first.id).is_some(), "{}", first.id);
        }
        for known in CODECS {
            assert!(
                FORMATS
                    .iter()
                    .any(|format| codec(format.id).is_some_and(|c| c.name() == known.name()))
            );
        }
    }
}
