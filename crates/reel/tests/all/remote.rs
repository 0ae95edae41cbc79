//! A reel that is read in pieces gives the same as the whole one.

use std::ops::Range;

use crate::support::{pieces, reel};
use ghostreel_core::Fault;
use ghostreel_reel::{Reel, Remote, Settings};

/// Where a reel lies, and how many bytes were fetched from there.
struct Elsewhere {
    file: Vec<u8>,
    fetched: u64,
}

impl Elsewhere {
    fn fetch(&mut self, range: &Range<u64>) -> Vec<u8> {
        self.fetched += range.end - range.start;
        self.file[range.start as usize..range.end as usize].to_vec()
    }

    fn open(&mut self) -> Result<Remote, ghostreel_core::Error> {
        let mut remote = Remote::new(self.file.len() as u64);
        while let Some(range) = remote.needs() {
            let piece = self.fetch(&range);
            remote.give(range.start, &piece)?;
        }
        Ok(remote)
    }

    fn get(&mut self, remote: &mut Remote, tables: &[&str], span: &Range<f64>) {
        for range in remote.needs_for(tables, span) {
            let piece = self.fetch(&range);
            remote.give(range.start, &piece).unwrap();
        }
    }
}

fn elsewhere(file: Vec<u8>) -> Elsewhere {
    Elsewhere { file, fetched: 0 }
}

const COLUMNS: [(&str, &[&str]); 2] =
    [("frames", &["time", "head.position.x", "tracked"]), ("notes", &["time", "kind", "score"])];

#[test]
fn pieces_give_the_rows_that_the_whole_gives() {
    let file = reel(120);
    let whole = Reel::open(&file).unwrap();
    let mut there = elsewhere(file.clone());
    let mut remote = there.open().unwrap();
    assert_eq!(remote.header(), Some(whole.header()));
    for span in [50.0..52.5, 0.0..1.0, 119.0..500.0, 51.0..60.25, f64::NEG_INFINITY..f64::INFINITY]
    {
        for (table, columns) in COLUMNS {
            there.get(&mut remote, &[table], &span);
            assert_eq!(remote.needs_for(&[table], &span), []);
            let rows = remote.reel().unwrap().rows(table, columns, span.clone()).unwrap();
            assert_eq!(rows, whole.rows(table, columns, span.clone()).unwrap(), "{table} {span:?}");
            assert!(!rows.columns[0].is_empty() && rows.missing.is_empty());
        }
    }
}

#[test]
fn a_few_seconds_cost_a_few_chunks() {
    let mut there = elsewhere(reel(600));
    let mut remote = there.open().unwrap();
    let opened = there.fetched;
    there.get(&mut remote, &["frames"], &(300.0..302.0));
    let length = there.file.len() as u64;
    assert!(opened < length / 4, "{opened} of {length} bytes");
    let rows = there.fetched - opened;
    assert!(rows > 0 && rows < length / 100, "{rows} of {length} bytes");
    assert!(remote.kept() as u64 <= there.fetched);
}

#[test]
fn an_index_longer_than_the_first_piece_is_fetched_with_another() {
    let short = Settings { seconds: 0.1, ..Settings::default() };
    let mut there = elsewhere(pieces(200, short).concat());
    let file = there.file.clone();
    let remote = there.open().unwrap();
    let whole = Reel::open(&file).unwrap();
    assert_eq!(remote.reel().unwrap().chunks().len(), whole.chunks().len());
    assert!(there.fetched > 70_000, "the index alone is longer than the first piece");
}

#[test]
fn a_reel_that_cannot_be_read_in_pieces_is_reported() {
    let file = reel(5);
    let fault = |file: Vec<u8>| elsewhere(file).open().err().map(|error| error.fault);
    assert_eq!(fault(file.clone()), None);
    for length in [0, 3, 16, 200, file.len() - 1] {
        assert!(fault(file[..length].to_vec()).is_some(), "{length}");
    }
    assert_eq!(
        fault(b"a replay of some other format, and longer".to_vec()),
        Some(Fault::Malformed)
    );
    // A bit in the index, and one in the end.
    for from_end in [300, 20] {
        let mut damaged = file.clone();
        let at = damaged.len() - from_end;
        damaged[at] ^= 1;
        assert!(fault(damaged).is_some(), "{from_end}");
    }
    let mut remote = Remote::new(100);
    assert_eq!(remote.give(5, b"x").unwrap_err().fault, Fault::Bug);
}

#[test]
fn a_damaged_piece_is_missing_and_not_asked_for_again() {
    let file = reel(20);
    let whole = Reel::open(&file).unwrap();
    let chunk =
        whole.chunks().iter().find(|chunk| chunk.head.stream == 1 && chunk.head.start > 9.0);
    let at = chunk.unwrap().offset as usize + 150;
    let mut there = elsewhere(file.clone());
    there.file[at] ^= 1;
    let mut remote = there.open().unwrap();
    there.get(&mut remote, &["frames"], &(8.0..14.0));
    assert_eq!(remote.needs_for(&["frames"], &(8.0..14.0)), []);
    let rows = remote.reel().unwrap().rows("frames", &["time"], 8.0..14.0).unwrap();
    assert_eq!(rows.missing.len(), 1);
    assert!(rows.missing[0].seconds[0] < 10.1 && rows.missing[0].seconds[1] > 9.9);
}
