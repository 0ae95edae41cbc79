//! Reels that are cut into parts, and parts that are joined.

use std::ops::Range;

use crate::support::{RATE, frames, header, notes, original, reel};
use ghostreel_reel::{
    Cut, CutError, Header, Join, JoinError, Kind, MarkKey, Missing, Part, Reel, Settings, Stream,
    Table, TableColumn, WriteError, Writer, cut,
};
use ghostreel_timeline::Column;

const ALL: Range<f64> = f64::NEG_INFINITY..f64::INFINITY;
const FRAMES: [&str; 6] = ["time", "head.position.x", "number", "energy", "step", "tracked"];
const NOTES: [&str; 3] = ["time", "kind", "score"];

fn cut_from(bytes: &[u8], span: Range<f64>) -> Result<(Vec<u8>, Cut), CutError> {
    let mut part = Vec::new();
    let append = |bytes: &[u8]| -> Result<(), CutError> {
        part.extend_from_slice(bytes);
        Ok(())
    };
    let cut = cut(&Reel::open(bytes).unwrap(), span, append)?;
    Ok((part, cut))
}

/// By table.
type AllMissing = Vec<(String, Missing)>;

fn joined(parts: &[(&str, &[u8])]) -> Result<(Vec<u8>, AllMissing), JoinError> {
    let reels: Vec<Reel<'_>> = parts.iter().map(|(_, part)| Reel::open(part).unwrap()).collect();
    let named = parts.iter().zip(&reels).map(|((name, _), reel)| Part::new(*name, reel));
    let mut join = Join::new(named.collect())?;
    let (mut whole, mut missing) = (Vec::new(), Vec::new());
    for reel in &reels {
        missing.extend(join.add::<JoinError>(reel, |bytes| {
            whole.extend_from_slice(bytes);
            Ok(())
        })?);
    }
    whole.extend(join.finish());
    Ok((whole, missing))
}

fn columns(bytes: &[u8], table: &str, names: &[&str]) -> Vec<Column> {
    let rows = Reel::open(bytes).unwrap().rows(table, names, ALL).unwrap();
    assert_eq!(rows.missing, []);
    rows.columns
}

/// A reel with a table outside time, and no original.
fn with_devices(seconds: u32) -> Vec<u8> {
    let column = TableColumn { name: "name".into(), kind: "dict".into(), ..Default::default() };
    let devices = Table {
        name: "devices".into(),
        rows: "events".into(),
        columns: vec![column],
        ..Table::default()
    };
    let mut header = header();
    header.streams.truncate(2);
    header.streams.insert(0, Stream::Table(devices));
    let mut writer = Writer::new(header, Settings::default()).unwrap();
    writer.rows(1, &[Column::dict(["left", "right"])]).unwrap();
    for second in 0..seconds {
        writer.rows(2, &frames(second * RATE, RATE)).unwrap();
        writer.rows(3, &notes(second * 2, 2)).unwrap();
    }
    writer.finish()
}

#[test]
fn a_reel_cut_in_three_and_joined_is_as_before() {
    let bytes = with_devices(12);
    for [first, second] in [[4.0, 8.0], [3.25, 3.5], [0.01, 11.99], [-5.0, 20.0]] {
        let spans = [f64::NEG_INFINITY..first, first..second, second..f64::INFINITY];
        let parts = spans.map(|span| cut_from(&bytes, span).unwrap().0);
        let named = ["a", "b", "c"].into_iter().zip(parts.iter().map(Vec::as_slice));
        let (whole, missing) = joined(&named.collect::<Vec<_>>()).unwrap();
        assert_eq!(missing, []);
        for (table, names) in [("devices", &["name"][..]), ("frames", &FRAMES), ("notes", &NOTES)] {
            assert_eq!(columns(&whole, table, names), columns(&bytes, table, names), "{table}");
        }
        let reel = Reel::open(&whole).unwrap();
        assert!(reel.is_finished());
        let properties = &reel.header().properties;
        assert_eq!(properties["join.parts"].split(' ').count(), 3);
        assert!(!properties.contains_key("cut.from") && properties.contains_key("cut.source"));
    }
}

