//! Commands stay within the budget: 64 MiB + 4 × the input, whatever the input claims, and come to an end.

use std::time::{Duration, Instant};

use allocation_counter::measure;
use ghostreel_corpus::variants;
use ghostreel_formats::core::limits::{MEMORY_BASE, MEMORY_PER_INPUT_BYTE};
use ghostreel_hostile::{STEPS, Step, cases};

/// So much of the base may be used whatever the size, as kept metadata is: files of the size looked at would otherwise
/// hide behind the base memory that comes to gigabytes in others.
const SMALL_BASE: u64 = MEMORY_BASE / 16;

/// Moments are made of statistics, and both are held: their lists end, but later than in files of this size.
const SMALL_BASE_OF_EVENTS: u64 = 2 * SMALL_BASE;

/// The commands that hold most of a Rocket League replay at once; the others do a part of it.
const HEAVY: [[&str; 2]; 2] = [["columns", "stats"], ["events", "repair"]];

/// So many tests share the cases, so that several cores are busy.
const SHARES: usize = 4;

/// No step takes a tenth of this here. A longer one looks at a large part of the file again and again.
const LONGEST: Duration = Duration::from_secs(20);

/// The most memory that a step held at once, in bytes.
fn peak(step: &Step, file: &[u8], name: &str) -> u64 {
    let start = Instant::now();
    let held = measure(|| _ = step.run(file)).bytes_max;
    let took = start.elapsed();
    assert!(took < LONGEST, "{name}, {}: {took:?} for {} bytes", step.name, file.len());
    held
}

#[test]
fn memory_is_in_proportion_to_the_input_first_share() {
    check(0);
}

#[test]
fn memory_is_in_proportion_to_the_input_second_share() {
    check(1);
}

#[test]
fn memory_is_in_proportion_to_the_input_third_share() {
    check(2);
}

#[test]
fn memory_is_in_proportion_to_the_input_last_share() {
    check(SHARES - 1);
}

fn check(share: usize) {
    let mut checked = 0;
    let mut over = Vec::new();
    // Steps are dealt out in turn: costs differ more from case to case.
    let mut turns = (0..SHARES).cycle();
    let mut is_ours = |_: &&Step| turns.next() == Some(share);
    for (at, case) in cases().filter(|case| case.game != "rocket-league").enumerate() {
        let large = (case.make)(2_000_000);
        let budget = |file: &[u8]| MEMORY_PER_INPUT_BYTE * file.len() as u64;
        // Half of its steps; the next case has the others.
        let tried = variants(at, 2);
        let steps = STEPS.iter().enumerate().filter(|(step, _)| tried.contains(&(step % 2)));
        for step in steps.map(|(_, step)| step).filter(&mut is_ours) {
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
    for (at, case) in cases().filter(|case| case.game == "rocket-league").enumerate() {
        let file = (case.make)(6_000_000);
        let tried: Vec<&str> = variants(at, 2).flat_map(|half| HEAVY[half]).collect();
        let heavy = STEPS.iter().filter(|step| tried.contains(&step.name));
        for step in heavy.filter(&mut is_ours) {
            let held = peak(step, &file, case.name);
            if held > MEMORY_BASE + MEMORY_PER_INPUT_BYTE * file.len() as u64 {
                over.push(format!("rocket-league/{}, {}: {held} bytes", case.name, step.name));
            }
            checked += 1;
        }
    }
    assert!(checked > 15, "{checked} steps");
    assert!(over.is_empty(), "{} of {checked} over the budget:\n{}", over.len(), over.join("\n"));
}
