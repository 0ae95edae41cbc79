//! `pack`, `unpack` and `reel`: what is packed comes back to the byte, and what is lost is named.

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use crate::kit::{Place, Sample, program, sample, samples};
use ghostreel_corpus::variants;
use ghostreel_formats::timeline::{Column, ColumnSchema, Data, Type};
use ghostreel_reel::{Header, Reel, Settings, Stream, Table, TableColumn, Writer};
use serde_json::json;

/// A reel of the specification's test vectors.
fn vector(name: &str) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/reel");
    std::fs::read(folder.join(name)).unwrap()
}

#[test]
fn every_sample_comes_back_at_every_level() {
    let place = Place::new();
    std::fs::create_dir(place.path("out")).unwrap();
    for (at, sample) in samples().into_iter().enumerate() {
        let bytes = sample.bytes();
        place.write("a.bin", &bytes);
        for level in variants(at, 3).map(|level| ["live", "fast", "archive"][level]) {
            place.check(&format!("pack --force --level {level} a.bin"), 0, &["wrote a.bin.reel: "]);
            let line = place.run("unpack --force --json -o out a.bin.reel");
            assert_eq!(
                (line.code, &line.json_lines()[0]["exact"]),
                (0, &true.into()),
                "{sample:?}"
            );
            assert!(place.read("out/a.bin") == bytes, "{sample:?}, {level}");
        }
        let of_reel = place.run("info --json a.bin.reel");
        let alone = place.run("info --json a.bin");
        let text = |run: &str| run.replace("a.bin.reel", "a.bin");
        assert_eq!(text(&of_reel.stdout), alone.stdout, "{sample:?}");
        assert_eq!(of_reel.code, alone.code, "{sample:?}");
    }
}

#[test]
fn every_real_replay_comes_back() {
    let folders =
        ["beat-saber/bsor", "slippi/good", "slippi/bad", "rocket-league/good", "rocket-league/bad"];
    let files = folders.iter().filter_map(|folder| ghostreel_corpus::files(folder)).flatten();
    let place = Place::new();
    let files = files.filter(|(_, bytes)| ghostreel_formats::probe(bytes).is_some());
    // One of three by day.
    for (_, (name, bytes)) in files.enumerate().filter(|(at, _)| variants(*at, 3).contains(&0)) {
        place.write("a", &bytes);
        place.check("pack --force a", 0, &["wrote a.reel: "]);
        place.check("unpack --force a.reel", 0, &["wrote a: "]);
        assert!(place.read("a") == bytes, "{name}");
    }
}

#[test]
fn losses_of_a_reel_are_named() {
    let place = Place::new();
    let bytes = place.sample("a.bsor", "full");
    place.check("pack --level live a.bsor", 0, &[]);
    let reel = place.read("a.bsor.reel");
    let mut damaged = reel.clone();
    damaged[reel.len() / 2] ^= 1;
    place.write("damaged.reel", &damaged);
    place.check("reel verify damaged.reel", 3, &["a chunk of kind original is damaged"]);
    place.check("unpack --force damaged.reel", 3, &["of the replay are missing"]);
    // A second of the game, and nothing else.
    let left = place.read("a.bsor");
    let lost = bytes.len() - left.len();
    let before = left.iter().zip(&bytes).take_while(|(left, byte)| left == byte).count();
    assert!(lost > 0 && lost <= 64 << 10, "{lost} bytes are lost");
    assert!(left[before..] == bytes[before + lost..], "the rest is as it was");
    // Without its middle, a replay may look like a whole one.
    let checked = place.run("check damaged.reel");
    assert_eq!(checked.code, 1);
    assert!(checked.stdout.contains("bytes are missing; `ghostreel unpack`"), "{}", checked.stdout);
    place.check("info damaged.reel", 1, &["bytes are missing; `ghostreel unpack`"]);

    place.write("cut.reel", &reel[..reel.len() / 2]);
    place.check(
        "unpack --force cut.reel",
        3,
        &["cut.reel: original, offset ", "the reel has no end"],
    );
    assert!(bytes.starts_with(&place.read("a.bsor")));
    place.check("reel ls cut.reel", 3, &["are no chunk", "the reel has no end"]);
}

