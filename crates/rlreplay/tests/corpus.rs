//! Real replays, where they are at hand.

use ghostreel_core::{DecodeOptions, Outcome};
use ghostreel_corpus::files;
use ghostreel_rlreplay::{View, decode, encode};

#[test]
fn every_good_replay_is_read_whole_and_written_exactly() {
    for (name, bytes) in files("rocket-league/good") {
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
    for (name, bytes) in files("rocket-league/good") {
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