#[test]
fn states_begin_with_the_row_in_front_of_the_span() {
    let bytes = reel(5);
    let (part, cut) = cut_from(&bytes, 2.0..3.0).unwrap();
    assert_eq!(cut, Cut { left_out: vec!["the game's own file a.test".into()], missing: vec![] });
    let numbers = columns(&part, "frames", &["number"]);
    assert_eq!(numbers[0].as_u64().unwrap(), (179..270).collect::<Vec<u64>>());
    assert_eq!(columns(&part, "notes", &["time"])[0].as_f64().unwrap(), [2.0, 2.5]);
    // A time within a chunk.
    let (part, _) = cut_from(&bytes, 2.505..2.5051).unwrap();
    assert_eq!(columns(&part, "frames", &["number"])[0].as_u64().unwrap(), [225]);
    assert_eq!(columns(&part, "notes", &["time"])[0].len(), 0);
}

#[test]
fn signatures_are_left_out() {
    let mark = MarkKey { key: [7; 32].into(), challenge: b"a challenge".to_vec().into() };
    let mut writer =
        Writer::new(Header { mark: Some(mark), ..header() }, Settings::default()).unwrap();
    writer.rows(1, &frames(0, 270)).unwrap();
    writer.flush();
    let chain = writer.chain();
    writer.mark(Kind::SignedHead, b"a head").unwrap();
    writer.mark(Kind::Receipt, b"a receipt").unwrap();
    writer.mark(Kind::Close, b"the close").unwrap();
    assert_eq!(writer.rows(1, &frames(270, 1)), Err(WriteError::Closed));
    let counts = writer.row_counts();
    let bytes = writer.finish();

    let reel = Reel::open(&bytes).unwrap();
    let marks = reel.marks();
    assert_eq!((marks[0].kind, marks[0].before), (Kind::SignedHead, chain));
    let messages: Vec<&[u8]> = marks.iter().filter_map(|mark| mark.message).collect();
    assert_eq!(messages, [&b"a head"[..], b"a receipt", b"the close"]);
    assert_eq!((reel.row_counts(), counts), (vec![270, 0, 0], vec![270, 0, 0]));
    assert!(reel.agrees_with_its_index());

    let (part, cut) = cut_from(&bytes, 0.0..1.0).unwrap();
    assert!(cut.left_out.contains(&"what the player signed".to_owned()), "{:?}", cut.left_out);
    let part = Reel::open(&part).unwrap();
    assert_eq!((part.header().mark.as_ref(), part.marks().len()), (None, 0));
}

#[test]
fn the_header_says_what_it_was_cut_from() {
    let bytes = reel(5);
    let (part, _) = cut_from(&bytes, 1.0..4.5).unwrap();
    let (again, _) = cut_from(&part, 2.0..9.0).unwrap();
    let source = ghostreel_core::Digest::of(&bytes).to_string();
    for (bytes, [from, to]) in [(&part, ["1", "4.5"]), (&again, ["2", "4.5"])] {
        let reel = Reel::open(bytes).unwrap();
        let Header { game, players, properties, .. } = reel.header();
        assert_eq!((game, players), (&header().game, &header().players));
        let expected =
            [("map", "none"), ("cut.source", &source), ("cut.from", from), ("cut.to", to)];
        let expected = expected.map(|(name, text)| (name.to_owned(), text.to_owned()));
        assert_eq!(*properties, expected.into());
        assert!(reel.verify().iter().all(|found| *found == ghostreel_reel::Integrity::Whole));
    }
    let [one, other] = [columns(&again, "frames", &FRAMES), columns(&part, "frames", &FRAMES)];
    // The row in front, and all from there on.
    let rows: Vec<usize> = (90..other[0].len()).collect();
    assert_eq!(one, other.iter().map(|column| column.select(&rows)).collect::<Vec<_>>());
}

