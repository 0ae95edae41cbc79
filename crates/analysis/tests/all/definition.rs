//! Servers work out stored statistics anew only when `STATISTICS_VERSION` is raised.
#![cfg(all(feature = "beat-saber", feature = "melee", feature = "rocket-league"))]

use ghostreel_analysis::{STATISTICS_VERSION, document, stats};
use ghostreel_formats::core::{DecodeOptions, Digest};
use ghostreel_formats::{open, sample};

/// Of each game, the first digits of the digest of its sample's statistics, and the version that they are of.
const KNOWN: [(&str, u32, &str); 3] = [
    ("beat-saber", 10, "fad922c8c3ce43b8"),
    ("melee", 10, "c344f5fda1458d16"),
    ("rocket-league", 10, "496c1903eca1d9f8"),
];

#[test]
fn statistics_change_with_their_version_only() {
    for (game, version, known) in KNOWN {
        let bytes = sample(game, None, 1).unwrap();
        let replay = open(&bytes[..], &DecodeOptions::RECOVER).unwrap();
        let stats = stats(&replay).unwrap();
        let json = serde_json::to_vec(&document(&stats, replay.diagnostics())).unwrap();
        let digest = Digest::of(&json).to_string();
        assert_eq!(
            (version, known),
            (STATISTICS_VERSION, &digest[..16]),
            "{game}'s statistics, or its sample, are others than before. If the statistics are, raise STATISTICS_VERSION; write down \
             what is true now"
        );
    }
}
