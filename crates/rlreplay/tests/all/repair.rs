//! Sealing and repairing.

use ghostreel_core::{DecodeOptions, Outcome};
use ghostreel_corpus::files;
use ghostreel_rlreplay::sample::{self, Options};
use ghostreel_rlreplay::{View, decode, encode};

/// Here the game counted a name in UTF-16 as if it were Latin-1, which encoding puts right.
const ODD: &[&str] = &["49b90d48"];

#[test]
fn encoding_a_whole_replay_changes_nothing() {
    let mut odd = Vec::new();
    let Some(files) = files("rocket-league/good") else { return };
    for (name, bytes) in files {
        let mut replay = decode(&bytes, &DecodeOptions::RECOVER).unwrap().value;
        replay.update_derived().unwrap();
        let encoded = encode(&replay);
        if encoded != bytes {
            odd.push(name.clone());
            let again = decode(&encoded, &DecodeOptions::STRICT).unwrap();
            assert!(again.diagnostics.is_empty(), "{name}: {:?}", again.diagnostics);
        }
    }
    assert!(odd.iter().all(|name| ODD.iter().any(|odd| name.contains(odd))), "{odd:?}");
}

fn check(name: &str, damaged: &[u8]) {
    let Ok(decoded) = decode(damaged, &DecodeOptions::RECOVER) else { return };
    let mut replay = decoded.value;
    replay.repair().unwrap();
    let bytes = encode(&replay);
    let view = View::open(&bytes[..], &DecodeOptions::STRICT)
        .unwrap_or_else(|e| panic!("{name} after its repair: {e}"));
    assert_eq!(view.outcome(), Outcome::Ok, "{name}: {:?}", view.diagnostics());
    let mut again = view.to_replay();
    again.repair().unwrap();
    assert!(encode(&again) == bytes, "{name} is repaired again");
}

#[test]
fn damaged_replays_are_whole_after_their_repair() {
    let samples = sample::variants().into_iter();
    let samples = samples.map(|(name, options)| {
        let options = Options { frames: options.frames.min(400), ..options };
        (name.to_owned(), encode(&sample::generate(&options)))
    });
    let real = files("rocket-league/good").into_iter().flatten().step_by(9);
    for (name, bytes) in samples.chain(real).chain(files("rocket-league/bad").into_iter().flatten())
    {
        check(&name, &bytes);
        for part in [30, 60, 90, 99] {
            check(&format!("{part} % of {name}"), &bytes[..bytes.len() * part / 100]);
        }
        for part in [45, 50, 70] {
            let mut bytes = bytes.clone();
            let at = bytes.len() * part / 100;
            bytes[at..at + 8].fill(0xff);
            check(&format!("{name} with an error at {part} %"), &bytes);
        }
    }
}

/// Among them one whose `NumFrames` is a name.
#[test]
fn inputs_of_a_fuzzer_are_whole_after_their_repair() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/rocket-league/bad");
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        check(&path.display().to_string(), &std::fs::read(&path).unwrap());
    }
}
