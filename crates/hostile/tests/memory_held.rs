//! Commands stay within the budget: 64 MiB + 4 × the input, whatever the input claims, and come to an end. In a test binary of its own, since the
//! allocator counts for the whole process.

use std::env;
use std::process::Command;
use std::time::{Duration, Instant};

use ghostreel_formats::core::limits::{MEMORY_BASE, MEMORY_PER_INPUT_BYTE};
use ghostreel_hostile::{STEPS, Step, cases};
use peak_alloc::PeakAlloc;

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

/// So much of the base may be used whatever the size, as what is kept of metadata is: files of the size looked at would otherwise
/// hide behind the base what comes to gigabytes in others.
const SMALL_BASE: u64 = MEMORY_BASE / 16;

/// Moments are made of statistics, and both are held: their lists end, but later than in files of this size.
const SMALL_BASE_OF_EVENTS: u64 = 2 * SMALL_BASE;

/// What holds most of a Rocket League replay at once; the others do a part of it.
const HEAVY: [&str; 4] = ["columns", "stats", "events", "repair"];

/// So many processes share the cases, since only one can measure itself at a time …
const SHARES: usize = 2;
/// … and each is told here which share is its own.
const SHARE: &str = "GHOSTREEL_HOSTILE_SHARE";

/// No step takes a tenth of this here. What takes longer looks at a large part of the file again and again.
const LONGEST: Duration = Duration::from_secs(20);

/// The most memory that a step held at once, in bytes.
fn peak(step: &Step, file: &[u8], name: &str) -> u64 {
    ALLOCATOR.reset_peak_usage();
    let before = ALLOCATOR.current_usage();
    let start = Instant::now();
    step.run(file);
    let took = start.elapsed();
    assert!(took < LONGEST, "{name}, {}: {took:?} for {} bytes", step.name, file.len());
    ALLOCATOR.peak_usage().saturating_sub(before) as u64
}

// One test: others running beside it would be counted too.
#[test]
fn memory_is_in_proportion_to_the_input() {
    if let Ok(share) = env::var(SHARE) {
        return check(share.parse().unwrap());
    }
    let test = env::current_exe().unwrap();
    let shares: Vec<_> = (0..SHARES)
        .map(|share| {
            let mut command = Command::new(&test);
            command.args(["--exact", "memory_is_in_proportion_to_the_input", "--nocapture"]);
            command.env(SHARE, share.to_string()).spawn().unwrap()
        })
        .collect();
    for mut share in shares {
        assert!(share.wait().unwrap().success(), "see above");
    }
}

fn check(share: usize) {
    let mut checked = 0;
    let mut over = Vec::new();
    // Steps are dealt out in turn: what they cost differs more from case to case.
    let mut turns = (0..SHARES).cycle();
    let mut is_ours = |_: &&Step| turns.next() == Some(share);
    for case in cases().filter(|case| case.game != "rocket-league") {
        let large = (case.make)(2_000_000);
        let budget = |file: &[u8]| MEMORY_PER_INPUT_BYTE * file.len() as u64;
        for step in STEPS.iter().filter(&mut is_ours) {
            checked += 1;
            let held = peak(step, &large, case.name);
            let is_of_events = step.name == "events";
            let base = if is_of_events { SMALL_BASE_OF_EVENTS } else { SMALL_BASE };
            if held <= base + budget(&large) {
                continue;
            }
            // Where it is not little, it must hardly grow.
            let small = (case.make)(1_000_000);
            let before = peak(step, &small, case.name);
            let grown = held.saturating_sub(before);
            if held > MEMORY_BASE || grown > budget(&large) - budget(&small) {
                let name = format!("{}/{}, {}", case.game, case.name, step.name);
                over.push(format!("{name}: {before} and {held} bytes"));
            }
        }
    }
    // A Rocket League replay takes up more for each of its bytes, up to limits that hold for all: these are looked at where the limits
    // begin to matter.
    for case in cases().filter(|case| case.game == "rocket-league") {
        let file = (case.make)(6_000_000);
        let heavy = STEPS.iter().filter(|step| HEAVY.contains(&step.name));
        for step in heavy.filter(&mut is_ours) {
            let held = peak(step, &file, case.name);
            if held > MEMORY_BASE + MEMORY_PER_INPUT_BYTE * file.len() as u64 {
                over.push(format!("rocket-league/{}, {}: {held} bytes", case.name, step.name));
            }
            checked += 1;
        }
    }
    assert!(checked > 50, "{checked} steps");
    assert!(over.is_empty(), "{} of {checked} over the budget:\n{}", over.len(), over.join("\n"));
}
