//! Properties of every replay, checked on every variant that the generator makes.

use ghostreel_bsor as bsor;
use ghostreel_bsor::scoring::note_score;
use ghostreel_core::{
    DecodeOptions, Diagnostic, Error, Fault, Format, Outcome, Probe, PushDecoder, Random, Record,
    Severity,
};
use ghostreel_corpus::rounds;

use crate::layout::*;
use crate::sample::{Options, Quirk, generate, play, variant, variants};
use crate::*;

/// Decodes by pushes of the given sizes in turn.
fn decode_in_pieces(bytes: &[u8], size: usize) -> Result<(Replay, Vec<Diagnostic>), Error> {
    let mut decoder = Decoder::new(&DecodeOptions::RECOVER);
    for piece in bytes.chunks(size) {
        decoder.push(piece);
        assert_eq!(decoder.next_event()?, None);
    }
    decoder.finish();
    let Some(Event::Replay(replay)) = decoder.next_event()? else { panic!("no replay") };
    assert_eq!(decoder.next_event()?, None);
    Ok((*replay, decoder.diagnostics().to_vec()))
}

/// Decodes in every way there is; all must agree, and encoding must give the bytes back.
#[track_caller]
fn check(bytes: &[u8]) -> Result<(Replay, Vec<Diagnostic>), Error> {
    let whole = decode(bytes, &DecodeOptions::RECOVER).map(|d| (d.value, d.diagnostics));
    let strict = decode(bytes, &DecodeOptions::STRICT);
    let pieces = decode_in_pieces(bytes, 100);
    match (&whole, &pieces) {
        (Ok((replay, diagnostics)), Ok((again, diagnostics_again))) => {
            assert!(encode(replay) == bytes, "encoding differs");
            assert!(encode(again) == bytes, "decoded in pieces, encoding differs");
            assert_eq!(diagnostics, diagnostics_again);
            assert_eq!(strict.is_ok(), Outcome::of(diagnostics) == Outcome::Ok);
        }
        (Err(error), Err(again)) => {
            assert_eq!(error, again);
            assert!(strict.is_err());
        }
        _ => panic!("whole and pieces disagree: {:?} {:?}", whole.as_ref().err(), pieces.err()),
    }
    whole
}

/// As [`check`], of a file with this payload, which must come back, too.
#[track_caller]
fn check_payload(container: Container, payload: &[u8]) -> Result<(Replay, Vec<Diagnostic>), Error> {
    let (replay, diagnostics) = check(&lzma::pack(container, payload))?;
    assert!(payload_of(&replay) == payload, "the payload differs");
    Ok((replay, diagnostics))
}

fn payload_of(replay: &Replay) -> Vec<u8> {
    match &replay.payload {
        Payload::Sections(recording) => recording.encode(),
        Payload::Legacy(data) => data.bytes().to_vec(),
    }
}

fn recording(name: &str) -> Recording {
    match generate(&variant(name).unwrap()).payload {
        Payload::Sections(recording) => recording,
        Payload::Legacy(_) => panic!("{name} is legacy"),
    }
}

fn small() -> Recording {
    recording("scoresaber-small")
}

/// Whether a repair makes the replay sound.
#[track_caller]
fn check_repair(mut replay: Replay) {
    replay.repair().unwrap();
    let again = decode(&encode(&replay), &DecodeOptions::STRICT).unwrap();
    assert_eq!(again.outcome(), Outcome::Ok);
}

#[test]
fn every_variant_round_trips() {
    for (name, options) in variants() {
        let replay = generate(&options);
        let bytes = encode(&replay);
        let (again, diagnostics) = check(&bytes).unwrap();
        assert!(again.payload == replay.payload, "{name}");
        assert_eq!(Outcome::of(&diagnostics), Outcome::Ok, "{name}: {diagnostics:?}");
        assert_eq!(
            diagnostics.len(),
            if options.quirk == Quirk::Gaps { 2 } else { 0 },
            "{name}: {diagnostics:?}"
        );
    }
}

