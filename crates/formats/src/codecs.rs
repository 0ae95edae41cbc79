//! The codecs that pack replays, by format. Formats without one are packed as bytes.

use ghostreel_pack::Codec;

macro_rules! codecs {
    ($($game:literal: $module:ident = $crate_name:ident, $format:ident, $doc:literal;)*) => {
        /// All codecs: that of the first format of each game. Each unpacks its own parts, by its [name](Codec::name).
        pub static CODECS: &[&dyn Codec] =
            &[$(#[cfg(feature = $game)] &$crate_name::pack::Packer,)*];
    };
}

with_games!(codecs);

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
    fn the_codec_of_every_game_is_called_as_its_first_format() {
        let games = crate::sample_variants();
        assert_eq!(games.len(), CODECS.len());
        for ((game, _), known) in games.into_iter().zip(CODECS) {
            let first = FORMATS.iter().find(|format| format.game == game).unwrap();
            assert_eq!(codec(first.id).map(Codec::name), Some(known.name()), "{game}");
        }
    }
}
