//! `stats`.

use ghostreel_formats::bsor;
use serde_json::Value;

use crate::kit::{Place, Sample, melee, sample, samples};

/// The library's answer about the same bytes.
fn statistics(bytes: &[u8]) -> Value {
    let options = ghostreel_formats::core::DecodeOptions::RECOVER;
    let replay = ghostreel_formats::open(bytes, &options).unwrap();
    let stats = ghostreel_analysis::stats(&replay).unwrap();
    serde_json::to_value(ghostreel_analysis::document(&stats, replay.diagnostics())).unwrap()
}

/// As [`statistics`], after its numbers were text, as the program's: a single becomes another number as a double.
fn statistics_as_text(bytes: &[u8]) -> Value {
    let options = ghostreel_formats::core::DecodeOptions::RECOVER;
    let replay = ghostreel_formats::open(bytes, &options).unwrap();
    let stats = ghostreel_analysis::stats(&replay).unwrap();
    let document = ghostreel_analysis::document(&stats, replay.diagnostics());
    serde_json::to_string(&document).unwrap().parse().unwrap()
}

#[test]
fn the_sheet_has_a_column_for_each_player() {
    let place = Place::new();
    let bytes = melee("online");
    place.write("a.slp", &bytes);
    let stats = statistics(&bytes);
    let run = place.check("stats a.slp", 0, &[]);
    assert_eq!(run.stderr, "");
    let row = |label: &str| {
        let line = run.stdout.lines().find(|line| line.trim_start().starts_with(label));
        let line = line.unwrap_or_else(|| panic!("no {label:?} in {}", run.stdout));
        let cells = line.trim_start()[label.len()..].split("   ");
        cells.map(str::trim).filter(|cell| !cell.is_empty()).map(str::to_owned).collect::<Vec<_>>()
    };
    let [first, second] = [&stats["overall"][0], &stats["overall"][1]];
    let cells = |of: &dyn Fn(&Value) -> String| vec![of(first), of(second)];
    assert_eq!(row("Kills"), cells(&|o| o["killCount"].to_string()));
    assert_eq!(row("Openings"), cells(&|o| o["conversionCount"].to_string()));
    assert_eq!(row("Damage"), cells(&|o| format!("{:.1}", o["totalDamage"].as_f64().unwrap())));
    let minutes = |o: &Value| format!("{:.1}", o["inputsPerMinute"]["ratio"].as_f64().unwrap());
    assert_eq!(row("Inputs per minute"), cells(&minutes));
    for player in stats["players"].as_array().unwrap() {
        let [name, character] =
            [&player["name"], &player["character"]].map(|v| v.as_str().unwrap());
        assert!(run.stdout.contains(name) && run.stdout.contains(character), "{}", run.stdout);
    }
    // Columns end where they should: all rows of a table are as wide, but for the text beside the last cell.
    let table = run.stdout.lines().skip_while(|line| *line != "  Overall").skip(1);
    let widths: Vec<usize> = table
        .take_while(|line| !line.is_empty())
        .filter(|line| !line.ends_with(')'))
        .map(|line| line.chars().count())
        .collect();
    assert!(widths.len() > 4 && widths.iter().all(|width| *width == widths[0]), "{widths:?}");
}

#[test]
fn as_json_it_is_one_object_a_file() {
    let place = Place::new();
    let melee: Vec<Sample<'_>> = samples().into_iter().filter(|s| s.game == "melee").collect();
    let mut line = "stats --json".to_owned();
    for sample in &melee {
        place.write(&sample.name(), &sample.bytes());
        line = format!("{line} {}", sample.name());
    }
    let run = place.check(&line, 0, &["warning: unfinished.slp: "]);
    let lines = run.json_lines();
    assert_eq!(lines.len(), melee.len());
    for (sample, mut ours) in melee.iter().zip(lines) {
        let path = ours.as_object_mut().unwrap().remove("path").unwrap();
        assert_eq!(path, *sample.name());
        // Through text, as the program's: reading a number back may change its last digit.
        let expected: Value = statistics(&sample.bytes()).to_string().parse().unwrap();
        assert_eq!(ours, expected, "{sample:?}");
        assert_eq!(ours["game"], "melee");
    }
}

