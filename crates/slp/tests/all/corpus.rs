//! The real replays, where they are at hand.

use ghostreel_core::{DecodeOptions, Outcome};
use ghostreel_corpus::files;
use ghostreel_slp::{Outline, View, decode, encode, sample};

/// Synthetic replays of every kind.
fn samples() -> Vec<(String, Vec<u8>)> {
    let sample =
        |(name, options): (&str, _)| (name.to_owned(), encode(&sample::generate(&options)));
    sample::variants().into_iter().map(sample).collect()
}

#[test]
fn every_good_replay_round_trips() {
    let Some(files) = files("slippi/good") else { return };
    for (name, bytes) in files {
        let decoded =
            decode(&bytes, &DecodeOptions::STRICT).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert_eq!(decoded.outcome(), Outcome::Ok, "{name}: {:?}", decoded.diagnostics);
        assert!(encode(&decoded.value) == bytes, "{name} differs");
    }
}

/// The recovered parts of a bad file: its events, the rows of its characters' frames, its gaps, the bytes unread after
/// the events, whether Game End was found; and how the first diagnostic begins.
struct Recovered {
    events: usize,
    rows: usize,
    gaps: usize,
    rest: usize,
    ended: bool,
    diagnostic: &'static str,
}

/// The recovered content, or the error.
fn bad_file(name: &str) -> Result<Recovered, &'static str> {
    let cut = |events, rows, rest, diagnostic| {
        Ok(Recovered { events, rows, gaps: 0, rest, ended: false, diagnostic })
    };
    match &name[..8] {
        // A web page and a picture.
        "0e3c8754" | "5da7e2d7" => {
            Err("raw, offset 0: expected {U\\x03raw[$U#l, found other bytes")
        }
        // Frames were taken out by hand, and 13 bytes of one remained.
        "33fbaa6b" => Ok(Recovered {
            events: 24_071,
            rows: 7_588,
            gaps: 1,
            rest: 0,
            ended: true,
            diagnostic: "raw, offset 1255479: expected one of the declared events after 23157 others, found command 0x00; \
                   13 bytes are kept unread, between frames 3670 and 3755",
        }),
        // Likewise, with 6 bytes in front of Game End.
        "57e8395d" => Ok(Recovered {
            events: 6_882,
            rows: 2_104,
            gaps: 1,
            rest: 0,
            ended: true,
            diagnostic: "raw, offset 396562: expected one of the declared events after 6881 others, found command 0x1a; \
                   6 bytes are kept unread, after frame 928",
        }),
        // Cut in the Gecko codes, in the first frame, and between two events.
        "75805634" => cut(
            55,
            0,
            289,
            "raw, offset 28383: expected a whole messageSplitter event after 55 others, found 289 bytes of it; \
             289 bytes are kept unread",
        ),
        "e05f25ea" => cut(
            67,
            2,
            39,
            "raw, offset 32729: expected a whole postFrameUpdate event after 67 others, found 39 bytes of it; \
             39 bytes are kept unread",
        ),
        "9a863a42" => cut(
            17_845,
            5_782,
            0,
            "raw, offset 897401: the input ends after 17845 events: the recording was cut, or is still going on",
        ),
        // A file whose end a fuzzer wrote over.
        "abaca93a" => cut(
            89_114,
            31_530,
            1_558,
            "raw, offset 4628624: expected one of the declared events after 89114 others, found command 0x5a; \
             1558 bytes are kept unread",
        ),
        _ => panic!("{name}: nothing is known of this file"),
    }
}

#[test]
fn bad_replays_give_a_part_or_one_clear_error() {
    let Some(files) = files("slippi/bad") else { return };
    for (name, bytes) in files {
        match (View::open(&bytes[..], &DecodeOptions::RECOVER), bad_file(&name)) {
            (Ok(view), Ok(expected)) => {
                assert!(encode(&view.to_replay()) == bytes, "{name} differs");
                assert_eq!(view.events().count(), expected.events, "{name}");
                assert_eq!(view.frames().characters.len(), expected.rows, "{name}");
                assert_eq!(view.gaps().len(), expected.gaps, "{name}");
                assert_eq!(view.rest().len(), expected.rest, "{name}");
                assert_eq!(view.game_end().is_some(), expected.ended, "{name}");
                assert_eq!(view.diagnostics()[0].to_string(), expected.diagnostic, "{name}");
                let lost = expected.gaps + expected.rest > 0;
                assert_eq!(view.outcome() == Outcome::Recovered, lost, "{name}");
                assert_eq!(View::open(&bytes[..], &DecodeOptions::STRICT).is_err(), lost, "{name}");
            }
            (Err(error), Err(expected)) => assert_eq!(error.to_string(), expected, "{name}"),
            (view, _) => panic!("{name}: {view:?}"),
        }
    }
}

#[test]
fn every_column_of_every_table_is_there() {
    let Some(files) = files("slippi/good") else { return };
    for (name, bytes) in files {
        let view = View::open(&bytes[..], &DecodeOptions::STRICT).unwrap();
        let timeline = view.timeline();
        let meta = &timeline.meta;
        println!(
            "{name}: {} {:?} on {:?}, {:.1} s, {} rows, {} taken back",
            meta.version,
            meta.players.iter().map(|player| &player.name).collect::<Vec<_>>(),
            meta.map.as_ref().map(|map| &map.name),
            meta.duration_s,
            view.frames().characters.len(),
            view.frames().rollback_frames,
        );
        for table in timeline.tables() {
            for (schema, column) in table.schema().columns.iter().zip(table.all_columns().unwrap())
            {
                let what = format!("{name}: {}.{}", table.schema().name, schema.name);
                assert_eq!((column.len(), column.kind()), (table.rows(), schema.kind), "{what}");
                assert!(column.bytes() == table.column(&schema.name).unwrap().bytes(), "{what}");
            }
        }
    }
}

