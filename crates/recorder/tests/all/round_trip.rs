//! Rows pushed in any parts are read back; lost ones are reported as missing.

use std::collections::BTreeMap;
use std::fs;
use std::time::Duration;

use ghostreel_core::DecodeOptions;
use ghostreel_recorder::{PushError, Recorder, Row, Session, Settings, State};
use ghostreel_reel::{Header, Integrity, Original, Reel, Stream, Table, TableColumn};
use ghostreel_timeline::Column;
use proptest::prelude::*;

const ALL: std::ops::Range<f64> = f64::NEG_INFINITY..f64::INFINITY;

pub(crate) fn table(name: &str, time: Option<&str>, columns: &[(&str, &str)]) -> Stream {
    let column = |(name, kind): &(&str, &str)| TableColumn {
        name: (*name).to_owned(),
        kind: (*kind).to_owned(),
        ..TableColumn::default()
    };
    Stream::Table(Table {
        name: name.into(),
        rows: "events".into(),
        time: time.map(str::to_owned),
        columns: columns.iter().map(column).collect(),
        ..Table::default()
    })
}

fn session(folder: &std::path::Path, settings: Settings) -> Session {
    let streams = vec![
        table("a", Some("time"), &[("time", "f64"), ("text", "dict"), ("value", "i16")]),
        Stream::Original(Original::default()),
        table("b", None, &[("big", "u64"), ("is", "bool")]),
    ];
    let header = Header { game: "test".into(), streams, ..Header::default() };
    Session { header, folder: folder.into(), name: "it".into(), settings }
}

/// Something that a game does.
#[derive(Clone, Debug)]
enum Step {
    A { wait: f64, text: Option<String>, value: i16 },
    B { big: u64, is: bool, times: usize },
    Bytes(Vec<u8>),
    Sleep(u64),
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        6 => (0.0..0.4, proptest::option::of(".{0,20}"), any::<i16>())
            .prop_map(|(wait, text, value)| Step::A { wait, text, value }),
        3 => (any::<u64>(), any::<bool>(), 1..40_usize)
            .prop_map(|(big, is, times)| Step::B { big, is, times }),
        3 => proptest::collection::vec(any::<u8>(), 0..300).prop_map(Step::Bytes),
        1 => (0..8_u64).prop_map(Step::Sleep),
    ]
}

/// Follows the steps, and compares the rows read with the rows taken.
fn check(steps: &[Step], settings: Settings, has_end: bool) {
    let folder = tempfile::tempdir().unwrap();
    let mut recorder = Recorder::begin(session(folder.path(), settings)).unwrap();
    let (mut a, mut b) = (recorder.rows("a").unwrap(), recorder.rows("b").unwrap());
    let mut bytes = recorder.bytes().unwrap();
    assert!(recorder.rows("a").is_none() && recorder.rows("result").is_none());
    let (mut times, mut texts, mut values) = (Vec::new(), Vec::new(), Vec::new());
    let (mut bigs, mut are, mut taken_bytes) = (Vec::new(), Vec::new(), Vec::new());
    let (mut row, mut time, mut lost) = (Row::default(), 0.0, [0; 3]);
    let is_taken = |result: Result<(), PushError>| match result {
        Ok(()) => true,
        Err(PushError::Full | PushError::TooLong) => false,
        Err(error) => panic!("{error}"),
    };
    for step in steps {
        match step {
            Step::A { wait, text, value } => {
                time += wait;
                row.clear().f64(time);
                match text {
                    Some(text) => row.text(text),
                    None => row.absent_text(),
                };
                row.i16(*value);
                if is_taken(a.push(&row)) {
                    times.push(time);
                    texts.push(text.clone());
                    values.push(*value);
                } else {
                    lost[0] += 1;
                }
            }
            Step::B { big, is, times } => {
                row.clear();
                for _ in 0..*times {
                    row.u64(*big).bool(*is);
                }
                // Its columns are those of many rows, so it is not pushed as one.
                let mut rows = Vec::new();
                for _ in 0..*times {
                    rows.extend(big.to_le_bytes());
                    rows.push((*is).into());
                }
                if is_taken(b.push_bytes(&rows, None, &[])) {
                    bigs.extend(vec![*big; *times]);
                    are.extend(vec![*is; *times]);
                } else {
                    lost[2] += *times as u64;
                }
            }
            Step::Bytes(part) => {
                if is_taken(bytes.push(part, time)) {
                    taken_bytes.extend_from_slice(part);
                } else {
                    lost[1] += part.len() as u64;
                }
            }
            Step::Sleep(milliseconds) => std::thread::sleep(Duration::from_millis(*milliseconds)),
        }
    }
    assert_eq!([a.lost(), bytes.lost(), b.lost()], lost);
    if has_end {
        recorder.end([("end".to_owned(), "clear".to_owned())].into());
    } else {
        recorder.end(BTreeMap::new());
    }
    let status = recorder.wait(Duration::from_secs(30));
    assert_eq!(status.state, State::Finished, "{status:?}");
    assert_eq!(status.rows, (times.len() + bigs.len()) as u64);
    assert_eq!([status.rows_lost, status.bytes_lost], [lost[0] + lost[2], lost[1]]);
    let file = fs::read(status.reel.unwrap()).unwrap();
    assert_eq!(status.bytes_written, file.len() as u64);
    let reel = Reel::open(&file).unwrap();
    assert!(reel.is_finished());
    assert!(reel.verify().iter().all(|chunk| *chunk == Integrity::Whole));
    let rows = reel.rows("a", &["time", "text", "value"], ALL).unwrap();
    let valid: Vec<u8> = texts.iter().map(|text| text.is_some().into()).collect();
    let there = texts.iter().map(|text| text.as_deref().unwrap_or_default());
    let validity = valid.contains(&0).then_some(valid);
    let expected: [Column; 3] =
        [times.into(), Column { validity, ..Column::dict(there) }, values.into()];
    assert_eq!(rows.columns, expected);
    // Losses after the last row are in no row, but in the result.
    let missing: u64 = rows.missing.iter().map(|gap| gap.rows.end - gap.rows.start).sum();
    assert!(missing <= lost[0]);
    let rows = reel.rows("b", &["big", "is"], ALL).unwrap();
    assert_eq!(rows.columns, [bigs.into(), Column::bools(are)]);
    let (original, missing) = reel.original(&[]).unwrap().unwrap();
    assert_eq!(original, taken_bytes);
    let missing: u64 = missing.iter().map(|gap| gap.rows.end - gap.rows.start).sum();
    assert_eq!(missing, lost[1]);
    let result = reel.rows("result", &["name", "value"], ALL).unwrap();
    let end = has_end.then(|| ("end".to_owned(), "clear".to_owned()));
    let names = ["a", "bytes", "b"];
    let said = names.into_iter().zip(lost).filter(|(_, lost)| *lost > 0);
    let said = said.map(|(name, lost)| (format!("lost.{name}"), lost.to_string()));
    let said: BTreeMap<_, _> = end.into_iter().chain(said).collect();
    assert_eq!(result.columns, [Column::dict(said.keys()), Column::dict(said.values())]);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

    #[test]
    fn pushed_rows_are_read_back(
        steps in proptest::collection::vec(step(), 0..200),
        chunk in 1..50_u64,
        has_end in any::<bool>(),
    ) {
        let settings = Settings { chunk: Duration::from_millis(chunk), ..Settings::default() };
        check(&steps, settings, has_end);
    }

    #[test]
    fn a_ring_that_is_too_small_loses_rows_and_says_which(
        steps in proptest::collection::vec(step(), 100..400),
        has_end in any::<bool>(),
    ) {
        check(&steps, Settings { ring_bytes: 4096, ..Settings::default() }, has_end);
    }
}

