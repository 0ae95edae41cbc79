//! Commands stay within the budget: 64 MiB + 4 × the input, whatever the input claims. In a test binary of its own, since the
//! allocator counts for the whole process.

use ghostreel_formats::core::limits::{MEMORY_BASE, MEMORY_PER_INPUT_BYTE};
use ghostreel_hostile::{STEPS, cases};
use peak_alloc::PeakAlloc;

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

/// What is not within the budget yet: the game, the beginning of the case's name, and the step, or nothing for all of them.
const NOT_YET: &[(&str, &str, &str)] = &[];

/// So much of the base may be used whatever the size, as what is kept of metadata is: files of the size looked at would otherwise
/// hide behind the base what comes to gigabytes in others.
const SMALL_BASE: u64 = MEMORY_BASE / 16;

/// The most memory that `work` held at once, in bytes.
fn peak(work: impl FnOnce()) -> u64 {
    ALLOCATOR.reset_peak_usage();
    let before = ALLOCATOR.current_usage();
    work();
    ALLOCATOR.peak_usage().saturating_sub(before) as u64
}

// One test: others running beside it would be counted too.
#[test]
fn memory_is_in_proportion_to_the_input() {
    let mut checked = 0;
    let mut over = Vec::new();
    for case in cases() {
        let [small, large] = [1, 2].map(|times| (case.make)(1_000_000 * times));
        for step in STEPS {
            let is_known = |(game, name, known): &&(&str, &str, &str)| {
                case.game == *game && case.name.starts_with(name) && step.name.contains(known)
            };
            if NOT_YET.iter().any(|known| is_known(&known)) {
                continue;
            }
            let peaks = [&small, &large].map(|file| peak(|| _ = step.run(file)));
            let what = format!("{}/{}, {}: {peaks:?} bytes", case.game, case.name, step.name);
            let budget = |file: &[u8]| MEMORY_PER_INPUT_BYTE * file.len() as u64;
            // Either there is little of it, or it hardly grows.
            let grown = peaks[1].saturating_sub(peaks[0]);
            let is_in_proportion = peaks[1] <= SMALL_BASE + budget(&large);
            let is_bounded = peaks[1] <= MEMORY_BASE && grown <= budget(&large) - budget(&small);
            if !is_in_proportion && !is_bounded {
                over.push(what);
            }
            checked += 1;
        }
    }
    assert!(checked > 100, "{checked} steps");
    assert!(over.is_empty(), "{} of {checked} over the budget:\n{}", over.len(), over.join("\n"));
}
