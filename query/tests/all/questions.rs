//! SQL over replays themselves.

use std::fs;

use ghostreel::timeline::Data;
use ghostreel::{Beside, Column, Times, collection, sequence};

use crate::kit::{GAMES, Place};

/// The tables with rows of all games.
const SHARED: [&str; 3] = ["players", "moments", "player_stats"];

/// The values that a column has, and their sum where they are numbers.
fn of_column(column: &Column) -> (usize, f64) {
    let rows = column.len();
    let is_there = |row: usize| column.validity.as_ref().is_none_or(|valid| valid[row] == 1);
    let sum = |value: &dyn Fn(usize) -> f64| -> (usize, f64) {
        let there = (0..rows).filter(|&row| is_there(row));
        there.fold((0, 0.0), |(count, sum), row| (count + 1, sum + value(row)))
    };
    match &column.data {
        Data::F32(values) => sum(&|row| f64::from(values[row])),
        Data::F64(values) => sum(&|row| values[row]),
        Data::I8(values) => sum(&|row| f64::from(values[row])),
        Data::I16(values) => sum(&|row| f64::from(values[row])),
        Data::I32(values) => sum(&|row| f64::from(values[row])),
        Data::I64(values) => sum(&|row| values[row] as f64),
        Data::U8(values) => sum(&|row| f64::from(values[row])),
        Data::U16(values) => sum(&|row| f64::from(values[row])),
        Data::U32(values) => sum(&|row| f64::from(values[row])),
        Data::U64(values) => sum(&|row| values[row] as f64),
        Data::Bool(values) => sum(&|row| f64::from(values[row])),
        Data::Dict { codes, values } => sum(&|row| values[codes[row] as usize].len() as f64),
        other => panic!("{other:?}"),
    }
}

#[test]
fn every_column_of_every_table_has_the_values_of_the_verbs() {
    let place = Place::with_replays(2);
    let mut compared = 0;
    for game in GAMES {
        let first = fs::read(place.path("replays").join(format!("{game}-1"))).unwrap();
        let replay = ghostreel::read(&first[..], &ghostreel::Options::default()).unwrap();
        let timeline = replay.timeline();
        for table in timeline.tables() {
            let name = table.schema().name.to_string();
            if name.contains(':') {
                continue;
            }
            let (sql_name, narrowed) = if SHARED.contains(&name.as_str()) {
                (name.clone(), format!("WHERE game = '{game}'"))
            } else {
                (format!("{}.{name}", game.replace('-', "_")), String::new())
            };
            let (of, columns) = (name.clone(), table.schema().columns.clone());
            let answers = collection([place.path("replays")])
                .game(game)
                .each(move |replay| Ok(replay.all_columns(&of, ..)?.with_nulls()));
            let verbs: Vec<_> = answers.map(|answer| answer.result.unwrap()).collect();
            let asked: Vec<String> = columns
                .iter()
                .map(|column| {
                    let name = format!("\"{}\"", column.name);
                    let value = match column.kind.name() {
                        "dict" => format!("octet_length({name})"),
                        "bool" => format!("CAST({name} AS INT)"),
                        _ => name.clone(),
                    };
                    format!("count({name}), sum(CAST({value} AS DOUBLE))")
                })
                .collect();
            let sql = format!("SELECT {} FROM {sql_name} {narrowed}", asked.join(", "));
            let line = place.value(&sql, "replays");
            let mut values = line.split(',');
            for column in &columns {
                let of_each =
                    verbs.iter().map(|columns| of_column(columns.column(&column.name).unwrap()));
                let wanted =
                    of_each.fold((0, 0.0), |(count, sum), (more, next)| (count + more, sum + next));
                let count: usize = values.next().unwrap().parse().unwrap();
                let sum: f64 = values.next().unwrap().parse().unwrap_or(0.0);
                let place = format!("{sql_name}.{}", column.name);
                assert_eq!(count, wanted.0, "{place}");
                let is_near = (sum - wanted.1).abs() <= 1e-9 * sum.abs().max(1.0);
                assert!(
                    is_near || (sum.is_nan() && wanted.1.is_nan()),
                    "{place}: {sum}, not {}",
                    wanted.1
                );
                compared += 1;
            }
        }
    }
    assert!(compared > 900, "{compared}");
}

