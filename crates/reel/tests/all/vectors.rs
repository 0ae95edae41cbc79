//! The test vectors of the specification: the committed ones are read as it says, here and by `docs/spec/reel_reader.py`.

use std::fs;
use std::path::{Path, PathBuf};

use crate::support::{header, notes, original};
use ciborium::Value as Cbor;
use ghostreel_core::Digest;
use ghostreel_reel::chunk::HEAD_LENGTH;
use ghostreel_reel::{
    Head, Header, Integrity, Kind, Missing, Original, Reel, Settings, Stream, Table, TableColumn,
    Writer,
};
use ghostreel_timeline::Column;
use serde_json::{Value, json};

const NAMES: [&str; 4] = ["session", "unfinished", "damaged", "later"];
const ALL: std::ops::Range<f64> = f64::NEG_INFINITY..f64::INFINITY;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/reel")
}

/// A column of each type, with values at the edges of it.
fn all_types(from: u32) -> Vec<Column> {
    let number = |at: u32| from * 10 + at;
    let each = || (0..10).map(number);
    let floats =
        [0.0, -0.0, 1.5, -1.5, f64::MIN_POSITIVE, f64::MAX, f64::INFINITY, f64::NAN, 3.0, 1e-300];
    vec![
        each().map(|at| f64::from(at) / 10.0).collect::<Vec<_>>().into(),
        floats.map(|float| float as f32).to_vec().into(),
        floats.to_vec().into(),
        each().map(|at| (at % 256) as u8 as i8).collect::<Vec<_>>().into(),
        each().map(|at| (at * 7919) as i16).collect::<Vec<_>>().into(),
        each().map(|at| at as i32 * -7919).collect::<Vec<_>>().into(),
        each().map(|at| if at % 2 == 0 { i64::MIN } else { i64::MAX }).collect::<Vec<_>>().into(),
        each().map(|at| (at % 256) as u8).collect::<Vec<_>>().into(),
        each().map(|at| (at * 31) as u16).collect::<Vec<_>>().into(),
        each().map(|at| at.wrapping_mul(2_654_435_761)).collect::<Vec<_>>().into(),
        each().map(|at| u64::from(at) << 40).collect::<Vec<_>>().into(),
        Column::bools(each().map(|at| at % 3 == 0)),
        Column {
            validity: Some(each().map(|at| u8::from(at % 4 != 1)).collect()),
            ..Column::dict(each().map(|at| ["", "é", "note"][at as usize % 3]))
        },
    ]
}