#[test]
fn tables_are_printed_as_far_as_asked_for() {
    let place = Place::new();
    place.write("a.reel", &vector("session.reel"));
    let run = place.run("reel cat a.reel notes --from 1 --to 2.5");
    assert_eq!(run.stdout, "time,kind,score\n1.0,miss,\n1.5,good,3\n2.0,bad,4\n");
    let run = place.run("reel cat a.reel notes --columns score,time --to 0.6 --format jsonl");
    assert_eq!(run.stdout, "{\"score\":0,\"time\":0.0}\n{\"score\":1,\"time\":0.5}\n");
    place.check("reel cat a.reel nothing", 1, &["a.reel has no table nothing"]);
    place.check("reel cat a.reel notes --columns nothing", 1, &["a column nothing"]);
    place.write("damaged.reel", &vector("damaged.reel"));
    assert_eq!(place.run("reel cat damaged.reel all").code, 3);
    let chunks = place.run("reel ls --json a.reel").json_lines();
    assert_eq!(chunks[0]["kind"], "header");
    assert_eq!(chunks.iter().filter(|chunk| chunk["stream"] == "all").count(), 5);
}

/// A text is stored once, however often it comes: a few kilobytes may say gigabytes.
#[test]
fn a_table_that_would_fill_the_disk_is_not_printed() {
    let place = Place::new();
    let column = TableColumn { name: "text".into(), kind: "dict".into(), ..TableColumn::default() };
    let table = Table {
        name: "texts".into(),
        rows: "events".into(),
        columns: vec![column],
        ..Table::default()
    };
    let header = Header { streams: vec![Stream::Table(table)], ..Header::default() };
    let reel = |chunks: usize, rows: usize| {
        let settings = Settings { bytes: 64 << 20, ..Settings::default() };
        let mut writer = Writer::new(header.clone(), settings).unwrap();
        for _ in 0..chunks {
            let values = vec!["x".repeat(60_000)];
            writer.rows(1, &[Column::from(Data::Dict { codes: vec![0; rows], values })]).unwrap();
            writer.flush();
        }
        writer.finish()
    };
    let (few, many) = (reel(1, 10), reel(20, 1_000));
    assert!(many.len() < 20_000, "{}", many.len());
    place.write("few.reel", &few);
    place.write("many.reel", &many);
    assert_eq!(place.run("reel cat few.reel texts").stdout.len(), 5 + 10 * 60_001);
    place.check("reel cat many.reel texts", 1, &["1200000000 bytes of texts"]);
}

#[test]
fn files_that_cannot_be_packed_or_unpacked_say_why() {
    let place = Place::new();
    place.sample("a.bsor", "small");
    place.write("text", b"hello");
    place.check("pack text", 1, &["text is no replay of a known format"]);
    place.check("pack a.bsor", 0, &[]);
    place.check("pack a.bsor", 1, &["a.bsor.reel exists already; --force replaces it"]);
    place.check("pack a.bsor.reel", 1, &["a.bsor.reel is a reel already"]);
    place.check("unpack a.bsor.reel", 1, &["a.bsor exists already"]);
    place.check("unpack text", 1, &["text: preamble, offset 0: "]);
    place.check("unpack -o text a.bsor.reel", 1, &["cannot make the folder text"]);
    place.check("pack -", 1, &["standard input has no name"]);
    let failed = &place.run("pack --json text nowhere").json_lines()[..];
    let diagnostic = |message: &str| json!([{"offset": 0, "section": "file", "severity": "error", "message": message}]);
    let line = |path: &str, message: &str| {
        let diagnostics = diagnostic(message);
        json!({"path": path, "out": null, "bytes": 0, "packed": 0, "exact": false, "diagnostics": diagnostics})
    };
    let reasons = [
        line("nowhere", "cannot read nowhere: there is no such file"),
        line("text", "text is no replay of a known format"),
    ];
    assert_eq!(failed, reasons);
    place.write("later.reel", &vector("later.reel"));
    place.check("unpack later.reel", 1, &["later.reel holds no game's own file"]);
    place.check("info later.reel", 1, &["the reel holds no game's own file"]);
}

/// A folder with replays in folders, and others.
fn mixed() -> Place {
    let place = Place::new();
    place.sample("in/a.bsor", "small");
    place.sample("in/b/a.bsor", "plain");
    place.sample("in/b/nameless", "small");
    place.write("in/b/notes.txt", b"no replay");
    place.check("pack in/a.bsor", 0, &[]);
    place
}

#[test]
fn folders_are_packed_and_unpacked_as_they_are() {
    let place = mixed();
    let run =
        place.check("pack in -o packed", 0, &["packed 3 files (", "skipped 2 that are no replays"]);
    assert_eq!(run.stdout, "");
    place.check("unpack packed -o back", 0, &["wrote back/b/nameless: ", "unpacked 3 files ("]);
    for name in ["a.bsor", "b/a.bsor", "b/nameless"] {
        assert!(place.read(&format!("in/{name}")) == place.read(&format!("back/{name}")), "{name}");
    }
    // Files that begin as a reel or are named as one are looked at, and no others.
    place.write("packed/wrong.reel", b"no reel");
    place.write("packed/notes.txt", b"no reel either");
    place.check(
        "unpack --force packed",
        1,
        &["error: packed/wrong.reel: preamble", "skipped 1 that is no reel"],
    );
    place.write("in/wrong.bsor", b"no replay");
    place.check("pack --force in", 1, &["error: in/wrong.bsor is no replay", "packed 3 files"]);
}

