//! Streams over many replays, and through the C interface of Arrow.

use std::fs;
use std::path::Path;

use arrow_array::cast::AsArray as _;
use arrow_array::ffi_stream::{ArrowArrayStreamReader, FFI_ArrowArrayStream};
use arrow_array::types::Int32Type;
use arrow_array::{RecordBatch, RecordBatchReader as _, StringArray};
use ghostreel::collection;
use ghostreel_arrow::{Batches, batches};

const COLUMNS: [&str; 2] = ["post.position_x", "post.percent"];

fn put(folder: &Path, name: &str, game: &str, seed: u64) {
    fs::write(folder.join(name), ghostreel::sample(game, None, seed).unwrap()).unwrap();
}

fn frames(folder: &Path) -> Batches {
    batches(collection([folder]).digests().frames(COLUMNS, ..))
}

/// The one text of a column.
fn text(batch: &RecordBatch, column: usize) -> String {
    let texts = batch.column(column).as_dictionary::<Int32Type>();
    let texts = texts.downcast_dict::<StringArray>().unwrap();
    texts.into_iter().next().unwrap().unwrap().to_owned()
}

#[test]
fn replays_follow_each_other_and_those_that_fail_are_named() {
    let folder = tempfile::tempdir().unwrap();
    put(folder.path(), "a.slp", "melee", 1);
    fs::write(folder.path().join("b.slp"), b"no replay").unwrap();
    put(folder.path(), "c.bsor", "beat-saber", 1);
    put(folder.path(), "d.slp", "melee", 2);
    let mut stream = frames(folder.path());
    let schema = stream.schema();
    let read: Vec<RecordBatch> = stream.by_ref().map(Result::unwrap).collect();
    let names = |batch: &RecordBatch| text(batch, 1);
    let ends: Vec<String> = read.iter().map(names).collect();
    assert!(
        ends[0].ends_with("a.slp") && ends[1].ends_with("d.slp") && ends.len() == 2,
        "{ends:?}"
    );
    assert!(read.iter().all(|batch| batch.schema() == schema && text(batch, 0).len() == 64));
    let failed: Vec<String> = stream
        .failures()
        .to_vec()
        .iter()
        .map(|failure| {
            format!("{}: {}", failure.path.file_name().unwrap().display(), failure.reason)
        })
        .collect();
    assert_eq!(failed.len(), 2, "{failed:?}");
    assert!(failed[0].starts_with("b.slp: "), "{failed:?}");
    assert_eq!(failed[1], "c.bsor: table frames has no column post.position_x");
    assert_eq!(stream.progress(), (4, 4));
}

#[test]
fn a_collection_without_any_answer_is_a_stream_without_rows() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("b.slp"), b"no replay").unwrap();
    let mut stream = frames(folder.path());
    assert_eq!(stream.schema().fields().len(), 2);
    assert!(stream.next().is_none());
    assert_eq!(stream.failures().to_vec().len(), 1);
}

#[test]
fn digests_are_there_where_they_are_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    put(folder.path(), "a.slp", "melee", 1);
    let batch = batches(collection([folder.path()]).frames(COLUMNS, ..)).next().unwrap().unwrap();
    assert_eq!(batch.schema().field(0).name(), "path");
    assert!(text(&batch, 0).ends_with("a.slp"));
}

#[test]
fn columns_of_another_type_are_named() {
    let folder = tempfile::tempdir().unwrap();
    put(folder.path(), "a.bsor", "beat-saber", 1);
    put(folder.path(), "b.slp", "melee", 1);
    let of_players = collection([folder.path()]).columns("players", ["name", "team"], ..);
    let mut stream = batches(of_players);
    let count = stream.by_ref().count();
    // All games' players begin alike.
    assert_eq!((count, stream.failures().to_vec().len()), (2, 0));
    let of_all = collection([folder.path()]).events("moments");
    assert_eq!(batches(of_all).count(), 2);
    let different = collection([folder.path()]).player_stats();
    let mut stream = batches(different);
    assert_eq!(stream.by_ref().count(), 1);
    assert_eq!(
        stream.failures().to_vec()[0].reason,
        "its columns are not those of the first replay"
    );
}

#[test]
fn the_c_stream_gives_the_same_batches() {
    let folder = tempfile::tempdir().unwrap();
    put(folder.path(), "a.slp", "melee", 1);
    put(folder.path(), "b.slp", "melee", 2);
    let direct: Vec<RecordBatch> = frames(folder.path()).map(Result::unwrap).collect();
    let stream = FFI_ArrowArrayStream::new(Box::new(frames(folder.path())));
    let through_c = ArrowArrayStreamReader::try_new(stream).unwrap();
    let through_c: Vec<RecordBatch> = through_c.map(Result::unwrap).collect();
    assert_eq!(direct, through_c);
}
