//! Properties of every file of version 2, checked on every variant that the generator makes.

use ghostreel_bsor as bsor;
use ghostreel_core::{DecodeOptions, Diagnostic, Error, Fault, Outcome, Random, Record, Severity};

use super::layout::{Header, SectionId, SectionName, TableRow};
use super::*;

/// The file of that variant.
fn file(variant: &str) -> Vec<u8> {
    encode(&generated(variant))
}

fn generated(variant: &str) -> Replay {
    sample::generate(&sample::variant(variant).unwrap())
}

/// Whether both have the same bits: NaN among them is not equal to itself.
fn same(a: &Replay, b: &Replay) -> bool {
    let anew = |replay: &Replay| encode(&Replay { original: Vec::new(), ..replay.clone() });
    a.original == b.original && anew(a) == anew(b)
}

/// All samples but the long one.
fn files() -> Vec<(&'static str, Vec<u8>)> {
    let short = sample::variants().into_iter().filter(|(name, _)| *name != "bsor2");
    short.map(|(name, options)| (name, encode(&sample::generate(&options)))).collect()
}

/// Decodes in both modes; they must agree, and encoding must return the bytes. The replay is written and read anew without loss.
#[track_caller]
fn check(bytes: &[u8]) -> Result<(Replay, Vec<Diagnostic>), Error> {
    let strict = decode(bytes, &DecodeOptions::STRICT);
    let decoded = match decode(bytes, &DecodeOptions::RECOVER) {
        Ok(decoded) => decoded,
        Err(error) => {
            assert_eq!(strict.unwrap_err(), error);
            return Err(error);
        }
    };
    assert_eq!(strict.is_ok(), decoded.outcome() == Outcome::Ok, "{:?}", decoded.diagnostics);
    let mut replay = decoded.value;
    assert!(encode(&replay) == bytes, "encoding differs");
    // Every readable file is also converted.
    let view = View::open(bytes, &DecodeOptions::RECOVER).unwrap();
    assert_eq!(view.diagnostics(), decoded.diagnostics);
    assert!(same(&view.to_replay(), &replay), "the view has another replay");
    if let Ok(strict) = strict {
        assert!(encode(&strict.value) == bytes, "decoded strictly, encoding differs");
    }
    let before = std::mem::take(&mut replay.original);
    let rewritten = encode(&replay);
    let again = decode(&rewritten, &DecodeOptions::STRICT).unwrap_or_else(|e| panic!("{e}"));
    assert!(encode(&Replay { original: Vec::new(), ..again.value }) == rewritten);
    replay.original = before;
    Ok((replay, decoded.diagnostics))
}

/// Where the row of a section is.
fn row_of(bytes: &[u8], id: SectionId) -> usize {
    let is_it = |at: &usize| TableRow::read(&bytes[*at..]).unwrap().name.section() == Some(id);
    (0..6).map(|row| Header::SIZE + row * TableRow::SIZE).find(is_it).unwrap()
}

/// The file with a number of 32 bits at an offset in a row: 64 offset, 68 size, 72 item size, 76 item count, 80 first item.
fn with_number(bytes: &[u8], id: SectionId, offset: usize, value: u32) -> Vec<u8> {
    let mut changed = bytes.to_vec();
    let at = row_of(bytes, id) + offset;
    changed[at..at + 4].copy_from_slice(&value.to_le_bytes());
    changed
}

/// Checks the first diagnostic of a damaged file. Returns the replay read.
#[track_caller]
fn check_damage(bytes: &[u8], message: &str) -> Replay {
    let (replay, diagnostics) = check(bytes).unwrap();
    assert_eq!(diagnostics[0].to_string(), message);
    assert_eq!(Outcome::of(&diagnostics), Outcome::Recovered);
    let refused = decode(bytes, &DecodeOptions::STRICT).unwrap_err();
    assert_eq!(Diagnostic::from(refused).to_string(), message);
    let mut repaired = replay.clone();
    repaired.repair().unwrap();
    assert!(decode(&encode(&repaired), &DecodeOptions::STRICT).is_ok());
    replay
}

fn usual() -> Vec<u8> {
    file("bsor2-small")
}

