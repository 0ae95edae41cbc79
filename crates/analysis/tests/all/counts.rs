//! No count is ever below zero, for any statistic.
#![cfg(all(feature = "beat-saber", feature = "melee", feature = "rocket-league"))]

use std::collections::BTreeSet;

use ghostreel_analysis::stats;
use ghostreel_formats::core::{DecodeOptions, Random};
use ghostreel_formats::{open, sample, sample_variants};
use serde_json::Value;

use crate::melee::script::Script;

/// The members that have a sign, as no count has: numbers of frames, which begin before 0, places, angles, how early or late, and
/// what a modifier changes.
const SIGNED: [&str; 18] = [
    "startFrame",
    "endFrame",
    "frame",
    "frameDestroyed",
    "frames",
    "lastFrame",
    "latestFrame",
    "positionX",
    "positionY",
    "place",
    "pitch",
    "x",
    "y",
    "z",
    "leftTiming",
    "rightTiming",
    "ranked",
    "unranked",
];

/// The members of a value that are below zero, each with the number.
fn below_zero(member: &str, value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(members) => {
            members.iter().for_each(|(key, value)| below_zero(key, value, found));
        }
        Value::Array(list) => list.iter().for_each(|value| below_zero(member, value, found)),
        Value::Number(number) if number.as_f64().is_some_and(|number| number < 0.0) => {
            found.insert(format!("{member}: {number}"));
        }
        _ => {}
    }
}

fn check(name: &str, bytes: &[u8]) {
    let Ok(replay) = open(bytes, &DecodeOptions::RECOVER) else { return };
    let mut found = BTreeSet::new();
    below_zero("", &serde_json::to_value(stats(&replay)).unwrap(), &mut found);
    found.retain(|found| !SIGNED.iter().any(|member| found.starts_with(&format!("{member}: "))));
    assert!(found.is_empty(), "{name}: {found:?}");
}

#[test]
fn none_of_a_real_replay() {
    const FOLDERS: [&str; 9] = [
        "beat-saber/bsor",
        "slippi/good",
        "slippi/bad",
        "slippi/seen",
        "rocket-league/good",
        "rocket-league/bad",
        "rocket-league/seen",
        "reports/slippi",
        "reports/rocket-league",
    ];
    for files in FOLDERS.map(ghostreel_corpus::files).into_iter().flatten() {
        files.iter().for_each(|(name, bytes)| check(name, bytes));
    }
}

#[test]
fn none_of_a_sample() {
    for (game, variants) in sample_variants() {
        for variant in variants {
            for seed in 1..=ghostreel_corpus::rounds(2, 20) as u64 {
                check(variant, &sample(game, Some(variant), seed).unwrap());
            }
        }
    }
}

/// Fights with actions that no game allows: any action for any time, in any order.
#[test]
fn none_of_a_fight_without_rules() {
    // Those that something is counted or taken back by: jumps and landings, air dodges, aerials' landings, attacks, grabs, techs.
    const ACTIONS: [u16; 16] = [
        0x00, 0x0e, 0x14, 0x18, 0x19, 0x1d, 0x2b, 0x32, 0x41, 0x46, 0x4a, 0x4e, 0xb7, 0xc7, 0xd6,
        0xec,
    ];
    for seed in 0..ghostreel_corpus::rounds(40, 2000) {
        let mut random = Random::new(seed as u64);
        let mut script = Script::new(&[0, 1], 600);
        for player in [0, 1] {
            let mut frame = -123;
            while frame < 470 {
                let end = frame + random.between(1, 12);
                let action = ACTIONS[random.between(0, 15) as usize];
                let l_cancel = random.between(0, 2) as u8;
                script = script.state(player, frame..end, action);
                script = script.with(player, frame..end, |_, post| post.l_cancel_status = l_cancel);
                match random.between(0, 40) {
                    0 => script = script.death(player, frame),
                    1..4 => script = script.hit(1 - player, player, frame..end, 9.0),
                    4 => script = script.without(Some(player), frame..frame + 1),
                    _ => {}
                }
                frame = end;
            }
        }
        check(&format!("seed {seed}"), &script.end(2, -1).bytes());
    }
}
