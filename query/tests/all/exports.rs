//! Exports, and what happens to them.

use std::collections::BTreeSet;
use std::fs;

use crate::kit::{Place, files};

/// All rows of a table, sorted: whatever the order in which they come.
fn rows(place: &Place, table: &str, over: &str) -> Vec<String> {
    let answer = place.ask(&format!("SELECT * FROM {table}"), over);
    let mut lines: Vec<String> = answer.lines().skip(1).map(str::to_owned).collect();
    lines.sort();
    lines
}

/// All tables but those of the engine itself.
fn tables(place: &Place) -> Vec<String> {
    let sql = "SELECT table_schema, table_name FROM information_schema.tables \
        WHERE table_schema <> 'information_schema' ORDER BY 1, 2";
    let answer = place.ask(sql, "replays");
    let name = |line: &str| match line.split_once(',') {
        Some(("public", table)) => table.to_owned(),
        Some((namespace, table)) => format!("{namespace}.{table}"),
        None => String::new(),
    };
    answer.lines().skip(1).map(name).collect()
}

#[test]
fn an_export_has_the_rows_that_the_replays_have() {
    let place = Place::with_small_replays();
    assert_eq!(place.well(["export", "replays", "out"]), "6 replays exported\n");
    assert_eq!(
        place.well(["export", "replays", "by-month", "--partition", "month"]),
        "6 replays exported\n"
    );
    let tables = tables(&place);
    assert!(tables.len() > 40, "{tables:?}");
    let mut empty = 0;
    for table in tables {
        // What it was exported with is there only in an export.
        let select =
            if table == "replays" { "(SELECT * EXCLUDE (batch) FROM replays)" } else { &table };
        let wanted = rows(&place, select, "replays");
        assert_eq!(rows(&place, select, "out"), wanted, "{table}");
        assert_eq!(rows(&place, select, "by-month"), wanted, "{table}");
        empty += usize::from(wanted.is_empty());
    }
    assert!(empty < 14, "{empty} tables have no rows");
    assert!(
        files(&place.path("by-month")).iter().any(|file| file.to_string_lossy().contains("month="))
    );
}

#[test]
fn a_folder_of_any_name_takes_an_export() {
    let place = Place::with_replays(1);
    for name in ["a b", "ü", "#1", "[a]*?", "50%", "-", "x=y"] {
        let out = format!("./{name}");
        place.well(["export", "replays", &out, "--tables", "moments", "--partition", "month"]);
        assert_ne!(place.value("SELECT count(*) FROM moments", &out), "0", "{name}");
        assert!(place.path(name).join("moments/_delta_log").is_dir(), "{name}");
    }
    let refused = place.run(["export", "replays", "a%20b"]);
    assert!(refused.code == 1 && refused.said.contains("percent sign"), "{}", refused.said);
    assert!(!place.path("a%20b").exists());
}

#[test]
fn what_is_there_is_not_exported_again() {
    let place = Place::with_replays(1);
    assert_eq!(place.well(["export", "replays", "out"]), "3 replays exported\n");
    let before: BTreeSet<_> = files(&place.path("out")).into_iter().collect();
    assert_eq!(place.well(["export", "replays", "out"]), "0 replays exported\n");
    assert_eq!(
        before,
        files(&place.path("out")).into_iter().collect(),
        "nothing is written for nothing"
    );
    place.add("melee", 7);
    // The same bytes under another name are the same replay, and so is a reel of them.
    fs::copy(place.path("replays/melee-7"), place.path("replays/again")).unwrap();
    let replay = ghostreel::open(place.path("replays/melee-7")).unwrap();
    let reel = replay.packed("melee-7", ghostreel::Level::Fast).unwrap();
    fs::write(place.path("replays/packed.reel"), reel).unwrap();
    assert_eq!(place.well(["export", "replays", "out"]), "1 replay exported\n");
    let counted = "SELECT count(*), count(DISTINCT replay) FROM replays";
    assert_eq!(place.value(counted, "out"), "4,4");
    assert_eq!(place.value("SELECT count(DISTINCT replay) FROM melee.frames", "out"), "2");
}

#[test]
fn a_file_that_has_grown_is_there_once() {
    let place = Place::with_replays(0);
    let whole = ghostreel::sample("melee", None, 1).unwrap();
    let file = place.path("replays/game.slp");
    let tables = ["export", "replays", "out", "--tables", "melee/frames,players"];
    let counted = || {
        let replays = place.value("SELECT count(*), max(size) FROM replays", "out");
        let frames = "SELECT count(*), count(DISTINCT replay) FROM melee.frames";
        (replays, place.value(frames, "out"))
    };
    for part in [whole.len() / 4, whole.len() / 2] {
        fs::write(&file, &whole[..part]).unwrap();
        let run = place.run(tables);
        assert_eq!((run.code, run.out.as_str()), (3, "1 replay exported, one of them damaged\n"));
        assert_eq!(counted().0, format!("1,{part}"));
    }
    fs::write(&file, &whole).unwrap();
    assert_eq!(place.well(tables), "1 replay exported\n");
    assert_eq!(counted(), (format!("1,{}", whole.len()), "2400,1".to_owned()));
    // Another replay at the same place is another replay: what is stored stays.
    fs::write(&file, ghostreel::sample("melee", None, 2).unwrap()).unwrap();
    assert_eq!(place.well(tables), "1 replay exported\n");
    assert_eq!(counted().1, "4800,2");
}

