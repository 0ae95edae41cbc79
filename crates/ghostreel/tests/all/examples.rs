//! The programs in `examples/`, each run on the samples it makes itself, and those that write on files.

use std::error::Error;

#[allow(dead_code, reason = "`main` reads the command line")]
#[path = "../../examples/collection.rs"]
mod collection;
#[allow(dead_code, reason = "as above")]
#[path = "../../examples/columns.rs"]
mod columns;
#[allow(dead_code, reason = "as above")]
#[path = "../../examples/events.rs"]
mod events;
#[allow(dead_code, reason = "as above")]
#[path = "../../examples/goals.rs"]
mod goals;
#[allow(dead_code, reason = "as above")]
#[path = "../../examples/map.rs"]
mod map;
#[allow(dead_code, reason = "as above")]
#[path = "../../examples/meta.rs"]
mod meta;
#[allow(dead_code, reason = "as above")]
#[path = "../../examples/punishes.rs"]
mod punishes;
#[allow(dead_code, reason = "as above")]
#[path = "../../examples/repair.rs"]
mod repair;
#[allow(dead_code, reason = "as above")]
#[path = "../../examples/rows.rs"]
mod rows;
#[allow(dead_code, reason = "as above")]
#[path = "../../examples/statistics.rs"]
mod statistics;

/// The output of a program.
#[track_caller]
fn output(run: impl FnOnce(&mut Vec<u8>) -> Result<(), Box<dyn Error>>) -> String {
    let mut out = Vec::new();
    run(&mut out).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn meta_describes_each_game_and_reports_missing_files() {
    let text = output(|out| meta::run(&[], out));
    for game in ["Beat Saber, Ghost on", "Melee, ", "Rocket League, "] {
        assert!(text.contains(game), "{text}");
    }
    let text = output(|out| meta::run(&["no/such.slp".to_owned()], out));
    assert!(text.starts_with("no/such.slp: "), "{text}");
}

#[test]
fn a_folder_is_counted_whole_with_a_line_for_a_bad_file() {
    let folder = tempfile::tempdir().unwrap();
    for seed in [1, 2] {
        let bytes = ghostreel::sample("melee", None, seed).unwrap();
        std::fs::write(folder.path().join(format!("{seed}.slp")), bytes).unwrap();
    }
    std::fs::write(folder.path().join("3.slp"), b"no replay").unwrap();
    let text = output(|out| collection::run(folder.path(), "ghost", out));
    let bad = text.lines().next().unwrap();
    assert!(bad.contains("3.slp: ") && text.contains("\n2 games of ghost\n"), "{text}");
    assert!(text.lines().any(|line| line.ends_with(" stock")), "{text}");
}

#[test]
fn columns_of_ten_seconds_are_csv() {
    let text = output(|out| columns::run(None, out));
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("time,head.pos.x,head.pos.y,head.pos.z"));
    let mut times = lines.map(|line| line.split(',').next().unwrap().parse::<f32>().unwrap());
    assert!(times.clone().count() > 300);
    assert!(times.all(|time| (10.0..20.0).contains(&time)));
}

#[test]
fn events_are_listed_by_table() {
    let text = output(|out| events::run(None, out));
    assert!(text.contains("× a goal\n"), "{text}");
    assert!(text.contains("  team "), "{text}");
}

#[test]
fn statistics_count_kills() {
    let text = output(|out| statistics::run(None, out));
    assert!(
        text.lines().count() >= 2 && text.lines().all(|line| line.ends_with(" kills")),
        "{text}"
    );
}

#[test]
fn a_map_says_which_notes_there_were_and_what_they_are_worth() {
    let text = output(|out| map::run(None, out));
    assert!(text.starts_with("28 of the map's 28 notes are in it\n"), "{text}");
    assert!(text.contains("the score by the map is "), "{text}");
}

#[test]
fn each_hit_has_its_points() {
    let text = output(|out| rows::run(&[], out));
    let points = |line: &str| line.split(' ').nth(2).and_then(|points| points.parse().ok());
    let points: Vec<i32> = text.lines().map(|line| points(line).unwrap()).collect();
    assert!(points.len() > 100 && points.iter().all(|points| (0..=115).contains(points)), "{text}");
}

#[test]
fn goals_have_their_clock_and_their_scorer() {
    let text = output(|out| goals::run(None, out));
    assert!(text.lines().count() > 1, "{text}");
    for line in text.lines() {
        let (clock, name) = line.trim_start_matches("overtime, ").split_once(' ').unwrap();
        let (minutes, seconds) = clock.split_once(':').unwrap();
        assert!(
            minutes.parse::<i32>().unwrap() <= 5 && seconds.parse::<i32>().unwrap() < 60,
            "{line}"
        );
        assert!(!name.is_empty() && name != "an unknown player", "{line}");
    }
}

#[test]
fn punishes_are_those_of_a_character() {
    let all = output(|out| punishes::run(None, None, out));
    let character = all.lines().next().unwrap().split(" % to ").nth(1).unwrap();
    let some = output(|out| punishes::run(None, Some(character), out));
    assert!(some.lines().all(|line| line.ends_with(character)) && !some.is_empty(), "{some}");
    assert!(some.lines().count() < all.lines().count(), "{all}");
}

#[test]
fn repair_writes_a_whole_file() {
    let text = output(|out| repair::run(None, out));
    assert!(text.ends_with(" bytes are whole\n"), "{text}");

    let folder = tempfile::tempdir().unwrap();
    let [cut, whole] = ["cut.slp", "whole.slp"].map(|name| folder.path().join(name));
    let bytes = ghostreel::sample("melee", None, 1).unwrap();
    std::fs::write(&cut, &bytes[..bytes.len() / 2]).unwrap();
    let paths = Some((cut.to_str().unwrap(), whole.to_str().unwrap()));
    output(|out| repair::run(paths, out));
    assert_eq!(ghostreel::open(&whole).unwrap().outcome(), ghostreel::Outcome::Ok);
}