#[test]
fn what_is_wrong_with_a_question_is_said() {
    let place = Place::with_replays(1);
    let said = |sql: &str| {
        let run = place.run(["query", sql, "--over", "replays"]);
        assert_eq!((run.code, run.out.as_str()), (1, ""), "{sql}");
        assert_eq!(run.said.lines().count(), 1, "one sentence: {}", run.said);
        run.said
    };
    let column = said("SELECT duratoin_s FROM replays");
    assert!(
        column.contains("duratoin_s") && column.contains("did you mean duration_s?"),
        "{column}"
    );
    let table = said("SELECT * FROM melee.frame");
    assert!(
        table.contains("melee.frame") && table.contains("did you mean melee.frames?"),
        "{table}"
    );
    assert!(said("CHOOSE 1").contains("CHOOSE"));
    for change in [
        "CREATE TABLE a AS SELECT 1",
        "COPY (SELECT 1) TO 'a.csv'",
        "SET a.b = 1",
        "DROP TABLE replays",
    ] {
        assert!(said(change).contains("not"), "{change}");
        assert!(!place.path("a.csv").exists());
    }
}

#[test]
fn what_cannot_be_read_is_left_out_and_named() {
    let place = Place::with_replays(1);
    let replays = place.path("replays");
    fs::write(replays.join("bad.slp"), b"no replay").unwrap();
    let whole = fs::read(replays.join("melee-1")).unwrap();
    fs::write(replays.join("cut.slp"), &whole[..whole.len() / 2]).unwrap();
    let run = place.run([
        "query",
        "SELECT game, recovered FROM replays ORDER BY path",
        "--over",
        "replays",
        "--format",
        "csv",
    ]);
    assert_eq!(run.code, 3);
    assert_eq!(
        run.out,
        "game,recovered\nbeat-saber,false\nmelee,true\nmelee,false\nrocket-league,false\n"
    );
    assert!(
        run.said.starts_with("left out: replays/bad.slp: ") && run.said.lines().count() == 1,
        "{}",
        run.said
    );
    // A file is named once, however many tables are asked.
    let twice = "SELECT count(*) FROM replays a, replays b";
    assert_eq!(place.run(["query", twice, "--over", "replays"]).said.lines().count(), 1);

    fs::create_dir(place.path("empty")).unwrap();
    assert_eq!(place.value("SELECT count(*) FROM melee.frames", "empty"), "0");
    let nowhere = place.run(["query", "SELECT 1 FROM replays", "--over", "nowhere"]);
    assert_eq!(nowhere.code, 3);
    assert!(nowhere.said.contains("nowhere"), "{}", nowhere.said);
}

