//! Measures Ghostreel beside the field's other tools, in one run, as ratios: `cargo xtask bench [filter]`.
//!
//! The inputs are the real replays of the corpus where it is at hand, else the synthetic sample.

mod bsor;
mod by_two;
mod measure;
mod rlreplay;
mod slp;

/// What can be measured, by the name that a filter picks it with.
const BENCHES: &[(&str, fn())] =
    &[("bsor", bsor::run), ("rlreplay", rlreplay::run), ("slp", slp::run)];

fn main() {
    let filter = std::env::args().nth(1).unwrap_or_default();
    let chosen: Vec<_> = BENCHES.iter().filter(|(name, _)| name.contains(&filter)).collect();
    if chosen.is_empty() {
        let names: Vec<&str> = BENCHES.iter().map(|(name, _)| *name).collect();
        eprintln!("nothing is called {filter:?}; there is {}", names.join(", "));
        std::process::exit(2);
    }
    for (_, bench) in chosen {
        bench();
    }
}
