//! Reels that are cut, damaged, or still growing.

use crate::support::{RATE, frames, header, original, pieces, reel};
use ghostreel_reel::{Event, Integrity, Kind, Reel, Settings, Tail};

const ALL: std::ops::Range<f64> = f64::NEG_INFINITY..f64::INFINITY;

fn numbers(reel: &Reel<'_>) -> Vec<u64> {
    reel.rows("frames", &["number"], ALL).unwrap().columns[0].as_u64().unwrap().to_vec()
}

#[test]
fn a_reel_that_is_cut_anywhere_is_a_prefix() {
    let bytes = reel(5);
    let whole = numbers(&Reel::open(&bytes).unwrap());
    let header_end = Reel::open(&bytes).unwrap().chunks()[1].offset as usize;
    let mut last = 0;
    for end in header_end..bytes.len() {
        let reel = Reel::open(&bytes[..end]).unwrap();
        let rows = numbers(&reel);
        assert!(whole.starts_with(&rows) && rows.len() >= last, "cut at {end}");
        last = rows.len();
        let (original_bytes, missing) = reel.original(&[]).unwrap().unwrap();
        assert!(original(0, 1500).starts_with(&original_bytes) && missing.is_empty());
        assert!(!reel.is_finished());
    }
    assert_eq!(last, whole.len());
    for end in 0..header_end {
        assert!(Reel::open(&bytes[..end]).is_err());
    }
}

#[test]
fn a_flipped_bit_costs_one_chunk_and_what_is_lost_is_named() {
    let bytes = reel(6);
    let whole = Reel::open(&bytes).unwrap();
    for (place, chunk) in whole.chunks().iter().enumerate() {
        let head = chunk.head;
        for at in [chunk.offset as usize + 20, chunk.offset as usize + head.total_length() - 1] {
            let mut damaged = bytes.clone();
            damaged[at] ^= 0x10;
            for reel in [Reel::open(&damaged).unwrap(), Reel::scan(&damaged).unwrap()] {
                assert_eq!(*reel.header(), header(), "chunk {place}");
                let names = reel.header().table("frames").unwrap().1.known_columns();
                let names: Vec<&str> = names.map(|column| &column.name[..]).collect();
                let rows = reel.rows("frames", &names, ALL).unwrap();
                let (_, missing_bytes) = reel.original(&[]).unwrap().unwrap();
                let of_head = head.first_row..head.first_row + u64::from(head.rows);
                let lost = |stream| {
                    let is_lost = head.stream == stream;
                    is_lost.then(|| of_head.clone()).into_iter().collect::<Vec<_>>()
                };
                let mut named: Vec<_> = rows.missing.into_iter().map(|gap| gap.rows).collect();
                // Nothing says how long a table should be but its chunks' heads, and the last one's is lost.
                let is_last = head.first_row + u64::from(head.rows) == 6 * u64::from(RATE);
                let has_lost_head = reel.chunks().len() < whole.chunks().len();
                if head.stream == 1 && is_last && has_lost_head {
                    assert_eq!(named, []);
                    named = lost(1);
                }
                assert_eq!(named, lost(1), "chunk {place}");
                let named: Vec<_> = missing_bytes.into_iter().map(|gap| gap.rows).collect();
                if reel.is_finished() && reel.verify().last() == Some(&Integrity::Whole) {
                    assert_eq!(named, lost(3), "chunk {place}");
                }
                // The last byte is one of the last column.
                if at > chunk.offset as usize + 20 {
                    assert_eq!(numbers(&reel), numbers(&whole), "chunk {place}");
                }
                let kept = 6 * RATE - if head.stream == 1 { head.rows } else { 0 };
                assert_eq!(rows.columns[0].len(), kept as usize);
            }
            let reel = Reel::scan(&damaged).unwrap();
            let spoiled = reel.verify().iter().filter(|chunk| **chunk != Integrity::Whole).count();
            // With a head, its hash is lost, which the next chunk needs.
            assert!(spoiled <= 1, "{spoiled} after chunk {place}");
            assert!(spoiled + reel.damage().len() > 0 || head.kind == Kind::End);
        }
    }
}

#[test]
fn a_removed_chunk_breaks_the_chain() {
    let bytes = reel(6);
    let reel = Reel::open(&bytes).unwrap();
    let chunk = &reel.chunks()[4];
    let mut cut = bytes.clone();
    cut.drain(chunk.offset as usize..chunk.offset as usize + chunk.head.total_length());
    let reel = Reel::scan(&cut).unwrap();
    assert_eq!(reel.verify()[4], Integrity::Unchained);
}

#[test]
fn a_growing_reel_gives_each_row_once_however_it_is_split() {
    let bytes = pieces(5, Settings::default()).concat();
    for size in [1, 7, 96, 1000, 65_536] {
        let (mut tail, mut rows, mut file, mut ends) = (Tail::new(&[]), 0, Vec::new(), 0);
        for piece in bytes.chunks(size) {
            for event in tail.push(piece).unwrap() {
                match event {
                    Event::Header(found) => assert_eq!(found, header()),
                    Event::Rows { stream: 1, first_row, columns } => {
                        assert_eq!(first_row, u64::from(rows));
                        let count = columns[0].len() as u32;
                        assert_eq!(columns, frames(rows, count));
                        rows += count;
                    }
                    Event::Rows { .. } => {}
                    Event::Original { first_byte, bytes, .. } => {
                        assert_eq!(first_byte, file.len() as u64);
                        file.extend(bytes);
                    }
                    Event::Damage(damage) => panic!("{damage:?}"),
                    Event::End => ends += 1,
                    _ => {}
                }
            }
        }
        assert_eq!((rows, ends), (5 * RATE, 1));
        assert_eq!(file, original(0, 1500));
    }
}

#[test]
fn a_growing_reel_goes_on_after_damage_however_it_is_split() {
    let mut bytes = reel(5);
    let chunk = Reel::open(&bytes).unwrap().chunks()[3].clone();
    bytes[chunk.offset as usize + 8] ^= 1;
    let all: Vec<Event> = {
        let mut tail = Tail::new(&[]);
        bytes.chunks(1).flat_map(|piece| tail.push(piece).unwrap()).collect()
    };
    let rows = |events: &[Event]| {
        let rows = events.iter().filter(|event| matches!(event, Event::Rows { .. }));
        rows.cloned().collect::<Vec<_>>()
    };
    let at_once = Tail::new(&[]).push(&bytes).unwrap();
    assert_eq!(rows(&all), rows(&at_once));
    assert!(all.iter().any(|event| matches!(event, Event::Damage(_))));
    assert_eq!(all.last(), Some(&Event::End));
}