fn session_header() -> Header {
    let types =
        ["f64", "f32", "f64", "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "bool", "dict"];
    let column = |(place, kind): (usize, &&str)| TableColumn {
        name: if place == 0 { "time".into() } else { format!("{kind}.{place}") },
        kind: (*kind).to_owned(),
        ..TableColumn::default()
    };
    let all = Table {
        name: "all".into(),
        rows: "steps".into(),
        time: Some("time".into()),
        meaning: "A row of all types".into(),
        columns: types.iter().enumerate().map(column).collect(),
    };
    let file = Original { format: "test".into(), file: "a.test".into(), ..Original::default() };
    let notes = header().streams.swap_remove(1);
    Header { streams: vec![Stream::Table(all), notes, Stream::Original(file)], ..header() }
}

fn session() -> Vec<u8> {
    let mut writer = Writer::new(session_header(), Settings::default()).unwrap();
    for second in 0..5 {
        writer.rows(1, &all_types(second)).unwrap();
        writer.rows(2, &notes(second * 2, 2)).unwrap();
        writer.original(3, &original(second * 300, 300), second.into()).unwrap();
    }
    writer.finish()
}

/// A session as a later version may write it.
fn later() -> Vec<u8> {
    let session = session();
    let text = |text: &str| Cbor::Text(text.to_owned());
    let map = |members: &[(&str, Cbor)]| {
        Cbor::Map(members.iter().map(|(name, value)| (text(name), value.clone())).collect())
    };
    let column =
        |name, kind| map(&[("name", text(name)), ("type", text(kind)), ("color", text("red"))]);
    let table = map(&[
        ("kind", text("table")),
        ("name", text("later")),
        ("rows", text("splines")),
        ("columns", Cbor::Array(vec![column("known", "u8"), column("unknown", "f16")])),
    ]);
    let streams = Cbor::Array(vec![map(&[("kind", text("video")), ("codec", text("av2"))]), table]);
    let header = map(&[("game", text("test")), ("mood", text("good")), ("streams", streams)]);
    let mut payload = Vec::new();
    ciborium::into_writer(&header, &mut payload).unwrap();

    let mut file = session[..16].to_vec();
    file[10] = 3;
    let mut chain = *blake3::hash(&file).as_bytes();
    let mut number = 0;
    let mut chunk = |kind, stream, rows, payload: &[u8], unpacked_length| {
        let mut head = Head {
            kind,
            packing: 0,
            stream,
            length: payload.len() as u32,
            unpacked_length,
            number,
            first_row: 0,
            rows,
            payload_checksum: crc32c::crc32c(payload),
            start: f64::NAN,
            end: f64::NAN,
            hash: [0; 32],
        };
        let mut hasher = blake3::Hasher::new();
        hasher.update(&chain).update(&head.bytes()[..56]).update(payload);
        head.hash = *hasher.finalize().as_bytes();
        chain = head.hash;
        number += 1;
        file.extend(head.bytes());
        file.extend(payload);
    };
    chunk(Kind::Header, 0, 0, &payload, payload.len() as u32);
    chunk(Kind::Unknown(99), 0, 7, b"what a later version writes", 27);
    chunk(Kind::Rows, 1, 3, b"frames of a video", 17);
    // Plain bytes of three rows of `known`; no column `unknown`.
    let mut rows = vec![1, 0, 0, 0, 0, 0, 3, 0, 0, 0, 3, 0, 0, 0];
    rows.extend(crc32c::crc32c(&[7, 8, 9]).to_le_bytes());
    rows.extend(crc32c::crc32c(&rows).to_le_bytes());
    rows.extend([7, 8, 9]);
    chunk(Kind::Rows, 2, 3, &rows, rows.len() as u32);
    file
}

fn vector(name: &str) -> Vec<u8> {
    let mut reel = session();
    match name {
        "later" => return later(),
        "unfinished" => reel.truncate(reel.len() * 2 / 3),
        "damaged" => {
            let offsets: Vec<usize> = Reel::open(&reel)
                .unwrap()
                .chunks()
                .iter()
                .map(|chunk| chunk.offset as usize)
                .collect();
            reel[offsets[4] + HEAD_LENGTH + 3] ^= 4;
            reel[offsets[6] + 9] ^= 1;
        }
        _ => {}
    }
    reel
}

/// The result of a reader that follows the specification.
fn read(bytes: &[u8]) -> Value {
    let reel = Reel::scan(bytes).unwrap();
    let rows = |missing: &[Missing]| -> Value {
        missing.iter().map(|gap| json!([gap.rows.start, gap.rows.end])).collect()
    };
    let (mut tables, mut all_missing) = (serde_json::Map::new(), serde_json::Map::new());
    for stream in &reel.header().streams {
        let Stream::Table(table) = stream else { continue };
        let names_there: Vec<_> =
            table.columns.iter().filter(|column| column.value_type().is_some()).collect();
        let names: Vec<&str> = names_there.iter().map(|column| &column.name[..]).collect();
        let read = reel.rows(&table.name, &names, ALL).unwrap();
        let column = |(name, column): (&&str, &Column)| {
            let digit = |there: &u8| if *there == 0 { '0' } else { '1' };
            let validity =
                column.validity.as_ref().map(|valid| valid.iter().map(digit).collect::<String>());
            let values: String = column.bytes().iter().map(|byte| format!("{byte:02x}")).collect();
            let texts = column.dict_values();
            let kind = column.kind().name();
            let content =
                json!({"type": kind, "values": values, "validity": validity, "texts": texts});
            ((*name).to_owned(), content)
        };
        let columns: serde_json::Map<_, _> = names.iter().zip(&read.columns).map(column).collect();
        tables.insert(table.name.clone(), columns.into());
        all_missing.insert(table.name.clone(), rows(&read.missing));
    }
    let original = reel.original(&[]).unwrap().map(|(bytes, missing)| {
        all_missing.insert("original".into(), rows(&missing));
        Digest::of(&bytes).to_string()
    });
    let unchained = reel.verify().iter().filter(|chunk| **chunk != Integrity::Whole).count();
    json!({
        "tables": tables,
        "missing": all_missing,
        "original": original,
        "unchained": unchained,
        "finished": reel.is_finished(),
    })
}

#[test]
fn vectors_are_read_as_the_specification_says() {
    for name in NAMES {
        let bytes = fs::read(folder().join(name).with_extension("reel")).unwrap();
        let expected = fs::read(folder().join(name).with_extension("json")).unwrap();
        let expected: Value = serde_json::from_slice(&expected).unwrap();
        assert_eq!(read(&bytes), expected, "{name}");
        // The columns do not depend on the compressor, nor on the processor.
        assert_eq!(read(&vector(name)), expected, "{name}, written anew");
    }
}

#[test]
fn additions_of_a_later_version_are_skipped_and_the_rest_is_there() {
    let bytes = later();
    let reel = Reel::open(&bytes).unwrap();
    assert_eq!(reel.header().streams[0], Stream::Unknown);
    let rows = reel.rows("later", &["known"], ALL).unwrap();
    assert_eq!(rows.columns, [Column::from(vec![7_u8, 8, 9])]);
    assert!(reel.rows("later", &["unknown"], ALL).is_err());
    assert!(reel.verify().iter().all(|chunk| *chunk == Integrity::Whole));
    assert_eq!(reel.chunks()[1].head.kind, Kind::Unknown(99));
}

#[test]
#[ignore = "writes testdata/reel anew: only where the format changed"]
fn write_the_vectors() {
    for name in NAMES {
        let bytes = vector(name);
        let expected = serde_json::to_string_pretty(&read(&bytes)).unwrap();
        fs::write(folder().join(name).with_extension("reel"), &bytes).unwrap();
        fs::write(folder().join(name).with_extension("json"), expected + "\n").unwrap();
    }
}
