//! `check` and `compare`.

use crate::kit::{Place, sample, samples};
use ghostreel_analysis::copies::Recording;
use ghostreel_formats::core::DecodeOptions;
use serde_json::{Value, json};

#[test]
fn every_sample_is_ok_and_exact() {
    let place = Place::new();
    for sample in samples() {
        place.write(&sample.name(), &sample.bytes());
    }
    let count = samples().len();
    let run = place.check("check --strict .", 0, &[&format!("checked {count} files (")]);
    assert_eq!(run.stdout.lines().filter(|line| line.starts_with("ok ")).count(), count);
    assert!(
        run.stdout
            .lines()
            .filter(|line| line.starts_with("ok"))
            .all(|line| line.ends_with(", exact"))
    );
}

#[test]
fn real_replays_are_ok_and_exact() {
    let Some(folder) = ghostreel_corpus::folder("beat-saber/bsor") else { return };
    let arguments = ["check".as_ref(), "--json".as_ref(), "--strict".as_ref(), folder.as_os_str()];
    let run = Place::new().run_with(arguments, &[], b"");
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(!run.json_lines().is_empty());
    assert!(run.json_lines().iter().all(|line| line["roundtrip"] == "exact"));
}

#[test]
fn a_game_that_declares_no_thresholds_says_that_it_is_not_compared() {
    let place = Place::new();
    for (game, _) in ghostreel_formats::sample_variants() {
        let bytes = ghostreel_formats::sample(game, None, 1).unwrap();
        place.write(game, &bytes);
        let line = format!("compare {game} {game}");
        let view = ghostreel_formats::open(&bytes[..], &DecodeOptions::STRICT).unwrap();
        if Recording::of(&view).is_some() {
            let run = place.check(&line, 0, &[]);
            assert!(run.stdout.starts_with("copy\n"), "{game}: {}", run.stdout);
        } else {
            place.check(&line, 1, &["cannot be compared yet"]);
        }
    }
}

/// A folder with something of everything.
fn mixed() -> Place {
    let place = Place::new();
    place.sample("a/ok.bsor", "small");
    place.write("a/broken.bsor", &sample("small")[..3_000]);
    place.sample("b/nameless", "small");
    place.sample("b/LOUD.BSOR", "tail");
    place.write("b/notes.txt", b"no replay");
    place.write("c/wrong.bsor", b"no replay either");
    place.write("c/empty.bsor", b"");
    place
}

#[test]
fn json_lines_follow_the_schema_in_the_order_of_the_paths() {
    let place = mixed();
    let run = place.check(
        "check --json .",
        1,
        &["checked 6 files", "3 ok, 1 recovered, 2 failed; skipped 1 "],
    );
    let lines = run.json_lines();
    let mut paths = Vec::new();
    for line in &lines {
        let line = line.as_object().unwrap();
        let mut members: Vec<&str> = line.keys().map(String::as_str).collect();
        members.sort_unstable();
        let expected =
            ["bytes", "diagnostics", "format", "outcome", "path", "roundtrip", "version"];
        assert_eq!(members, expected);
        assert!(line["bytes"].is_u64());
        assert!(["ok", "recovered", "failed"].contains(&line["outcome"].as_str().unwrap()));
        assert!(["exact", "differs", "none"].contains(&line["roundtrip"].as_str().unwrap()));
        for diagnostic in line["diagnostics"].as_array().unwrap() {
            assert!(diagnostic["offset"].is_u64());
            assert!(diagnostic["section"].is_string() && diagnostic["message"].is_string());
            let severity = diagnostic["severity"].as_str().unwrap();
            assert!(["info", "warning", "error"].contains(&severity));
        }
        paths.push(line["path"].as_str().unwrap().replace('\\', "/"));
    }
    let expected = ["a/broken", "a/ok", "b/LOUD", "b/nameless", "c/empty", "c/wrong"];
    assert!(paths.iter().zip(expected).all(|(path, name)| path.starts_with(&format!("./{name}"))));
    assert_eq!(lines[0]["outcome"], "recovered");
    assert_eq!(lines[0]["roundtrip"], "exact");
    assert_eq!(lines[0]["diagnostics"][0]["section"], "frames");
    let ok = json!({
        "path": lines[1]["path"], "format": "bsor", "version": "1", "bytes": sample("small").len(),
        "outcome": "ok", "roundtrip": "exact", "diagnostics": [],
    });
    assert_eq!(lines[1], ok);
    assert_eq!(lines[2]["diagnostics"][0]["severity"], "warning");
    assert_eq!((&lines[4]["format"], &lines[4]["bytes"]), (&Value::Null, &json!(0)));
    assert_eq!(lines[5]["roundtrip"], "none");
}

