//! Properties of every replay, checked on every variant that the generator makes.

use ghostreel_core::{DecodeOptions, Diagnostic, Error, Fault, Outcome, PushDecoder, Severity};

use crate::layout::CutInfo;
use crate::sample::{Options, Quirk, generate, variants};
use crate::*;

/// Decodes in one piece, and by pushes of the given sizes in turn.
fn decode_in_pieces(bytes: &[u8], sizes: &[usize]) -> Result<(Replay, Vec<Diagnostic>), Error> {
    let mut decoder = Decoder::new(&DecodeOptions::RECOVER);
    let mut collector = Collector::default();
    let mut rest = bytes;
    for &size in sizes.iter().cycle() {
        let (push, left) = rest.split_at(size.clamp(1, rest.len().max(1)).min(rest.len()));
        decoder.push(push);
        rest = left;
        if rest.is_empty() {
            decoder.finish();
        }
        while let Some(event) = decoder.next_event()? {
            collector.add(event);
        }
        if rest.is_empty() {
            break;
        }
    }
    Ok((collector.finish(), decoder.diagnostics().to_vec()))
}

/// Decodes in every way there is; all must agree, and encoding must give the bytes back.
#[track_caller]
fn check(bytes: &[u8]) -> Result<(Replay, Vec<Diagnostic>), Error> {
    let whole = decode(bytes, &DecodeOptions::RECOVER).map(|d| (d.value, d.diagnostics));
    let strict = decode(bytes, &DecodeOptions::STRICT);
    // Compared as bytes: NaN is not equal to itself.
    let pieces = decode_in_pieces(bytes, &[7, 1, 64, 1000]);
    match (&whole, &pieces) {
        (Ok((replay, diagnostics)), Ok((again, diagnostics_again))) => {
            assert_eq!(encode(replay), bytes, "encoding differs");
            assert_eq!(encode(again), bytes, "decoded in pieces, encoding differs");
            assert_eq!(diagnostics, diagnostics_again);
            assert_eq!(replay.notes.len(), again.notes.len());
            assert_eq!(strict.is_ok(), Outcome::of(diagnostics) == Outcome::Ok);
            if let Ok(strict) = strict {
                assert_eq!(encode(&strict.value), bytes);
            }
        }
        (Err(error), Err(again)) => {
            assert_eq!(error, again);
            assert!(strict.is_err());
        }
        _ => panic!("whole and pieces disagree: {:?} {:?}", whole.as_ref().err(), pieces.err()),
    }
    whole
}

fn small() -> Vec<u8> {
    encode(&generate(&Options::small()))
}

