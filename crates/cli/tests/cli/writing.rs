//! `convert` and `repair`: what is written is exact, whole, and never half there.

use ghostreel_corpus::variants;
use ghostreel_formats::core::DecodeOptions;

use crate::kit::{Place, sample, samples};

#[test]
fn converting_there_and_back_is_exact() {
    let place = Place::new();
    for sample in samples() {
        let bytes = sample.bytes();
        place.write("a", &bytes);
        place.check("convert --force a a.json", 0, &[]);
        place.check("convert --force a.json b", 0, &[]);
        assert!(place.read("b") == bytes, "{sample:?}");
        let json = place.read("a.json");
        place.check("convert --force b b.json", 0, &[]);
        assert!(place.read("b.json") == json, "{sample:?}");
    }
}

#[test]
fn converting_a_damaged_file_is_exact_too() {
    let place = Place::new();
    let bytes = &sample("everything-small")[..5_000];
    place.write("a.bsor", bytes);
    place.check("convert a.bsor a.json", 3, &["warning: a.bsor: "]);
    place.check("convert a.json b.bsor", 3, &["warning: b.bsor: "]);
    assert_eq!(place.read("b.bsor"), bytes);
}

#[test]
fn converting_real_replays_is_exact() {
    let Some(folder) = ghostreel_corpus::folder("beat-saber/bsor") else { return };
    let place = Place::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let bytes = std::fs::read(&path).unwrap();
        let json = place.run_with(["convert".as_ref(), path.as_os_str(), "-".as_ref()], &[], b"");
        assert_eq!(json.code, 0, "{}", json.stderr);
        let back = place.run_with(["convert", "-", "-"], &[], &json.raw);
        assert!(back.raw == bytes, "{}", path.display());
    }
}

#[test]
fn files_that_cannot_be_converted_say_why() {
    let place = Place::new();
    place.sample("a.bsor", "small");
    place.write("bad.json", b"{\"format\":\"bsor\",\"version\":1}");
    place.write("other.json", b"{\"format\":\"zip\"}");
    place.write("text", b"hello");
    place.check(
        "convert a.bsor b.bsor",
        2,
        &["a replay becomes JSON or a reel, so OUT should end in .json or .reel"],
    );
    place.check("convert bad.json b.bsor", 1, &["bad.json: missing field `info`"]);
    place.check("convert other.json b.bsor", 1, &["other.json: format \"zip\" is not known"]);
    place.check("convert text b.json", 1, &["text: not a replay that Ghostreel opens "]);
    place.check("convert nope b.json", 1, &["cannot read nope: there is no such file"]);
    place.check(
        "convert a.bsor no/where.json",
        1,
        &["cannot write no/where.json: there is no such folder"],
    );
    place.check("json --summary a.bsor -o s.json", 0, &[]);
    place.check("convert s.json b.bsor", 1, &["s.json: a summary holds no frames"]);
    place.check("convert a.bsor a.json", 0, &[]);
    place.check(
        "convert a.json b.json",
        2,
        &["this JSON becomes a BS Open Replay, so OUT should end in .bsor"],
    );
    assert!(!place.path("b.bsor").exists() && !place.path("b.json").exists());
}

