//! Reels that are changed at random.

use crate::support::{look, pieces};
use ghostreel_core::Random;
use ghostreel_corpus::rounds;
use ghostreel_reel::Settings;

#[test]
fn changed_reels_are_met_calmly() {
    let bytes = pieces(3, Settings { bytes: 4096, ..Settings::default() }).concat();
    let mut random = Random::new(11);
    let mut below = |bound: usize| random.between(0, i32::try_from(bound).unwrap() - 1) as usize;
    let mut survived = 0;
    let rounds = rounds(1_000, 10_000);
    for _ in 0..rounds {
        let mut changed = bytes.clone();
        for _ in 0..=below(4) {
            let at = below(changed.len());
            match below(4) {
                0 => changed[at] ^= 1 << below(8),
                1 => changed[at] = [0, 1, 0x7f, 0xff][below(4)],
                2 => drop(changed.drain(at..(at + below(300)).min(changed.len()))),
                _ => changed.truncate(at),
            }
            if changed.is_empty() {
                break;
            }
        }
        survived += usize::from(look(&changed) > 0);
    }
    assert!(
        survived > rounds / 10 * 7,
        "of {rounds} changed reels {survived} still gave something"
    );
}