#[test]
fn rocket_league_has_a_table_for_each_team() {
    let place = Place::new();
    let bytes = ghostreel_formats::sample("rocket-league", None, 1).unwrap();
    place.write("a.replay", &bytes);
    let stats = statistics(&bytes);
    let run = place.check("stats a.replay", 0, &[]);
    assert_eq!(run.stderr, "");
    let tables: Vec<&str> = run.stdout.split("Scoreboard").skip(1).collect();
    assert_eq!(tables.len(), 2, "{}", run.stdout);
    for (team, table) in ["blue", "orange"].into_iter().zip(tables) {
        let team = &stats[team];
        let row = |label: &str| -> Vec<String> {
            let line = table.lines().find(|line| line.trim_start().starts_with(label)).unwrap();
            line.trim_start()[label.len()..].split_whitespace().map(str::to_owned).collect()
        };
        let of = |part: &str, field: &str| -> Vec<String> {
            let players = team["players"].as_array().unwrap();
            let players = players.iter().map(|player| player["stats"][part][field].to_string());
            players.chain([team["stats"][part][field].to_string()]).collect()
        };
        assert_eq!(row("Goals"), of("core", "goals"));
        assert_eq!(row("Demolitions"), of("demo", "inflicted"));
        assert_eq!(row("Used per minute"), of("boost", "bpm"));
        for player in team["players"].as_array().unwrap() {
            assert!(run.stdout.contains(player["name"].as_str().unwrap()), "{}", run.stdout);
        }
    }
    let mut line = place.check("stats --json a.replay", 0, &[]).json_lines().remove(0);
    line.as_object_mut().unwrap().remove("path");
    assert_eq!(line, statistics_as_text(&bytes));
    assert_eq!(line["game"], "rocket-league");
}

#[test]
fn beat_saber_has_a_column_for_each_hand() {
    let place = Place::new();
    let bytes = ghostreel_formats::sample("beat-saber", None, 1).unwrap();
    place.write("a.bsor", &bytes);
    let stats = statistics(&bytes);
    let run = place.check("stats a.bsor", 0, &[]);
    assert_eq!(run.stderr, "");
    let row = |label: &str| -> Vec<String> {
        let line = run.stdout.lines().find(|line| line.trim_start().starts_with(label));
        let line = line.unwrap_or_else(|| panic!("no {label:?} in {}", run.stdout));
        line.trim_start()[label.len()..].split_whitespace().map(str::to_owned).collect()
    };
    let (hits, cuts) = (&stats["hitTracker"], &stats["accuracyTracker"]);
    let two = |left: &Value, right: &Value| vec![left.to_string(), right.to_string()];
    let grouped = |score: &Value| {
        let score = score.as_u64().unwrap();
        format!("{},{:03}", score / 1000, score % 1000)
    };
    assert_eq!(row("Score"), [grouped(&stats["winTracker"]["totalScore"])]);
    assert_eq!(row("Longest combo"), [hits["maxCombo"].to_string()]);
    assert_eq!(row("Misses"), two(&hits["leftMiss"], &hits["rightMiss"]));
    assert_eq!(row("Bad cuts"), two(&hits["leftBadCuts"], &hits["rightBadCuts"]));
    let points = |mean: &Value| format!("{:.2}", mean.as_f64().unwrap());
    assert_eq!(row("Average cut, of 115"), [points(&cuts["accLeft"]), points(&cuts["accRight"])]);
    let tenths = |mean: &Value| format!("{:.1}", mean.as_f64().unwrap());
    let top: Vec<String> = (8..12).map(|cell| tenths(&cuts["gridAcc"][cell])).collect();
    assert_eq!(row("top"), top);
    let (modifiers, energy) = (&stats["details"]["modifiers"], &stats["details"]["energy"]);
    assert_eq!(row("Faster Song"), ["+20%"]);
    assert_eq!(row("Score, unranked"), [grouped(&modifiers["modifiedScore"])]);
    assert_eq!(row("Score, ranked"), [grouped(&modifiers["rankedScore"])]);
    let percent = |share: &Value| format!("{:.0}%", share.as_f64().unwrap() * 100.0);
    assert_eq!(row("At the end"), [percent(&energy["end"])]);
    assert_eq!(row("Lowest")[..2], [percent(&energy["lowest"]), "(at".to_owned()]);
    assert!(!run.stdout.contains("Ran out"), "{}", run.stdout);
    let list = run.stdout.split("Mistakes\n").nth(1).unwrap();
    assert_eq!(list.lines().count(), stats["details"]["mistakes"].as_array().unwrap().len());
    assert!(list.contains("Bad cut, left, lane 1, top"), "{list}");
    let mut line = place.check("stats --json a.bsor", 0, &[]).json_lines().remove(0);
    line.as_object_mut().unwrap().remove("path");
    assert_eq!(line, statistics_as_text(&bytes));
    assert_eq!(line["game"], "beat-saber");
}