#[test]
fn replays_become_those_of_another_format_and_what_is_lost_is_listed() {
    let place = Place::new();
    place.sample("a.bsor", "everything-small");
    let lost = ["legacy.json is not the same replay:\n- ", "There is no place for pauses."];
    place.check("convert --to scoresaber-json a.bsor legacy.json", 0, &lost);
    let assumed = ["b.bsor is not the same replay:\n- ", "The score is worked out"];
    place.check("convert legacy.json b.bsor", 0, &assumed);
    let score = |name: &str| {
        let run = place.check(&format!("info --json {name}"), 0, &[]);
        run.json_lines()[0]["score"].clone()
    };
    assert!(score("a.bsor").as_i64().is_some_and(|score| score > 0));
    assert_eq!(score("a.bsor"), score("b.bsor"));
    assert_eq!(score("a.bsor"), score("legacy.json"));
    // Both versions of BSOR end alike: only `--to` says which is meant.
    let assumed = ["draft.bsor is not the same replay:\n- ", "spawn ids"];
    place.check("convert --to bsor2 a.bsor draft.bsor", 0, &assumed);
    place.check("check --strict draft.bsor", 0, &["1 ok"]);
    let about = place.check("info draft.bsor", 0, &[]).stdout;
    assert!(about.contains("BS Open Replay 2 2.0"), "{about}");
    assert_eq!(score("a.bsor"), score("draft.bsor"));
    place.check("convert --to bsor draft.bsor again.bsor", 0, &[]);
    assert_eq!(place.read("again.bsor"), place.read("a.bsor"));
    place.check("convert draft.bsor c.bsor", 2, &["OUT should end in .json or .reel"]);
    // Exact JSON of it is another matter.
    place.check("convert legacy.json exact.json", 0, &[]);
    place.check("convert exact.json again.json", 0, &[]);
    assert_eq!(place.read("again.json"), place.read("legacy.json"));
    for (line, words) in [
        ("convert --to slp a.bsor b.slp", "a BS Open Replay becomes "),
        ("convert --to scoresaber-json a.bsor b.slp", "OUT should end in .json"),
        ("convert --to bsor exact.json b.bsor", "--to is for replays, and IN is not one"),
    ] {
        place.check(line, 2, &[words]);
    }
}