#[test]
fn a_replay_that_was_changed_is_compressed_anew() {
    for name in ["scoresaber-small", "scoresaber-legacy-small"] {
        let bytes = encode(&generate(&variant(name).unwrap()));
        let mut replay = decode(&bytes, &DecodeOptions::STRICT).unwrap().value;
        match &mut replay.payload {
            Payload::Sections(recording) => {
                recording.notes = Notes::V3(Vec::new());
                recording.metadata.environment = "Another".into();
                recording.update_pointers();
            }
            Payload::Legacy(data) => {
                let keyframe = Keyframe { score: 7, ..data.get(3).unwrap() };
                assert!(data.set(3, &keyframe) && !data.set(data.len(), &keyframe));
                assert_eq!(data.get(3), Some(keyframe));
            }
        }
        let changed = encode(&replay);
        assert!(changed != bytes, "{name}");
        let (again, diagnostics) = check(&changed).unwrap();
        assert!(again.payload == replay.payload && diagnostics.is_empty(), "{name}");
    }
}

#[test]
fn the_same_seed_gives_the_same_bytes() {
    let digest = |seed| {
        ghostreel_core::Digest::of(&encode(&generate(&Options { seed, ..Options::default() })))
    };
    assert_eq!(digest(1), digest(1));
    assert_ne!(digest(1), digest(2));
}

#[test]
fn the_default_sample_shows_everything() {
    let recording = recording("scoresaber-v3.1");
    for event in [NoteEvent::Good, NoteEvent::Bad, NoteEvent::Miss, NoteEvent::Bomb] {
        assert!(recording.notes.iter().any(|note| note.event() == Some(event)), "{event:?}");
    }
    let types: std::collections::BTreeSet<i32> =
        recording.notes.iter().map(|note| note.kind.unwrap().scoring_type).collect();
    assert!([0, 1, 2, 3, 4, 5, 6, 7, 9].iter().all(|t| types.contains(t)), "{types:?}");
    let lists = [
        recording.poses.len(),
        recording.heights.len(),
        recording.scores.len(),
        recording.combos.len(),
        recording.multipliers.len(),
        recording.energies.len(),
    ];
    assert!(lists.iter().all(|length| *length > 2), "{lists:?}");
    let no_fail = self::recording("scoresaber-no-fail");
    let empty = no_fail.energies.iter().position(|row| row.energy <= 0.0).unwrap();
    assert_eq!(no_fail.metadata.fail_time, no_fail.energies[empty].time);
    let (Some(Note { cut, .. }), end) = (no_fail.notes.iter().last(), no_fail.metadata.fail_time)
    else {
        panic!()
    };
    assert!(cut.time > end + 10.0, "the run goes on");
}

/// Values that both formats have come back bit for bit from the recording of a play.
#[test]
fn the_bsor_is_the_play_that_was_recorded() {
    for (name, options) in variants() {
        let play = play(&options);
        let bytes = encode(&generate(&options));
        let view = View::open(&bytes[..], &DecodeOptions::STRICT).unwrap();
        let (bsor, missing) = view.to_bsor();
        assert!(bsor::encode(&bsor) == view.bsor().bytes(), "{name}");
        assert_eq!(view.bsor().outcome(), Outcome::Ok, "{name}");
        assert!(missing.iter().all(|sentence| !sentence.is_empty()));
        assert_eq!(bsor.info.score, play.info.score, "{name}");
        if options.version.is_none() {
            let still = |frame: &bsor::Frame| bsor::Frame { fps: 0, ..*frame };
            assert!(bsor.frames.iter().copied().eq(play.frames.iter().map(still)), "{name}");
            assert!(bsor.notes.is_empty());
            continue;
        }
        assert!(bsor.frames == play.frames && bsor.heights == play.heights, "{name}");
        assert_eq!(bsor.info.hash, play.info.hash);
        assert_eq!(bsor.info.difficulty, play.info.difficulty);
        assert_eq!(bsor.info.mode, play.info.mode);
        assert_eq!(bsor.info.fail_time, play.info.fail_time);
        assert_eq!(bsor.info.jump_distance, play.info.jump_distance);
        assert_eq!(bsor.info.height == 0.0, options.automatic_height, "{name}");
        assert_eq!(bsor.notes.len(), play.notes.len(), "{name}");
        for (converted, played) in bsor.notes.iter().zip(play.notes.iter()) {
            check_note(name, &options, converted, played);
        }
    }
}

