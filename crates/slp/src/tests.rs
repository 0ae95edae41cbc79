//! Properties of every replay, checked on every variant that the generator makes.

use ghostreel_core::{DecodeOptions, Digest, Outcome, PushDecoder};

use crate::layout::{command, gecko_codes};
use crate::sample::{FileKind, Options, generate, variants};
use crate::*;

#[test]
fn every_variant_round_trips() {
    for (name, options) in variants() {
        let replay = generate(&options);
        let bytes = encode(&replay);
        let decoded =
            decode(&bytes, &DecodeOptions::STRICT).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert_eq!(decoded.outcome(), Outcome::Ok, "{name}");
        assert!(decoded.value == replay, "{name}");
        assert!(encode(&decoded.value) == bytes, "{name}");
    }
}

#[test]
fn the_same_seed_gives_the_same_bytes() {
    let digest = |seed| Digest::of(&encode(&generate(&Options { seed, ..Options::default() })));
    assert_eq!(digest(3), digest(3));
    assert_ne!(digest(3), digest(4));
}

#[test]
fn rollbacks_are_settled_and_still_there_on_request() {
    let bytes = encode(&generate(&Options::default()));
    let view = View::open(&bytes[..], &DecodeOptions::STRICT).unwrap();
    let frames = view.frames();
    assert_eq!(frames.characters.len(), 2 * 1_200, "two characters in each frame, once");
    assert!(frames.characters.windows(2).all(|pair| pair[0].frame <= pair[1].frame));
    assert!(frames.rollback_frames > 0);
    let all = view.frames_with_rollbacks();
    assert_eq!(all.characters.len(), frames.characters.len() + 2 * frames.rollback_frames as usize);
}

#[test]
fn settings_names_and_codes_are_read() {
    let bytes = encode(&generate(&Options::default()));
    let view = View::open(&bytes[..], &DecodeOptions::STRICT).unwrap();
    let start = view.game_start().unwrap();
    let names: Vec<_> = start
        .players()
        .into_iter()
        .map(|p| (p.display_name.unwrap(), p.connect_code.unwrap()))
        .collect();
    assert_eq!(names, [("Ghost".into(), "GHST#1".into()), ("Reel".into(), "REEL#2".into())]);
    let meta = view.meta();
    assert_eq!(meta.map.unwrap().name, "Fountain of Dreams");
    assert_eq!(meta.mode.as_deref(), Some("unranked"));
    assert_eq!(meta.started_at, Some(1_767_225_600));
    assert_eq!(gecko_codes(&view.gecko_list()).len(), 85);
    assert!(names::character_by_external_id(start.player(0).external_character_id) == Some("Fox"));
}

#[test]
fn players_have_a_row_for_each_port() {
    let bytes = encode(&generate(&Options::default()));
    let view = View::open(&bytes[..], &DecodeOptions::STRICT).unwrap();
    let timeline = view.timeline();
    let players = timeline.table("players").unwrap();
    let texts = |name: &str| players.column(name).unwrap().dict_values().unwrap().to_vec();
    assert_eq!(players.column("port").unwrap().as_u8(), Some(&[0, 1][..]));
    assert_eq!(players.column("stocks").unwrap().as_u8(), Some(&[4, 4][..]));
    assert_eq!(texts("name"), ["Ghost", "Reel"]);
    assert_eq!(texts("id"), ["GHST#1", "REEL#2"]);
    assert_eq!(texts("character_name"), ["Fox", "Marth"]);
}

#[test]
fn old_files_have_only_the_columns_they_hold() {
    let bytes =
        encode(&generate(&Options { kind: FileKind::Old, frames: 200, ..Options::default() }));
    let view = View::open(&bytes[..], &DecodeOptions::STRICT).unwrap();
    let timeline = view.timeline();
    assert!(timeline.column("frames.post.percent").is_ok());
    assert!(timeline.column("frames.post.hitlag_remaining").is_err());
    assert_eq!(timeline.table("items").unwrap().rows(), 0);
}

#[test]
fn a_character_without_post_frame_update_has_no_row() {
    let bytes = encode(&generate(&Options { frames: 300, ..Options::default() }));
    let whole = View::open(&bytes[..], &DecodeOptions::STRICT).unwrap();
    let lost = whole.frames().characters[201];
    let size = whole.payload_sizes().event_size(command::POST_FRAME).unwrap();
    let mut damaged = bytes.clone();
    damaged.drain(lost.post as usize..lost.post as usize + size);
    let view = View::open(&damaged[..], &DecodeOptions::RECOVER).unwrap();
    for (timeline, wanted) in [
        (view.timeline(), whole.timeline()),
        (view.timeline_with_rollbacks(), whole.timeline_with_rollbacks()),
    ] {
        let rows = |timeline: &ghostreel_timeline::Timeline<'_>| {
            let column = |name: &str| timeline.column(&format!("frames.{name}")).unwrap();
            let (frame, port) = (column("frame"), column("port"));
            let (x, stocks) = (column("post.position_x"), column("post.stocks_remaining"));
            let (x, stocks) = (x.as_f32().unwrap(), stocks.as_u8().unwrap());
            let (frame, port) = (frame.as_i32().unwrap(), port.as_u8().unwrap());
            (0..x.len()).map(|i| (frame[i], port[i], x[i].to_bits(), stocks[i])).collect::<Vec<_>>()
        };
        let mut wanted = rows(&wanted);
        wanted.retain(|(frame, port, ..)| (*frame, *port) != (lost.frame, lost.port));
        assert_eq!(rows(&timeline), wanted);
    }
}