#[test]
fn names_that_are_taken_get_a_number_and_wrong_ones_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let name = |expected: &str| {
        let recorder = Recorder::begin(session(folder.path(), Settings::default())).unwrap();
        recorder.end(BTreeMap::new());
        let status = recorder.wait(Duration::from_secs(30));
        assert_eq!(status.reel, Some(folder.path().join(expected)));
    };
    name("it.reel");
    name("it-2.reel");
    name("it-3.reel");
    for wrong in ["", "..", "a/b", "a\\b", "c:"] {
        let session = Session { name: wrong.into(), ..session(folder.path(), Settings::default()) };
        assert!(Recorder::begin(session).is_err(), "{wrong:?}");
    }
}

/// A row of a table of a known game, with a value that each type has.
fn plain_row(table: &Table) -> Row {
    let mut row = Row::default();
    for column in &table.columns {
        match column.kind.as_str() {
            "f32" => row.f32(0.5),
            "f64" => row.f64(0.5),
            "i8" => row.i8(1),
            "i32" => row.i32(1),
            "i64" => row.i64(1),
            "u8" => row.u8(1),
            "u32" => row.u32(1),
            "bool" => row.bool(true),
            "dict" => row.text("x"),
            other => panic!("no table has {other}"),
        };
    }
    row
}

#[test]
fn a_session_in_beat_saber_becomes_a_bsor() {
    let folder = tempfile::tempdir().unwrap();
    let session = Session::of_game("beat-saber", folder.path(), "a song").unwrap();
    let mut recorder = Recorder::begin(session).unwrap();
    for (name, rows) in [("info", 1), ("frames", 90), ("notes", 3)] {
        let row = plain_row(recorder.header().table(name).unwrap().1);
        let mut input = recorder.rows(name).unwrap();
        for _ in 0..rows {
            input.push(&row).unwrap();
        }
    }
    recorder.end(BTreeMap::new());
    let status = recorder.wait(Duration::from_secs(30));
    assert_eq!(status.own_file, Some(folder.path().join("a song.bsor")), "{status:?}");
    let bytes = fs::read(folder.path().join("a song.bsor")).unwrap();
    let replay = ghostreel_formats::open(bytes, &DecodeOptions::STRICT).unwrap();
    let rows = |name: &str| replay.timeline().table(name).unwrap().rows();
    assert_eq!([rows("frames"), rows("notes")], [90, 3]);
    // Nothing else is left in the folder.
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
}