/// The values, without the file that they are from.
fn values(bytes: &[u8]) -> Replay {
    Replay { original: Vec::new(), ..check(bytes).unwrap().0 }
}

#[test]
fn every_variant_round_trips() {
    for (name, bytes) in files() {
        let (replay, diagnostics) = check(&bytes).unwrap();
        assert_eq!(Outcome::of(&diagnostics), Outcome::Ok, "{name}: {diagnostics:?}");
        let mut repaired = replay.clone();
        repaired.repair().unwrap();
        assert!(repaired == replay, "{name}: a sound file stays as it is");
    }
}

#[test]
fn the_samples_are_the_same_on_every_machine() {
    let all: Vec<u8> = files().into_iter().flat_map(|(_, bytes)| bytes).collect();
    assert_eq!(
        ghostreel_core::Digest::of(&all).to_string(),
        "096bce5e3756d9af1ae041df4fb3c7e05d5be3aa1eafeaf1e24dc365eb41433c"
    );
}

#[test]
fn the_samples_show_everything() {
    let replay = values(&usual());
    let events = replay.notes.records.iter().filter_map(layout::Note::event_type);
    let events: std::collections::BTreeSet<i32> = events.map(|event| event as i32).collect();
    assert_eq!(events.into_iter().collect::<Vec<_>>(), [0, 1, 2, 3]);
    assert!(!replay.walls.records.is_empty() && !replay.heights.records.is_empty());
    assert!(!replay.pauses.records.is_empty() && !replay.frames.records.is_empty());
    let custom = values(&file("bsor2-custom-sections"));
    assert_eq!(custom.sections.len(), 6);
    assert_eq!(custom.sections[1].name.as_bytes().len(), 64);
}

#[test]
fn where_things_lie_does_not_change_what_they_say() {
    let usual = values(&usual());
    for name in ["bsor2-shared-strings", "bsor2-other-order"] {
        assert!(values(&file(name)) == usual, "{name}");
    }
    let appended = values(&file("bsor2-appended-members"));
    assert!(appended.frames.records == usual.frames.records && appended.info == usual.info);
    assert!(appended.notes.records == usual.notes.records && appended != usual);
    assert!(values(&file("bsor2-appended-in-other-order")) == appended);
    let shared = file("bsor2-shared-strings").len();
    assert!(shared < file("bsor2-small").len(), "strings are shared");
}