#[test]
fn lines_are_the_same_however_many_work_at_it() {
    let place = mixed();
    for sample in samples() {
        place.write(&format!("in/c/{}", sample.name()), &sample.bytes());
    }
    for command in ["pack --force in -o packed", "unpack --force packed -o back"] {
        for how in ["", "--json"] {
            let alone = place.run(&format!("{command} {how} -j1"));
            assert_eq!(alone.code, 0, "{}", alone.stderr);
            for jobs in [2, 8] {
                let together = place.run(&format!("{command} {how} -j{jobs}"));
                assert_eq!((&alone.stdout, alone.code), (&together.stdout, together.code));
                let lines = |text: &str| -> Vec<String> {
                    text.lines()
                        .filter(|line| line.starts_with("wrote "))
                        .map(str::to_owned)
                        .collect()
                };
                assert_eq!(lines(&alone.stderr), lines(&together.stderr));
            }
        }
    }
}

#[test]
fn no_file_takes_the_place_of_another() {
    let place = Place::new();
    place.sample("a/x.bsor", "small");
    place.sample("b/x.bsor", "plain");
    for jobs in ["-j1", "-j4"] {
        let run = place.check(
            &format!("pack --force {jobs} a b -o packed"),
            1,
            &["another of these files becomes packed/x.bsor.reel, too"],
        );
        assert!(run.stderr.contains("packed 1 file ("), "{}", run.stderr);
        place.check("unpack --force packed", 0, &[]);
        assert!(place.read("packed/x.bsor") == sample("small"));
    }
    // Two reels of one replay.
    place.write("packed/again.reel", &place.read("packed/x.bsor.reel"));
    place.check(
        "unpack --force packed -o back",
        1,
        &["another of these files becomes back/x.bsor"],
    );
}

#[test]
fn a_killed_command_leaves_no_half_reel() {
    let place = Place::new();
    for number in 0..40 {
        place.write(&format!("in/{number}.bsor"), &sample("full"));
    }
    let reels = || -> Vec<PathBuf> {
        let files = std::fs::read_dir(place.path("out")).into_iter().flatten();
        let paths = files.map(|entry| entry.unwrap().path());
        paths.filter(|path| path.extension().is_some_and(|found| found == "reel")).collect()
    };
    for least in [1, 10, 20] {
        let mut packing = program();
        packing.args(["pack", "--force", "in", "-o", "out"]).current_dir(place.path(""));
        let mut packing = packing.stderr(Stdio::null()).spawn().unwrap();
        while reels().len() < least && packing.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_millis(1));
        }
        packing.kill().unwrap();
        packing.wait().unwrap();
        assert!(reels().len() >= least);
        for file in reels() {
            let bytes = std::fs::read(&file).unwrap();
            assert!(Reel::open(&bytes).unwrap().is_finished(), "{}", file.display());
        }
    }
}

#[test]
fn reels_are_cut_and_joined() {
    let place = Place::new();
    place.write("a.reel", &vector("session.reel"));
    let begins = "its chain of hashes begins anew";
    place.check("reel cut a.reel --to 2 -o 1.reel", 0, &["left out the game's own file", begins]);
    place.check("reel cut a.reel --from 2 --to 3.5 -o 2.reel", 0, &[begins]);
    place.check("reel cut a.reel --from 3.5 -o 3.reel", 0, &[begins]);
    place.check("reel join 1.reel 2.reel 3.reel -o whole.reel", 0, &[begins]);
    place.check("reel verify whole.reel", 0, &[]);
    for table in ["all", "notes"] {
        let [before, after] =
            ["a", "whole"].map(|reel| place.run(&format!("reel cat {reel}.reel {table}")).stdout);
        assert_eq!(before, after);
    }
    // Steps have the row in front.
    let run = place.run("reel cat 2.reel all --columns time");
    assert_eq!(run.stdout.lines().nth(1), Some("1.9"));
    place.check("reel cut a.reel --to 2 -o 1.reel", 1, &["1.reel exists already"]);
    place.check(
        "reel cut a.reel --from 2 --to 1 -o no.reel",
        1,
        &["cannot cut a.reel: seconds 2 to 1"],
    );
    place.check(
        "reel join 1.reel 3.reel -o no.reel",
        1,
        &["cannot join: 3.reel does not follow 1.reel"],
    );
    place.check(
        "reel join 1.reel a.reel -o no.reel",
        1,
        &["a.reel is not of the same session as 1.reel"],
    );
    place.check("reel join 1.reel -o no.reel", 2, &[]);
    place.sample("r.bsor", "small");
    place.check("pack r.bsor", 0, &[]);
    let only = "a game's own file cannot be cut by time, and this reel has no tables besides";
    place.check("reel cut r.bsor.reel --to 2 -o no.reel", 1, &[only]);
    place.write("damaged.reel", &vector("damaged.reel"));
    let missing = "damaged.reel: rows 10 to 20 of all are missing";
    place.check("reel cut damaged.reel --to 3 -o cut.reel", 3, &[missing]);
    let missing = "cut.reel: rows 10 to 20 of all are missing";
    place.check("reel cat cut.reel all", 3, &[missing]);
    assert!(!place.path("no.reel").exists());
}

