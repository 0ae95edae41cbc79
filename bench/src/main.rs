//! Measures Ghostreel beside the field's other tools, in one run, as ratios: `cargo xtask bench [filter]`.
//!
//! The inputs are the real replays of the corpus where it is at hand, else the synthetic sample.

mod bsor;
mod inputs;
mod measure;

fn main() {
    let filter = std::env::args().nth(1).unwrap_or_default();
    for (name, bench) in [("bsor", bsor::run as fn())] {
        if name.contains(&filter) {
            bench();
        }
    }
}