#[test]
fn missing_rows_of_what_is_cut_are_named_and_stay_missing() {
    let mut bytes = with_devices(6);
    let damaged: Vec<_> = Reel::open(&bytes)
        .unwrap()
        .chunks()
        .iter()
        .filter(|chunk| chunk.head.stream == 2 && [2.0, 5.0].contains(&chunk.head.start))
        .cloned()
        .collect();
    for chunk in &damaged {
        bytes[chunk.offset as usize + chunk.head.total_length() - 1] ^= 1;
    }
    let (part, cut) = cut_from(&bytes, 1.0..4.0).unwrap();
    let rows = |missing: &[(String, Missing)]| -> Vec<(String, Range<u64>)> {
        missing.iter().map(|(table, gap)| (table.clone(), gap.rows.clone())).collect()
    };
    assert_eq!(rows(&cut.missing), [("frames".to_owned(), 180..270)]);
    let rows_read = Reel::open(&part).unwrap().rows("frames", &["number"], ALL).unwrap();
    // The row in front is the first.
    assert_eq!((rows_read.missing.len(), &rows_read.missing[0].rows), (1, &(91..181)));
    assert_eq!(rows_read.columns[0].len(), 181);
    let (rest, cut) = cut_from(&bytes, 4.0..9.0).unwrap();
    assert_eq!(rows(&cut.missing), [("frames".to_owned(), 450..540)]);
    let (whole, missing) = joined(&[("a", &part), ("b", &rest)]).unwrap();
    assert_eq!(rows(&missing), [("frames".to_owned(), 91..181)]);
    let rows_read = Reel::open(&whole).unwrap().rows("frames", &["number"], ALL).unwrap();
    assert_eq!(rows_read.missing.len(), 1);
    assert_eq!(rows_read.columns[0].len(), 1 + 3 * 90);
    // The rows that would hold at the beginning were in the damaged chunk.
    let (_, cut) = cut_from(&bytes, 3.0..4.0).unwrap();
    assert_eq!(rows(&cut.missing), [("frames".to_owned(), 180..270)]);
}

#[track_caller]
fn refused(parts: &[(&str, &[u8])], sentence: &str) {
    assert_eq!(joined(parts).unwrap_err().to_string(), sentence);
}

#[test]
fn parts_of_different_sessions_are_refused() {
    let bytes = with_devices(6);
    let part = |span| cut_from(&bytes, span).unwrap().0;
    let [early, middle, late] = [0.0..2.0, 2.0..4.0, 3.0..6.0].map(part);
    refused(
        &[("a", &early), ("c", &late)],
        "c does not follow a: it was cut from 3 s on, and a up to 2 s",
    );
    refused(
        &[("b", &middle), ("a", &early)],
        "a does not follow b: it was cut from 0 s on, and b up to 4 s",
    );
    refused(
        &[("whole", &bytes), ("again", &bytes)],
        "again does not follow whole: its table frames begins at 0 s, and that of whole ends at 5.988888740539551 s",
    );
    refused(
        &[("a", &early), ("whole", &bytes)],
        "whole is not of the same session as a: they were not cut from one reel",
    );
    let other = reel(3);
    refused(
        &[("whole", &bytes), ("other", &other)],
        "other is not of the same session as whole: the tables or their columns are others",
    );
    let mut header = header();
    header.streams.drain(..2);
    let started = Header { started: Some(5), ..Reel::open(&other).unwrap().header().clone() };
    let started = Writer::new(started, Settings::default()).unwrap().finish();
    refused(
        &[("one", &other), ("two", &started)],
        "two is not of the same session as one: it began at another moment",
    );
    let mut writer = Writer::new(header, Settings::default()).unwrap();
    writer.original(1, &original(0, 50), 0.0).unwrap();
    let replay = writer.finish();
    refused(&[("r", &replay)], "r has no tables, and a game's own file cannot be joined");
    assert_eq!(cut_from(&replay, 0.0..1.0).unwrap_err(), CutError::NoTables);
    for span in [2.0..2.0, 3.0..2.0, f64::NAN..1.0] {
        assert!(matches!(cut_from(&bytes, span).unwrap_err(), CutError::NoSpan(..)));
    }
    assert!(matches!(cut_from(&early, 3.0..4.0).unwrap_err(), CutError::NoSpan(..)));
}