#[test]
fn a_game_that_goes_on_is_followed_frame_by_frame() {
    let bytes = encode(&generate(&Options {
        kind: FileKind::Unfinished,
        frames: 300,
        ..Options::default()
    }));
    let mut decoder = Decoder::new(&DecodeOptions::RECOVER);
    let mut frames = Vec::new();
    for (at, byte) in bytes.iter().enumerate() {
        decoder.push(&[*byte]);
        while let Some(event) = decoder.next_event().unwrap() {
            if let Event::Frame(frame) = event {
                assert_eq!(frame.characters.len(), 2, "at byte {at}");
                frames.push(frame.number);
            }
        }
    }
    // Offline, a frame is final with its bookend: nothing is left over.
    assert_eq!(frames, (-123..177).collect::<Vec<_>>());
    assert!(decoder.pending().is_empty());
    let view = View::open(&bytes[..], &DecodeOptions::STRICT).unwrap();
    assert!(view.game_end().is_none() && view.metadata().is_none());
}

/// The byte tables of `docs/spec/slp.md` are those of the code: each record's heading is followed by its fields.
#[test]
fn the_specification_says_what_the_code_does() {
    use ghostreel_core::{Field, FieldType, Record};
    use layout::*;

    let spec = include_str!("../../../docs/spec/slp.md");
    let rows = |table: &'static str| -> Vec<Vec<&str>> {
        let lines = table.lines().skip_while(|line| !line.starts_with('|'));
        let lines = lines.take_while(|line| line.starts_with('|')).skip(2);
        lines.map(|line| line.split('|').map(str::trim).collect()).collect()
    };
    let section = |heading: &str| {
        spec.split(heading).nth(1).unwrap_or_else(|| panic!("no heading {heading}"))
    };
    let check = |name: &str, size: usize, fields: &[Field]| {
        let rows = rows(section(&format!("### {name}, {size} bytes\n")));
        assert_eq!(rows.len(), fields.len(), "{name}");
        for (row, field) in rows.iter().zip(fields) {
            let kind = match field.kind {
                FieldType::U8 => "`u8`",
                FieldType::I8 => "`i8`",
                FieldType::U16 => "`u16`",
                FieldType::U32 => "`u32`",
                FieldType::I32 => "`i32`",
                _ => "`f32`",
            };
            let (offset, name) = (format!("{:#04x}", field.offset), format!("`{}`", field.name));
            assert_eq!(row[1..6], [&offset, &name, kind, field.unit, field.since], "{name}");
            assert!(!row[6].is_empty(), "{name}");
        }
    };
    check("PreFrame", PreFrame::SIZE, PreFrame::FIELDS);
    check("PostFrame", PostFrame::SIZE, PostFrame::FIELDS);
    check("ItemUpdate", ItemUpdate::SIZE, ItemUpdate::FIELDS);
    check("FrameStart", FrameStart::SIZE, FrameStart::FIELDS);
    check("FrameBookend", FrameBookend::SIZE, FrameBookend::FIELDS);
    check("GameEnd", GameEnd::SIZE, GameEnd::FIELDS);
    check("FountainPlatform", FountainPlatform::SIZE, FountainPlatform::FIELDS);
    check("WhispyBlow", WhispyBlow::SIZE, WhispyBlow::FIELDS);
    check("StadiumTransformation", StadiumTransformation::SIZE, StadiumTransformation::FIELDS);

    let commands: Vec<(String, String)> = rows(section("## The events\n"))
        .iter()
        .map(|row| (row[1].to_owned(), row[2].trim_matches('`').to_owned()))
        .collect();
    let mut names: Vec<(String, String)> = (0..=u8::MAX)
        .filter_map(|code| Some((format!("{code:#04x}"), command_name(code)?.to_owned())))
        .collect();
    assert_eq!(names.len(), commands.len());
    names.retain(|command| !commands.contains(command));
    assert_eq!(names, [], "not in the table of events");
}

/// The seeds that the fuzzer starts from, and every file that once was trouble.
#[test]
fn committed_test_data_is_met_calmly() {
    let folder = std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/melee"));
    let read = |folder: &std::path::Path| -> Vec<Vec<u8>> {
        let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
        entries.map(|entry| std::fs::read(entry.unwrap().path()).unwrap()).collect()
    };
    let seeds = read(&folder.join("seeds"));
    assert_eq!(
        seeds.len(),
        variants().len(),
        "write them again: cargo run -p ghostreel-fuzz --bin write_seeds"
    );
    for bytes in &seeds {
        let decoded = decode(bytes, &DecodeOptions::STRICT).unwrap();
        assert!(encode(&decoded.value) == *bytes);
    }
    for bytes in read(&folder.join("bad")) {
        let Ok(decoded) = decode(&bytes, &DecodeOptions::RECOVER) else { continue };
        let mut replay = decoded.value;
        assert!(encode(&replay) == bytes);
        let mut decoder = Decoder::new(&DecodeOptions::RECOVER);
        for byte in &bytes {
            decoder.push(&[*byte]);
            while decoder.next_event().unwrap().is_some() {}
        }
        decoder.finish();
        while decoder.next_event().unwrap().is_some() {}
        assert_eq!(decoder.diagnostics(), decoded.diagnostics);
        let was_sound = replay.gaps.is_empty() && replay.rest.is_empty();
        if replay.repair().is_err() {
            assert!(!replay.order.contains(&command::GAME_START));
            continue;
        }
        let again = decode(&encode(&replay), &DecodeOptions::RECOVER).unwrap();
        assert!(!was_sound || again.value == replay, "{:?}", again.diagnostics);
    }
}
