//! The test vectors of the specification: the committed ones get the verdict beside them, here and from `docs/spec/mark_verifier.py`.

use std::fs;
use std::path::{Path, PathBuf};

use crate::support::{BEGIN_MS, Recording, player, record, server, verdict};
use ghostreel_mark::{Accept, FileMark, Revoke, Rotate, SecretKey, ServerRotation, message, sign};
use serde_json::{Map, Value};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/mark")
}

/// A message as a signature of order 1 makes it: whoever checks it loosely takes it for any.
fn of_small_order(head: &[u8]) -> Vec<u8> {
    let key = player().public();
    let at = head.windows(32).position(|there| there == key.as_bytes()).unwrap();
    let mut bytes = head.to_vec();
    let neutral = [&[1_u8][..], &[0; 31]].concat();
    bytes[at..at + 32].copy_from_slice(&neutral);
    let signature = bytes.len() - 64;
    bytes[signature..signature + 32].copy_from_slice(&neutral);
    bytes[signature + 32..].fill(0);
    bytes
}

fn vectors() -> Vec<(&'static str, Vec<u8>)> {
    let how = Recording { has_server: true, ..Recording::default() };
    let witnessed = record(&how);
    let [signed, gap, slow, fast] = [
        Recording::default(),
        Recording { seconds: 30, unanswered: 5..8, ..how.clone() },
        Recording { speed: 0.8, ..how.clone() },
        Recording { speed: 2.0, ..how },
    ]
    .map(|how| record(&how).reel);
    let mut altered = witnessed.reel.clone();
    altered[3000] ^= 1;
    let unfinished = witnessed.reel[..witnessed.reel.len() * 2 / 3].to_vec();
    let (old, new) = (player(), SecretKey::from_random(&[4; 32]));
    let rotate = sign(&Rotate { old: old.public(), new: new.public(), made: BEGIN_MS }, &old);
    let accept = Accept { rotate: rotate.clone() };
    let revoke = Revoke { key: old.public(), made: BEGIN_MS, reason: Some("stolen".into()) };
    let rotation = ServerRotation { old: server().public(), new: new.public(), from: BEGIN_MS };
    let head = &witnessed.sent[1];
    let mut longer = head.clone();
    longer.push(0);
    let unmarked = crate::support::unmarked();
    let mark = FileMark {
        format: "reel".into(),
        sha256: message::digest(&unmarked),
        made: BEGIN_MS,
        evidence: None,
    };
    vec![
        ("server.txt", format!("{}\n", server().public()).into_bytes()),
        ("signed.reel", signed),
        ("gap.reel", gap),
        ("slow.reel", slow),
        ("fast.reel", fast),
        ("altered.reel", altered),
        ("unfinished.reel", unfinished),
        ("unmarked.reel", unmarked.clone()),
        ("beside.reel", unmarked),
        ("beside.reel.mark", sign(&mark, &player())),
        ("challenge.message", witnessed.challenge),
        ("head.message", head.clone()),
        ("receipt.message", witnessed.receipts[0].clone()),
        ("close.message", witnessed.sent.last().unwrap().clone()),
        ("file.message", sign(&mark, &player())),
        ("accept.message", sign(&accept, &new)),
        ("rotate.message", rotate),
        ("revoke.message", sign(&revoke, &old)),
        ("server.message", sign(&rotation, &server())),
        ("accepted-by-another.message", sign(&accept, &server())),
        ("revoked-by-another.message", sign(&revoke, &new)),
        ("small-order.message", of_small_order(head)),
        ("longer.message", longer),
        ("witnessed.reel", witnessed.reel),
    ]
}

/// The verdicts, by name.
fn verdicts(vectors: &[(impl AsRef<str>, Vec<u8>)]) -> Value {
    let find = |name: &str| {
        vectors.iter().find(|(other, _)| other.as_ref() == name).map(|(_, bytes)| &bytes[..])
    };
    let mut verdicts = Map::new();
    for (name, bytes) in vectors {
        let name = name.as_ref();
        let verdict = match name.rsplit_once('.') {
            Some((_, "reel")) => verdict::of_reel(bytes, find(&format!("{name}.mark"))),
            Some((_, "message")) => verdict::of_message(bytes),
            _ => continue,
        };
        verdicts.insert(name.to_owned(), verdict);
    }
    verdicts.into()
}

#[test]
fn vectors_get_their_verdicts() {
    let committed: Vec<(&str, Vec<u8>)> =
        vectors().iter().map(|(name, _)| (*name, fs::read(folder().join(name)).unwrap())).collect();
    let expected: Value =
        serde_json::from_slice(&fs::read(folder().join("verdicts.json")).unwrap()).unwrap();
    assert_eq!(verdicts(&committed), expected);
    for ((name, written), (_, anew)) in committed.iter().zip(vectors()) {
        assert!(*written == anew, "{name} is written in another way now");
    }
}

#[test]
fn the_vectors_show_every_verdict() {
    let verdicts = verdicts(&vectors());
    let text = |name: &str, member: &str| verdicts[name][member].to_string();
    for (name, level, findings) in [
        ("signed.reel", "signed", "[]"),
        ("witnessed.reel", "witnessed", "[]"),
        ("gap.reel", "witnessed", "[]"),
        ("slow.reel", "signed", "[]"),
        ("fast.reel", "signed", "[\"inconsistent\"]"),
        ("altered.reel", "unmarked", "[\"altered\"]"),
        ("unfinished.reel", "witnessed", "[]"),
        ("unmarked.reel", "unmarked", "[]"),
        ("beside.reel", "signed", "[]"),
    ] {
        assert_eq!(
            (text(name, "level"), &text(name, "findings")[..]),
            (format!("\"{level}\""), findings),
            "{name}"
        );
    }
    for (name, _) in vectors().iter().filter(|(name, _)| name.ends_with(".message")) {
        let kind = name.trim_end_matches(".message");
        let is_bad = kind.contains('-') || kind == "longer";
        assert_eq!(
            verdicts[*name]["message"],
            if is_bad { Value::Null } else { kind.into() },
            "{name}"
        );
    }
}

#[test]
#[ignore = "writes testdata/mark anew: only where the format changed"]
fn write_the_vectors() {
    let vectors = vectors();
    for (name, bytes) in &vectors {
        fs::write(folder().join(name), bytes).unwrap();
    }
    let verdicts = serde_json::to_string_pretty(&verdicts(&vectors)).unwrap();
    fs::write(folder().join("verdicts.json"), verdicts + "\n").unwrap();
}
