//! Measures Ghostreel beside the field's other tools, in one run, as ratios: `cargo xtask bench [filter]`.
//! `cargo xtask bench instructions` counts instead of taking the time.
//!
//! The inputs are the real replays of the corpus where it is at hand, else the synthetic sample.

mod bsor;
mod by_two;
mod instructions;
mod measure;
mod recorder;
mod reel;
mod rlreplay;
mod slp;
mod trust;

/// The benches, by the name that a filter picks them with.
const BENCHES: &[(&str, fn())] = &[
    ("bsor", bsor::run),
    ("rlreplay", rlreplay::run),
    ("slp", slp::run),
    ("reel", reel::run),
    ("recorder", recorder::run),
    ("trust-found", trust::found),
    ("trust-mistaken", trust::mistaken),
    ("trust-million", trust::million),
    ("trust-linking", trust::linking),
    ("instructions", instructions::run),
];

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if let Some(("job", job)) = args.split_first().map(|(first, rest)| (first.as_str(), rest)) {
        return instructions::run_job(job);
    }
    let filter = args.into_iter().next().unwrap_or_default();
    let chosen: Vec<_> = BENCHES.iter().filter(|(name, _)| name.contains(&filter)).collect();
    if chosen.is_empty() {
        let names: Vec<&str> = BENCHES.iter().map(|(name, _)| *name).collect();
        eprintln!("nothing is called {filter:?}; there is {}", names.join(", "));
        std::process::exit(2);
    }
    println!("processor: {}\n", measure::processor());
    for (_, bench) in chosen {
        bench();
    }
}
