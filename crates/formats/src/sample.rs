//! Synthetic replays by the name of the game.

use ghostreel_bsor::{self as bsor, Bsor};
use ghostreel_core::Format;
use ghostreel_slp::{self as slp, Slp};

/// Makes a synthetic replay; the same arguments give the same bytes everywhere. `None`: no such game or variant.
pub fn sample(game: &str, variant: Option<&str>, seed: u64) -> Option<Vec<u8>> {
    if game == Bsor::INFO.game {
        let options = match variant {
            Some(name) => bsor::sample::variant(name)?,
            None => bsor::sample::Options::default(),
        };
        Some(bsor::encode(&bsor::sample::generate(&bsor::sample::Options { seed, ..options })))
    } else if game == Slp::INFO.game {
        let options = match variant {
            Some(name) => slp::sample::variant(name)?,
            None => slp::sample::Options::default(),
        };
        Some(slp::encode(&slp::sample::generate(&slp::sample::Options { seed, ..options })))
    } else {
        None
    }
}

/// The games that samples can be made of, each with its variants, the default first.
pub fn sample_variants() -> Vec<(&'static str, Vec<&'static str>)> {
    vec![
        (Bsor::INFO.game, bsor::sample::variants().into_iter().map(|(name, _)| name).collect()),
        (Slp::INFO.game, slp::sample::variants().into_iter().map(|(name, _)| name).collect()),
    ]
}
