//! A reel recorded in Beat Saber becomes a `.bsor` that another reader reads as the game's own.

use std::io::Cursor;

use ghostreel_bsor::{Replay, View, encode, native, sample};
use ghostreel_core::DecodeOptions;
use ghostreel_formats::native_file;
use ghostreel_reel::{Header, Reel, Settings, Stream, Table, Writer};
use ghostreel_timeline::{Column, Schema, Timeline, Type};

const ALL: std::ops::Range<f64> = f64::NEG_INFINITY..f64::INFINITY;

/// A column of zeros.
fn zeros(kind: Type, rows: usize) -> Column {
    match kind {
        Type::F32 => vec![0.0_f32; rows].into(),
        Type::F64 => vec![0.0_f64; rows].into(),
        Type::I8 => vec![0_i8; rows].into(),
        Type::I32 => vec![0_i32; rows].into(),
        Type::I64 => vec![0_i64; rows].into(),
        Type::U8 => vec![0_u8; rows].into(),
        Type::U32 => vec![0_u32; rows].into(),
        Type::Bool => Column::bools(vec![false; rows]),
        Type::Dict => Column::dict(vec![""; rows]),
        other => panic!("no table has {other:?}"),
    }
}

fn info(replay: &Replay, name: &str, kind: Type) -> Column {
    let info = &replay.info;
    let text = match name {
        "version" => &info.version,
        "game_version" => &info.game_version,
        "player_id" => &info.player_id,
        "player_name" => &info.player_name,
        "platform" => &info.platform,
        "tracking_system" => &info.tracking_system,
        "hmd" => &info.hmd,
        "right_controller" => &info.controller,
        "hash" => &info.hash,
        "song_name" => &info.song_name,
        "mapper" => &info.mapper,
        "difficulty" => &info.difficulty,
        "mode" => &info.mode,
        "environment" => &info.environment,
        "modifiers" => &info.modifiers,
        "timestamp" => return vec![info.started_at().unwrap()].into(),
        "score" => return vec![info.score].into(),
        "left_handed" => return Column::bools([info.left_handed != 0]),
        "jump_distance" => return vec![info.jump_distance].into(),
        "height" => return vec![info.height].into(),
        "start_time" => return vec![info.start_time].into(),
        "fail_time" => return vec![info.fail_time].into(),
        "speed" => return vec![info.speed].into(),
        _ => return zeros(kind, 1),
    };
    Column::dict([text.as_str()])
}

/// The last digits of each note's id: together with the others they add up to it.
fn directions(timeline: &Timeline<'_>) -> Column {
    let column = |name: &str| timeline.column(&format!("notes.{name}")).unwrap();
    let [id, line, layer, kind, color] =
        ["note_id", "line", "layer", "scoring_type", "color"].map(column);
    let [id, line, layer] = [&id, &line, &layer].map(|column| column.as_i32().unwrap());
    let (kind, color) = (kind.as_u8().unwrap(), color.as_i8().unwrap());
    let direction = |row: usize| {
        let place = line[row] * 1000 + layer[row] * 100;
        id[row] - i32::from(kind[row]) * 10_000 - place - i32::from(color[row]) * 10
    };
    (0..id.len()).map(direction).collect::<Vec<_>>().into()
}

/// The reel that a recorder would have written of a session that became this replay.
fn recorded(view: &View<'_>) -> Vec<u8> {
    let schemas = native::schemas();
    let streams = schemas.iter().map(Table::of).map(Stream::Table).collect();
    let header = Header { game: "beat-saber".into(), streams, ..Header::default() };
    let mut writer = Writer::new(header, Settings::default()).unwrap();
    let (timeline, replay) = (view.timeline(), view.to_replay());
    for (stream, Schema { name, columns, .. }) in (1..).zip(&schemas) {
        let table = if name == "trails" { "frames" } else { name };
        let rows = if name == "info" { 1 } else { timeline.table(table).unwrap().rows() };
        let column = |column: &ghostreel_timeline::ColumnSchema| {
            let there = timeline.column(&format!("{table}.{}", column.name)).ok();
            match (&**name, &*column.name, there) {
                ("info", column_name, _) => info(&replay, column_name, column.kind),
                ("notes", "direction", _) => directions(&timeline),
                ("pauses", "duration", Some(seconds)) => {
                    let seconds = seconds.as_i64().unwrap().iter();
                    seconds.map(|seconds| *seconds as f64 + 0.25).collect::<Vec<_>>().into()
                }
                ("user_data", "bytes", _) => {
                    let hex =
                        |bytes: &[u8]| bytes.iter().map(|byte| format!("{byte:02x}")).collect();
                    let entries = replay.user_data.iter();
                    Column::dict(entries.map(|entry| hex(&entry.bytes)).collect::<Vec<String>>())
                }
                (_, _, Some(there)) if there.kind() == column.kind => there,
                _ => zeros(column.kind, rows),
            }
        };
        writer.rows(stream, &columns.iter().map(column).collect::<Vec<_>>()).unwrap();
    }
    writer.finish()
}

fn file_of(reel: &[u8]) -> Vec<u8> {
    let reel = Reel::open(reel).unwrap();
    let read = |table: &str, columns: &[&str]| match reel.header().table(table) {
        Some(_) => reel.rows(table, columns, ALL).map(|rows| Some(rows.columns)),
        None => Ok(None),
    };
    native_file(&reel.header().game, &read).unwrap().unwrap()
}

/// The other reader's results, in words: of infos and of each record.
fn as_others_read(bytes: &[u8]) -> Option<Vec<String>> {
    let replay = peer_bsor::replay::Replay::load(&mut Cursor::new(bytes)).ok()?;
    let mut words = vec![format!("{:?}", replay.info)];
    words.extend(replay.frames.iter().map(|frame| format!("{frame:?}")));
    words.extend(replay.notes.iter().map(|note| format!("{note:?}")));
    words.extend(replay.walls.iter().map(|wall| format!("{wall:?}")));
    words.extend(replay.heights.iter().map(|height| format!("{height:?}")));
    words.extend(replay.pauses.iter().map(|pause| format!("{pause:?}")));
    Some(words)
}

#[test]
fn another_reader_reads_the_same_frame_by_frame() {
    let variants = ["full", "plain", "small", "fail", "practice", "empty"];
    let sample = |variant| encode(&sample::generate(&sample::variant(variant).unwrap()));
    let samples = variants.map(|variant| (variant.to_owned(), sample(variant)));
    let real = ghostreel_corpus::files("beat-saber/bsor").unwrap_or_default();
    let mut compared = 0;
    for (name, bytes) in samples.into_iter().chain(real) {
        let view = View::open(&bytes, &DecodeOptions::STRICT).unwrap();
        let again = file_of(&recorded(&view));
        View::open(&again, &DecodeOptions::STRICT).unwrap();
        let (Some(before), Some(after)) = (as_others_read(&bytes), as_others_read(&again)) else {
            println!("{name}: the other reader does not read it");
            continue;
        };
        assert_eq!(before.len(), after.len(), "{name}");
        for (before, after) in before.iter().zip(&after) {
            assert_eq!(before, after, "{name}");
        }
        compared += 1;
    }
    assert!(compared >= 4, "only {compared} files were compared");
}