/// Both ends are read alike, with and without a walk over the events.
#[test]
fn outlines_agree_with_views() {
    let agrees = |name: &str, bytes: &[u8]| {
        let view = View::open(bytes, &DecodeOptions::RECOVER);
        let outline = Outline::read(bytes);
        let (Ok(view), Ok(outline)) = (&view, &outline) else {
            assert_eq!(view.err(), outline.err(), "{name}");
            return;
        };
        assert_eq!(outline.wrapper(), view.wrapper(), "{name}");
        assert_eq!(outline.payload_sizes(), view.payload_sizes(), "{name}");
        assert_eq!(
            outline.game_start().map(|s| s.players()),
            view.game_start().map(|s| s.players())
        );
        assert_eq!(outline.version(), view.version(), "{name}");
        assert_eq!(outline.members(), view.members(), "{name}");
        // Damage between the two ends, which the walk does not get past, is not seen from there.
        let is_lost = view.outcome() != Outcome::Ok && view.game_end().is_none();
        assert!(outline.game_end() == view.game_end() || is_lost, "{name}");
    };
    for (name, bytes) in samples()
        .into_iter()
        .chain(files("slippi/good").into_iter().flatten())
        .chain(files("slippi/bad").into_iter().flatten())
    {
        agrees(&name, &bytes);
        // Cut anywhere, in its events or after them.
        for length in (0..bytes.len())
            .step_by(1 + bytes.len() / 7)
            .chain((bytes.len() - 600..bytes.len()).step_by(23))
        {
            agrees(&format!("{name}, {length} bytes"), &bytes[..length]);
        }
    }
}

/// With rollbacks, the settled rows are those of the game as it was played, and the last copies of their frames.
#[test]
fn every_copy_of_a_frame_is_there_on_request() {
    for (name, bytes) in samples().into_iter().chain(files("slippi/good").into_iter().flatten()) {
        let view = View::open(&bytes[..], &DecodeOptions::STRICT).unwrap();
        let (played, all) = (view.timeline(), view.timeline_with_rollbacks());
        let (frames, copies) = (view.frames(), view.frames_with_rollbacks());
        assert_eq!(frames.rollback_frames, copies.rollback_frames, "{name}");
        for table in all.tables().iter().filter(|table| table.schema().time.is_some()) {
            let what = format!("{name}: {}", table.schema().name);
            let settled = table.column("settled").unwrap();
            let settled = settled.as_bool().unwrap();
            let simulation = table.column("simulation").unwrap();
            let simulation = simulation.as_u32().unwrap();
            let numbers = table.column("frame").unwrap();
            let numbers = numbers.as_i32().unwrap();
            let Ok(expected) = played.table(&table.schema().name) else { continue };
            for (schema, expected) in
                expected.schema().columns.iter().zip(expected.all_columns().unwrap())
            {
                let column = table.column(&schema.name).unwrap();
                assert!(expected.bytes() == keep(&column, settled), "{what}.{}", schema.name);
            }
            let mut last = std::collections::BTreeMap::new();
            for (number, simulation) in numbers.iter().zip(simulation) {
                last.insert(number, simulation);
            }
            for (row, number) in numbers.iter().enumerate() {
                assert_eq!(
                    settled[row] == 1,
                    simulation[row] == *last[number],
                    "{what}, row {row}"
                );
            }
        }
        println!("{name}: {} rows, {} copies", frames.characters.len(), copies.characters.len());
    }
}

/// The bytes of the rows that are settled.
fn keep(column: &ghostreel_timeline::Column, settled: &[u8]) -> Vec<u8> {
    let bytes = column.bytes();
    let rows = bytes.chunks(bytes.len().checked_div(settled.len()).unwrap_or(1).max(1));
    rows.zip(settled)
        .filter(|(_, settled)| **settled == 1)
        .flat_map(|(row, _)| row)
        .copied()
        .collect()
}

/// The frames that come out of a stream are the finalised ones of the whole file, however it is split.
#[test]
fn streams_give_the_frames_of_the_whole_file() {
    use ghostreel_core::PushDecoder;
    use ghostreel_slp::{Decoder, Event};

    let Some(files) = files("slippi/good") else { return };
    for (name, bytes) in files {
        let view = View::open(&bytes[..], &DecodeOptions::STRICT).unwrap();
        let mut whole: Vec<(i32, u8, bool)> = Vec::new();
        whole.extend(view.frames().characters.iter().map(|c| (c.frame, c.port, c.follower)));
        for size in [bytes.len(), 4099, 61] {
            let mut decoder = Decoder::new(&DecodeOptions::STRICT);
            let mut streamed = Vec::new();
            let (mut ends, mut items) = (0, 0);
            for piece in bytes.chunks(size) {
                decoder.push(piece);
                while let Some(event) = decoder.next_event().unwrap() {
                    match event {
                        Event::Frame(frame) => {
                            items += frame.items.len();
                            streamed.extend(
                                frame.characters.iter().map(|c| (frame.number, c.port, c.follower)),
                            );
                        }
                        Event::GameEnd(_) => ends += 1,
                        _ => {}
                    }
                }
            }
            decoder.finish();
            while let Some(event) = decoder.next_event().unwrap() {
                if let Event::Frame(frame) = event {
                    streamed.extend(
                        frame.characters.iter().map(|c| (frame.number, c.port, c.follower)),
                    );
                }
            }
            assert!(
                streamed == whole,
                "{name}, pieces of {size}: {} and {}",
                streamed.len(),
                whole.len()
            );
            assert_eq!(ends > 0, view.game_end().is_some(), "{name}");
            assert!(items <= view.frames().items.len(), "{name}");
        }
    }
}
