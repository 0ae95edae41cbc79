//! Synthetic replays by the name of the game.

use ghostreel_bsor::{self as bsor, Bsor};
use ghostreel_core::Format;

/// Makes a synthetic replay; the same arguments give the same bytes everywhere. `None`: no such game or variant.
pub fn sample(game: &str, variant: Option<&str>, seed: u64) -> Option<Vec<u8>> {
    if game != Bsor::INFO.game {
        return None;
    }
    let options = match variant {
        Some(name) => bsor::sample::variant(name)?,
        None => bsor::sample::Options::default(),
    };
    Some(bsor::encode(&bsor::sample::generate(&bsor::sample::Options { seed, ..options })))
}

/// The games that samples can be made of, each with its variants.
pub fn sample_variants() -> Vec<(&'static str, Vec<&'static str>)> {
    let variants = bsor::sample::variants().into_iter().map(|(name, _)| name).collect();
    vec![(Bsor::INFO.game, variants)]
}
