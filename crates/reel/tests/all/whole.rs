//! Missing parts of a reel are reported.

use crate::support::{original, reel};
use ghostreel_core::Severity;
use ghostreel_reel::{Kind, Reel};

/// The same bytes with one bit of the payload of a chunk flipped: the first that fits.
fn damaged(file: &[u8], kind: Kind, stream: u16, from: f64) -> Vec<u8> {
    let reel = Reel::open(file).unwrap();
    let chunk = reel.chunks().iter().find(|chunk| {
        let head = &chunk.head;
        head.kind == kind && head.stream == stream && head.start >= from
    });
    let mut bytes = file.to_vec();
    bytes[chunk.unwrap().offset as usize + 100] ^= 1;
    bytes
}

fn messages(file: &[u8]) -> Vec<String> {
    let diagnostics = Reel::open(file).unwrap().diagnostics();
    diagnostics.iter().map(|said| format!("{}: {}", said.section, said.message)).collect()
}

#[test]
fn a_whole_reel_has_nothing_to_say() {
    let file = reel(10);
    let whole = Reel::open(&file).unwrap();
    assert!(whole.diagnostics().is_empty());
    let all = whole.whole_original(&[]).unwrap().unwrap();
    assert_eq!(all, original(0, 3000));
    assert_eq!(whole.row_count("frames"), 900);
    assert_eq!(whole.row_count("nothing"), 0);
    let [start, end] = whole.span().unwrap();
    assert!(start == 0.0 && (end - 899.0 / 90.0).abs() < 1e-6, "{end}");
}

#[test]
fn the_index_knows_the_range_of_each_column() {
    let file = reel(10);
    let whole = Reel::open(&file).unwrap();
    for (table, column, range) in [
        ("frames", "number", Some([0.0, 899.0])),
        ("frames", "step", Some([-3.0, 3.0])),
        ("frames", "tracked", Some([0.0, 1.0])),
        ("notes", "time", Some([0.0, 9.5])),
        ("notes", "kind", None),
        ("notes", "nothing", None),
    ] {
        assert_eq!(whole.range(table, column), range, "{table}.{column}");
    }
    // A score of a miss is absent: it does not count.
    let there = |row: &usize| row % 3 != 2;
    let greatest = (0..20).filter(there).max().unwrap();
    assert_eq!(whole.range("notes", "score"), Some([0.0, greatest as f64]));
    assert_eq!(Reel::scan(&file).unwrap().range("notes", "score"), None);
}

#[test]
fn missing_rows_are_said_with_their_time() {
    let file = reel(10);
    let [middle, last] = [4.0, 9.0].map(|from| damaged(&file, Kind::Rows, 1, from));
    assert_eq!(
        messages(&middle),
        ["table frames: 90 rows are missing, from row 360, between 4.0 and 5.0 s"]
    );
    assert_eq!(
        messages(&last),
        ["table frames: 90 rows are missing, from row 810, between 9.0 and 10.0 s"]
    );
    let diagnostics = Reel::open(&middle).unwrap().diagnostics();
    let offset = Reel::open(&middle).unwrap().chunks().iter().find_map(|chunk| {
        (chunk.head.stream == 1 && chunk.head.first_row == 360).then_some(chunk.offset)
    });
    assert_eq!((diagnostics[0].severity, Some(diagnostics[0].offset)), (Severity::Error, offset));
}

#[test]
fn an_original_that_is_not_whole_is_refused() {
    let file = reel(10);
    let broken = damaged(&file, Kind::Original, 3, 0.0);
    let error = Reel::open(&broken).unwrap().whole_original(&[]).unwrap_err();
    assert!(error.found.contains("bytes are missing"), "{error}");
    // Without its end its length is not known; all that is there may be all.
    let end = Reel::open(&file).unwrap().chunks().iter().rev().nth(1).unwrap().offset;
    let unfinished = &file[..end as usize];
    assert!(Reel::open(unfinished).unwrap().whole_original(&[]).unwrap().is_some());
    assert_eq!(
        messages(unfinished),
        ["end: the reel has no end: it is still being written, or writing was interrupted"]
    );
}
