//! How replays ended, in a few words.
#![cfg(all(feature = "beat-saber", feature = "melee", feature = "rocket-league"))]

use ghostreel_analysis::stats;
use ghostreel_formats::core::DecodeOptions;
use ghostreel_formats::{open, sample};

/// Headline and lines of a sample, those of winners with a star.
fn ending(game: &str, variant: Option<&str>) -> Vec<String> {
    let bytes = sample(game, variant, 1).unwrap();
    let view = open(&bytes[..], &DecodeOptions::RECOVER).unwrap();
    let ending = stats(&view).unwrap().ending(view.meta().outcome);
    let lines = ending.lines.into_iter().map(|line| {
        let star = if line.won { "*" } else { "" };
        format!("{star}{}: {}", line.name, line.value)
    });
    [ending.headline].into_iter().chain(lines).collect()
}

#[test]
fn each_game_says_what_counts_in_it() {
    assert_eq!(
        ending("beat-saber", None),
        [
            "Cleared · S · 80.54%",
            "Score: 142\u{202f}517",
            "Mistakes: 3 misses, 5 bad cuts, 3 bombs, 2 walls",
            "Longest combo: 81"
        ]
    );
    assert_eq!(
        ending("melee", None),
        ["Ghost wins", "*Ghost, Fox: 2 KOs, 24% dealt", "Reel, Marth: 0 KOs, 36% dealt"]
    );
    assert_eq!(
        ending("rocket-league", None),
        [
            "Draw, 1 : 1",
            "Ghost, Blue: 166 points, 1 goal, 0 saves",
            "Reel, Orange: 106 points, 1 goal, 0 saves"
        ]
    );
}