/// A file put together by hand, from the offsets of the specification.
#[test]
fn a_file_is_read_as_the_specification_says() {
    let mut bytes = vec![0; 8 + 7 * 84];
    bytes[..8].copy_from_slice(b"\x69\x3d\x2d\x44\x02\x00\x07\x00");
    let mut add = |row: usize, name: &[u8], first: u32, size: u32, items: &[&[u8]]| {
        let start = bytes.len() as u32;
        bytes.resize(bytes.len() + first as usize, 0xee);
        items.iter().for_each(|item| bytes.extend_from_slice(item));
        let length = bytes.len() as u32 - start;
        let row = &mut bytes[8 + row * 84..][..84];
        row[..name.len()].copy_from_slice(name);
        let numbers = [start, length, size, items.len() as u32, first];
        for (number, room) in numbers.iter().zip(row[64..].chunks_exact_mut(4)) {
            room.copy_from_slice(&number.to_le_bytes());
        }
        start as usize
    };
    let put = |item: &mut [u8], at: usize, value: &[u8]| {
        item[at..at + value.len()].copy_from_slice(value);
    };
    let text = add(6, b".text", 0, 1, &[b"ab\0"]);
    let mut info = [0; 260];
    for (at, length) in [(28, 2_i32), (36, 2), (180, 1)] {
        put(&mut info, at, &length.to_le_bytes());
        put(&mut info, at + 4, &(text as i32).to_le_bytes());
    }
    put(&mut info, 132, &77_i32.to_le_bytes());
    put(&mut info, 161, &[1]);
    put(&mut info, 256, &2.5_f32.to_le_bytes());
    add(5, b"INFO", 3, 260, &[&info]);
    let mut frame = [0; 92];
    put(&mut frame, 0, &1.5_f32.to_le_bytes());
    put(&mut frame, 88, &0.5_f32.to_le_bytes());
    add(0, b"FRAMES", 0, 92, &[&frame, &frame]);
    let mut note = [0; 184];
    put(&mut note, 24, &(-45_i32).to_le_bytes());
    put(&mut note, 40, &2_i32.to_le_bytes());
    put(&mut note, 100, &9_i32.to_le_bytes());
    put(&mut note, 108, &30_f32.to_le_bytes());
    put(&mut note, 176, &(-1_i32).to_le_bytes());
    add(1, b"NOTES", 4, 184, &[&note]);
    let mut wall = [0; 48];
    put(&mut wall, 44, &8_i32.to_le_bytes());
    add(2, b"WALLS", 0, 48, &[&wall]);
    add(3, b"HEIGHTS", 0, 8, &[b"\0\0\xe0\x3f\0\0\0\x40"]);
    add(4, b"PAUSES", 0, 8, &[b"\0\0\x20\x40\x07\0\0\0"]);

    let view = Sections::open(&bytes[..], &DecodeOptions::STRICT).unwrap();
    let info = view.info();
    assert_eq!((&*info.player_id.as_str(), &*info.modifiers.as_str()), ("ab", "a"));
    assert_eq!(info.player_name.to_text(), "\u{6261}");
    assert_eq!((info.score, info.left_handed, info.room_rotation), (77, 1, 2.5));
    assert_eq!(view.frames().get(1).map(|f| (f.time, f.right.rotation.w)), Some((1.5, 0.5)));
    let note = view.notes().get(0).unwrap();
    assert_eq!((note.id.angle_offset, note.event_type, note.score.energy), (-45, 2, 9));
    assert_eq!((note.cut_info.cut.saber_speed, note.cut_info.cut_distance_sign), (30.0, -1));
    assert_eq!(view.walls().get(0).map(|wall| wall.multiplier), Some(8));
    assert_eq!(view.heights().get(0).map(|h| (h.height, h.time)), Some((1.75, 2.0)));
    assert_eq!(view.pauses().get(0).map(|p| (p.duration, p.time)), Some((2.5, 7)));
    assert_eq!((view.frames().len(), view.rows().len(), view.custom().len()), (2, 7, 0));
    assert_eq!(view.notes().appended().next(), Some(&[0; 4][..]));
    check(&bytes).unwrap();
}

#[test]
fn every_prefix_gives_what_is_whole_or_one_clear_error() {
    for name in ["bsor2-small", "bsor2-other-order"] {
        let bytes = file(name);
        let full = check(&bytes).unwrap().0;
        let mut most = 0;
        for length in 0..bytes.len() {
            let prefix = &bytes[..length];
            let Ok(view) = Sections::open(prefix, &DecodeOptions::RECOVER) else {
                let error = check(prefix).unwrap_err();
                assert_eq!(error.fault, Fault::Truncated, "{error}");
                assert!(length < Header::SIZE + TableRow::SIZE, "{length}: {error}");
                continue;
            };
            assert_eq!(view.outcome(), Outcome::Recovered, "{length}");
            let frames = view.frames().len();
            assert!(
                frames >= most
                    && view.frames().iter().eq(full.frames.records[..frames].iter().copied())
            );
            most = frames;
            if length % 61 == 0 {
                let replay = check(prefix).unwrap().0;
                assert!(full.notes.records.starts_with(&replay.notes.records));
                assert!(full.walls.records.starts_with(&replay.walls.records));
            }
        }
        assert_eq!(most, full.frames.records.len(), "{name}");
    }
}

#[test]
fn every_changed_byte_of_header_table_and_info_is_met_calmly() {
    for (name, bytes) in files() {
        let table = Header::SIZE + TableRow::SIZE * 7;
        let info_row = TableRow::read(&bytes[row_of(&bytes, SectionId::Info)..]).unwrap();
        let info = info_row.extent.offset as usize;
        let mut changed = bytes.clone();
        for at in (0..table).chain(info..info + info_row.extent.size as usize) {
            for flip in [0x01, 0x80, 0xff] {
                changed[at] = bytes[at] ^ flip;
                match Sections::open(&changed[..], &DecodeOptions::RECOVER) {
                    Ok(_) if at % 17 != 0 => {}
                    Ok(_) => drop(check(&changed).unwrap()),
                    Err(error) => assert!(at < 8, "{name}, byte {at}: {error}"),
                }
            }
            changed[at] = bytes[at];
        }
    }
}