#[test]
fn the_output_is_the_same_however_many_work_at_it() {
    let place = mixed();
    for sample in samples() {
        place.write(&format!("d/{}", sample.name()), &sample.bytes());
    }
    for how in ["", "--json", "--strict", "--json --no-roundtrip"] {
        let alone = place.run(&format!("check {how} -j1 ."));
        for jobs in [2, 8] {
            let together = place.run(&format!("check {how} -j{jobs} ."));
            assert_eq!((&alone.stdout, alone.code), (&together.stdout, together.code));
        }
    }
}

#[test]
fn exit_codes_and_options() {
    let place = mixed();
    place.check("check a/ok.bsor b", 0, &["3 ok"]);
    place.check("check a", 3, &["1 ok, 1 recovered, 0 failed"]);
    let run = place.check("check --strict a", 1, &["1 ok, 0 recovered, 1 failed"]);
    assert!(run.stdout.contains("error: frames, offset "), "{}", run.stdout);
    let run = place.check("check --no-roundtrip --json a/ok.bsor", 0, &[]);
    assert_eq!(run.json_lines()[0]["roundtrip"], "none");
    // A named file is checked, whatever its name, and once.
    let run =
        place.check("check --json b/notes.txt b b/notes.txt", 1, &["2 ok, 0 recovered, 1 failed"]);
    assert_eq!(run.json_lines().len(), 3);
    place.check("check nope", 1, &["1 failed"]);
    std::fs::create_dir(place.path("hollow")).unwrap();
    let nothing = "there are no replays in hollow";
    place.check("check hollow", 1, &["checked 0 files", nothing]);
    place.check("info hollow", 1, &[nothing]);
    place.check("stats hollow a/ok.bsor", 1, &[nothing]);
    let run = place.run_with(["check", "-"], &[], &sample("small"));
    assert_eq!(run.code, 0, "{}", run.stderr);
}

#[cfg(unix)]
#[test]
fn odd_things_in_folders_are_no_obstacle() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    use std::os::unix::fs::symlink;
    let place = Place::new();
    place.sample("in/a.bsor", "small");
    symlink(".", place.path("in/loop")).unwrap();
    symlink("nowhere", place.path("in/dangling")).unwrap();
    symlink("/dev/zero", place.path("in/endless.bsor")).unwrap();
    symlink("a.bsor", place.path("in/again")).unwrap();
    let _socket = std::os::unix::net::UnixListener::bind(place.path("in/socket.bsor")).unwrap();
    let run = place.check("check --json in", 0, &["2 ok, 0 recovered, 0 failed; skipped 1 "]);
    assert_eq!(run.json_lines().len(), 2);
    // A link that is called a replay and leads nowhere is a replay that cannot be read.
    symlink("nowhere", place.path("in/gone.bsor")).unwrap();
    let run = place.check("check --json in", 1, &["1 failed"]);
    assert_eq!(run.json_lines()[2]["diagnostics"][0]["message"], "there is no such file");

    let odd = place.path("odd").join(OsStr::from_bytes(b"\xff.bsor"));
    std::fs::create_dir(place.path("odd")).unwrap();
    std::fs::write(odd, sample("small")).unwrap();
    let run = place.check("check --json odd", 0, &[]);
    assert_eq!(run.json_lines()[0]["path"], "odd/\u{fffd}.bsor");
    // Reading it would never end, but its first bytes decide.
    place.check("check /dev/zero", 1, &["1 failed"]);
}
