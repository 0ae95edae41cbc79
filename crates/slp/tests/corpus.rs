//! The real replays, where they are at hand.

mod corpus_files;

use corpus_files::files;
use ghostreel_core::{DecodeOptions, Outcome};
use ghostreel_slp::{Outline, View, decode, encode, sample};

/// Synthetic replays of every kind.
fn samples() -> Vec<(String, Vec<u8>)> {
    let sample =
        |(name, options): (&str, _)| (name.to_owned(), encode(&sample::generate(&options)));
    sample::variants().into_iter().map(sample).collect()
}

#[test]
fn every_good_replay_round_trips() {
    for (name, bytes) in files("good") {
        let decoded =
            decode(&bytes, &DecodeOptions::STRICT).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert_eq!(decoded.outcome(), Outcome::Ok, "{name}: {:?}", decoded.diagnostics);
        assert!(encode(&decoded.value) == bytes, "{name} differs");
    }
}

#[test]
fn bad_replays_give_a_part_or_one_clear_error() {
    for (name, bytes) in files("bad") {
        match decode(&bytes, &DecodeOptions::RECOVER) {
            Ok(decoded) => {
                assert!(encode(&decoded.value) == bytes, "{name} differs");
                let view = View::open(&bytes[..], &DecodeOptions::RECOVER).unwrap();
                println!(
                    "{name}: {:?} {} characters' frames, {:?}",
                    decoded.outcome(),
                    view.frames().characters.len(),
                    decoded.diagnostics
                );
            }
            Err(error) => println!("{name}: {error}"),
        }
    }
}

#[test]
fn every_column_of_every_table_is_there() {
    for (name, bytes) in files("good") {
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
            for (schema, column) in table.schema().columns.iter().zip(table.all_columns()) {
                let what = format!("{name}: {}.{}", table.schema().name, schema.name);
                assert_eq!((column.len(), column.kind()), (table.rows(), schema.kind), "{what}");
                assert!(column.bytes() == table.column(&schema.name).unwrap().bytes(), "{what}");
            }
        }
    }
}

/// What stands at both ends is read alike, with and without a walk over the events.
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
    for (name, bytes) in samples().into_iter().chain(files("good")).chain(files("bad")) {
        agrees(&name, &bytes);
        // Cut anywhere, in its events or behind them.
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
    for (name, bytes) in samples().into_iter().chain(files("good")) {
        let view = View::open(&bytes[..], &DecodeOptions::STRICT).unwrap();
        let (played, all) = (view.timeline(), view.timeline_with_rollbacks());
        let (frames, copies) = (view.frames(), view.frames_with_rollbacks());
        assert_eq!(frames.rollback_frames, copies.rollback_frames, "{name}");
        for table in all.tables().iter().filter(|table| table.schema().name != "players") {
            let what = format!("{name}: {}", table.schema().name);
            let settled = table.column("settled").unwrap();
            let settled = settled.as_bool().unwrap();
            let simulation = table.column("simulation").unwrap();
            let simulation = simulation.as_u32().unwrap();
            let numbers = table.column("frame").unwrap();
            let numbers = numbers.as_i32().unwrap();
            let Ok(expected) = played.table(table.schema().name) else { continue };
            for (schema, expected) in expected.schema().columns.iter().zip(expected.all_columns()) {
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

    for (name, bytes) in files("good") {
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

/// Prefixes and random changes of three real files: small, with rollbacks, unfinished.
#[test]
fn damage_is_met_calmly() {
    use ghostreel_core::PushDecoder;
    use ghostreel_slp::Decoder;

    let chosen = ["22558dda", "a8ffe057", "002046e1"];
    let mut random = 1_u64;
    let mut next = move || {
        random =
            random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(random >> 33).unwrap()
    };
    let check = |name: &str, bytes: &[u8]| {
        let Ok(view) = View::open(bytes, &DecodeOptions::RECOVER) else { return };
        assert!(encode(&view.to_replay()) == bytes, "{name} differs");
        for table in view.timeline().tables() {
            assert!(
                table.all_columns().iter().all(|column| column.len() == table.rows()),
                "{name}"
            );
        }
        let mut repaired = view.to_replay();
        repaired.repair();
        let _ = View::open(encode(&repaired), &DecodeOptions::RECOVER).unwrap();
    };
    for (name, bytes) in
        files("good").into_iter().filter(|(name, _)| chosen.iter().any(|c| name.starts_with(c)))
    {
        for length in (0..bytes.len()).step_by(1 + bytes.len() / 400).chain(0..400) {
            check(&format!("{name}, {length} bytes"), &bytes[..length]);
        }
        let mut changed = bytes.clone();
        for _ in 0..400 {
            // Most of the trouble lies in the head, the sizes and the metadata.
            let at = match next() % 3 {
                0 => next() % 600,
                1 => bytes.len() - 1 - next() % 600,
                _ => next() % bytes.len(),
            };
            changed[at] = u8::try_from(next() % 256).unwrap();
            check(&format!("{name}, byte {at}"), &changed);
            let mut decoder = Decoder::new(&DecodeOptions::RECOVER);
            decoder.push(&changed);
            decoder.finish();
            while let Ok(Some(_)) = decoder.next_event() {}
            // Up to a few changes at once.
            if next() % 4 == 0 {
                changed.copy_from_slice(&bytes);
            }
        }
    }
}
