//! `info`, `json`, `sample` and `completions`.

use crate::kit::{Place, Sample, melee, sample, samples};

#[test]
fn info_says_what_a_replay_is_about() {
    let place = Place::new();
    place.sample("a.bsor", "full");
    let run = place.check("info a.bsor", 0, &[]);
    for words in [
        "Player           Ghost (76561190000000000)",
        "Map              Synthetic Sample, by Ghostreel",
        "Difficulty       ExpertPlus",
        "Played           2026-01-01 00:00:00 UTC",
        "Game             Beat Saber 1.40.9_10012",
        "Writer           0.9.34",
        "BS Open Replay 1 (.bsor)",
        "Accuracy         ",
        "Max combo        ",
        "heart_rate",
    ] {
        assert!(run.stdout.contains(words), "{words:?} is not in {}", run.stdout);
    }
    assert!(!run.stdout.contains('\x1b'), "a pipe is no terminal");
    assert_eq!(run.stderr, "");
}

#[test]
fn a_scoresaber_replay_has_its_player_and_song_from_the_name_of_its_file() {
    let place = Place::new();
    let hash = "00000000000000000000000000000000000000A1";
    let named = format!("7-A_Song-Easy-Lawless-custom_level_{hash}.dat");
    let of_another = "7-A_Song-Easy-Lawless-custom_level_ANOTHER.dat";
    place.run(&format!("sample beat-saber {named} --variant scoresaber-v3.1"));
    std::fs::copy(place.path(&named), place.path(of_another)).unwrap();
    let run = place.check(&format!("info {named}"), 0, &[]);
    for words in
        ["Player           7\n", "Map              A_Song\n", "Difficulty       ExpertPlus\n"]
    {
        assert!(run.stdout.contains(words), "{words:?} is not in {}", run.stdout);
    }
    let run = place.check(&format!("info {of_another}"), 0, &[]);
    assert!(!run.stdout.contains("Player") && !run.stdout.contains("Map  "), "{}", run.stdout);
}