#[test]
fn answers_are_written_in_the_format_that_is_asked_for() {
    let place = Place::with_replays(1);
    let sql = "SELECT game, player_count FROM replays ORDER BY game";
    let of = |format: &str| place.well(["query", sql, "--over", "replays", "--format", format]);
    assert_eq!(of("csv"), "game,player_count\nbeat-saber,1\nmelee,2\nrocket-league,2\n");
    assert_eq!(of("json").lines().next(), Some(r#"{"game":"beat-saber","player_count":1}"#));
    assert!(of("table").contains("| rocket-league | 2            |"), "{}", of("table"));
    for (name, begins) in [("a.parquet", "PAR1"), ("a.arrow", "ARROW1"), ("a.csv", "game,")] {
        place.well(["query", sql, "--over", "replays", "--out", name]);
        assert!(fs::read(place.path(name)).unwrap().starts_with(begins.as_bytes()), "{name}");
    }
    let none = place.ask("SELECT game FROM replays WHERE game = 'chess'", "replays");
    assert_eq!(none, "game\n");
    // Whichever comes first, and over several places.
    let two =
        ["query", "--over", "replays/melee-1", "--over", "replays/beat*", "--format", "csv", sql];
    assert_eq!(place.well(two), "game,player_count\nbeat-saber,1\nmelee,2\n");
    let unknown = place.run(["query", sql, "--over", "replays", "--out", "a.xyz"]);
    assert!(unknown.code == 1 && unknown.said.contains("--format"), "{}", unknown.said);
}

#[test]
fn a_prompt_answers_one_question_after_the_other() {
    let place = Place::with_replays(1);
    fs::write(place.path("replays/bad.slp"), b"no replay").unwrap();
    let lines = "SELECT game\nFROM replays WHERE game = 'melee';\nSELECT a;\n\\d\n\\d rocket_league.ball\n\\d melee.frame\n\\help\n\\q\nSELECT 2;\n";
    fs::write(place.path("lines"), lines).unwrap();
    let mut program = place.program();
    let home = place.path("");
    program
        .env("HOME", &home)
        .env_remove("XDG_STATE_HOME")
        .stdin(fs::File::open(place.path("lines")).unwrap());
    let run = program.args(["query", "--over", "replays"]).output().unwrap();
    let (out, said) =
        (String::from_utf8(run.stdout).unwrap(), String::from_utf8(run.stderr).unwrap());
    assert_eq!(run.status.code(), Some(3), "{said}");
    assert!(out.contains("| melee |"), "{out}");
    assert!(out.contains("rocket_league.ball ") && out.contains("beat_saber.notes "), "{out}");
    let position = out.lines().find(|line| line.starts_with("\"position.x\" ")).unwrap();
    assert!(position.contains("float") && position.contains("uu"), "{position}");
    assert!(out.contains("A question ends with a semicolon"), "{out}");
    assert!(said.contains("1 row in ") && said.contains("left out: replays/bad.slp"), "{said}");
    assert!(
        said.contains("error: there is no column a") && said.contains("did you mean melee.frames?"),
        "{said}"
    );
    assert!(!out.contains("Int64(2)"), "nothing is asked after leaving");
    // Lines are kept for the next time.
    let kept = fs::read_to_string(home.join(".local/state/ghostreel/query-history")).unwrap();
    assert!(kept.contains("FROM replays"), "{kept}");
}

#[test]
fn what_does_not_fit_into_memory_is_put_on_disk_or_said() {
    let place = Place::with_replays(2);
    let sorted = "SELECT replay, time, port, \"post.position_x\" AS x FROM melee.frames ORDER BY x, time, port, replay";
    let counted = |memory: &str| {
        let run = place
            .run(["query", sorted, "--over", "replays", "--memory", memory, "--format", "csv"]);
        (run.code, run.out.lines().count(), run.said)
    };
    let whole = counted("1024");
    assert_eq!((whole.0, whole.1), (0, 4801), "{}", whole.2);
    let bounded = counted("16");
    let is_said = bounded.0 == 1 && bounded.2.lines().count() == 1;
    assert!(bounded.1 == whole.1 || is_said, "{bounded:?}");
    assert!(
        place.run(["query", "EXPLAIN SELECT 1", "--over", "replays"]).out.contains("physical_plan")
    );
}

#[test]
fn replays_of_games_that_a_question_is_not_about_are_not_read() {
    let place = Place::with_replays(1);
    // It begins like a replay of Rocket League, and is none: whoever reads it says so.
    let rocket_league = fs::read(place.path("replays/rocket-league-1")).unwrap();
    fs::write(place.path("replays/bad.replay"), &rocket_league[..40]).unwrap();
    let said = |sql: &str| place.run(["query", sql, "--over", "replays", "--format", "csv"]);
    for about_melee in [
        "SELECT count(*) FROM replays WHERE game = 'melee'",
        "SELECT count(*) FROM replays r WHERE r.game IN ('melee', 'beat-saber') AND r.game <> 'beat-saber'",
        "SELECT count(*) FROM replays WHERE game LIKE 'mel%' AND duration_s > 0",
    ] {
        let run = said(about_melee);
        assert_eq!(
            (run.code, run.out.as_str(), run.said.as_str()),
            (0, "count(*)\n1\n", ""),
            "{about_melee}"
        );
    }
    assert_eq!(said("SELECT count(*) FROM melee.frames").said, "");
    assert_eq!(said("SELECT count(*) FROM replays WHERE game = 'chess'").out, "count(*)\n0\n");
    assert_eq!(said("SELECT count(*) FROM replays WHERE game = 'melee' OR duration_s < 0").code, 3);
    assert_eq!(said("SELECT count(*) FROM replays").code, 3);
}

#[test]
fn raw_properties_of_rocket_league_are_tables_too() {
    let place = Place::with_replays(2);
    let name = "TAGame.Ball_TA:HitTeamNum";
    let sql = format!(
        "SELECT count(*), sum(value), count(DISTINCT replay) FROM rocket_league.\"{name}\""
    );
    let answers = collection([place.path("replays")]).game("rocket-league");
    let columns = answers.columns(name, ["value"], ..).map(|answer| answer.result.unwrap());
    let (rows, sum) = columns.fold((0, 0.0), |(rows, sum), columns| {
        (rows + columns.len(), sum + of_column(columns.column("value").unwrap()).1)
    });
    assert!(rows > 0);
    assert_eq!(place.value(&sql, "replays"), format!("{rows},{sum},2"));
    let none = place.run([
        "query",
        "SELECT 1 FROM rocket_league.\"TAGame.Nobody_TA:A\"",
        "--over",
        "replays",
    ]);
    assert!(
        none.code == 1 && none.said.contains("there is no table rocket_league.TAGame.Nobody_TA:A"),
        "{}",
        none.said
    );
}

#[test]
fn many_bad_files_among_good_ones_are_counted() {
    let place = Place::with_replays(1);
    for number in 0..500 {
        fs::write(place.path("replays").join(format!("{number:03}.slp")), b"no replay").unwrap();
    }
    let run = place.run([
        "query",
        "SELECT count(*) FROM replays",
        "--over",
        "replays",
        "--format",
        "csv",
    ]);
    assert_eq!((run.code, run.out.as_str()), (3, "count(*)\n3\n"));
    let said: Vec<&str> = run.said.lines().collect();
    assert_eq!((said.len(), said[20]), (21, "left out: 480 files more"), "{}", run.said);
    assert!(said[0].starts_with("left out: replays/000.slp: "), "{}", run.said);
}

/// Compares the row of numbers that a question is answered with.
fn assert_is(place: &Place, sql: &str, wanted: &[f64]) {
    let line = place.value(sql, "replays");
    let found: Vec<f64> = line.split(',').map(|value| value.parse().unwrap()).collect();
    assert_eq!(found.len(), wanted.len(), "{sql}: {line}");
    for (found, wanted) in found.iter().zip(wanted) {
        assert!((found - wanted).abs() <= wanted.abs() * 1e-9, "{sql}: {found}, {wanted}");
    }
}

#[test]
fn states_at_a_rate_are_those_of_the_verb() {
    let place = Place::with_replays(2);
    for (game, table, column) in [
        ("beat-saber", "frames", "head.pos.y"),
        ("melee", "frames", "post.percent"),
        ("rocket-league", "cars", "position.x"),
        ("rocket-league", "boost", "tank"),
    ] {
        let answers = collection([place.path("replays")]).game(game);
        let columns = answers.at(Times::Rate(10.0), table, [column]);
        let (mut rows, mut sum, mut times) = (0, 0.0, 0.0);
        for columns in columns.map(|answer| answer.result.unwrap()) {
            rows += columns.len();
            sum += of_column(columns.column(column).unwrap()).1;
            times += columns.times().sum::<f64>();
        }
        assert!(rows > 100, "{rows} of {table}");
        let sql = format!(
            "SELECT count(*), sum(CAST(\"{column}\" AS DOUBLE)), sum(time) FROM at_rate('{}.{table}', 10)",
            game.replace('-', "_")
        );
        assert_is(&place, &sql, &[rows as f64, sum, times]);
    }
    // Tables at one rate have the same times.
    let joined = "SELECT count(*) FROM at_rate('rocket_league.cars', 5) c JOIN at_rate('rocket_league.ball', 5) b \
        ON b.replay = c.replay AND b.time = c.time";
    assert!(place.value(joined, "replays").parse::<u32>().unwrap() > 100);
    place.well(["export", "replays", "OUT"]);
    for (sql, over, wanted) in [
        ("SELECT * FROM at_rate('melee.frames', 0)", "replays", "0 is no rate"),
        ("SELECT * FROM at_rate('melee.frames')", "replays", "takes a table and a rate"),
        ("SELECT * FROM at_rate('melee.frame', 1)", "replays", "did you mean melee.frames?"),
        ("SELECT * FROM at_rate('rocket_league.goals', 1)", "replays", "holds events"),
        ("SELECT * FROM at_rate('melee.frames', 1)", "OUT", "reads replays"),
    ] {
        let run = place.run(["query", sql, "--over", over]);
        assert_eq!((run.code, run.out.as_str()), (1, ""), "{sql}");
        assert!(run.said.contains(wanted) && run.said.lines().count() == 1, "{}", run.said);
    }
}

#[test]
fn joins_by_time_and_sequences_are_those_of_the_verbs() {
    let place = Place::with_replays(2);
    let replays = || collection([place.path("replays")]).game("rocket-league");
    for (word, beside) in [("before", Beside::Before), ("after", Beside::After)] {
        let joined = replays().each(move |replay| {
            let touches = replay.events("touches")?;
            replay.joined(&touches, "cars", ["position.x"], beside, &[("player", "player")])
        });
        let (mut rows, mut x, mut times) = (0, 0.0, 0.0);
        for columns in joined.map(|answer| answer.result.unwrap()) {
            rows += columns.len();
            times += columns.times().sum::<f64>();
            x += of_column(columns.column("cars.position.x").unwrap()).1;
        }
        assert!(rows > 5, "{rows} touches");
        let sql = format!(
            "SELECT count(*), sum(CAST(\"cars.position.x\" AS DOUBLE)), sum(CAST(time AS DOUBLE)) \
             FROM asof_join('rocket_league.touches', 'rocket_league.cars', '{word}', 'player')"
        );
        assert_is(&place, &sql, &[rows as f64, x, times]);
    }
    // Rows and players are those of the events, and what the other table lacks is null.
    let same = "SELECT count(*) FROM asof_join('rocket_league.touches', 'rocket_league.cars', 'player = player') j \
        JOIN rocket_league.touches t ON t.replay = j.replay AND t.row_index = j.row_index \
        WHERE t.player = j.player AND j.\"cars.player\" = j.player";
    let touches = place.value("SELECT count(*) FROM rocket_league.touches", "replays");
    assert_eq!(place.value(same, "replays"), touches);

    let found = replays().each(|replay| {
        let (touches, goals) = (replay.events("touches")?, replay.events("goals")?);
        let rows = sequence(&[&touches, &goals], 3.0)?;
        let (of_touches, of_goals): (Vec<usize>, Vec<usize>) =
            rows.iter().map(|rows| (rows[0], rows[1])).unzip();
        Ok((touches.select(&of_touches), goals.select(&of_goals)))
    });
    let (mut rows, mut first, mut second) = (0, 0.0, 0.0);
    for (touches, goals) in found.map(|answer| answer.result.unwrap()) {
        rows += touches.len();
        first += touches.times().sum::<f64>();
        second += goals.times().sum::<f64>();
    }
    assert!(rows > 0);
    let sql = "SELECT count(*), sum(CAST(\"1.time\" AS DOUBLE)), sum(CAST(\"2.time\" AS DOUBLE)) \
        FROM sequence(3, 'rocket_league.touches', 'rocket_league.goals')";
    assert_is(&place, sql, &[rows as f64, first, second]);
    // Tables with rows of all games go with those of one.
    let with_moments =
        "SELECT count(DISTINCT replay) FROM sequence(60, 'rocket_league.touches', 'moments')";
    assert!(place.value(with_moments, "replays").parse::<u32>().unwrap() > 0);
    // Of some rows alone: each conversion that ends in a kill, as a plain join finds them.
    let kills = "SELECT count(*) FROM sequence(10, 'moments(kind=conversion)', 'moments(kind=kill)') s WHERE \"1.kind\" = 'conversion' AND \"2.kind\" = 'kill'";
    let plain = "SELECT count(*) FROM moments c WHERE kind = 'conversion' AND EXISTS (SELECT 1 FROM moments k \
        WHERE k.replay = c.replay AND k.kind = 'kill' AND k.time >= c.time AND k.time <= c.time + 10)";
    assert_eq!(place.value(kills, "replays"), place.value(plain, "replays"));
    assert!(place.value(kills, "replays").parse::<u32>().unwrap() > 0);

    let frames = "SELECT count(*) FROM melee.frames WHERE melee_frame(time) <> frame OR abs(melee_seconds(frame) - time) > 0.001";
    let all = "SELECT count(*) FROM melee.frames WHERE melee_frame(time) = frame";
    assert_eq!(place.value(frames, "replays"), "0");
    assert!(place.value(all, "replays").parse::<u32>().unwrap() > 1000);

    place.well(["export", "replays", "OUT"]);
    let touches = "'rocket_league.touches'";
    for (from, over, wanted) in [
        (format!("asof_join({touches})"), "replays", "asof_join takes two tables"),
        (
            format!("asof_join({touches}, 'rocket_league.car')"),
            "replays",
            "did you mean rocket_league.cars?",
        ),
        (
            format!("asof_join({touches}, 'rocket_league.cars', 'playr')"),
            "replays",
            "did you mean player?",
        ),
        (format!("asof_join({touches}, 'melee.frames')"), "replays", "of several games"),
        (format!("asof_join({touches}, 'players')"), "replays", "table players has no times"),
        (format!("asof_join({touches}, 'rocket_league.cars')"), "OUT", "reads replays"),
        (format!("sequence({touches}, 3)"), "replays", "sequence takes seconds"),
        (format!("sequence(3, {touches})"), "replays", "sequence takes seconds"),
        (format!("sequence(3, {touches}, 'replays')"), "replays", "there is no table replays"),
        ("sequence(3, 'moments(knd=kill)', 'moments')".to_owned(), "replays", "did you mean kind?"),
        ("sequence(3, 'moments(kill)', 'moments')".to_owned(), "replays", "a table is named"),
    ] {
        let run = place.run(["query", &format!("SELECT * FROM {from}"), "--over", over]);
        assert_eq!((run.code, run.out.as_str()), (1, ""), "{from}");
        assert!(run.said.contains(wanted) && run.said.lines().count() == 1, "{from}: {}", run.said);
    }
}

#[test]
fn a_question_may_cost_so_much() {
    let place = Place::with_replays(1);
    let ask = |sql: &str, limits: &[&str]| {
        let question = ["query", sql, "--over", "replays", "--format", "csv"];
        place.run(question.iter().chain(limits))
    };
    let endless = "SELECT count(*) FROM generate_series(1, 1000000000000) a WHERE a.value % 7 = 8";
    // Joins make billions of rows here: hours of work.
    let joined = "SELECT sum(a.frame * b.frame + c.frame) FROM melee.frames a JOIN melee.frames b ON a.port = b.port, melee.frames c";
    for sql in [endless, joined] {
        let run = ask(sql, &["--seconds", "1"]);
        assert_eq!(run.code, 1);
        assert_eq!(run.said, "error: the question was not answered within 1 s\n", "{sql}");
    }
    let run = ask("SELECT * FROM generate_series(1, 11)", &["--rows", "10"]);
    assert_eq!(run.said, "error: the answer has more than 10 rows; ask for fewer, with LIMIT\n");
    let run = ask("SELECT * FROM generate_series(1, 10)", &["--rows", "10", "--confined"]);
    assert_eq!((run.code, run.out.lines().count()), (0, 11), "{}", run.said);
    let frames = "SELECT count(*) FROM melee.frames";
    let limits = ["--confined", "--seconds", "20", "--memory", "64"];
    assert_eq!(ask(frames, &limits).out, place.ask(frames, "replays"));
    if cfg!(target_os = "linux") {
        // More than the system lets it have: it ends, and nothing else does.
        let list = "SELECT array_agg(a.value) FROM generate_series(1, 100000000) a";
        assert_ne!(ask(list, &["--confined", "--memory", "16"]).code, 0);
    }
}

#[test]
fn replays_that_a_condition_leaves_out_are_not_decoded() {
    let place = Place::with_replays(1);
    // If it is decoded, the program reports that it is no replay.
    fs::write(place.path("replays/bad.slp"), "no replay").unwrap();
    let sample = ghostreel::sample("melee", None, 1).unwrap();
    let digest = ghostreel::formats::core::Digest::of(&sample).to_string();
    let count = |condition: &str| {
        let sql = format!("SELECT count(*) FROM melee.frames f WHERE {condition}");
        place.run(["query", &sql, "--over", "replays", "--format", "csv"])
    };
    assert_eq!(count("f.frame > -1000").code, 3);
    let frames = count("f.frame > -1000").out;
    for condition in [
        format!("f.replay = '{digest}'"),
        format!("replay IN ('{digest}', 'another') AND f.frame > -1000"),
        format!("replay LIKE '{}%'", &digest[..8]),
        format!("'{digest}' = replay OR replay = ''"),
    ] {
        let run = count(&condition);
        assert_eq!((run.code, run.said.as_str()), (0, ""), "{condition}");
        assert_eq!(run.out, frames, "{condition}");
    }
    assert!(count("replay = 'another'").out.ends_with("\n0\n"));
}