#[test]
fn every_variant_round_trips() {
    for (name, options) in variants() {
        let replay = generate(&options);
        let bytes = encode(&replay);
        let (again, diagnostics) = check(&bytes).unwrap();
        assert_eq!(Outcome::of(&diagnostics), Outcome::Ok, "{name}: {diagnostics:?}");
        if options.quirk != Quirk::GarbageCuts {
            assert!(again == replay, "{name}");
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_bytes() {
    let digest = |seed| {
        ghostreel_core::Digest::of(&encode(&generate(&Options { seed, ..Options::default() })))
    };
    assert_eq!(digest(1), digest(1));
    assert_ne!(digest(1), digest(2));
    assert_eq!(
        digest(1).to_string(),
        "5d5f841fd37cb15c03d5d0dff01af8d6a57f6dd90838a1485d3880ebae204816",
        "the default sample changed: screenshots and documents show it"
    );
}

#[test]
fn the_default_sample_shows_everything() {
    let replay = generate(&Options::default());
    let events =
        |event| replay.notes.iter().filter(|note| note.event_type() == Some(event)).count();
    for event in [EventType::Good, EventType::Bad, EventType::Miss, EventType::Bomb] {
        assert!(events(event) > 0, "{event:?}");
    }
    let types: std::collections::BTreeSet<u8> =
        replay.notes.iter().map(|note| note.id().scoring_type).collect();
    assert!([2, 3, 4, 5, 6, 7, 8, 9, 11].iter().all(|t| types.contains(t)), "{types:?}");
    assert!(!replay.walls.is_empty() && !replay.heights.is_empty() && !replay.pauses.is_empty());
    assert!(replay.controller_offsets.is_some() && replay.user_data.len() == 2);
    assert!(
        replay.user_data.iter().next().unwrap().heart_rate().is_some_and(|beats| beats.len() > 40)
    );
    assert!(generate(&Options { fail: true, ..Options::default() }).info.failed());
    assert!(generate(&Options { practice: true, ..Options::default() }).info.practice());
}

/// The checks that a genuine recording passes, as measured on real ones (facts: verification).
#[test]
fn synthetic_cuts_obey_the_games_geometry() {
    let replay = generate(&Options::default());
    let mut cuts = 0;
    for note in replay.notes.iter() {
        let at =
            replay.frames.iter().position(|f| f.time.to_bits() == note.head.event_time.to_bits());
        let at = at.expect("an event is at the time of a frame");
        let Some(cut) = note.cut.filter(|_| note.event_type() == Some(EventType::Good)) else {
            continue;
        };
        assert_eq!(
            cut.time_deviation.to_bits(),
            (note.head.spawn_time - note.head.event_time).to_bits()
        );
        let hand =
            if cut.saber_type == 0 { replay.frames[at].left } else { replay.frames[at].right };
        let n = cut.cut_normal;
        let to_hand = [
            hand.position.x - cut.cut_point.x,
            hand.position.y - cut.cut_point.y,
            hand.position.z - cut.cut_point.z,
        ];
        let off_plane = n.x * to_hand[0] + n.y * to_hand[1] + n.z * to_hand[2];
        assert!(off_plane.abs() < 1e-4, "{off_plane} m off the plane at {}", note.head.event_time);
        assert!((n.x * n.x + n.y * n.y + n.z * n.z - 1.0).abs() < 1e-5);
        assert!(
            (2.0..60.0).contains(&cut.saber_speed),
            "{} m/s at {}",
            cut.saber_speed,
            note.head.event_time
        );
        assert!(
            cut.cut_distance_to_center < 0.35,
            "{} m at {}: {:?}",
            cut.cut_distance_to_center,
            note.head.event_time,
            note.id()
        );
        cuts += 1;
    }
    assert!(cuts > 60, "{cuts} cuts");
}

#[test]
fn every_prefix_gives_what_was_before_the_cut_or_one_clear_error() {
    let bytes =
        encode(&generate(&variants().into_iter().find(|v| v.0 == "everything-small").unwrap().1));
    let (full, _) = check(&bytes).unwrap();
    for length in 0..bytes.len() {
        let prefix = &bytes[..length];
        match decode(prefix, &DecodeOptions::RECOVER) {
            Err(error) => {
                assert_eq!(error.fault, Fault::Truncated, "{error}");
                assert!(length < 400, "{length} bytes hold a whole info: {error}");
            }
            Ok(decoded) => {
                let replay = decoded.value;
                assert_eq!(encode(&replay), prefix);
                assert!(
                    full.frames.starts_with(&replay.frames)
                        && full.notes.iter().zip(replay.notes.iter()).all(|(a, b)| a == b)
                        && full.notes.len() >= replay.notes.len()
                );
                assert!(
                    replay.frames.len() * 92 + 92
                        > length.min(full.frames.len() * 92).saturating_sub(400)
                );
                let complete =
                    replay.sections.len() >= 5 && replay.missing == 0 && replay.tail.is_empty();
                assert_eq!(Outcome::of(&decoded.diagnostics) == Outcome::Ok, complete, "{length}");
            }
        }
        if length % 61 == 0 {
            let _ = check(prefix);
        }
    }
}

#[test]
fn every_changed_byte_gives_a_clean_result_or_one_clear_error() {
    let bytes = small();
    let mut changed = bytes.clone();
    for at in 0..bytes.len() {
        for flip in [0x01, 0x80, 0xff] {
            changed[at] = bytes[at] ^ flip;
            match decode(&changed, &DecodeOptions::RECOVER) {
                Ok(decoded) => {
                    assert_eq!(encode(&decoded.value), changed, "byte {at} ^ {flip:#x}");
                    let _ = View::open(&changed[..], &DecodeOptions::RECOVER)
                        .unwrap()
                        .timeline()
                        .column("score.energy");
                }
                Err(error) => assert!(
                    at < 400 && error.to_string().contains("expected"),
                    "byte {at}: {error}"
                ),
            }
            if at % 17 == 0 {
                let _ = check(&changed);
            }
        }
        changed[at] = bytes[at];
    }
}

#[test]
fn hostile_counts_ask_for_nothing() {
    let bytes = small();
    let view = View::open(&bytes[..], &DecodeOptions::STRICT).unwrap();
    let frames_at = bytes.len()
        - view.frames().bytes().len()
        - view.notes().slices().map(<[u8]>::len).sum::<usize>()
        - 25;
    assert_eq!(bytes[frames_at], 1);
    for count in [i32::MAX, -1, i32::MIN, 0x0100_0000] {
        let mut hostile = bytes.clone();
        hostile[frames_at + 1..frames_at + 5].copy_from_slice(&count.to_le_bytes());
        let (replay, diagnostics) = check(&hostile).unwrap();
        assert_eq!(Outcome::of(&diagnostics), Outcome::Recovered);
        assert!(replay.frames.capacity() * 92 <= hostile.len() + 92);
        let message = diagnostics.last().unwrap().to_string();
        assert!(message.contains("frames, offset") && message.contains("expected"), "{message}");
    }
}

#[test]
fn a_timestamp_that_is_no_date_is_none() {
    for (text, time) in
        [("1677529199", Some(1_677_529_199)), ("", None), ("soon", None), ("-5", None)]
    {
        let mut replay = generate(&Options::small());
        replay.info.timestamp = text.into();
        let (read, diagnostics) = check(&encode(&replay)).unwrap();
        assert_eq!(read.info.started_at(), time, "{text}");
        let is_odd = time.is_none() && !text.is_empty();
        let said: Vec<_> = diagnostics.iter().map(|d| d.message.as_str()).collect();
        let expected = format!("timestamp is no date: {text:?}");
        assert_eq!(said, if is_odd { vec![expected.as_str()] } else { Vec::new() });
    }
}

#[test]
fn quirks_are_read_as_they_were_meant() {
    let of = |quirk| generate(&Options { quirk, duration: 20.0, ..Options::small() });
    let reread = |replay: &Replay| check(&encode(replay)).unwrap();

    let (names, diagnostics) = reread(&of(Quirk::Utf16Names));
    assert_eq!(names.info.player_name.as_str(), "Übergeist 👻");
    assert_eq!(names.info.song_name.as_str(), "合成サンプル");
    assert_eq!(names.info.difficulty.as_str(), "ExpertPlus");
    assert!(diagnostics.iter().all(|d| d.severity == Severity::Info) && diagnostics.len() == 3);

    let (stray, diagnostics) = reread(&of(Quirk::StrayBytes));
    assert_eq!(stray.info.mapper.as_str(), "Ghostreel");
    assert_eq!(stray.info.mapper.skipped, [0xa9, 0xc3]);
    assert_eq!(diagnostics[0].severity, Severity::Warning);

    let (garbage, _) = reread(&of(Quirk::GarbageCuts));
    let is_bad = |note: &Note| note.event_type() == Some(EventType::Bad);
    assert!(garbage.notes.iter().filter(is_bad).count() > 0);
    assert!(garbage.notes.iter().filter(is_bad).all(|note| note.cut_is_garbage()));
    assert!(!garbage.notes.iter().filter(|note| !is_bad(note)).any(|note| note.cut_is_garbage()));

    let (bombs, _) = reread(&of(Quirk::BombCuts));
    let is_bomb = |note: &Note| note.event_type() == Some(EventType::Bomb);
    assert!(bombs.notes.iter().filter(is_bomb).count() > 0);
    assert!(bombs.notes.iter().filter(is_bomb).all(|note| note.cut.is_some()));

    let plain = of(Quirk::None);
    let (speeds, _) = reread(&of(Quirk::SpeedBits));
    for (note, plain) in speeds.notes.iter().zip(plain.notes.iter()) {
        let (Some(speed), Some(true_speed)) = (note.saber_speed(), plain.saber_speed()) else {
            continue;
        };
        assert!((speed - true_speed).abs() < 1e-3, "{speed} for {true_speed}");
    }

    let (tail, diagnostics) = reread(&of(Quirk::Tail));
    assert_eq!(tail.tail, b"\xeebytes of an unknown section");
    assert_eq!(diagnostics[0].severity, Severity::Warning);
}

#[test]
fn a_bomb_with_an_empty_cut_at_the_very_end_is_recognised_by_the_next_section() {
    let mut replay = generate(&Options::small());
    let bomb = |time, cut| Note {
        head: layout::NoteHead {
            note_id: 21_099,
            event_time: time,
            spawn_time: time,
            event_type: 3,
        },
        cut,
    };
    for cut in [None, Some(CutInfo::default()), Some(CutInfo { speed_ok: 1, ..CutInfo::default() })]
    {
        replay.notes = [2.0, 2.5, 100.0].into_iter().map(|time| bomb(time, cut)).collect();
        let (again, _) = check(&encode(&replay)).unwrap();
        assert!(again == replay);
    }
}

#[test]
fn optional_sections_may_be_absent_empty_or_cut_short() {
    let mut replay = generate(&Options { extras: true, ..Options::small() });
    let (again, _) = check(&encode(&replay)).unwrap();
    assert!(again == replay);
    replay.user_data.clear();
    replay.user_data.push(&UserData { declared: -5, ..UserData::new("negative", Vec::new()) });
    assert!(check(&encode(&replay)).unwrap().0 == replay);
    replay.user_data.clear();
    assert!(check(&encode(&replay)).unwrap().0 == replay);
    replay.sections = vec![
        SectionId::UserData,
        SectionId::Pauses,
        SectionId::Walls,
        SectionId::Heights,
        SectionId::Notes,
        SectionId::Frames,
    ];
    replay.controller_offsets = None;
    assert!(check(&encode(&replay)).unwrap().0 == replay, "sections in another order");
}

#[test]
fn repair_makes_a_damaged_file_whole() {
    let bytes = small();
    for length in [600, bytes.len() / 2, bytes.len() - 3] {
        let mut replay = decode(&bytes[..length], &DecodeOptions::RECOVER).unwrap().value;
        let frames = replay.frames.len();
        replay.repair().unwrap();
        let whole = decode(&encode(&replay), &DecodeOptions::STRICT).unwrap();
        assert_eq!((whole.value.frames.len(), whole.diagnostics), (frames, vec![]));
    }
}

#[test]
fn other_files_are_refused_with_offset_and_reason() {
    let refuse = |bytes: &[u8]| check(bytes).unwrap_err().to_string();
    assert_eq!(
        refuse(b""),
        "header, offset 0: expected magic number 0x442d3d69 (4 bytes), found the end of the input"
    );
    assert_eq!(
        refuse(b"PK\x03\x04zip"),
        "header, offset 0: expected magic number 0x442d3d69, found 0x04034b50"
    );
    assert_eq!(
        refuse(b"\x69\x3d\x2d\x44\x02\x00"),
        "header, offset 4: expected version 1, found version 2, a draft: see docs/spec/bsor-v2.md"
    );
    assert_eq!(
        refuse(b"\x69\x3d\x2d\x44\x03\x00"),
        "header, offset 4: expected version 1, found version 3"
    );
    assert_eq!(
        refuse(b"\x69\x3d\x2d\x44\x01\x05"),
        "info, offset 5: expected section 0, found section id 5"
    );
}

#[test]
fn columns_are_the_records_values() {
    let replay = generate(&Options::default());
    let bytes = encode(&replay);
    let view = View::open(&bytes[..], &DecodeOptions::STRICT).unwrap();
    let timeline = view.timeline();
    let column = |name| timeline.column(name).unwrap();
    let right_w: Vec<f32> = replay.frames.iter().map(|f| f.right.rotation.w).collect();
    assert_eq!(column("frames.right.rot.w").as_f32().unwrap(), right_w);
    let speed: Vec<f32> =
        replay.notes.iter().map(|n| n.cut.map_or(0.0, |c| c.saber_speed)).collect();
    assert_eq!(column("notes.cut.saber_speed").as_f32().unwrap(), speed);
    assert_eq!(column("score.score").as_i32().unwrap().last(), Some(&replay.info.score));
    assert_eq!(column("pauses.duration").as_i64().unwrap().len(), 2);
    assert_eq!(column("user_data.key").dict_values().unwrap()[0], "HeartBeatQuest");
    for table in timeline.tables() {
        for schema in &table.schema().columns {
            let column = table.column(&schema.name).unwrap();
            assert_eq!(column.len(), table.rows(), "{}.{}", table.schema().name, schema.name);
            assert_eq!(column.kind(), schema.kind, "{}.{}", table.schema().name, schema.name);
            assert!(!schema.meaning.is_empty(), "{}.{}", table.schema().name, schema.name);
        }
    }
    let playable = column("frames.playable");
    let mut previous = None;
    for (frame, &playable) in replay.frames.iter().zip(playable.as_bool().unwrap()) {
        assert_eq!(frame.is_playable(previous), playable == 1, "at {}", frame.time);
        previous = Some(frame.time);
    }
    assert_eq!(playable.as_bool().unwrap()[..4], [0, 0, 0, 1], "start frames are not played");
}

/// The byte tables of `docs/spec/bsor.md` are those of the code: each record's heading is followed by its fields.
#[test]
fn the_specification_says_what_the_code_does() {
    use ghostreel_core::{Field, FieldType, Record};
    use layout::*;

    let spec = include_str!("../../../docs/spec/bsor.md");
    let check = |name: &str, size: usize, fields: &[Field]| {
        let heading = format!("### {name}, {size} bytes\n");
        let table = spec.split(&heading).nth(1).unwrap_or_else(|| panic!("no heading {heading}"));
        let rows: Vec<Vec<&str>> = table
            .lines()
            .skip_while(|line| !line.starts_with('|'))
            .take_while(|line| line.starts_with('|'))
            .skip(2)
            .map(|line| line.split('|').map(str::trim).collect())
            .collect();
        assert_eq!(rows.len(), fields.len(), "{name}");
        for (row, field) in rows.iter().zip(fields) {
            let kind = match field.kind {
                FieldType::U8 => "`u8`",
                FieldType::I32 => "`i32`",
                FieldType::I64 => "`i64`",
                FieldType::Record(inner) if inner == Pose::FIELDS => "`Pose`",
                FieldType::Record(inner) if inner == Vector3::FIELDS => "`Vector3`",
                FieldType::Record(_) => "`Quaternion`",
                _ => "`f32`",
            };
            assert_eq!(
                row[1..4],
                [&field.offset.to_string(), &format!("`{}`", field.name), kind],
                "{name}"
            );
            assert_eq!(
                row.get(4).filter(|_| row.len() > 5).copied().unwrap_or_default(),
                field.unit,
                "{name}"
            );
        }
    };
    check("Frame", Frame::SIZE, Frame::FIELDS);
    check("Pose", Pose::SIZE, Pose::FIELDS);
    check("Vector3", Vector3::SIZE, Vector3::FIELDS);
    check("Quaternion", Quaternion::SIZE, Quaternion::FIELDS);
    check("NoteHead", NoteHead::SIZE, NoteHead::FIELDS);
    check("CutInfo", CutInfo::SIZE, CutInfo::FIELDS);
    check("Wall", Wall::SIZE, Wall::FIELDS);
    check("Height", Height::SIZE, Height::FIELDS);
    check("Pause", Pause::SIZE, Pause::FIELDS);
    check("ControllerOffsets", ControllerOffsets::SIZE, ControllerOffsets::FIELDS);
    let mut info = spec
        .split("## Section 0, info\n")
        .nth(1)
        .unwrap()
        .lines()
        .filter(|line| line.starts_with("| `"));
    for (name, value) in Info::default().fields() {
        let kind = match value {
            InfoValue::Text(_) => "string",
            InfoValue::I32(_) => "i32",
            InfoValue::F32(_) => "f32",
            InfoValue::U8(_) => "u8",
        };
        let row = info.next().unwrap();
        assert!(row.starts_with(&format!("| `{name}` | `{kind}` |")), "{row}");
    }
}

/// The seeds that the fuzzer starts from, and every file that once was trouble.
#[test]
fn committed_test_data_is_met_calmly() {
    let folder =
        std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/beat-saber"));
    let mut seeds = 0;
    for entry in std::fs::read_dir(folder.join("seeds")).unwrap() {
        let path = entry.unwrap().path();
        // The others are of further formats of the game; the draft of version 2 ends as this one does.
        let name = path.file_name().unwrap().to_string_lossy();
        if !name.ends_with(".bsor") || name.starts_with("bsor2") {
            continue;
        }
        let (_, diagnostics) = check(&std::fs::read(path).unwrap()).unwrap();
        assert_eq!(Outcome::of(&diagnostics), Outcome::Ok);
        seeds += 1;
    }
    assert_eq!(
        seeds,
        variants().len(),
        "write them again: cargo run -p ghostreel-fuzz --bin write_seeds"
    );
    let Ok(bad) = std::fs::read_dir(folder.join("bad")) else { return };
    for entry in bad {
        let Ok((mut replay, _)) = check(&std::fs::read(entry.unwrap().path()).unwrap()) else {
            continue;
        };
        replay.repair().unwrap();
        decode(&encode(&replay), &DecodeOptions::STRICT).unwrap();
    }
}
