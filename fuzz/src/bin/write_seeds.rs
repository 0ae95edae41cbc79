//! Writes the committed seed corpus from the sample generator: `cargo run -p ghostreel-fuzz --bin write_seeds`.

use std::path::Path;

use ghostreel_bsor::sample::{Options, variants};

fn main() -> std::io::Result<()> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata/beat-saber/seeds");
    std::fs::create_dir_all(&folder)?;
    for (name, options) in variants() {
        // Small files: the fuzzer makes them longer where that leads somewhere new.
        let options = Options { rate: 2.0, duration: options.duration.min(20.0), ..options };
        let bytes = ghostreel_bsor::encode(&ghostreel_bsor::sample::generate(&options));
        std::fs::write(folder.join(format!("{name}.bsor")), bytes)?;
    }
    Ok(())
}