/// Stands in for a fuzz target: bytes of all samples, a few of them changed to any value or to one that hurts.
#[test]
fn twenty_thousand_mutants_are_met_calmly() {
    let samples = files();
    let mut random = Random::new(2);
    let mut opened = 0;
    for round in 0..20_000 {
        let (name, bytes) = &samples[round % samples.len()];
        let mut mutant = bytes.clone();
        let below = |random: &mut Random, end: usize| random.between(0, end as i32 - 1) as usize;
        for _ in 0..random.between(1, 6) {
            // The table and what it points to: half of all changes.
            let most = if random.chance(0.5) { 900 } else { mutant.len() };
            let at = below(&mut random, most.min(mutant.len() - 4));
            let hurtful = [0, 1, -1, i32::MAX, i32::MIN, mutant.len() as i32, 84, 260];
            if random.chance(0.5) {
                let value = hurtful[below(&mut random, hurtful.len())];
                let aligned = at & !3;
                mutant[aligned..aligned + 4].copy_from_slice(&value.to_le_bytes());
            } else {
                mutant[at] = random.byte();
            }
        }
        if random.chance(0.2) {
            let length = below(&mut random, mutant.len()).max(8);
            mutant.truncate(length);
        }
        // A part of the rounds goes through everything, whatever the rows say.
        let replay = match Sections::open(&mutant[..], &DecodeOptions::RECOVER) {
            Ok(view) if round % 4 != 0 => {
                let strict = Sections::open(&mutant[..], &DecodeOptions::STRICT);
                assert_eq!(strict.is_ok(), view.outcome() == Outcome::Ok, "{name}, {round}");
                view.into_replay()
            }
            Ok(_) => check(&mutant).unwrap().0,
            Err(_) => continue,
        };
        opened += 1;
        assert!(encode(&replay) == mutant, "{name}, round {round}");
        if round % 16 == 0 {
            let (v1, _) = to_bsor(replay);
            bsor::decode(&bsor::encode(&v1), &DecodeOptions::RECOVER).unwrap();
        }
    }
    assert!(opened > 15_000, "{opened} opened");
}

#[test]
fn a_changed_replay_is_written_anew() {
    let bytes = file("bsor2-appended-in-other-order");
    let (mut replay, _) = check(&bytes).unwrap();
    replay.info.score += 1;
    replay.info.song_name = "Longer than it was before".into();
    replay.notes.records[0].score.energy = -3;
    let again = values(&encode(&replay));
    assert!(again == Replay { original: Vec::new(), ..replay });
    assert!(again.frames.appended.iter().all(|byte| *byte == 0xa5));

    // Zeros stand in for members of a later writer that are not there.
    let mut longer = again;
    let last = *longer.frames.records.last().unwrap();
    longer.frames.records.push(last);
    let again = values(&encode(&longer));
    let (old, new) = again.frames.appended.split_at(longer.frames.appended.len());
    assert!(old == longer.frames.appended && new == [0; 16]);
}

#[test]
fn sections_that_reach_out_of_the_file_keep_the_items_that_are_there() {
    let bytes = usual();
    let full = values(&bytes);
    let frames = full.frames.records.len();
    let offset = TableRow::read(&bytes[row_of(&bytes, SectionId::Frames)..]).unwrap().extent.offset;
    let damaged = |at, value| with_number(&bytes, SectionId::Frames, at, value);

    let more = check_damage(
        &damaged(76, frames as u32 + 1),
        &format!(
            "FRAMES, offset {offset}: expected {} items of 92 bytes, found room for {frames}",
            frames + 1
        ),
    );
    assert!(more.frames == full.frames && more.notes == full.notes);
    let all = check_damage(
        &damaged(76, u32::MAX),
        &format!(
            "FRAMES, offset {offset}: expected 4294967295 items of 92 bytes, found room for {frames}"
        ),
    );
    assert!(all.frames == full.frames);
    let none = check_damage(
        &damaged(72, 91),
        &format!("FRAMES, offset {offset}: expected items of at least 92 bytes, found 91"),
    );
    assert!(none.frames.records.is_empty() && none.notes == full.notes);
    let far = check_damage(
        &damaged(64, u32::MAX),
        &format!(
            "FRAMES, offset 4294967295: expected {frames} items of 92 bytes, found room for 0"
        ),
    );
    assert!(far.frames.records.is_empty() && far.info == full.info);
    let late = check_damage(
        &damaged(80, 92),
        &format!(
            "FRAMES, offset {offset}: expected {frames} items of 92 bytes, found room for {}",
            frames - 1
        ),
    );
    assert!(late.frames.records == full.frames.records[1..]);
    let left = bytes.len() - offset as usize;
    let long = check_damage(
        &damaged(68, u32::MAX),
        &format!(
            "FRAMES, offset {offset}: expected 4294967295 bytes, found {left} before the end of the file"
        ),
    );
    assert!(long.frames == full.frames);
}