#[track_caller]
fn check_note(name: &str, options: &Options, converted: bsor::Note, played: bsor::Note) {
    let time = played.head.event_time;
    assert_eq!(converted.head.event_time.to_bits(), time.to_bits());
    assert_eq!(converted.head.spawn_time, played.head.spawn_time);
    assert_eq!(converted.head.event_type, played.head.event_type);
    let (id, played_id) = (converted.id(), played.id());
    let place = |id: bsor::NoteId| (id.line, id.layer, id.color, id.direction);
    assert_eq!(place(id), place(played_id), "{name} at {time}");
    let has_types = options.version != Some(Version::V2);
    if has_types {
        assert_eq!(converted.head.note_id, played.head.note_id, "{name} at {time}");
        assert_eq!(note_score(&converted, id), note_score(&played, played_id), "{name} at {time}");
    }
    let (Some(cut), Some(expected)) = (converted.cut, played.cut) else {
        return assert_eq!(converted.cut.is_some(), played.cut.is_some());
    };
    let odd = options.quirk == Quirk::OddBooleans;
    let expected = bsor::CutInfo {
        before_cut_rating: expected.before_cut_rating.min(1.0),
        after_cut_rating: expected.after_cut_rating.min(1.0),
        direction_ok: if odd { expected.direction_ok | 0xde } else { expected.direction_ok },
        ..expected
    };
    assert_eq!(cut, expected, "{name} at {time}");
}

#[test]
fn gaps_of_a_bsor_are_reported() {
    let missing = |name| {
        let bytes = encode(&generate(&variant(name).unwrap()));
        View::open(&bytes[..], &DecodeOptions::STRICT).unwrap().to_bsor().1.join("\n")
    };
    assert!(missing("scoresaber-small").contains("Walls are not recorded"));
    assert!(missing("scoresaber-small").contains("steam or oculuspc"));
    assert!(missing("scoresaber-v2-small").contains("no scoring types"));
    assert!(missing("scoresaber-legacy-small").contains("Notes are not recorded"));
    assert!(!missing("scoresaber-two-sc").contains("modifier SC"));
}

#[test]
fn small_cubes_and_fail_on_clash_have_one_code() {
    let modifiers = |modifiers| {
        let bytes = encode(&generate(&Options { modifiers, ..Options::small() }));
        let view = View::open(&bytes[..], &DecodeOptions::STRICT).unwrap();
        let missing = view.to_bsor().1.join("\n");
        (view.bsor().info().modifiers.as_str().into_owned(), missing.contains("SC may be"))
    };
    assert_eq!(modifiers(&["SC", "GN", "SC"]), ("SC,GN,CS".to_owned(), false));
    assert_eq!(modifiers(&["NF", "SC"]), ("NF,SC".to_owned(), true));
    assert_eq!(modifiers(&[]), (String::new(), false));
}

#[test]
fn the_timeline_has_the_tables_of_bsor_and_those_of_scoresaber() {
    for (name, options) in variants() {
        let bytes = encode(&generate(&options));
        let view = View::open(&bytes[..], &DecodeOptions::STRICT).unwrap();
        let timeline = view.timeline();
        assert_eq!(timeline.meta, view.meta());
        assert_eq!(timeline.meta.format, "scoresaber");
        let tables = timeline.tables().len();
        let own = if options.version.is_some() { 4 } else { 1 };
        assert_eq!(tables, view.bsor().timeline().tables().len() + own, "{name}");
        for table in timeline.tables() {
            let columns = table.all_columns().unwrap();
            assert!(columns.iter().all(|column| column.len() == table.rows()), "{name}");
        }
        let scores = timeline.column("scores.score").unwrap();
        let last = scores.as_i32().unwrap().last().copied().unwrap_or(0);
        assert_eq!(timeline.meta.score, Some(i64::from(last)), "{name}");
    }
}

#[test]
fn the_meta_says_what_is_known() {
    let meta = |name| {
        let bytes = encode(&generate(&variant(name).unwrap()));
        View::open(&bytes[..], &DecodeOptions::STRICT).unwrap().meta()
    };
    let newest = meta("scoresaber-small");
    assert_eq!(newest.writer.as_deref(), Some("ScoreSaber 3.3.20"));
    assert_eq!(newest.game_version.as_deref(), Some("1.40.9_10012"));
    assert_eq!((newest.version.as_str(), newest.outcome), ("3.1.0", Some("cleared")));
    let map = newest.map.unwrap();
    assert_eq!(map.id.as_deref(), Some("00000000000000000000000000000000000000A1"));
    assert_eq!(map.difficulty.as_deref(), Some("ExpertPlus"));
    let legacy = meta("scoresaber-legacy-small");
    assert_eq!((legacy.version.as_str(), legacy.map, legacy.outcome), ("legacy", None, None));
    assert!(legacy.duration_s > 7.0);
}

