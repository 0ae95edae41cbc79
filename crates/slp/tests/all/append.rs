//! Files that get longer while they are open: after any append, a view is as if the longer file had been opened, and earlier bytes are
//! not read again.

use ghostreel_core::work::Meter;
use ghostreel_core::{DecodeOptions, Random};
use ghostreel_corpus::{files, rounds};
use ghostreel_slp::sample::{generate, variants};
use ghostreel_slp::{View, encode};
use ghostreel_timeline::{Table, Timeline, Type};

/// The columns of a table, as a caller keeps them that fetches only new rows.
type Kept = Vec<(String, Vec<Vec<u8>>)>;

/// Bytes of a value.
fn width(kind: Type) -> usize {
    match kind {
        Type::U8 | Type::I8 | Type::Bool => 1,
        Type::U16 | Type::I16 => 2,
        Type::U64 | Type::I64 | Type::F64 => 8,
        _ => 4,
    }
}

fn contents(timeline: &Timeline<'_>) -> Kept {
    let table = |table: &Table<'_>| {
        let columns = table.all_columns().unwrap();
        (table.schema().name.to_string(), columns.iter().map(|c| c.bytes().into_owned()).collect())
    };
    timeline.tables().iter().map(table).collect()
}

/// Puts the rows that an append added or changed in the place of the old ones. Returns how many bytes of columns they are.
fn follow(kept: &mut Kept, view: &View<'_>) -> usize {
    let (whole, appended) = (view.timeline(), view.appended_timeline());
    let names = |timeline: &Timeline<'_>| -> Vec<String> {
        timeline.tables().iter().map(|table| table.schema().name.to_string()).collect()
    };
    assert_eq!(names(&whole), names(&appended));
    kept.retain(|(name, _)| whole.table(name).is_ok());
    let mut fetched = 0;
    for (at, (table, ends)) in whole.tables().iter().zip(appended.tables()).enumerate() {
        let name = table.schema().name.to_string();
        if kept.get(at).is_none_or(|(known, _)| *known != name) {
            kept.insert(at, (name, vec![Vec::new(); table.schema().columns.len()]));
        }
        let same = table.rows() - ends.rows();
        let columns = kept[at].1.iter_mut().zip(&table.schema().columns);
        for ((column, schema), end) in columns.zip(ends.all_columns().unwrap()) {
            column.truncate(same * width(schema.kind));
            column.extend_from_slice(&end.bytes());
            fetched += end.bytes().len();
        }
    }
    fetched
}

/// A view as it comes to be when a file arrives in pieces, and how many bytes of columns were fetched on the way.
fn arrive<'a>(
    bytes: &'a [u8],
    options: &DecodeOptions,
    mut piece: impl FnMut() -> usize,
    mut each: impl FnMut(&View<'a>, &Kept, usize),
) -> (View<'a>, usize) {
    let mut at = 0;
    let mut view = loop {
        at = (at + piece()).min(bytes.len());
        match View::open(&bytes[..at], options) {
            Ok(view) => break view,
            Err(error) => assert!(at < bytes.len(), "{error}"),
        }
    };
    let mut kept = contents(&view.appended_timeline());
    assert_eq!(kept, contents(&view.timeline()));
    let mut fetched = 0;
    while at < bytes.len() {
        let end = (at + piece()).min(bytes.len());
        view = view.append(&bytes[at..end]).unwrap();
        at = end;
        fetched += follow(&mut kept, &view);
        each(&view, &kept, at);
    }
    (view, fetched)
}

fn below(random: &mut Random, end: i32) -> usize {
    usize::try_from(random.between(0, end - 1)).unwrap()
}

/// Compares with opened prefixes now and then, and at the end.
fn check(name: &str, bytes: &[u8], random: &mut Random, longest: i32) {
    let options = DecodeOptions::RECOVER;
    let mut lengths = random.clone();
    let piece = || below(&mut lengths, longest) + 1;
    arrive(bytes, &options, piece, |view, kept, at| {
        if at < bytes.len() && below(random, 8) > 0 {
            return;
        }
        let opened = View::open(&bytes[..at], &options).unwrap();
        let context = format!("{name}, {at} bytes");
        assert_eq!(view.diagnostics(), opened.diagnostics(), "{context}");
        assert!(view.to_replay() == opened.to_replay(), "{context}");
        assert_eq!(view.meta(), opened.meta(), "{context}");
        assert_eq!(view.frames().rollback_frames, opened.frames().rollback_frames, "{context}");
        assert!(contents(&view.timeline()) == contents(&opened.timeline()), "{context}");
        assert!(*kept == contents(&opened.timeline()), "{context}");
    });
}