#[test]
fn strings_that_reach_out_of_the_file_are_cut() {
    let bytes = usual();
    let info =
        TableRow::read(&bytes[row_of(&bytes, SectionId::Info)..]).unwrap().extent.offset as usize;
    let with_string = |length: i32, pointer: i32| {
        let mut changed = bytes.clone();
        changed[info + 92..info + 96].copy_from_slice(&length.to_le_bytes());
        changed[info + 96..info + 100].copy_from_slice(&pointer.to_le_bytes());
        changed
    };
    let end = bytes.len() as i32;
    let text = check_damage(
        &with_string(20, end - 4),
        &format!(
            "INFO, offset {}: expected a string of 20 bytes at {}, found 4 bytes before the end of the file",
            end - 4,
            end - 4
        ),
    );
    assert_eq!(text.info.mode.bytes, &bytes[bytes.len() - 4..]);
    for (length, pointer) in [(-1, 700), (5, -1), (i32::MIN, i32::MIN), (i32::MAX, i32::MAX)] {
        let (replay, diagnostics) = check(&with_string(length, pointer)).unwrap();
        assert_eq!(
            (Outcome::of(&diagnostics), replay.info.mode.bytes.len()),
            (Outcome::Recovered, 0)
        );
    }
    let (replay, diagnostics) = check(&with_string(0, i32::MAX)).unwrap();
    assert!(diagnostics.is_empty() && replay.info.mode.bytes.is_empty());
}

#[test]
fn the_first_rows_are_the_six_sections() {
    let bytes = file("bsor2-custom-sections");
    let full = values(&bytes);
    let walls = row_of(&bytes, SectionId::Walls);
    let mut renamed = bytes.clone();
    renamed[walls..walls + 5].copy_from_slice(b"DOORS");
    let replay = check_damage(
        &renamed,
        &format!(
            "table, offset {walls}: expected one row for each section of the format at the start, found DOORS"
        ),
    );
    assert!(replay.walls.records.is_empty() && replay.frames == full.frames);
    assert_eq!(replay.sections[0].name.as_bytes(), b"DOORS");

    let mut twice = bytes.clone();
    twice[walls..walls + 64].copy_from_slice(SectionName::from(SectionId::Frames).stored());
    let (replay, diagnostics) = check(&twice).unwrap();
    assert!(diagnostics.iter().any(|d| d.message == "expected a row WALLS, found none"));
    assert!(replay.frames == full.frames && replay.walls.records.is_empty());

    // A custom section in front of one of the six: the six are found all the same.
    let mut swapped = bytes.clone();
    swapped[walls..walls + 84].copy_from_slice(&bytes[8 + 6 * 84..8 + 7 * 84]);
    swapped[8 + 6 * 84..8 + 7 * 84].copy_from_slice(&bytes[walls..walls + 84]);
    let (replay, diagnostics) = check(&swapped).unwrap();
    assert_eq!(Outcome::of(&diagnostics), Outcome::Recovered);
    assert!(replay.walls == full.walls && replay.sections == full.sections);

    // After the six, the same name again is odd, and no damage.
    let mut again = bytes.clone();
    again[8 + 6 * 84..8 + 7 * 84 - 20]
        .copy_from_slice(SectionName::from(SectionId::Frames).stored());
    let (replay, diagnostics) = check(&again).unwrap();
    assert_eq!(diagnostics[0].severity, Severity::Warning);
    assert!(replay.frames == full.frames && replay.sections.len() == full.sections.len());
    // Two rows that say the same are two rows: an empty section, which may lie where another one does, does not vanish.
    let mut same = bytes.clone();
    let (pauses, seventh) = (row_of(&bytes, SectionId::Pauses), 8 + 6 * 84);
    same[pauses + 68..pauses + 84].fill(0);
    let row = same[pauses..pauses + 84].to_vec();
    same[seventh..seventh + 84].copy_from_slice(&row);
    let (replay, _) = check(&same).unwrap();
    assert_eq!(replay.sections.len(), full.sections.len());
    assert_eq!(replay.sections[0].name.section(), Some(SectionId::Pauses));
    // Only eight bytes of a name count.
    let mut longer = bytes;
    longer[walls + 8..walls + 64].fill(b'x');
    assert!(values(&longer).walls == full.walls);
}

