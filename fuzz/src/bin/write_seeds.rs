//! Writes the committed seed corpora from the sample generators: `cargo run -p ghostreel-fuzz --bin write_seeds`.
//!
//! Small files: the fuzzer makes them longer where that leads somewhere new.

use std::path::Path;

use ghostreel_formats::bsor::{self, sample as beat_saber};
use ghostreel_formats::rlreplay::{self, sample as rocket_league};
use ghostreel_formats::slp::{self, sample as melee};
use ghostreel_formats::{FORMATS, sample, sample_variants};

fn main() -> std::io::Result<()> {
    for (game, variants) in sample_variants() {
        let folder =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata").join(game).join("seeds");
        std::fs::create_dir_all(&folder)?;
        let format =
            FORMATS.iter().find(|format| format.game == game).expect("a game has a format");
        for variant in variants {
            let seed = short(game, variant).or_else(|| sample(game, Some(variant), 1));
            let seed = seed.expect("a variant that was listed");
            std::fs::write(folder.join(format!("{variant}.{}", format.extensions[0])), seed)?;
        }
    }
    Ok(())
}

/// A variant's sample, shorter than it is for other uses, of games whose samples are long.
fn short(game: &str, variant: &str) -> Option<Vec<u8>> {
    match game {
        "beat-saber" => {
            let options = beat_saber::variant(variant)?;
            let duration = options.duration.min(20.0);
            let options = beat_saber::Options { rate: 2.0, duration, ..options };
            Some(bsor::encode(&beat_saber::generate(&options)))
        }
        "melee" => {
            let options = melee::variant(variant)?;
            let options = melee::Options { frames: options.frames.min(12), ..options };
            Some(slp::encode(&melee::generate(&options)))
        }
        "rocket-league" => {
            let options = rocket_league::variant(variant)?;
            let frames = options.frames.min(12);
            let options = rocket_league::Options { frames, team_size: 1, ..options };
            Some(rlreplay::encode(&rocket_league::generate(&options)))
        }
        _ => None,
    }
}
