//! Every property on the seeds of its kind, and on all inputs that ever broke one, without a fuzzer.

use std::fs;
use std::path::Path;

/// Tries a property on all files in `seeds` and `bad` of these folders of `testdata`. Like the fuzzer, it is given the bytes alone.
fn check(folders: &[&str], property: fn(&[u8])) {
    let testdata = Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata");
    let mut tried = 0;
    for folder in folders {
        let folder = testdata.join(folder);
        let [seeds, bad] = ["seeds", "bad"].map(|kind| folder.join(kind));
        // A folder without seeds of its own holds the inputs itself.
        let seeds = if seeds.is_dir() { seeds } else { folder };
        for folder in [seeds, bad] {
            for file in fs::read_dir(folder).into_iter().flatten() {
                let path = file.unwrap().path();
                if path.is_file() {
                    println!("{}", path.display());
                    property(&fs::read(&path).unwrap());
                    tried += 1;
                }
            }
        }
    }
    assert!(tried > 0, "no inputs in {folders:?}");
}

const GAMES: &[&str] = &["beat-saber", "melee", "rocket-league"];

/// The splits that a target takes from the first eight bytes, put before the input.
fn with_splits(bytes: &[u8]) {
    for splits in [[0, 64, 3, 0, 200, 1, 0, 17], [1; 8], [255; 8]] {
        ghostreel_fuzz::split(&[&splits[..], bytes].concat());
    }
    ghostreel_fuzz::split(bytes);
}

#[test]
fn decode() {
    check(GAMES, ghostreel_fuzz::decode);
}

#[test]
fn roundtrip() {
    check(GAMES, ghostreel_fuzz::roundtrip);
}

#[test]
fn repair() {
    check(GAMES, ghostreel_fuzz::repair);
}

#[test]
fn split() {
    check(GAMES, with_splits);
}

#[test]
fn unpack() {
    check(GAMES, ghostreel_fuzz::unpack);
}

#[test]
fn maps() {
    check(&["beatmap"], ghostreel_fuzz::beatmap_read);
}

#[test]
fn marks() {
    check(&["mark"], ghostreel_fuzz::mark_message);
    check(&["mark"], ghostreel_fuzz::mark_verify);
}

#[test]
fn reels() {
    check(&["reel"], ghostreel_fuzz::reel_read);
    check(&["reel"], ghostreel_fuzz::reel_roundtrip);
}

#[test]
fn slippi() {
    check(&["slippi"], ghostreel_fuzz::slippi_console);
    check(&["slippi"], ghostreel_fuzz::slippi_datagrams);
    check(&["slippi"], ghostreel_fuzz::slippi_dolphin);
}