#[test]
fn an_info_that_is_not_there_does_not_take_the_rest_with_it() {
    let bytes = usual();
    let full = values(&bytes);
    let at = TableRow::read(&bytes[row_of(&bytes, SectionId::Info)..]).unwrap().extent.offset;
    let replay = check_damage(
        &with_number(&bytes, SectionId::Info, 76, 0),
        &format!("INFO, offset {at}: expected one item, found none"),
    );
    assert!(replay.info == layout::Info::default() && replay.frames == full.frames);
    check_damage(
        &with_number(&bytes, SectionId::Info, 72, 259),
        &format!("INFO, offset {at}: expected items of at least 260 bytes, found 259"),
    );
}

#[test]
fn sections_that_share_bytes_are_read_once() {
    let bytes = usual();
    let frames = TableRow::read(&bytes[row_of(&bytes, SectionId::Frames)..]).unwrap().extent;
    // Heights and pauses as long as all of the file, one beside the other and both over the frames.
    let mut shared = bytes.clone();
    let padding = vec![0; 200_000];
    shared.extend_from_slice(&padding);
    let count = shared.len() as u32 / 8;
    for id in [SectionId::Heights, SectionId::Pauses] {
        for (at, value) in [(64, 0), (68, count * 8), (72, 8), (76, count)] {
            shared = with_number(&shared, id, at, value);
        }
    }
    let replay = check(&shared).unwrap().0;
    assert_eq!(replay.frames.records.len(), frames.item_count as usize);
    let read = (replay.heights.records.len() + replay.pauses.records.len()) * 8;
    assert!(read <= shared.len() + limits::SHARED_BYTES, "{read} of {}", shared.len());
    let error = decode(&shared, &DecodeOptions::STRICT).unwrap_err();
    assert_eq!(error.fault, Fault::Limit, "{error}");
}

#[test]
fn texts_that_version_1_has_no_room_for_are_cut() {
    let mut replay = generated("bsor2-small");
    let hmd = "é".repeat(40_000);
    replay.info.hmd = hmd.as_str().into();
    let bytes = encode(&replay);
    let view = View::open(&bytes[..], &DecodeOptions::STRICT).unwrap();
    assert_eq!(view.sections().info().hmd.as_str(), hmd);
    assert_eq!(view.bsor().info().hmd.as_str(), "é".repeat(2_000));
    assert_eq!(view.bsor().frames().len(), replay.frames.records.len());
    assert!(view.missing().iter().any(|sentence| sentence.contains("Texts are cut")));
}

/// Lengths that count UTF-16 units are found by where the frames begin, and there are none.
#[test]
fn values_kept_of_another_file_do_no_harm() {
    let mut v1 = bsor::Replay::new(bsor::Info::default());
    v1.info.song_name = bsor::Text { declared: 4, ..bsor::Text::from("👻👻") };
    v1.sections = Vec::new();
    let mut replay = generated("bsor2-small");
    replay.info.song_name = "👻👻".into();
    replay.frames = Vec::new().into();
    let name = SectionName::new(REMAINS.as_bytes()).unwrap();
    replay.sections.push(CustomSection::new(name, bsor::encode(&v1)));
    let (converted, _) = to_bsor(replay.clone());
    let refused = bsor::View::open(bsor::encode(&converted), &DecodeOptions::RECOVER);
    assert!(refused.is_err(), "it does stand in the way of one who takes it as it is");
    let (opened, _) = check(&encode(&replay)).unwrap();
    assert_eq!(opened.notes, replay.notes);
}

