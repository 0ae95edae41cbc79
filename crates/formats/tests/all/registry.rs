//! Every game in the list is there with all that is asked of one.

use std::collections::BTreeSet;

use ghostreel_formats::core::{DecodeOptions, Fault, PushDecoder};
use ghostreel_formats::timeline::{Column, ColumnError};
use ghostreel_formats::{
    AnyDecoder, FORMATS, PROBE_LENGTH, format, open, probe, sample, sample_variants,
};

#[test]
fn every_format_knows_its_own_samples() {
    let samples: Vec<(&str, Vec<u8>)> = samples().collect();
    for info in FORMATS {
        assert_eq!(format(info.id), Some(*info));
        let mut own =
            samples.iter().filter(|(_, bytes)| probe(&bytes[..PROBE_LENGTH]) == Some(*info));
        let (game, bytes) = own.next().unwrap();
        assert_eq!(*game, info.game);
        let replay = open(&bytes[..], &DecodeOptions::STRICT).unwrap();
        assert_eq!(replay.format(), *info);
        assert_eq!((replay.version(), info.id), (replay.meta().version, replay.meta().format));
        assert_eq!(replay.to_replay().unwrap().encode(), *bytes);
        assert_eq!(replay.into_bytes(), *bytes);
    }
    assert_eq!(sample("chess", None, 1), None);
    assert_eq!(sample(FORMATS[0].game, Some("blindfold"), 1), None);
}

#[cfg(feature = "default")]
#[test]
fn a_text_in_a_file_makes_no_other_format_of_it() {
    // A .bsor whose version of the game is where a .replay names its type.
    let mut head = sample("beat-saber", None, 1).unwrap()[..PROBE_LENGTH].to_vec();
    let name = b"TAGame.Replay_Soccar_TA\0";
    head[16..20].copy_from_slice(&24_u32.to_le_bytes());
    head[20..20 + name.len()].copy_from_slice(name);
    assert_eq!(probe(&head).unwrap().id, "bsor");
    // Without its magic number no other format takes it.
    head[0] ^= 1;
    assert_eq!(probe(&head).unwrap().id, "replay");
}

#[test]
fn a_game_is_listed_once_with_the_samples_of_all_its_formats() {
    let games: Vec<&str> = sample_variants().into_iter().map(|(game, _)| game).collect();
    let of_formats: BTreeSet<&str> = FORMATS.iter().map(|format| format.game).collect();
    assert_eq!(games.iter().copied().collect::<BTreeSet<_>>(), of_formats);
    assert_eq!(games.len(), of_formats.len());
    for (game, variants) in sample_variants() {
        assert_eq!(sample(game, None, 1), sample(game, Some(variants[0]), 1));
        assert_eq!(variants.iter().collect::<BTreeSet<_>>().len(), variants.len(), "{game}");
    }
    for (game, bytes) in samples() {
        assert_eq!(probe(&bytes[..PROBE_LENGTH.min(bytes.len())]).unwrap().game, game);
    }
}

/// All samples, each with its game.
fn samples() -> impl Iterator<Item = (&'static str, Vec<u8>)> {
    sample_variants().into_iter().flat_map(|(game, variants)| {
        let sample = move |variant| (game, sample(game, Some(variant), 1).unwrap());
        variants.into_iter().map(sample)
    })
}

#[test]
fn other_files_are_refused_in_one_sentence() {
    let error = open(&b"\xff\xd8\xff\xe0jpeg"[..], &DecodeOptions::RECOVER).unwrap_err();
    assert_eq!(error.fault, Fault::Unsupported);
    assert!(error.to_string().ends_with(", but a file that begins with ff d8 ff e0"), "{error}");
}

#[test]
fn columns_of_several_tables_are_those_asked_for_one_by_one() {
    for (_, bytes) in samples() {
        let replay = open(bytes, &DecodeOptions::STRICT).unwrap();
        let timeline = replay.timeline();
        let mut names: Vec<String> = timeline
            .tables()
            .iter()
            .map(|table| table.schema())
            .flat_map(|s| s.columns.iter().map(move |column| format!("{}.{}", s.name, column.name)))
            .collect();
        // Tables mixed, and one column twice.
        names.sort_by_key(|name| name.bytes().rev().collect::<Vec<u8>>());
        names.push(names[0].clone());
        let one_by_one: Vec<Column> =
            names.iter().map(|name| timeline.column(name).unwrap()).collect();
        let bytes = |columns: &[Column]| -> Vec<Vec<u8>> {
            columns.iter().map(|column| column.bytes().into_owned()).collect()
        };
        assert_eq!(bytes(&timeline.columns(&names).unwrap()), bytes(&one_by_one));

        let no_table = ColumnError::NoTable("pawns".into());
        assert_eq!(timeline.columns(&[names[0].as_str(), "pawns.x"]).unwrap_err(), no_table);
        let table = &timeline.tables()[0].schema().name;
        let error = timeline.columns(&[format!("{table}.pawns")]).unwrap_err();
        assert_eq!(error.to_string(), format!("table {table} has no column pawns"));
    }
}

#[test]
fn a_brace_after_much_space_is_the_same_in_a_file_and_in_pieces() {
    let bytes = [&[b'\r'; 100][..], b"{\"a\":1}"].concat();
    let whole = open(&bytes[..], &DecodeOptions::RECOVER).unwrap_err();
    let mut decoder = AnyDecoder::new(&DecodeOptions::RECOVER);
    for piece in bytes.chunks(40) {
        decoder.push(piece);
        if let Err(error) = decoder.next_event() {
            assert_eq!(error, whole);
            return;
        }
    }
    decoder.finish();
    assert_eq!(decoder.next_event().unwrap_err(), whole);
}