#[test]
fn some_tables_alone_can_be_exported() {
    let place = Place::with_replays(1);
    place.well(["export", "replays", "out", "--tables", "melee/frames,moments"]);
    assert_eq!(place.value("SELECT count(*) FROM replays", "out"), "3");
    assert_ne!(place.value("SELECT count(*) FROM melee.frames", "out"), "0");
    assert_eq!(place.value("SELECT count(*) FROM rocket_league.ball", "out"), "0");
    let run = place.run(["export", "replays", "out", "--tables", "melee/frame"]);
    assert_eq!(run.code, 1);
    assert!(
        run.said.contains("there is no table melee/frame; did you mean melee/frames?"),
        "{}",
        run.said
    );
}

#[test]
fn a_bad_file_is_left_out_and_the_rest_is_there() {
    let place = Place::with_replays(1);
    fs::write(place.path("replays/bad.slp"), b"no replay").unwrap();
    let run = place.run(["export", "replays", "out"]);
    assert_eq!((run.code, run.out.as_str()), (3, "3 replays exported\n"));
    assert!(run.said.starts_with("left out: replays/bad.slp: "), "{}", run.said);
    let cut = fs::read(place.path("replays/melee-1")).unwrap();
    fs::write(place.path("replays/cut.slp"), &cut[..cut.len() / 2]).unwrap();
    fs::remove_file(place.path("replays/bad.slp")).unwrap();
    let run = place.run(["export", "replays", "out"]);
    assert_eq!((run.code, run.out.as_str()), (3, "1 replay exported, one of them damaged\n"));
}

#[test]
fn a_run_that_was_broken_off_leaves_nothing_twice() {
    let place = Place::with_replays(2);
    place.well(["export", "replays", "out", "--tables", "melee/frames,players,moments"]);
    let wanted = rows(&place, "melee.frames", "out");
    // As if it had ended just before its last commit: every table has its rows, and `replays` does not know of them.
    let log = place.path("out/replays/_delta_log");
    let mut commits: Vec<_> = files(&log)
        .into_iter()
        .filter(|file| file.extension().is_some_and(|it| it == "json"))
        .collect();
    commits.sort();
    fs::remove_file(commits.pop().unwrap()).unwrap();
    assert_eq!(place.value("SELECT count(*) FROM replays", "out"), "0");
    let again = ["export", "replays", "out", "--tables", "melee/frames,players,moments"];
    assert_eq!(place.well(again), "6 replays exported\n");
    assert_eq!(rows(&place, "melee.frames", "out"), wanted);
    assert_eq!(place.well(again), "0 replays exported\n");
}

#[test]
fn a_run_that_is_killed_at_any_moment_is_gone_on_with() {
    let place = Place::with_replays(4);
    let wanted = rows(&place, "melee.frames", "replays");
    let arguments =
        ["export", "replays", "out", "--tables", "melee/frames,moments", "--memory", "16"];
    let mut broken = 0;
    for millis in [20, 60, 120, 200, 300, 450, 700] {
        let mut run = place.start(&arguments);
        std::thread::sleep(std::time::Duration::from_millis(millis));
        run.kill().unwrap();
        broken += u32::from(!run.wait().unwrap().success());
        if place.path("out/melee/frames/_delta_log").is_dir() {
            // It can be read as it is.
            place.ask("SELECT count(*) FROM melee.frames", "out");
        }
    }
    assert!(broken > 0, "none was broken off");
    place.well(arguments);
    assert_eq!(rows(&place, "melee.frames", "out"), wanted);
    assert_eq!(place.value("SELECT count(*), count(DISTINCT replay) FROM replays", "out"), "12,12");
}

#[test]
fn two_writers_at_once_lose_nothing_and_write_nothing_twice() {
    let place = Place::with_replays(3);
    let arguments = [
        "export",
        "replays",
        "out",
        "--tables",
        "melee/frames,rocket_league/ball",
        "--memory",
        "16",
    ];
    let runs: Vec<_> = (0..3).map(|_| place.start(&arguments)).collect();
    let mut exported = 0;
    for run in runs {
        let output = run.wait_with_output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success(), "{said}");
        let out = String::from_utf8(output.stdout).unwrap();
        exported += out.split(' ').next().unwrap().parse::<usize>().unwrap();
    }
    assert_eq!(exported, 9);
    for table in ["melee.frames", "rocket_league.ball"] {
        assert_eq!(rows(&place, table, "out"), rows(&place, table, "replays"), "{table}");
    }
    assert_eq!(place.value("SELECT count(*), count(DISTINCT replay) FROM replays", "out"), "9,9");
}

#[test]
fn an_export_that_is_not_cut_by_month_stays_so() {
    let place = Place::with_replays(1);
    place.well(["export", "replays", "out"]);
    let run = place.run(["export", "replays", "out", "--partition", "month"]);
    assert_eq!(run.code, 1);
    assert!(run.said.contains("is not cut by month"), "{}", run.said);
}

#[test]
fn an_export_keeps_to_the_tables_with_which_it_was_begun() {
    let place = Place::with_replays(1);
    place.well(["export", "replays", "out", "--tables", "moments,melee/frames"]);
    place.add("melee", 5);
    // Its replays would have no rows in the other tables, and nobody would know.
    let run = place.run(["export", "replays", "out", "--tables", "moments"]);
    assert_eq!(run.code, 1);
    assert!(run.said.contains("the export has melee/frames, moments, and"), "{}", run.said);
    assert_eq!(place.well(["export", "replays", "out"]), "1 replay exported\n");
    assert_eq!(place.value("SELECT count(DISTINCT replay) FROM melee.frames", "out"), "2");
    assert!(!place.path("out/rocket_league").exists());
}
