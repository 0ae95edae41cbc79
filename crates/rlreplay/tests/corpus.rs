//! Real replays, where they are at hand.

use std::path::PathBuf;

use ghostreel_core::{DecodeOptions, Outcome};
use ghostreel_rlreplay::{View, decode, encode};

fn corpus(folder: &str) -> Vec<(String, Vec<u8>)> {
    let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/corpus");
    let corpus =
        std::env::var_os("GHOSTREEL_CORPUS").map_or_else(|| PathBuf::from(beside), PathBuf::from);
    let Ok(folder) = std::fs::read_dir(corpus.join("rocket-league").join(folder)) else {
        eprintln!("skipped: there is no corpus of real replays");
        return Vec::new();
    };
    let mut files: Vec<PathBuf> = folder.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
        .into_iter()
        .map(|path| {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            (name, std::fs::read(path).unwrap())
        })
        .collect()
}

#[test]
fn every_good_replay_is_read_whole_and_written_exactly() {
    for (name, bytes) in corpus("good") {
        let view = View::open(&bytes[..], &DecodeOptions::RECOVER)
            .unwrap_or_else(|e| panic!("{name}: {e}"));
        assert_eq!(view.outcome(), Outcome::Ok, "{name}: {:?}", view.diagnostics());
        let replay =
            decode(&bytes, &DecodeOptions::STRICT).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert!(encode(&replay.value) == bytes, "{name} is written differently");
    }
}

#[test]
fn every_table_of_every_replay_is_whole() {
    for (name, bytes) in corpus("good") {
        let view = View::open(&bytes[..], &DecodeOptions::RECOVER).unwrap();
        let timeline = view.timeline();
        for table in timeline.tables() {
            for (column, schema) in table.all_columns().iter().zip(&table.schema().columns) {
                let what = format!("{name}: {}.{}", table.schema().name, schema.name);
                assert_eq!((column.len(), column.kind()), (table.rows(), schema.kind), "{what}");
            }
        }
    }
}