/// A failed run, with an unknown modifier.
#[test]
fn the_sheet_says_when_the_energy_ran_out_and_which_modifiers_are_unknown() {
    let place = Place::new();
    let mut replay = bsor::sample::generate(&bsor::sample::variant("fail").unwrap());
    replay.info.modifiers = "NF,XQ\u{1b}".into();
    place.write("a.bsor", &bsor::encode(&replay));
    let run = place.check("stats a.bsor", 0, &[]);
    for line in ["  Ran out                at 0:25", "  No Fail                   −50%"] {
        assert!(run.stdout.contains(line), "{}", run.stdout);
    }
    let unknown = run.stdout.lines().find(|line| line.contains("XQ")).unwrap();
    assert!(unknown.ends_with("unknown") && !unknown.contains('\u{1b}'), "{unknown:?}");
}

/// Of a damaged replay there are statistics of the kept part, and its faults.
#[test]
fn statistics_of_a_damaged_replay_say_what_is_wrong_with_it() {
    let place = Place::new();
    let bytes = ghostreel_formats::sample("beat-saber", None, 1).unwrap();
    place.write("cut.bsor", &bytes[..bytes.len() - 60]);
    let line =
        place.check("stats --json cut.bsor", 3, &["warning: cut.bsor: "]).json_lines().remove(0);
    let found = line["diagnostics"].as_array().unwrap();
    assert!(found.iter().any(|found| found["severity"] == "error"), "{found:?}");
    assert!(line["details"]["notes"].as_u64().unwrap() > 0);
}

#[test]
fn files_that_are_no_replay_are_reported_and_skipped() {
    let place = Place::new();
    place.sample("a.bsor", "small");
    place.write("b.slp", &melee("small"));
    place.write("text", b"hello");
    let words = [
        "error: text: not a replay that Ghostreel opens ",
        "error: cannot read nope: there is no such file",
    ];
    let run = place.check("stats text nope a.bsor b.slp", 1, &words);
    assert!(run.stdout.starts_with("a.bsor\n"), "{}", run.stdout);
    assert!(run.stdout.contains("\nb.slp\n"), "{}", run.stdout);
    let run = place.check("stats --json text a.bsor b.slp", 1, &words[..1]);
    assert_eq!(run.json_lines().len(), 2);
}

#[test]
fn damaged_replays_give_what_there_is() {
    let place = Place::new();
    let bytes = melee("online");
    place.write("cut.slp", &bytes[..bytes.len() / 2]);
    let run = place.check("stats cut.slp", 3, &["warning: cut.slp: "]);
    assert!(run.stdout.contains("the replay ends before the game"), "{}", run.stdout);
    assert!(run.stdout.contains("Inputs per minute"), "{}", run.stdout);
    // Not even Game Start is there.
    place.write("head.slp", &bytes[..60]);
    let run = place.check("stats head.slp", 3, &["warning: head.slp: "]);
    assert!(run.stdout.contains("The replay does not say who plays."), "{}", run.stdout);
}

#[test]
fn standard_input_does_too() {
    let place = Place::new();
    let run = place.run_with(["stats", "-"], &[], &melee("small"));
    assert_eq!((run.code, &*run.stderr), (0, ""));
    assert!(run.stdout.starts_with("standard input\n"), "{}", run.stdout);
    let run = place.run_with(["stats", "-"], &[], &sample("small"));
    assert_eq!(run.code, 0);
}

#[test]
fn names_cannot_steer_the_terminal() {
    let place = Place::new();
    let mut bytes = melee("small");
    let name = statistics(&bytes)["players"][0]["name"].as_str().unwrap().as_bytes().to_vec();
    let start = bytes.windows(name.len()).position(|at| at == name).unwrap();
    bytes[start] = b'\x1b';
    place.write("a.slp", &bytes);
    let run = place.run("stats a.slp");
    assert!(!run.stdout.contains('\x1b'), "{}", run.stdout);
    assert!(run.stdout.contains("\\u{1b}"), "{}", run.stdout);
}

/// Doubles and stadium modes have more statistics than two players' games.
#[test]
fn real_replays_of_all_modes() {
    let Some(folder) = ghostreel_corpus::folder("slippi/good") else { return };
    let place = Place::new();
    let stats = |start: &str, words: &[&str]| {
        let files = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
        let is_wanted = |path: &std::path::PathBuf| {
            path.file_name().unwrap().to_string_lossy().starts_with(start)
        };
        let path = files.into_iter().find(is_wanted).unwrap();
        let run = place.run_with(["stats".as_ref(), path.as_os_str()], &[], b"");
        assert_eq!(run.code, 0, "{}", run.stderr);
        for words in words {
            assert!(run.stdout.contains(words), "{words:?} is not in {}", run.stdout);
        }
    };
    stats("97b3db00", &["Against each", "On Player (1)", "Teams", "blue", "Stocks"]);
    stats("71da1ac3", &["Broke 10 of 10 targets, the last at 17.77 s"]);
    stats("5c89a903", &["Sandbag flew 110.8 m", "Home-Run Bat smash"]);
    stats("d202bb6e", &["Ice Climbers"]);
}
