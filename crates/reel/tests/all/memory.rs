//! Reels that are built to take memory.

use crate::support::{frames, header, look, pieces};
use allocation_counter::measure;
use ghostreel_corpus::rounds;
use ghostreel_reel::{Header, Reel, Settings, Stream, Table, TableColumn, Tail, Writer};
use ghostreel_timeline::Column;

/// A chunk with a right checksum, however wrong the rest is.
fn with_head(bytes: &[u8], at: usize, change: impl Fn(&mut [u8])) -> Vec<u8> {
    let mut changed = bytes.to_vec();
    change(&mut changed[at..at + 92]);
    let checksum = crc32c::crc32c(&changed[at..at + 92]);
    changed[at + 92..at + 96].copy_from_slice(&checksum.to_le_bytes());
    changed
}

/// The most that looking at a reel takes.
fn most(bytes: &[u8]) -> u64 {
    measure(|| _ = look(bytes)).bytes_max
}

/// Zeros of an original, and rows of equal values, which pack to nearly nothing.
fn reels_that_unpack_to_much() -> [Vec<u8>; 2] {
    let settings = Settings { bytes: 16 << 20, seconds: 1e9, ..Settings::default() };
    let mut zeros = Writer::new(header(), settings).unwrap();
    let mut rows = Writer::new(header(), settings).unwrap();
    let mut columns = frames(0, 1 << 19);
    for column in &mut columns {
        *column = column.select(&vec![0; 1 << 19]);
    }
    // By day twice what is allowed.
    for _ in 0..rounds(20, 40) {
        zeros.original(3, &vec![0; 16 << 20], f64::NAN).unwrap();
        rows.rows(1, &columns).unwrap();
    }
    [zeros.finish(), rows.finish()]
}

#[test]
fn memory_is_in_proportion_to_the_reel() {
    lengths_and_counts_that_lie_take_no_memory();
    columns_that_a_chunk_leaves_out_take_no_memory();
    for bytes in reels_that_unpack_to_much() {
        // The bytes read are held twice while columns are put together.
        let allowed = 2 * ((64 << 20) + 256 * bytes.len() as u64) + (64 << 20);
        let most = most(&bytes);
        assert!(most <= allowed, "{most} of {allowed} bytes for a reel of {}", bytes.len());
    }
}

/// A chunk of one column and a million rows, in a reel whose table has a thousand.
fn columns_that_a_chunk_leaves_out_take_no_memory() {
    let column = |number: usize| TableColumn {
        name: number.to_string(),
        kind: if number == 0 { "bool" } else { "f64" }.into(),
        ..TableColumn::default()
    };
    let writer = |columns: usize| {
        let columns = (0..columns).map(column).collect();
        let table =
            Table { name: "wide".into(), rows: "events".into(), columns, ..Table::default() };
        let header = Header { streams: vec![Stream::Table(table)], ..Header::default() };
        Writer::new(header, Settings { bytes: 16 << 20, ..Settings::default() }).unwrap()
    };
    let mut bytes = writer(1000).take();
    let mut narrow = writer(1);
    narrow.take();
    narrow.rows(1, &[Column::bools((0..1 << 20).map(|_| false))]).unwrap();
    narrow.flush();
    bytes.extend(narrow.take());

    let names: Vec<String> = (0..1000).map(|number| number.to_string()).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let most = measure(|| {
        let reel = Reel::open(&bytes).unwrap();
        let rows = reel.rows("wide", &names, f64::NEG_INFINITY..f64::INFINITY).unwrap();
        assert_eq!((rows.columns[0].len(), rows.missing.len()), (0, 1));
        assert_eq!(Tail::new(&[]).push(&bytes).unwrap().len(), 2);
    })
    .bytes_max;
    assert!(most <= 64 << 20, "{most} bytes");
    let reel = Reel::open(&bytes).unwrap();
    // A few of them are absent, as the specification says.
    let rows = reel.rows("wide", &["0", "7"], f64::NEG_INFINITY..f64::INFINITY).unwrap();
    assert!(rows.columns[1].len() == 1 << 20 && rows.missing.is_empty());
}

fn lengths_and_counts_that_lie_take_no_memory() {
    let bytes = pieces(3, Settings::default()).concat();
    let chunks: Vec<usize> =
        Reel::open(&bytes).unwrap().chunks().iter().map(|chunk| chunk.offset as usize).collect();
    for at in chunks {
        for field in [8, 12, 16, 24, 32, 40, 48] {
            for value in [0_u32, 1, 1 << 20, 64 << 20, u32::MAX] {
                let changed = with_head(&bytes, at, |head| {
                    head[field..field + 4].copy_from_slice(&value.to_le_bytes());
                });
                let mut read = 0;
                let most = measure(|| read = look(&changed)).bytes_max;
                let allowed = (64 << 20) + 4 * (changed.len() + read) as u64;
                assert!(most <= allowed, "{most} bytes, field {field}");
            }
        }
    }
}
