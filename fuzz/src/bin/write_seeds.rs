//! Writes the committed seed corpora from the sample generators: `cargo run -p ghostreel-fuzz --bin write_seeds`.
//!
//! Small files: the fuzzer makes them longer where that leads somewhere new.

use std::path::Path;

use ghostreel_bsor::sample as bsor;
use ghostreel_rlreplay::sample as rlreplay;
use ghostreel_slp::sample as slp;

fn main() -> std::io::Result<()> {
    let beat_saber = bsor::variants().into_iter().map(|(name, options)| {
        let options = bsor::Options { rate: 2.0, duration: options.duration.min(20.0), ..options };
        (format!("{name}.bsor"), ghostreel_bsor::encode(&bsor::generate(&options)))
    });
    write("beat-saber", beat_saber)?;
    let melee = slp::variants().into_iter().map(|(name, options)| {
        let replay = slp::generate(&slp::Options { frames: options.frames.min(12), ..options });
        (format!("{name}.slp"), ghostreel_slp::encode(&replay))
    });
    write("melee", melee)?;
    let rocket_league = rlreplay::variants().into_iter().map(|(name, options)| {
        let options = rlreplay::Options { frames: options.frames.min(12), team_size: 1, ..options };
        (format!("{name}.replay"), ghostreel_rlreplay::encode(&rlreplay::generate(&options)))
    });
    write("rocket-league", rocket_league)
}

fn write(game: &str, seeds: impl Iterator<Item = (String, Vec<u8>)>) -> std::io::Result<()> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata").join(game).join("seeds");
    std::fs::create_dir_all(&folder)?;
    for (name, bytes) in seeds {
        std::fs::write(folder.join(name), bytes)?;
    }
    Ok(())
}
