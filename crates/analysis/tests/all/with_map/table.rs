//! The table of findings with the map.

use ghostreel_analysis::beat_saber::{Verdict, verify};
use ghostreel_beatmap::Map;
use ghostreel_formats::bsor::{Replay, View, decode, encode};
use ghostreel_formats::core::DecodeOptions;

use super::played::{Style, play};
use super::real::{compared, pairs};
use super::tamper_map;
use crate::verify::tamper;

/// So many synthetic replays are changed in each way.
const SAMPLES: u64 = 100;

/// How many of the changed replays are inconsistent: by their motion alone, and with the map.
fn count_found(
    replays: &[(Replay, Map)],
    tamper: &tamper::Tamper,
    strength: usize,
) -> (usize, usize) {
    let others = replays.iter().cycle().skip(1);
    let (mut alone, mut with_map) = (0, 0);
    for ((replay, map), (other, _)) in replays.iter().zip(others) {
        let mut replay = replay.clone();
        (tamper.apply)(&mut replay, strength, other);
        let file = encode(&replay);
        let motion = verify(&View::open(&file[..], &DecodeOptions::RECOVER).unwrap());
        alone += usize::from(motion.verdict == Verdict::Inconsistent);
        with_map += usize::from(compared(&file, map).verdict() == Verdict::Inconsistent);
    }
    (alone, with_map)
}

#[test]
fn the_table_of_what_is_found_with_the_map_is_as_written_down() {
    let style = |seed| Style { is_left_handed: seed % 4 == 0, ..Style::default() };
    let samples: Vec<_> = (1..=SAMPLES).map(|seed| play(seed, style(seed))).collect();
    let real: Option<Vec<_>> = pairs().map(|pairs| {
        let decoded = |file: &[u8]| decode(file, &DecodeOptions::STRICT).unwrap().value;
        pairs.into_iter().map(|(_, file, map)| (decoded(&file), map)).collect()
    });
    let written = include_str!("../../../../../docs/verification.md");
    let mut missing = Vec::new();
    let tampers = tamper::TAMPERS.iter().chain(tamper_map::TAMPERS);
    for (number, tamper) in tampers.enumerate().step_by(ghostreel_corpus::rounds(2, 1)) {
        for strength in ghostreel_corpus::variants(number, tamper.strengths.len()) {
            let named = tamper.strengths[strength];
            let (alone, with_map) = count_found(&samples, tamper, strength);
            let real = real.as_ref().map_or(String::new(), |real| {
                let (alone, with_map) = count_found(real, tamper, strength);
                format!(" {alone} | {with_map} |")
            });
            let row = format!("| {} | {named} | {alone} | {with_map} |{real}", tamper.name);
            if !written.lines().any(|line| line.starts_with(&row)) {
                missing.push(row);
            }
        }
    }
    let rows = missing.join("\n");
    assert!(rows.is_empty(), "docs/verification.md lacks these rows:\n{rows}");
}
