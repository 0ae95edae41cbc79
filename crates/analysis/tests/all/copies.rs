//! Which replays are compared: those of games that declare thresholds of their own.

use ghostreel_analysis::copies::{Motion, Recording};
use ghostreel_formats::core::DecodeOptions;
use ghostreel_formats::{open, sample, sample_variants};

/// The games that docs/trust.md has figures of.
const COMPARED: [&str; 3] = ["beat-saber", "melee", "rocket-league"];

#[test]
fn only_games_with_measured_thresholds_are_compared() {
    for (game, _) in sample_variants() {
        let bytes = sample(game, None, 1).unwrap();
        let view = open(&bytes[..], &DecodeOptions::STRICT).unwrap();
        let recording = Recording::of(&view);
        assert_eq!(recording.is_some(), COMPARED.contains(&game), "{game}");
        assert!(recording.is_none_or(|recording| Motion::of(&recording).is_some()), "{game}");
    }
}