#[test]
fn every_prefix_gives_what_was_before_the_cut_or_one_clear_error() {
    for name in ["scoresaber-small", "scoresaber-v2-small", "scoresaber-legacy-small"] {
        let bytes = encode(&generate(&variant(name).unwrap()));
        // Nothing but packed records comes after the headers: by day every fifth length is enough there.
        let lengths = (0..600).chain((600..bytes.len()).step_by(rounds(5, 1)));
        let mut lost = 0;
        for length in lengths {
            match decode(&bytes[..length], &DecodeOptions::RECOVER) {
                Err(error) => {
                    let is_expected = error.fault == Fault::Truncated
                        || (length < 42 && error.fault == Fault::Malformed);
                    assert!(is_expected, "{name}, {length}: {error}");
                    assert!(length < 400, "{name}, {length}: {error}");
                    lost += 1;
                }
                Ok(replay) => {
                    assert!(encode(&replay.value) == bytes[..length], "{name}, {length}");
                    // The last bytes of a stream carry nothing.
                    let is_whole = length + 6 > bytes.len();
                    assert!(
                        is_whole || Outcome::of(&replay.diagnostics) == Outcome::Recovered,
                        "{name}, {length}"
                    );
                    if length % 307 == 0 {
                        check(&bytes[..length]).unwrap();
                        check_repair(replay.value);
                    }
                }
            }
        }
        assert!(0 < lost && lost < 400, "{name}");
    }
}

#[test]
fn every_prefix_of_a_payload_keeps_the_records_before_the_cut() {
    for name in [
        "scoresaber-small",
        "scoresaber-v2-small",
        "scoresaber-legacy-small",
        "scoresaber-out-of-order",
    ] {
        let whole = generate(&variant(name).unwrap());
        let payload = payload_of(&whole);
        let mut most = 0;
        for length in (0..payload.len()).filter(|length| length % 37 == 0 || *length < 300) {
            let Ok((replay, diagnostics)) =
                check_payload(whole.payload.container(), &payload[..length])
            else {
                assert!(name == "scoresaber-out-of-order" || length < 300, "{name}, {length}");
                continue;
            };
            assert_eq!(Outcome::of(&diagnostics), Outcome::Recovered, "{name}, {length}");
            let records = match (&replay.payload, &whole.payload) {
                (Payload::Sections(cut), Payload::Sections(whole)) => {
                    assert!(whole.poses.starts_with(&cut.poses));
                    cut.poses.len() + cut.notes.len() + cut.energies.len()
                }
                (Payload::Legacy(cut), Payload::Legacy(whole)) => {
                    assert!(cut.iter().eq(whole.iter().take(cut.len())));
                    cut.len()
                }
                _ => panic!("another container"),
            };
            assert!(records >= most, "{name}, {length}");
            most = records;
        }
        assert!(most > 50 || name == "scoresaber-out-of-order", "{name}");
    }
}

#[test]
fn changed_bytes_are_met_calmly() {
    for name in ["scoresaber-small", "scoresaber-v2-small", "scoresaber-legacy-small"] {
        let replay = generate(&variant(name).unwrap());
        let payload = payload_of(&replay);
        let mut random = Random::new(7);
        for round in 0..200 {
            let mut changed = payload.clone();
            for _ in 0..random.between(1, 4) {
                // Most of it are floats, where nothing can go wrong: the start is tried more often.
                let most = if random.chance(0.7) { 400 } else { payload.len() as i32 - 1 };
                let at = random.between(0, most.min(payload.len() as i32 - 1)) as usize;
                changed[at] = if random.chance(0.3) { 0xff } else { random.byte() };
            }
            if let Ok((replay, diagnostics)) = check_payload(replay.payload.container(), &changed)
                && round % 5 == 0
                && Outcome::of(&diagnostics) == Outcome::Recovered
            {
                check_repair(replay);
            }
        }
        let bytes = encode(&replay);
        for _ in 0..200 {
            let mut changed = bytes.clone();
            let at = random.between(0, bytes.len() as i32 - 1) as usize;
            changed[at] = random.byte();
            // The unpacked content comes back, whatever it is.
            if let Ok((replay, _)) = check(&changed) {
                check_repair(replay);
            }
        }
    }
}