#[test]
fn other_files_are_refused_with_offset_and_reason() {
    let refuse = |bytes: &[u8]| check(bytes).unwrap_err().to_string();
    assert_eq!(
        refuse(b""),
        "header, offset 0: expected magic number 0x442d3d69 (4 bytes), found the end of the input"
    );
    assert_eq!(
        refuse(b"PK\x03\x04zip!"),
        "header, offset 0: expected magic number 0x442d3d69, found 0x4034b50"
    );
    assert_eq!(
        refuse(b"\x69\x3d\x2d\x44\x01\x00"),
        "header, offset 4: expected version 2, found version 1"
    );
    assert_eq!(
        refuse(b"\x69\x3d\x2d\x44\x02\x00\xff\xff"),
        "table, offset 8: expected 65535 rows of 84 bytes, found 0"
    );
    assert_eq!(
        refuse(b"\x69\x3d\x2d\x44\x02\x00\x00\x00"),
        "table, offset 8: expected 6 rows of 84 bytes, found 0"
    );
}

/// The byte tables of `docs/spec/bsor-v2.md` are those of the code: each record's heading is followed by its fields.
#[test]
fn the_specification_says_what_the_code_does() {
    use ghostreel_core::{Field, FieldType};
    use layout::*;

    let spec = include_str!("../../../docs/spec/bsor-v2.md");
    let names: [(&[Field], &str); 8] = [
        (Pose::FIELDS, "Pose"),
        (Vector3::FIELDS, "Vector3"),
        (Quaternion::FIELDS, "Quaternion"),
        (NoteId::FIELDS, "NoteId"),
        (NoteScore::FIELDS, "NoteScore"),
        (NoteCutInfo::FIELDS, "NoteCutInfo"),
        (WallId::FIELDS, "WallId"),
        (bsor::CutInfo::FIELDS, "CutInfo"),
    ];
    let wide = ["playerName", "songName", "mapper"];
    let kind =
        |field: &Field| match field.kind {
            FieldType::U8 => "u8",
            FieldType::U16 => "u16",
            FieldType::U32 => "u32",
            FieldType::I32 => "i32",
            FieldType::F32 => "f32",
            FieldType::Record(inner) if inner == StringRef::FIELDS => {
                if wide.contains(&field.name) { "string16" } else { "string" }
            }
            FieldType::Record(inner) => {
                names.iter().find(|(fields, _)| *fields == inner).unwrap().1
            }
            _ => unreachable!("no other kind is used"),
        };
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
            let [name, kind] = [field.name, kind(field)].map(|text| format!("`{text}`"));
            assert_eq!(row[1..5], [&field.offset.to_string(), &*name, &*kind, field.unit]);
        }
    };
    check("Header", Header::SIZE, Header::FIELDS);
    check("Extent", Extent::SIZE, Extent::FIELDS);
    check("StringRef", StringRef::SIZE, StringRef::FIELDS);
    check("InfoItem", InfoItem::SIZE, InfoItem::FIELDS);
    check("Note", Note::SIZE, Note::FIELDS);
    check("NoteId", NoteId::SIZE, NoteId::FIELDS);
    check("NoteScore", NoteScore::SIZE, NoteScore::FIELDS);
    check("NoteCutInfo", NoteCutInfo::SIZE, NoteCutInfo::FIELDS);
    check("Wall", Wall::SIZE, Wall::FIELDS);
    check("WallId", WallId::SIZE, WallId::FIELDS);
    check("Pause", Pause::SIZE, Pause::FIELDS);
    // Members lie at multiples of their own size, up to four bytes, so that a mapped file can be read in place.
    for fields in [InfoItem::FIELDS, Note::FIELDS, Wall::FIELDS, Pause::FIELDS, Extent::FIELDS] {
        for leaf in ghostreel_core::record::leaves(fields) {
            assert!(leaf.offset.is_multiple_of(leaf.kind.size().min(4)), "{}", leaf.column);
        }
    }
}
