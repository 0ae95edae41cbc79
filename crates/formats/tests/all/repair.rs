//! The repair of any damaged replay is read strictly without loss, or refused with a sentence.

use std::thread;

use ghostreel_formats::core::{DecodeOptions, Outcome, Random};
use ghostreel_formats::{Options, open, sample, sample_variants};

/// Mutants of each sample.
const MUTANTS: usize = 150;

/// The result of a repair.
#[derive(Debug, Default)]
struct Tally {
    mended: usize,
    refused: usize,
    untouched: usize,
    unreadable: usize,
}

fn check(what: &str, bytes: &[u8], tally: &mut Tally) {
    let Ok(view) = open(bytes, &DecodeOptions::RECOVER) else {
        tally.unreadable += 1;
        return;
    };
    let mut replay = view.to_replay().unwrap();
    if view.outcome() == Outcome::Ok {
        let mut updated = replay.clone();
        updated.update_lengths_and_checksums();
        open(&updated.encode()[..], &DecodeOptions::STRICT)
            .unwrap_or_else(|error| panic!("{what} has true lengths and checksums, but {error}"));
    }
    if let Err(error) = replay.repair(&Options::default()) {
        let sentence = error.to_string();
        assert!(
            sentence.contains("expected") && sentence.chars().count() < 400,
            "{what}: {sentence}"
        );
        assert_eq!(view.outcome(), Outcome::Recovered, "{what} is sound, but: {sentence}");
        tally.refused += 1;
        return;
    }
    let repaired = replay.encode();
    let again = open(&repaired[..], &DecodeOptions::STRICT)
        .unwrap_or_else(|error| panic!("{what} is repaired, but {error}"));
    assert_eq!(again.outcome(), Outcome::Ok, "{what}: {:?}", again.diagnostics());
    again
        .to_replay()
        .unwrap()
        .repair(&Options::default())
        .unwrap_or_else(|e| panic!("{what}: {e}"));
    // A file that `check` calls damaged is changed.
    let is_same = repaired == bytes;
    assert!(!is_same || view.outcome() == Outcome::Ok, "{what}: {:?}", view.diagnostics());
    *if is_same { &mut tally.untouched } else { &mut tally.mended } += 1;
}

fn below(random: &mut Random, end: usize) -> usize {
    usize::try_from(random.between(0, i32::try_from(end.max(1)).unwrap() - 1)).unwrap()
}

/// Changes a replay in one of the ways in which files change: bits, lengths, pieces.
fn mutate(bytes: &[u8], random: &mut Random) -> (String, Vec<u8>) {
    let mut changed = bytes.to_vec();
    let mut said = Vec::new();
    for _ in 0..=below(random, 3) {
        // Heads and ends hold most of what is said about the rest.
        let at = match random.between(0, 3) {
            0 => below(random, changed.len().min(1_200)),
            1 => changed.len() - 1 - below(random, changed.len().min(400)),
            _ => below(random, changed.len()),
        };
        let end = (at + 1 + below(random, 300)).min(changed.len());
        match random.between(0, 6) {
            0 | 1 => {
                changed[at] ^= 1 << random.between(0, 7);
                said.push(format!("a bit at {at}"));
            }
            2 => {
                changed[at] = [0, 0xff, random.byte()][below(random, 3)];
                said.push(format!("a byte at {at}"));
            }
            3 => {
                changed.truncate(at.max(1));
                said.push(format!("cut at {at}"));
            }
            4 => {
                changed.drain(at..end.min(at + changed.len() - 1));
                said.push(format!("without {at}..{end}"));
            }
            5 => {
                let piece = changed[at..end].to_vec();
                changed.splice(at..at, piece);
                said.push(format!("{at}..{end} twice"));
            }
            _ => {
                let noise: Vec<u8> = (at..end).map(|_| random.byte()).collect();
                changed.splice(at..at, noise);
                said.push(format!("{} bytes put in at {at}", end - at));
            }
        }
    }
    (said.join(", "), changed)
}

fn every_mutant_of(game: &str) {
    let variants = sample_variants().into_iter().find(|(known, _)| *known == game).unwrap().1;
    let mut tally = Tally::default();
    for (seed, variant) in (1..).zip(variants) {
        let bytes = small(game, variant);
        let mut random = Random::new(seed);
        check(variant, &bytes, &mut tally);
        for _ in 0..MUTANTS {
            let (said, changed) = mutate(&bytes, &mut random);
            check(&format!("{game}, {variant}, {said}"), &changed, &mut tally);
        }
    }
    println!("{game}: {tally:?}");
    assert!(tally.mended > 20 && tally.untouched > 0, "{tally:?}");
}

/// The seed of the fuzzers: as the sample, and short.
fn small(game: &str, variant: &str) -> Vec<u8> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata");
    let whole = sample(game, Some(variant), 1).unwrap();
    let extension = open(&whole[..], &DecodeOptions::RECOVER).unwrap().format().extensions[0];
    let path = format!("{folder}/{game}/seeds/{variant}.{extension}");
    std::fs::read(&path).unwrap_or_else(|error| {
        panic!("{path}: {error}; `cargo run -p ghostreel-fuzz --bin write_seeds` writes it")
    })
}

#[test]
fn mutants_of_every_game_are_repaired_or_refused() {
    // A thread for each.
    thread::scope(|scope| {
        for (game, _) in sample_variants() {
            scope.spawn(move || every_mutant_of(game));
        }
    });
}

/// Events before Game Start are dropped; without it nothing can be kept, and `check` says the same.
#[cfg(feature = "melee")]
#[test]
fn without_game_start_there_is_no_replay() {
    let bytes = small("melee", "small");
    let ghostreel_formats::AnyView::Slp(view) = open(&bytes[..], &DecodeOptions::STRICT).unwrap()
    else {
        panic!()
    };
    let code = ghostreel_formats::slp::layout::command::GAME_START;
    let mut replay = view.to_replay();
    let whole = replay.clone();
    let code_of_first = replay.order[1];
    replay.order.swap(0, 1);
    assert_eq!(replay.order[..2], [code_of_first, code]);
    replay.repair().unwrap();
    assert_eq!(
        replay.order,
        whole.order[..1].iter().chain(&whole.order[2..]).copied().collect::<Vec<_>>()
    );

    replay.order.remove(0);
    replay.events.remove(&code);
    let bytes = ghostreel_formats::slp::encode(&replay);
    let damaged = open(&bytes[..], &DecodeOptions::RECOVER).unwrap();
    assert_eq!(damaged.outcome(), Outcome::Recovered);
    let error = damaged.to_replay().unwrap().repair(&Options::default()).unwrap_err();
    assert!(error.to_string().contains("a Game Start event"), "{error}");
}