#[test]
fn convert_packs_and_unpacks_too() {
    let place = Place::new();
    for (game, variant) in [("beat-saber", "plain"), ("melee", "small"), ("rocket-league", "small")]
    {
        let sample = Sample { game, variant };
        let name = sample.name();
        place.write(&name, &sample.bytes());
        place.check(&format!("convert {name} a.reel --force"), 0, &[]);
        place.check(&format!("convert a.reel back-{name}"), 0, &[]);
        assert!(place.read(&format!("back-{name}")) == sample.bytes(), "{sample:?}");
        place.check(&format!("pack --force {name}"), 0, &[]);
        assert!(place.read("a.reel") == place.read(&format!("{name}.reel")), "{sample:?}");
        place.check("convert a.reel a.json --force", 0, &[]);
        let json = place.run(&format!("json {name}")).raw;
        assert!(place.read("a.json") == json, "{sample:?}");
        let wrong = if game == "melee" { "wrong.bsor" } else { "wrong.slp" };
        place.check(&format!("convert a.reel {wrong}"), 2, &["this reel holds a "]);
        place.check("convert a.reel other.reel", 2, &["this reel holds a "]);
    }
    let run = place.run_with(["convert", "-", "stdin.reel"], &[], &sample("small"));
    assert_eq!(run.code, 0, "{}", run.stderr);
    place.check("unpack stdin.reel", 0, &["wrote stdin.original: "]);
    place.write("later.reel", &vector("later.reel"));
    place.check("convert later.reel a.bsor", 1, &["later.reel holds no game's own file"]);
    place.sample("full.bsor", "full");
    place.check("pack --level live full.bsor -o live", 0, &[]);
    let reel = place.read("live/full.bsor.reel");
    place.write("cut.reel", &reel[..reel.len() / 2]);
    place.check("convert cut.reel b.bsor", 3, &["the reel has no end"]);
    assert!(place.read("full.bsor").starts_with(&place.read("b.bsor")));
    place.check("convert cut.reel b.json", 1, &["bytes of the replay in cut.reel are missing"]);
}

#[test]
fn a_reel_recorded_in_the_game_becomes_a_replay() {
    let place = Place::new();
    let schemas = ghostreel_formats::native_schemas("beat-saber").unwrap();
    let streams = schemas.iter().map(Table::of).map(Stream::Table).collect();
    let header = Header { game: "beat-saber".into(), streams, ..Header::default() };
    let mut writer = Writer::new(header, Settings::default()).unwrap();
    for (stream, schema) in (1..).zip(&schemas).take(2) {
        let rows = if schema.name == "info" { 1 } else { 500 };
        let column = |column: &ColumnSchema| match column.kind {
            Type::F32 => vec![0.5_f32; rows].into(),
            Type::F64 => vec![0.5_f64; rows].into(),
            Type::I32 => vec![7_i32; rows].into(),
            Type::I64 => vec![7_i64; rows].into(),
            Type::U32 => vec![7_u32; rows].into(),
            Type::Dict => Column::dict(vec!["a"; rows]),
            _ => Column::bools(vec![true; rows]),
        };
        let columns: Vec<Column> = schema.columns.iter().map(column).collect();
        writer.rows(stream, &columns).unwrap();
        writer.flush();
    }
    let reel = writer.finish();
    place.write("a.reel", &reel);
    place.check("convert a.reel a.bsor", 0, &[]);
    place.check("check --strict a.bsor", 0, &["1 ok"]);
    assert_eq!(place.run("info --json a.bsor").json_lines()[0]["tables"][0]["rows"], 500);
    place.check("convert a.reel a.slp", 2, &["this reel holds a BS Open Replay"]);
    let frames = Reel::open(&reel).unwrap().chunks()[2].clone();
    let mut damaged = reel.clone();
    damaged[frames.offset as usize + 100] ^= 1;
    place.write("damaged.reel", &damaged);
    place.check("convert damaged.reel b.bsor", 3, &["500 rows are missing, from row 0"]);
}
