//! Reels that are whole.

use crate::support::{RATE, frames, header, notes, original, pieces, reel};
use ghostreel_core::Fault;
use ghostreel_reel::{Integrity, Kind, Reel, Settings, WriteError, Writer};
use ghostreel_timeline::Column;

const ALL: std::ops::Range<f64> = f64::NEG_INFINITY..f64::INFINITY;

#[test]
fn written_rows_are_read() {
    let bytes = reel(30);
    for reel in [Reel::open(&bytes).unwrap(), Reel::scan(&bytes).unwrap()] {
        assert_eq!(*reel.header(), header());
        assert!(reel.is_finished() && reel.damage().is_empty());
        let names = ["time", "head.position.x", "number", "energy", "step", "tracked"];
        let rows = reel.rows("frames", &names, ALL).unwrap();
        assert_eq!(rows.columns, frames(0, 30 * RATE));
        assert_eq!(rows.missing, []);
        let rows = reel.rows("notes", &["time", "kind", "score"], ALL).unwrap();
        assert_eq!(rows.columns, notes(0, 60));
        assert_eq!(reel.original(&[]).unwrap(), Some((original(0, 9000), Vec::new())));
        assert_eq!(reel.is_original(&original(0, 9000)), Some(true));
        assert_eq!(reel.is_original(&original(0, 8999)), Some(false));
        assert!(reel.verify().iter().all(|chunk| *chunk == Integrity::Whole));
    }
    assert_eq!(Reel::open(&bytes).unwrap().chunks(), Reel::scan(&bytes).unwrap().chunks());
}

#[test]
fn a_span_gives_the_rows_that_begin_in_it() {
    let bytes = reel(30);
    let reel = Reel::open(&bytes).unwrap();
    let rows = reel.rows("frames", &["number"], 10.0..12.5).unwrap();
    let expected: Vec<u64> = (900..1125).collect();
    assert_eq!(rows.columns[0].as_u64(), Some(&expected[..]));
    assert!(reel.rows("frames", &["number"], 99.0..100.0).unwrap().columns[0].is_empty());
    assert_eq!(reel.rows("frames", &["nothing"], ALL).unwrap_err().fault, Fault::Unsupported);
    assert_eq!(reel.rows("nothing", &["number"], ALL).unwrap_err().fault, Fault::Unsupported);
}

#[test]
fn a_chunk_is_a_second_or_as_many_bytes_as_set() {
    let chunks = |settings| {
        let bytes = pieces(10, settings).concat();
        let reel = Reel::open(&bytes).unwrap();
        let of_frames = reel.chunks().iter().filter(|chunk| chunk.head.stream == 1);
        of_frames.map(|chunk| chunk.head.rows).collect::<Vec<_>>()
    };
    assert_eq!(chunks(Settings::default()), [RATE; 10]);
    let short = chunks(Settings { bytes: 27 * 20, ..Settings::default() });
    assert!(short.iter().all(|rows| *rows <= 20), "{short:?}");
    assert_eq!(short.iter().sum::<u32>(), 900);
    assert_eq!(chunks(Settings { seconds: 60.0, ..Settings::default() }), [900]);
}

#[test]
fn one_column_of_some_seconds_touches_little() {
    let bytes = reel(300);
    let reel = Reel::open(&bytes).unwrap();
    let index = reel.chunks().iter().filter(|chunk| chunk.head.kind == Kind::Index);
    let index: usize = index.map(|chunk| chunk.head.total_length()).sum();
    // The column's part of its chunks, with their heads and directories, is less than the chunks.
    let touched = reel.chunks().iter().filter(|chunk| {
        chunk.head.stream == 1 && chunk.head.end >= 100.0 && chunk.head.start < 110.0
    });
    let chunks: usize = touched.map(|chunk| chunk.head.total_length()).sum();
    assert!((index + chunks) * 100 < bytes.len() * 15, "{index} + {chunks} of {}", bytes.len());
}

#[test]
fn other_columns_are_refused_and_nothing_is_added() {
    let mut writer = Writer::new(header(), Settings::default()).unwrap();
    let columns = frames(0, 10);
    let others = WriteError::OtherColumns("frames".into());
    assert_eq!(writer.rows(1, &columns[1..]), Err(others.clone()));
    assert_eq!(writer.rows(1, &notes(0, 2)), Err(others));
    assert_eq!(
        writer.rows(3, &columns),
        Err(WriteError::NoStream { stream: 3, expected: "table" })
    );
    let none = WriteError::NoStream { stream: 9, expected: "original" };
    assert_eq!(writer.original(9, b"abc", 0.0), Err(none));
    let mut bytes = writer.take();
    bytes.extend(writer.finish());
    let reel = Reel::open(&bytes).unwrap();
    assert!(reel.rows("frames", &["time"], ALL).unwrap().columns[0].is_empty());
}

#[test]
fn a_later_version_is_refused_and_a_later_minor_one_is_not() {
    let mut bytes = reel(2);
    bytes[10] = 7;
    assert!(Reel::open(&bytes).is_ok());
    bytes[8] = 2;
    assert_eq!(Reel::open(&bytes).unwrap_err().fault, Fault::Unsupported);
    assert_eq!(Reel::open(b"\x89REEL\n").unwrap_err().fault, Fault::Truncated);
    assert_eq!(Reel::open(&[0; 99]).unwrap_err().fault, Fault::Malformed);
}

#[test]
fn texts_count_when_a_chunk_is_closed_and_too_long_ones_are_refused() {
    let mut writer =
        Writer::new(header(), Settings { seconds: 1e9, ..Settings::default() }).unwrap();
    let notes = |text: &str, rows: usize| {
        let times = (0..rows).map(|row| row as f64).collect::<Vec<_>>();
        vec![times.into(), Column::dict(vec![text; rows]), vec![1_u8; rows].into()]
    };
    writer.rows(2, &notes(&"a".repeat(1000), 640)).unwrap();
    let long = "b".repeat(17 << 20);
    assert_eq!(writer.rows(2, &notes(&long, 1)), Err(WriteError::TooLong("notes".into())));
    let bytes = writer.finish();
    let reel = Reel::open(&bytes).unwrap();
    let chunks: Vec<u32> = reel
        .chunks()
        .iter()
        .filter(|chunk| chunk.head.stream == 2)
        .map(|chunk| chunk.head.rows)
        .collect();
    assert!(chunks.len() >= 10 && chunks.iter().all(|rows| *rows <= 64), "{chunks:?}");
    assert_eq!(reel.rows("notes", &["time"], ALL).unwrap().columns[0].len(), 640);
}