#[test]
fn pointers_may_point_anywhere() {
    let recording = small();
    let payload = recording.encode();
    let whole = decode(&lzma::pack(Container::Sections, &payload), &DecodeOptions::STRICT).unwrap();
    for word in 0..10 {
        for pointer in [
            0,
            1,
            39,
            40,
            41,
            200,
            1_000,
            payload.len() as i32 - 3,
            payload.len() as i32,
            i32::MAX,
            -1,
            i32::MIN,
        ] {
            let mut changed = payload.clone();
            changed[4 * word..4 * word + 4].copy_from_slice(&pointer.to_le_bytes());
            if changed == payload {
                continue;
            }
            let Ok((replay, diagnostics)) = check_payload(Container::Sections, &changed) else {
                assert_eq!(word, 0, "only without metadata there is nothing to read");
                continue;
            };
            let Payload::Sections(found) = &replay.payload else { panic!() };
            let Payload::Sections(expected) = &whole.value.payload else { panic!() };
            assert!(word == 9 || !diagnostics.is_empty(), "{word}: {pointer}");
            // The other sections are not lost.
            assert!(word == 1 || found.poses == expected.poses, "{word}: {pointer}");
            assert!(word == 3 || found.notes == expected.notes, "{word}: {pointer}");
            assert!(word == 7 || found.energies == expected.energies, "{word}: {pointer}");
            check_repair(replay);
        }
    }
}

#[test]
fn a_count_that_is_too_large_ends_at_the_next_section() {
    let recording = small();
    let payload = recording.encode();
    let at = recording.pointers.notes as usize;
    for count in [recording.notes.len() as i32 + 1, 1_000_000, i32::MAX] {
        let mut changed = payload.clone();
        changed[at..at + 4].copy_from_slice(&count.to_le_bytes());
        let (replay, diagnostics) = check_payload(Container::Sections, &changed).unwrap();
        let Payload::Sections(found) = replay.payload else { panic!() };
        assert!(found.notes == recording.notes && found.scores == recording.scores);
        let [diagnostic] = &diagnostics[..] else { panic!("{diagnostics:?}") };
        assert_eq!((diagnostic.section.as_ref(), diagnostic.offset), ("payload.notes", at as u64));
        assert!(diagnostic.message.ends_with("another section"), "{diagnostic}");
    }
    let mut changed = payload;
    changed[at + 3] = 0x80;
    let (replay, diagnostics) = check_payload(Container::Sections, &changed).unwrap();
    let Payload::Sections(found) = replay.payload else { panic!() };
    assert!(found.notes.is_empty() && found.scores == recording.scores);
    assert_eq!(diagnostics.len(), 2, "{diagnostics:?}");
}

#[test]
fn metadata_that_breaks_off_leaves_the_lists() {
    let recording = small();
    let mut payload = recording.encode();
    let at = Pointers::SIZE + 4 + recording.metadata.version.bytes.len();
    payload[at..at + 4].copy_from_slice(&(-5_i32).to_le_bytes());
    let (replay, diagnostics) = check_payload(Container::Sections, &payload).unwrap();
    let Payload::Sections(found) = &replay.payload else { panic!() };
    assert_eq!(found.metadata.present, 1);
    assert!(found.poses == recording.poses && found.energies == recording.energies);
    assert_eq!(diagnostics[0].section, "payload.metadata");
    check_repair(replay);
}

#[test]
fn versions_that_are_not_known_are_refused() {
    let refused = |version: &str| {
        let mut recording = small();
        recording.metadata.version = version.into();
        recording.update_pointers();
        check_payload(Container::Sections, &recording.encode())
            .map(drop)
            .map_err(|error| error.fault)
    };
    assert_eq!(refused("3.1.1"), Err(Fault::Unsupported));
    assert_eq!(refused("4.0.0"), Err(Fault::Unsupported));
    assert_eq!(refused("new"), Err(Fault::Malformed));
    assert_eq!(refused("3.1.0"), Ok(()));
}