#[test]
fn a_view_that_is_appended_to_is_as_if_the_longer_file_were_opened() {
    let mut random = Random::new(1);
    for (name, options) in variants() {
        let bytes = encode(&generate(&options));
        check(name, &bytes, &mut random, i32::try_from(bytes.len() / 50).unwrap());
    }
}

#[test]
fn so_it_is_when_the_file_is_damaged() {
    let mut random = Random::new(2);
    for (name, options) in variants() {
        let whole = encode(&generate(&options));
        for round in 0..rounds(6, 12) {
            let mut bytes = whole.clone();
            for _ in 0..=below(&mut random, 4) {
                let at = 300 + below(&mut random, i32::try_from(bytes.len()).unwrap() - 600);
                let length = below(&mut random, 300);
                match round % 3 {
                    0 => drop(bytes.drain(at..at + length)),
                    1 => bytes[at..at + length].fill(0x38),
                    _ => bytes[at] ^= 0xff,
                }
            }
            check(&format!("{name}, round {round}"), &bytes, &mut random, 3_000);
        }
    }
}

#[test]
fn real_files_too() {
    let mut random = Random::new(3);
    for folder in ["slippi/good", "slippi/bad"] {
        let shortest =
            files(folder).into_iter().flatten().filter(|(_, bytes)| bytes.len() < 600_000);
        for (name, bytes) in shortest {
            if View::open(&bytes[..], &DecodeOptions::RECOVER).is_ok() {
                check(&name, &bytes, &mut random, 20_000);
            }
        }
    }
}

/// Twice as many pieces cost little more, and twice the game twice as much. Counted, not timed.
#[test]
fn the_work_is_in_proportion_to_what_arrives() {
    let cost = |frames: u16, pieces: usize| {
        let options = ghostreel_slp::sample::Options { frames, ..Default::default() };
        let bytes = encode(&generate(&options));
        let meter = Meter::default();
        let options = DecodeOptions { meter: Some(meter.clone()), ..DecodeOptions::RECOVER };
        let (_, fetched) = arrive(&bytes, &options, || bytes.len() / pieces, |_, _, _| {});
        // A value is as much work as a unit of the meter is long.
        meter.spent() + fetched as u64 / 8
    };
    let base = cost(2_000, 500);
    for (what, work, most) in [
        ("twice as many pieces", cost(2_000, 1_000), 1.35),
        ("four times as many pieces", cost(2_000, 2_000), 2.1),
        ("twice the game", cost(4_000, 1_000), 2.2),
        ("four times the game", cost(8_000, 2_000), 4.4),
    ] {
        let times = work as f64 / base as f64;
        println!("{what}: {times:.2} times the work");
        assert!(times < most, "{what}: {times:.2} times the work");
    }
}

/// A frame without its end is not shown: no fighter at (0, 0) without stocks.
#[test]
fn a_recorder_that_stops_in_a_frame_makes_up_nothing() {
    let options =
        ghostreel_slp::sample::Options { frames: 200, ..ghostreel_slp::sample::Options::default() };
    let bytes = encode(&ghostreel_slp::sample::generate(&options));
    let whole = View::open(&bytes[..], &DecodeOptions::STRICT).unwrap();
    let starts: Vec<usize> = whole.frames().starts.iter().map(|at| *at as usize).collect();
    let (from, to) = (starts[150], starts[153]);
    let mut last_rows = 0;
    let mut view = View::open(&bytes[..from], &DecodeOptions::RECOVER).unwrap();
    let mut kept = contents(&view.timeline());
    for end in from + 1..to {
        view = view.append(&bytes[end - 1..end]).unwrap();
        follow(&mut kept, &view);
        let timeline = view.timeline();
        assert!(kept == contents(&timeline), "{end} bytes");
        let table = timeline.table("frames").unwrap();
        let column = |name: &str| table.column(name).unwrap();
        let stocks = column("post.stocks_remaining");
        assert!(stocks.as_u8().unwrap().iter().all(|stocks| *stocks > 0), "{end} bytes");
        let [x, y] = ["post.position_x", "post.position_y"].map(column);
        let places = x.as_f32().unwrap().iter().zip(y.as_f32().unwrap());
        assert!(places.into_iter().all(|place| place != (&0.0, &0.0)), "{end} bytes");
        // Frame after frame, each with all its characters.
        assert!(table.rows() >= last_rows && table.rows().is_multiple_of(2), "{end} bytes");
        last_rows = table.rows();
    }
    assert_eq!(last_rows, 2 * 153);
}
