//! `key`, `mark` and `verify`: keys that only their owner reads, marks that come out again, and what is proven.

use std::fs;
use std::path::Path;

use crate::kit::{Place, samples};

/// A place with a key, and the key's public part.
fn place() -> (Place, String) {
    let place = Place::new();
    let key = check(&place, "key new --key my.pem", 0, &["wrote my.pem"]);
    (place, key)
}

/// Runs a command, and looks for words in what it prints anywhere. Returns its first line on standard output.
#[track_caller]
fn check(place: &Place, line: &str, code: i32, words: &[&str]) -> String {
    let run = place.run(line);
    let all = format!("{}{}", run.stdout, run.stderr);
    assert_eq!(run.code, code, "{line}: {all}");
    for word in words {
        assert!(all.contains(word), "{line}: {word:?} is not in {all:?}");
    }
    run.stdout.lines().next().unwrap_or_default().to_owned()
}

fn vector(name: &str) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/mark");
    fs::read(folder.join(name)).unwrap()
}

#[test]
fn marks_of_all_samples_come_out_again() {
    let (place, key) = place();
    for sample in samples() {
        let bytes = sample.bytes();
        place.write("a.bin", &bytes);
        check(&place, "mark --key my.pem a.bin", 0, &["marked a.bin"]);
        let line = &place.run("verify --json --require signed a.bin").json_lines()[0];
        assert_eq!(
            (&line["level"], &line["key"]),
            (&"signed".into(), &key.clone().into()),
            "{sample:?}"
        );
        check(&place, "mark --strip a.bin", 0, &["took the mark out of a.bin"]);
        assert!(place.read("a.bin") == bytes, "{sample:?}");
        assert!(!place.path("a.bin.mark").exists());
        check(
            &place,
            "verify --require signed a.bin",
            1,
            &["a.bin: unmarked", "Nothing proves who played this, or when."],
        );
    }
}

#[test]
fn a_key_is_for_its_owner_only() {
    let (place, key) = place();
    check(&place, "key show --key my.pem", 0, &[&key]);
    check(&place, "key new --key my.pem", 1, &["my.pem exists already"]);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode =
            |mode| fs::set_permissions(place.path("my.pem"), fs::Permissions::from_mode(mode));
        let made = fs::metadata(place.path("my.pem")).unwrap().permissions().mode();
        assert_eq!(made & 0o777, 0o600);
        mode(0o640).unwrap();
        check(&place, "key show --key my.pem", 1, &["others may use this file (mode 640)"]);
        mode(0o600).unwrap();
    }
    place.write("phrase", b"a long sentence\n");
    place.write("other", b"another\n");
    check(
        &place,
        "key export --key my.pem -o copy.pem --new-passphrase-file phrase",
        0,
        &["wrote"],
    );
    assert!(place.read("copy.pem").starts_with(b"-----BEGIN ENCRYPTED PRIVATE KEY-----"));
    check(&place, "key show --key copy.pem --passphrase-file phrase", 0, &[&key]);
    check(
        &place,
        "key show --key copy.pem --passphrase-file other",
        1,
        &["passphrase is not that"],
    );
    check(&place, "key show --key copy.pem", 1, &["needs its passphrase"]);
    check(&place, "key show --key none.pem", 1, &["cannot read none.pem"]);
}

#[test]
fn rotations_and_revocations_count() {
    let (place, old) = place();
    place.sample("a.bsor", "small");
    check(&place, "mark --key my.pem a.bsor", 0, &[]);
    let new = check(&place, "key rotate --key my.pem -o rotation.mark", 0, &["my.pem.old"]);
    check(&place, "key show --key my.pem", 0, &[&new]);
    check(&place, "key show --key my.pem.old", 0, &[&old]);
    let now = format!("The player's key is {} now.", new);
    check(&place, "verify --trust rotation.mark a.bsor", 3, &["a.bsor: signed", &now]);
    check(&place, "key revoke --key my.pem.old --reason stolen -o revocation.mark", 0, &[&old]);
    check(&place, "verify --trust revocation.mark a.bsor", 3, &["a.bsor: unmarked", "revoked"]);
    check(&place, "verify --trust a.bsor a.bsor", 1, &["neither keys"]);
}

#[test]
fn a_witnessed_session_is_verified_and_proves_its_file() {
    let (place, _) = place();
    place.write("a.reel", &vector("witnessed.reel"));
    place.write("server.txt", &vector("server.txt"));
    let words = ["a.reel: witnessed, 100 % of it"];
    check(&place, "verify --trust server.txt --require witnessed a.reel", 0, &words);
    check(&place, "verify --require witnessed a.reel", 1, &["a.reel: signed", "not among those"]);
    let mut bytes = place.read("a.reel");
    bytes[3000] ^= 1;
    place.write("a.reel", &bytes);
    let line = place.run("verify --trust server.txt --json a.reel");
    assert_eq!((line.code, &line.json_lines()[0]["level"]), (1, &"unmarked".into()));
    assert_eq!(line.json_lines()[0]["findings"][0]["kind"], "altered");
    // A session counts only for the files and the key that it names.
    place.sample("a.bsor", "small");
    place.write("b.reel", &vector("witnessed.reel"));
    let words = ["the session does not name this file"];
    check(&place, "mark --key my.pem --session b.reel a.bsor", 1, &words);
}

/// Unreadable and damaged files are not said to be right.
#[test]
fn junk_and_cut_files_are_not_right() {
    let place = Place::new();
    // Of other games no score is judged.
    let whole = ghostreel_formats::sample("melee", None, 1).unwrap();
    place.write("whole.bin", &whole);
    place.write("cut.bin", &whole[..whole.len() * 2 / 3]);
    place.write("junk.bin", b"no replay at all");
    place.write("junk.reel", &[&vector("gap.reel")[..16], &[7; 100]].concat());
    check(&place, "verify whole.bin", 0, &[]);
    check(&place, "verify cut.bin", 3, &[]);
    check(&place, "verify junk.bin", 1, &["cannot be read"]);
    check(&place, "verify junk.reel", 1, &["cannot be read"]);
    check(&place, "verify whole.bin cut.bin junk.bin", 1, &[]);
}