#[test]
fn a_damaged_magic_is_forgiven_as_the_plugin_does() {
    let mut bytes = encode(&generate(&Options::small()));
    bytes[5] = b'x';
    assert_eq!(ScoreSaber::probe(&bytes[..64]), Probe::Maybe);
    let (_, diagnostics) = check(&bytes).unwrap();
    let [diagnostic] = &diagnostics[..] else { panic!("{diagnostics:?}") };
    assert_eq!((diagnostic.severity, diagnostic.offset), (Severity::Warning, 0));
}

#[test]
fn other_files_called_dat_are_refused_in_a_sentence() {
    let lzma = lzma::pack(Container::Legacy, b"a text that somebody compressed");
    let check = |bytes: &[u8], expected: &str| {
        let error = check(bytes).unwrap_err();
        assert!(error.to_string().contains(expected), "{error}");
    };
    check(
        b"{\"_version\":\"2.0.0\",\"_songName\":\"A map\"}",
        "found a file that begins with 7b 22 5f 76",
    );
    check(b"", "found an empty file");
    check(&[0; 100], "begins with 00 00 00 00");
    check(&lzma, "expected an object graph of .NET");
    assert_eq!(ScoreSaber::probe(b"{\"_version\":\"2.0.0\""), Probe::No);
    assert_eq!(ScoreSaber::probe(&encode(&generate(&Options::small()))[..64]), Probe::Yes);
}

#[test]
fn a_repair_keeps_what_was_understood() {
    for name in ["scoresaber-gaps", "scoresaber-small", "scoresaber-legacy-small"] {
        let bytes = encode(&generate(&variant(name).unwrap()));
        let mut replay =
            decode(&bytes[..bytes.len() - 100], &DecodeOptions::RECOVER).unwrap().value;
        let before = replay.clone();
        replay.repair().unwrap();
        match (&before.payload, &replay.payload) {
            (Payload::Sections(before), Payload::Sections(after)) => {
                assert!(before.poses == after.poses && before.notes == after.notes, "{name}");
                assert_eq!(after.parts.len(), 8);
            }
            (Payload::Legacy(before), Payload::Legacy(after)) => {
                assert!(before.iter().eq(after.iter()) && after.is_canonical(), "{name}");
            }
            _ => panic!("another container"),
        }
        check_repair(replay);
    }
}

#[test]
fn redacting_takes_out_the_platform_and_what_is_no_section() {
    let redacted = |name, bytes: &[u8]| {
        let mut bytes = [&encode(&generate(&variant(name).unwrap())), bytes].concat();
        let mut replay = decode(&bytes, &DecodeOptions::STRICT).unwrap().value;
        let removals = redact(&mut replay).unwrap();
        let list: Vec<String> = removals.iter().map(|removal| removal.what.clone()).collect();
        bytes = encode(&replay);
        let (_, diagnostics) = check(&bytes).unwrap();
        assert_eq!(diagnostics, [], "{name}");
        list
    };
    assert_eq!(redacted("scoresaber-small", b""), ["metadata.platform"]);
    assert_eq!(redacted("scoresaber-small", b"behind"), ["metadata.platform"]);
    assert_eq!(redacted("scoresaber-gaps", b""), ["metadata.platform", "raw", "raw"]);
    assert_eq!(redacted("scoresaber-v2-small", b""), [""; 0]);
    assert_eq!(redacted("scoresaber-legacy-small", b""), [""; 0]);
}

/// A meter that is used up stops the work, and the part read is kept.
#[test]
fn a_cancelled_decode_keeps_what_it_has() {
    let bytes = encode(&generate(&Options::default()));
    let meter = ghostreel_core::work::Meter::limited(100_000);
    let options = DecodeOptions { meter: Some(meter), ..DecodeOptions::RECOVER };
    let decoded = decode(&bytes, &options).unwrap();
    assert!(encode(&decoded.value) == bytes);
    assert_eq!(Outcome::of(&decoded.diagnostics), Outcome::Recovered);
    assert!(decoded.diagnostics.iter().any(|diagnostic| diagnostic.message.contains("cancelled")));
}