#[test]
fn colours_follow_the_environment() {
    let place = Place::new();
    place.sample("a.bsor", "small");
    let coloured = place.run_with(["info", "a.bsor"], &[("CLICOLOR_FORCE", "1")], b"");
    assert!(coloured.stdout.contains("\x1b["));
    let plain =
        place.run_with(["info", "a.bsor"], &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")], b"");
    assert!(!plain.stdout.contains('\x1b'));
}

#[test]
fn info_as_json_is_one_object_a_file() {
    let place = Place::new();
    place.sample("a.bsor", "full");
    let damaged = &sample("fail")[..9_000];
    place.write("b.bsor", damaged);
    let run = place.check("info --json a.bsor b.bsor", 3, &[]);
    let [a, b] = &run.json_lines()[..] else { panic!("{}", run.stdout) };
    assert_eq!(a["path"], "a.bsor");
    assert_eq!(a["bytes"], sample("full").len());
    assert_eq!(a["players"][0]["name"], "Ghost");
    assert_eq!(a["id"].as_str().unwrap().len(), 32);
    let accuracy = a["accuracy"].as_f64().unwrap();
    assert!(accuracy > 0.5 && accuracy <= 1.0, "{accuracy}");
    assert!(a["max_combo"].as_i64().unwrap() > 0);
    assert_eq!(a["tables"][0]["name"], "frames");
    assert_eq!(b["diagnostics"][0]["severity"], "error");
    assert_eq!(b["diagnostics"][0]["section"], "frames");
}

#[test]
fn info_goes_on_after_a_file_that_is_no_replay() {
    let place = Place::new();
    place.sample("a.bsor", "small");
    place.write("zip", b"PK\x03\x04");
    std::fs::create_dir(place.path("hollow")).unwrap();
    let run = place.check(
        "info zip nope hollow a.bsor",
        1,
        &[
            "error: zip: not a replay that Ghostreel opens (.bsor, .dat, .json, .replay, .slp, .reel), but a zip file",
            "error: cannot read nope: there is no such file",
            "error: there are no replays in hollow",
        ],
    );
    assert!(run.stdout.contains("Ghost"));
}

#[test]
fn names_in_files_cannot_steer_the_terminal() {
    let place = Place::new();
    let mut bytes = sample("small");
    let name = bytes.windows(5).position(|at| at == b"Ghost").unwrap();
    bytes[name..name + 5].copy_from_slice(b"\x1b[2Jx");
    place.write("a.bsor", &bytes);
    let run = place.check("info a.bsor", 0, &[]);
    assert!(run.stdout.contains("\\u{1b}[2Jx") && !run.stdout.contains('\x1b'), "{}", run.stdout);
}

#[test]
fn json_is_the_whole_file_and_the_summary_is_not() {
    let place = Place::new();
    let bytes = place.sample("a.bsor", "everything-small");
    let run = place.check("json a.bsor", 0, &[]);
    assert_eq!(ghostreel_formats::json::read(&run.raw).unwrap().encode(), bytes);
    let summary = &place.check("json --summary a.bsor", 0, &[]).json_lines()[0];
    assert_eq!(summary.get("frames"), None);
    assert!(summary["counts"]["frames"].as_u64().unwrap() > 0);
    assert_eq!(summary["info"]["playerName"], "Ghost");
}

#[test]
fn json_reads_standard_input_and_writes_files() {
    let place = Place::new();
    let bytes = sample("small");
    let run = place.run_with(["json", "-"], &[], &bytes);
    assert_eq!((run.code, run.json_lines().len()), (0, 1));
    let run = place.run_with(["json", "-", "-o", "out.json"], &[], &bytes);
    assert_eq!((run.code, &*run.stdout), (0, ""));
    let run = place.run_with(["json", "-", "-o", "out.json"], &[], &bytes);
    assert_eq!(
        (run.code, &*run.stderr),
        (1, "error: out.json exists already; --force replaces it\n")
    );
    let run = place.run_with(["json", "-"], &[], b"");
    assert_eq!(run.code, 1);
    assert_eq!(
        run.stderr,
        "error: standard input: not a replay that Ghostreel opens (.bsor, .dat, .json, .replay, .slp, .reel), but an empty file\n"
    );
}

#[test]
fn json_of_a_damaged_file_says_what_is_missing() {
    let place = Place::new();
    place.write("a.bsor", &sample("small")[..2_000]);
    let run = place.check("json a.bsor", 3, &["warning: a.bsor: frames, offset "]);
    assert_eq!(run.json_lines().len(), 1);
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_is_no_error() {
    use std::process::Stdio;
    let place = Place::new();
    place.sample("a.bsor", "full");
    place.write("a.slp", &melee("small"));
    for line in [
        "json a.bsor",
        "info a.bsor",
        "stats a.slp",
        "stats --json a.slp",
        "check .",
        "sample --list",
        "completions zsh",
    ] {
        let mut command = crate::kit::program();
        command.args(line.split(' ')).current_dir(place.path(""));
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{line}: {stderr}");
        assert!(!stderr.contains("error"), "{line}: {stderr}");
    }
}

#[test]
fn samples_are_the_librarys() {
    let place = Place::new();
    for sample in samples() {
        let (Sample { game, variant }, name) = (sample, sample.name());
        place.check(&format!("sample {game} {name} --variant {variant}"), 0, &[]);
        assert_eq!(place.read(&name), sample.bytes());
    }
    let list = place.check("sample --list", 0, &[]).stdout;
    for (game, variants) in ghostreel_formats::sample_variants() {
        let first = place.check(&format!("sample {game} -"), 0, &[]).raw;
        let default = Sample { game, variant: variants[0] };
        assert_eq!(first, default.bytes(), "the first variant is the default");
        assert_ne!(first, place.check(&format!("sample {game} - --seed 2"), 0, &[]).raw);
        let is_listed = |name| list.lines().any(|line: &str| line.trim().starts_with(name));
        assert!(is_listed(game) && variants.into_iter().all(is_listed), "{list}");
    }
}

#[test]
fn wrong_usage_is_reported_with_exit_code_2() {
    let place = Place::new();
    place.sample("a.bsor", "small");
    place.check("", 2, &["Usage: ghostreel"]);
    place.check("nonsense", 2, &["unrecognized subcommand 'nonsense'"]);
    place.check("info", 2, &["<PATH>"]);
    place.check("sample", 2, &["required"]);
    place.check("sample chess a.bsor", 2, &["possible values: beat-saber"]);
    place.check(
        "sample beat-saber b.bsor --variant nope",
        2,
        &["for beat-saber; there are full, "],
    );
    place.check("check -j 0 .", 2, &["invalid value '0'"]);
    place.check("serve --listen nowhere", 2, &["such as 127.0.0.1:4747"]);
    place.check("completions tcsh", 2, &["possible values: bash"]);
}

#[test]
fn every_command_explains_itself() {
    let place = Place::new();
    let help = place.check("--help", 0, &[]).stdout;
    for command in [
        "info",
        "stats",
        "json",
        "convert",
        "check",
        "sample",
        "repair",
        "serve",
        "play",
        "completions",
    ] {
        assert!(help.contains(&format!("\n  {command} ")), "{help}");
        let help = place.check(&format!("{command} --help"), 0, &[]).stdout;
        assert!(help.contains("Examples:\n  "), "{help}");
    }
    assert!(place.check("--version", 0, &[]).stdout.starts_with("ghostreel 0."));
}

#[test]
fn shells_get_their_completions() {
    let place = Place::new();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = place.check(&format!("completions {shell}"), 0, &[]).stdout;
        assert!(script.contains("ghostreel") && script.contains("no-roundtrip"), "{shell}");
    }
}

#[test]
fn an_option_of_a_format_teaches_what_a_patch_brought() {
    let place = Place::new();
    let patched = Sample { game: "rocket-league", variant: "unknown-attribute" };
    place.write("a.replay", &patched.bytes());
    let unknown = "found TAGame.Car_TA:GhostlyGlow after TAGame.Vehicle_TA:ReplicatedSteer; its 1 values are read as 32 bits each";
    place.check("json a.replay -o guessed.json", 0, &[unknown]);
    place.write("rows.tsv", b"property\tkind\n# new\nTAGame.Car_TA:GhostlyGlow\tI32\n");
    for (line, code) in [
        ("info --format-option rocket-league-attributes=rows.tsv a.replay", 0),
        ("stats a.replay --format-option rocket-league-attributes=rows.tsv", 0),
        ("check --format-option rocket-league-attributes=rows.tsv --strict a.replay", 0),
        ("json --format-option rocket-league-attributes=rows.tsv a.replay -o a.json", 0),
        ("convert --format-option rocket-league-attributes=rows.tsv a.replay b.json", 0),
        ("convert --format-option rocket-league-attributes=rows.tsv guessed.json b.replay", 0),
        ("repair --format-option rocket-league-attributes=rows.tsv a.replay c.replay", 0),
        (
            "edit --format-option rocket-league-attributes=rows.tsv a.replay -o d.replay --rename Ghost=Reel",
            0,
        ),
    ] {
        let run = place.check(line, code, &[]);
        assert!(!(run.stdout + &run.stderr).contains("GhostlyGlow;"), "{line}");
    }
    assert!(place.read("b.json") == place.read("a.json"));
    assert!(place.read("b.replay") == patched.bytes());
    for (name, words) in [
        ("guessed.json", "\"name\":\"TAGame.Car_TA:GhostlyGlow\",\"object_id\":"),
        ("guessed.json", "\"kind\":\"Opaque32\""),
        ("a.json", "\"kind\":\"I32\""),
    ] {
        let json = String::from_utf8(place.read(name)).unwrap();
        assert!(json.contains(words), "{words} is not in {name}");
    }
    // A table's fault is reported, and where.
    place.write("bad.tsv", b"# new\nTAGame.Car_TA:GhostlyGlow\tI32\r\nTAGame.Car_TA:More I32\n");
    let expected = "error: bad.tsv, line 3: expected a property, a tab and a kind, found TAGame.Car_TA:More I32";
    place.check("check --format-option rocket-league-attributes=bad.tsv a.replay", 1, &[expected]);
    place.write("bad.tsv", b"A:B\tI32\n\xff");
    place.check(
        "json --format-option rocket-league-attributes=bad.tsv a.replay",
        1,
        &["error: bad.tsv, line 2: expected UTF-8, found other bytes"],
    );
    place.check(
        "info --format-option rocket-league-attributes=none.tsv a.replay",
        1,
        &["cannot read none.tsv: there is no such file"],
    );
    // The names are listed, and only those can be given.
    let help = place.check("info --help", 0, &[]).stdout;
    assert!(help.contains("rocket-league-attributes: how properties are laid out"), "{help}");
    for (line, words) in [
        (
            "info --format-option chess-clocks=rows.tsv a.replay",
            "there is rocket-league-attributes",
        ),
        ("info --format-option rows.tsv a.replay", "expected NAME=FILE"),
    ] {
        place.check(line, 2, &[words]);
    }
    let twice = "info --format-option rocket-league-attributes=rows.tsv --format-option rocket-league-attributes=rows.tsv a.replay";
    place.check(twice, 1, &["rocket-league-attributes is given twice"]);
    place.write("long.tsv", &vec![b'#'; (1 << 20) + 1]);
    let long = "info --format-option rocket-league-attributes=long.tsv a.replay";
    place.check(
        long,
        1,
        &["error: long.tsv, line 1: expected at most 1048576 bytes, found 1048577"],
    );
    // Other games have no such properties.
    place.sample("a.bsor", "small");
    place.check("check --format-option rocket-league-attributes=rows.tsv a.bsor", 0, &[]);
}
