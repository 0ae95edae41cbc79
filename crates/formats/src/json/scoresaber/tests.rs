//! Whole and damaged files, by way of JSON and back.

use ghostreel_core::DecodeOptions;
use ghostreel_scoresaber::{decode, encode, sample};

use super::*;

fn json(bytes: &[u8], summary: bool) -> String {
    let view = View::open(bytes, &DecodeOptions::RECOVER).unwrap();
    serde_json::to_string(&Document { view: &view, summary }).unwrap()
}

#[track_caller]
fn check(what: &str, bytes: &[u8]) {
    let replay = read(json(bytes, false).as_bytes()).unwrap_or_else(|e| panic!("{what}: {e}"));
    assert!(encode(&replay) == bytes, "{what}: JSON loses something");
    assert!(read(json(bytes, true).as_bytes()).is_err(), "{what}: a summary is no replay");
}

fn file(variant: &str) -> Vec<u8> {
    encode(&sample::generate(&sample::variant(variant).unwrap()))
}

#[test]
fn every_sample_survives_json() {
    for (name, options) in sample::variants() {
        check(name, &encode(&sample::generate(&options)));
    }
}

#[test]
fn damaged_files_survive_json() {
    for name in ["scoresaber-small", "scoresaber-v2-small", "scoresaber-legacy-small"] {
        let mut bytes = file(name);
        for length in (bytes.len() / 3..bytes.len()).step_by(97) {
            check(name, &bytes[..length]);
        }
        bytes.extend_from_slice(b"behind the stream");
        check(name, &bytes);
    }
}

#[test]
fn changes_in_json_change_the_file() {
    let text = json(&file("scoresaber-small"), false);
    let changed = text.replace("TheFirstEnvironment", "Another environment");
    let mut replay = read(changed.as_bytes()).unwrap();
    // It is longer, so all after it has moved.
    let Payload::Sections(recording) = &mut replay.payload else { panic!("no sections") };
    recording.update_pointers();
    let again = decode(&encode(&replay), &DecodeOptions::STRICT).unwrap();
    assert_eq!(again.diagnostics, []);
    let Payload::Sections(recording) = again.value.payload else { panic!("no sections") };
    assert_eq!(recording.metadata.environment.as_str(), "Another environment");
}

#[test]
fn members_that_make_no_sense_are_refused() {
    let text = json(&file("scoresaber-gaps"), false);
    let refused = |from: &str, to: &str| {
        assert!(text.contains(from), "there is no {from}");
        read(text.replacen(from, to, 1).as_bytes()).unwrap_err().to_string()
    };
    let check = |from: &str, to: &str, expected: &str| {
        let error = refused(from, to);
        assert!(error.contains(expected), "{error}");
    };
    check("\"poses\":", "\"posses\":", "unknown member \"posses\"");
    check("\"levelID\":", "\"levelId\":", "unknown member \"levelId\" of metadata");
    check("\"difficulty\":9,", "", "metadata lacks \"difficulty\"");
    check("\"recordForm\":\"v3\"", "\"recordForm\":\"v4\"", "expected the record form v2 or v3");
    check("\"recordForm\":\"v3\",", "", "expected recordForm in front");
    check("\"scores\",\"combos\"", "\"scores\",\"scores\"", "expected each section once");
    check("\"scores\",\"combos\"", "\"scores\",\"walls\"", "there is no section \"walls\"");
}