/// The byte tables of `docs/spec/scoresaber.md` are those of the code: each record's heading is followed by its fields.
#[test]
fn the_specification_has_the_same_tables() {
    let spec = include_str!("../../../docs/spec/scoresaber.md");
    let check = |name: &str, size: usize, fields: &[ghostreel_core::Field]| {
        let heading = format!("### {name}, {size} bytes\n");
        let section = spec.split(&heading).nth(1).unwrap_or_else(|| panic!("no heading {heading}"));
        let mut rows = section.lines().filter(|line| line.starts_with("| ")).skip(1);
        for field in fields {
            let row = rows.next().unwrap();
            let cells: Vec<&str> = row.split('|').map(str::trim).collect();
            assert_eq!(cells[1], field.offset.to_string(), "{name}: {row}");
            assert_eq!(cells[2], format!("`{}`", field.name), "{name}: {row}");
            let kind = match field.kind {
                ghostreel_core::FieldType::U8 => "u8",
                ghostreel_core::FieldType::U32 => "u32",
                ghostreel_core::FieldType::I32 => "i32",
                ghostreel_core::FieldType::I64 => "i64",
                ghostreel_core::FieldType::F32 => "f32",
                ghostreel_core::FieldType::Record(fields) => match fields {
                    fields if *fields == *bsor::layout::Pose::FIELDS => "Pose",
                    fields if *fields == *bsor::layout::Vector3::FIELDS => "Vector3",
                    fields if *fields == *bsor::layout::Quaternion::FIELDS => "Quaternion",
                    fields if *fields == *NoteHead::FIELDS => "NoteHead",
                    fields if *fields == *NoteKind::FIELDS => "NoteKind",
                    fields if *fields == *NoteCut::FIELDS => "NoteCut",
                    fields if *fields == *NotePlace::FIELDS => "NotePlace",
                    _ => panic!("{name}: {row}"),
                },
                _ => panic!("{name}: {row}"),
            };
            assert_eq!(cells[3], format!("`{kind}`"), "{name}: {row}");
            assert_eq!(cells[4], field.unit, "{name}: {row}");
        }
        let rest = rows.next().unwrap_or_default();
        assert!(!rest.starts_with(&format!("| {size} ")), "{name} has a row too many: {rest}");
    };
    check("LzmaHeader", LzmaHeader::SIZE, LzmaHeader::FIELDS);
    check("Pointers", Pointers::SIZE, Pointers::FIELDS);
    check("PoseFrame", PoseFrame::SIZE, PoseFrame::FIELDS);
    check("Height", Height::SIZE, Height::FIELDS);
    check("NoteV2", NoteV2::SIZE, NoteV2::FIELDS);
    check("NoteV3", NoteV3::SIZE, NoteV3::FIELDS);
    check("NoteHead", NoteHead::SIZE, NoteHead::FIELDS);
    check("NoteKind", NoteKind::SIZE, NoteKind::FIELDS);
    check("NoteCut", NoteCut::SIZE, NoteCut::FIELDS);
    check("NotePlace", NotePlace::SIZE, NotePlace::FIELDS);
    check("ScoreV2", ScoreV2::SIZE, ScoreV2::FIELDS);
    check("ScoreV3", ScoreV3::SIZE, ScoreV3::FIELDS);
    check("Combo", Combo::SIZE, Combo::FIELDS);
    check("Multiplier", Multiplier::SIZE, Multiplier::FIELDS);
    check("Energy", Energy::SIZE, Energy::FIELDS);
    check("Keyframe", Keyframe::SIZE, Keyframe::FIELDS);
    let mut metadata =
        spec.split("## Metadata\n").nth(1).unwrap().lines().filter(|line| line.starts_with("| `"));
    for (name, value) in Metadata::default().fields() {
        let kind = match value {
            MetadataValue::Text(_) => "string",
            MetadataValue::Texts(_) => "strings",
            MetadataValue::I32(_) => "i32",
            MetadataValue::F32(_) => "f32",
            MetadataValue::U8(_) => "u8",
            MetadataValue::Vector3(_) => "Vector3",
        };
        let row = metadata.next().unwrap();
        assert!(row.starts_with(&format!("| `{name}` | `{kind}` |")), "{row}");
    }
}
