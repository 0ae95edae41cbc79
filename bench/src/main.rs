//! Measures Ghostreel beside the field's other tools, in one run, as ratios: `cargo xtask bench [filter]`.
//! `cargo xtask bench instructions` counts instead of taking the time.
//!
//! The inputs are the real replays of the corpus where it is at hand, else the synthetic sample.

mod bsor;
mod by_two;
mod instructions;
mod job;
mod measure;
mod recorder;
mod reel;
mod rlreplay;
mod slp;
mod trust;

/// A bench, which gets the words after its name.
type Bench = fn(&[String]);

/// The benches, by the name that a filter picks them with.
const BENCHES: &[(&str, Bench)] = &[
    ("bsor", |_| bsor::run()),
    ("rlreplay", |_| rlreplay::run()),
    ("slp", |_| slp::run()),
    ("reel", |_| reel::run()),
    ("recorder", |_| recorder::run()),
    ("trust-found", trust::found),
    ("trust-mistaken", trust::mistaken),
    ("trust-million", |_| trust::million()),
    ("trust-linking", |_| trust::linking()),
    ("instructions", |_| instructions::run()),
];

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if let Some(("job", job)) = args.split_first().map(|(first, rest)| (first.as_str(), rest)) {
        return instructions::run_job(job);
    }
    let (filter, rest) = args.split_first().map_or(("", &[][..]), |(first, rest)| (first, rest));
    let chosen: Vec<_> = BENCHES.iter().filter(|(name, _)| name.contains(filter)).collect();
    if chosen.is_empty() {
        let names: Vec<&str> = BENCHES.iter().map(|(name, _)| *name).collect();
        eprintln!("nothing is called {filter:?}; there is {}", names.join(", "));
        std::process::exit(2);
    }
    println!("processor: {}\n", measure::processor());
    for (_, bench) in chosen {
        bench(rest);
    }
}