#[test]
fn files_of_a_map_are_called_so() {
    let place = Place::new();
    place.write("Expert.dat", br#"{"_version":"2.0.0","_notes":[]}"#);
    let words =
        "(.bsor, .dat, .json, .replay, .slp, .reel), but a Beat Saber map's difficulty file";
    place.check("info Expert.dat", 1, &[words]);
    // In a folder they are passed over.
    place.sample("a.bsor", "small");
    let run = place.check("check .", 0, &[]);
    assert!(format!("{}{}", run.stdout, run.stderr).contains("skipped 1"), "{run:?}");
}

#[test]
fn existing_files_are_safe_and_nothing_stays_half_written() {
    let place = Place::new();
    place.sample("a.bsor", "small");
    place.write("there.json", b"mine");
    let refused = "there.json exists already; --force replaces it";
    place.check("convert a.bsor there.json", 1, &[refused]);
    assert_eq!(place.read("there.json"), b"mine");
    place.check("convert a.bsor there.json --force", 0, &[]);
    assert_ne!(place.read("there.json"), b"mine");
    std::fs::create_dir(place.path("folder.json")).unwrap();
    place.check("convert a.bsor folder.json --force", 1, &["folder.json: this is a folder"]);
    place.check("sample beat-saber a.bsor", 1, &["a.bsor exists already"]);
    let mut names: Vec<_> = std::fs::read_dir(place.path(""))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(names, ["a.bsor", "folder.json", "there.json"], "no temporary files are left");
}

#[cfg(unix)]
#[test]
fn new_files_can_be_read_by_whom_the_umask_lets() {
    use std::os::unix::fs::PermissionsExt;
    let place = Place::new();
    place.write("usual", b"");
    place.check("sample beat-saber a.bsor", 0, &[]);
    let mode = |name| place.path(name).metadata().unwrap().permissions().mode();
    assert_eq!(mode("a.bsor"), mode("usual"));
}

#[cfg(unix)]
#[test]
fn links_stay_and_devices_are_not_replaced() {
    let place = Place::new();
    let bytes = place.sample("a.bsor", "small");
    place.write("target", b"old");
    std::os::unix::fs::symlink("target", place.path("link")).unwrap();
    place.check("sample beat-saber link --variant small --force", 0, &[]);
    assert!(place.path("link").is_symlink());
    assert_eq!(place.read("target"), bytes);
    std::os::unix::fs::symlink("/dev/null", place.path("hole")).unwrap();
    place.check("json a.bsor -o hole", 0, &[]);
    assert_eq!(place.read("hole"), b"");
}

#[test]
fn repair_makes_truncated_files_whole() {
    let place = Place::new();
    // One has its metadata at the end: the part before says nothing without them.
    let whole = samples().into_iter().filter(|known| known.variant != "scoresaber-out-of-order");
    for (at, sample) in whole.enumerate() {
        let bytes = sample.bytes();
        for part in variants(at, 4).map(|part| [0.35, 0.6, 0.9, 0.999][part]) {
            // Within the info, there is nothing to recover yet.
            let length = ((bytes.len() as f64 * part) as usize).max(500);
            place.write("broken.bsor", &bytes[..length.min(bytes.len())]);
            let run = place.run("repair --force broken.bsor whole.bsor");
            assert!(run.code == 3 || run.code == 0, "{sample:?} × {part}: {}", run.stderr);
            if run.code == 3 {
                assert!(run.stderr.starts_with("warning: broken.bsor: "), "{}", run.stderr);
                assert!(run.stderr.contains("wrote whole.bsor ("), "{}", run.stderr);
            }
            place.check("check --strict whole.bsor", 0, &["1 ok"]);
        }
    }
}

#[test]
fn repair_makes_checksums_right() {
    let place = Place::new();
    place.check("sample rocket-league a.replay", 0, &[]);
    let mut bytes = place.read("a.replay");
    let at = bytes.windows(5).position(|window| window == b"Ghost").unwrap();
    bytes[at] = b'H';
    place.write("b.replay", &bytes);
    assert!(place.run("check b.replay").stdout.contains("the header was changed"));
    place.check("repair b.replay c.replay", 0, &["the header was changed", "kept "]);
    let run = place.run("check c.replay");
    assert!(run.code == 0 && !run.stdout.contains("warning"), "{}", run.stdout);
    let bytes = place.read("c.replay");
    assert!(bytes.windows(5).any(|window| window == b"Hhost"));
}

#[test]
fn repair_copies_what_is_whole_and_refuses_what_is_no_replay() {
    let place = Place::new();
    // Bytes after the last section are odd, but no damage: they stay.
    for variant in ["small", "tail"] {
        let bytes = place.sample("a.bsor", variant);
        place.check("repair --force a.bsor b.bsor", 0, &["a.bsor is not damaged; copied as it is"]);
        assert_eq!(place.read("b.bsor"), bytes);
    }
    place.write("text", b"hello");
    place.check("repair text c.bsor", 1, &["text: not a replay that Ghostreel opens "]);
    place.check("repair a.bsor a.bsor", 1, &["a.bsor exists already; --force replaces it"]);
    place.write("broken.bsor", &sample("small")[..2_000]);
    place.check("repair broken.bsor broken.bsor", 1, &["--force"]);
    place.check("repair --force broken.bsor broken.bsor", 3, &["kept "]);
    place.check("repair --force broken.bsor broken.bsor", 0, &["not damaged"]);
}

#[test]
fn files_that_cannot_be_repaired_or_read_again_are_not_written() {
    let place = Place::new();
    // A recording without Game Start: `check` calls it damaged, and nothing in it has a meaning.
    let whole = crate::kit::melee("small");
    let replay = ghostreel_formats::slp::decode(&whole, &DecodeOptions::STRICT).unwrap().value;
    let mut headless = replay.clone();
    headless.order.remove(0);
    headless.events.remove(&0x36);
    place.write("a.slp", &ghostreel_formats::slp::encode(&headless));
    place.write("mine", b"mine");
    assert_eq!(place.run("check a.slp").code, 3);
    let refused = "a.slp cannot be repaired: raw, offset 0: expected a Game Start event";
    place.check("repair a.slp b.slp", 1, &[refused]);
    place.check("repair --force a.slp mine", 1, &[refused]);

    place.sample("a.bsor", "small");
    place.check("convert a.bsor b.json", 0, &[]);
    let json = String::from_utf8(place.read("b.json")).unwrap();
    place.write("c.json", json.replacen("\"version\":1", "\"version\":9", 1).as_bytes());
    let refused =
        "c.json makes no readable replay: header, offset 4: expected version 1, found version 9";
    place.check("convert c.json c.bsor", 1, &[refused]);
    place.check("convert --force c.json mine", 1, &[refused]);
    assert_eq!(place.read("mine"), b"mine");
    assert!(!place.path("b.slp").exists() && !place.path("c.bsor").exists());
}
