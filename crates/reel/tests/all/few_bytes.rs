//! Reading one column of a few seconds looks at few bytes of a reel.

use std::ops::Range;
use std::time::{Duration, Instant};

use ghostreel_reel::chunk::HEAD_LENGTH;
use ghostreel_reel::{Header, Kind, Reel, Settings, Stream, Table, TableColumn, Writer};
use ghostreel_timeline::Column;

const RATE: u32 = 120;
const SECONDS: u32 = 300;
const COLUMNS: u32 = 30;

/// Five minutes of thirty columns that move as hands do, with some noise.
fn session() -> Vec<u8> {
    let column = |name: String| TableColumn { name, kind: "f32".into(), ..TableColumn::default() };
    let names = (1..COLUMNS).map(|number| format!("value.{number}"));
    let table = Table {
        name: "frames".into(),
        rows: "states".into(),
        time: Some("time".into()),
        columns: std::iter::once("time".to_owned()).chain(names).map(column).collect(),
        ..Table::default()
    };
    let streams = vec![Stream::Table(table)];
    let header = Header { game: "test".into(), streams, ..Header::default() };
    let mut writer = Writer::new(header, Settings::default()).unwrap();
    let value = |row: u32, column: u32| -> f32 {
        let time = f64::from(row) / f64::from(RATE);
        let noise = row.wrapping_mul(2_654_435_761).wrapping_add(column.wrapping_mul(40_503));
        let noise = f64::from(noise.wrapping_mul(noise | 1) >> 16) / 65_536.0;
        match column {
            0 => time as f32,
            _ => ((time * f64::from(column) / 7.0).sin() + noise * 1e-4) as f32,
        }
    };
    for second in 0..SECONDS {
        let rows = second * RATE..(second + 1) * RATE;
        let columns = (0..COLUMNS).map(|column| {
            Column::from(rows.clone().map(|row| value(row, column)).collect::<Vec<_>>())
        });
        writer.rows(1, &columns.collect::<Vec<_>>()).unwrap();
    }
    writer.finish()
}

/// Where the bytes are that have to do with some columns of some seconds: the preamble, the index, the end, and of each chunk in the span the
/// head, the directory, and those columns.
fn concerned(bytes: &[u8], columns: &[usize], span: &Range<f64>) -> Vec<Range<usize>> {
    let reel = Reel::open(bytes).unwrap();
    let preamble = 0..reel.chunks()[0].offset as usize;
    let mut ranges: Vec<Range<usize>> = std::iter::once(preamble).collect();
    for chunk in reel.chunks() {
        let (head, at) = (&chunk.head, chunk.offset as usize);
        match head.kind {
            Kind::Index | Kind::End => ranges.push(at..at + head.total_length()),
            Kind::Rows if head.start < span.end && head.end >= span.start => {
                let number =
                    |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
                let directory = at + HEAD_LENGTH + 2;
                let mut begin = directory + 16 * COLUMNS as usize + 4;
                ranges.push(at..begin);
                for column in 0..COLUMNS as usize {
                    let end = begin + number(directory + 16 * column + 4);
                    if columns.contains(&column) {
                        ranges.push(begin..end);
                    }
                    begin = end;
                }
            }
            _ => {}
        }
    }
    ranges
}

#[test]
fn a_column_of_ten_seconds_is_read_from_a_twentieth_of_the_bytes() {
    let bytes = session();
    let span = 100.25..110.25;
    let whole = Reel::open(&bytes).unwrap().rows("frames", &["value.17"], span.clone()).unwrap();
    assert_eq!(whole.columns[0].len(), 10 * RATE as usize);
    // All other bytes are wrong, and this is not noticed.
    let ranges = concerned(&bytes, &[0, 17], &span);
    let mut other: Vec<u8> = bytes.iter().map(|byte| !byte).collect();
    for range in &ranges {
        other[range.clone()].copy_from_slice(&bytes[range.clone()]);
    }
    let reel = Reel::open(&other).unwrap();
    assert_eq!(reel.rows("frames", &["value.17"], span.clone()).unwrap(), whole);
    assert!(!reel.rows("frames", &["value.16"], span.clone()).unwrap().missing.is_empty());
    let percent = |ranges: &[Range<usize>]| {
        let touched: usize = ranges.iter().map(Range::len).sum();
        touched as f64 * 100.0 / bytes.len() as f64
    };
    let all: Vec<usize> = (0..COLUMNS as usize).collect();
    let whole_chunks = percent(&concerned(&bytes, &all, &span));
    let percent = percent(&ranges);
    println!("{percent:.2} % of {} bytes; with whole chunks {whole_chunks:.2} %", bytes.len());
    assert!(percent < 5.0, "{percent:.2} %");
}

/// Timings.
mod nightly {
    use super::*;

    #[test]
    #[ignore = "measures by the clock: docs/benchmarks.md"]
    fn a_column_of_ten_seconds_is_read_in_two_milliseconds() {
        let bytes = session();
        let mut times: Vec<Duration> = (0..201)
            .map(|run| {
                let from = f64::from(run) + 0.25;
                let started = Instant::now();
                let reel = Reel::open(&bytes).unwrap();
                let rows = reel.rows("frames", &["value.17"], from..from + 10.0).unwrap();
                let took = started.elapsed();
                assert_eq!(rows.columns[0].len(), 10 * RATE as usize);
                took
            })
            .collect();
        times.sort();
        println!("opened and read: median {:.2?}, slowest of 201 {:.2?}", times[100], times[200]);
        assert!(times[100] < Duration::from_millis(2));
    }
}
