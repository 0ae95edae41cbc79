//! What happens to what an earlier version has written.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tempfile::TempDir;
use tokio::runtime::{Builder, Runtime};

use super::*;
use crate::header::{REPLAY, TABLES_VERSION};

/// A folder with some replays, and an export of them.
struct Place {
    folder: TempDir,
    runtime: Runtime,
}

const LATER: Versions = Versions { tables: TABLES_VERSION + 1, ..Versions::own() };

impl Place {
    fn new() -> Self {
        let place = Self {
            folder: tempfile::tempdir().unwrap(),
            runtime: Builder::new_multi_thread().enable_all().build().unwrap(),
        };
        for seed in 1..=3 {
            let bytes = ghostreel::sample("melee", Some("small"), seed).unwrap();
            fs::write(place.path(&format!("{seed}.slp")), bytes).unwrap();
        }
        place
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn export(&self, paths: &[PathBuf], newest: Versions) -> Result<usize> {
        let out = self.path("out").display().to_string();
        let tables = ["melee/frames".to_owned(), "players".to_owned()];
        let export =
            Export { paths, out: &out, tables: &tables, partition: None, memory: 1 << 24, newest };
        Ok(export.run(&self.runtime, |_, _| ())?.exported)
    }

    fn writer(&self) -> Writer {
        let store = Store::at(&self.path("out").display().to_string()).unwrap();
        self.runtime
            .block_on(Writer::open(
                store,
                Layout { partition: None, tables: BTreeSet::new() },
                Versions::own(),
            ))
            .unwrap()
    }

    /// The replays of all rows of a table, sorted, and the files that the rows are in.
    fn rows(&self, name: &str) -> (Vec<String>, usize) {
        let writer = self.writer();
        let table = writer.tables.iter().find(|table| table.table.place() == name).unwrap();
        let files = table.files().unwrap();
        let mut all = Vec::new();
        for file in &files {
            let bytes = self.runtime.block_on(table.read(&file.path())).unwrap();
            let rows = batch::read(table.table, bytes).unwrap();
            let replays = rows.column_by_name(REPLAY).unwrap();
            let replays = arrow::array::AsArray::as_string_view(replays);
            all.extend(replays.iter().map(|replay| replay.unwrap().to_owned()));
        }
        all.sort();
        (all, files.len())
    }
}

fn all(place: &Place) -> Vec<PathBuf> {
    (1..=3).map(|seed| place.path(&format!("{seed}.slp"))).collect()
}

#[test]
fn what_an_earlier_version_has_written_is_written_again_and_nothing_is_there_twice() {
    let place = Place::new();
    assert_eq!(place.export(&all(&place), Versions::own()).unwrap(), 3);
    let before = (place.rows("melee/frames"), place.rows("players"));
    assert_eq!(before.0.1, 1, "one file");
    // All of a batch, so nothing of it is left.
    assert_eq!(place.export(&all(&place), LATER).unwrap(), 3);
    assert_eq!((place.rows("melee/frames"), place.rows("players")), before);
    // One of a batch, so the others stay in what is left of its file.
    assert_eq!(place.export(&all(&place)[..1], LATER).unwrap(), 1);
    let (rows, files) = place.rows("melee/frames");
    assert_eq!((rows, files), (before.0.0, 2));
    assert_eq!(place.export(&all(&place), Versions::own()).unwrap(), 0);
}

#[test]
fn rows_that_another_program_has_put_together_are_not_doubled() {
    let place = Place::new();
    place.export(&all(&place), Versions::own()).unwrap();
    let mut writer = place.writer();
    let table = writer.tables.iter_mut().find(|table| table.table.name == "frames").unwrap();
    let file = table.files().unwrap().remove(0);
    place.runtime.block_on(async {
        let rows = batch::read(table.table, table.read(&file.path()).await.unwrap()).unwrap();
        let bytes = parquet_file::encoded(table.table, std::slice::from_ref(&rows)).unwrap();
        let size = bytes.len();
        table.write("part-0.parquet", bytes).await.unwrap();
        let added = parquet_file::added("part-0.parquet".to_owned(), size, &[rows], None).unwrap();
        assert!(table.commit(vec![added], &[file], Vec::new(), 0).await.unwrap());
    });
    let before = place.rows("melee/frames");
    assert_eq!(place.export(&all(&place), Versions::own()).unwrap(), 0);
    let error = place.export(&all(&place), LATER).unwrap_err().to_string();
    assert!(error.contains("melee/frames") && error.contains("export anew"), "{error}");
    assert_eq!(place.rows("melee/frames"), before);
    // What is new is still exported.
    let bytes = ghostreel::sample("melee", Some("small"), 9).unwrap();
    fs::write(place.path("9.slp"), bytes).unwrap();
    assert_eq!(place.export(&[place.path("9.slp")], Versions::own()).unwrap(), 1);
}

#[test]
fn columns_that_come_with_a_later_version_are_added() {
    let place = Place::new();
    let frames = tables().iter().find(|table| table.place() == "melee/frames").unwrap();
    // As an earlier version knew the table.
    let schema = frames.schema.project(&[0, 1, 2, 3]).unwrap();
    let earlier = Table { game: frames.game, name: frames.name.clone(), schema: Arc::new(schema) };
    let earlier: &'static Table = Box::leak(Box::new(earlier));
    let store = Store::at(&place.path("out").display().to_string()).unwrap();
    let layout = Layout {
        partition: None,
        tables: BTreeSet::from(["melee/frames".to_owned(), "players".to_owned()]),
    };
    place.runtime.block_on(Exported::open_or_create(&store, earlier, &layout)).unwrap();
    assert_eq!(place.export(&all(&place), Versions::own()).unwrap(), 3);
    let frames = place.writer().tables.into_iter().find(|it| it.table.name == "frames").unwrap();
    assert_eq!(frames.columns().unwrap(), frames.table.schema.fields().len());
    assert!(frames.columns().unwrap() > 50);
}

#[test]
fn names_of_files_say_what_is_in_them() {
    let name = FileName::new(12);
    let read = FileName::of(&format!("month=2026-11/{name}")).unwrap();
    assert_eq!((read.batch, read.replays), (name.batch, 12));
    let others = ["part-00000-0b1c.snappy.parquet", "a-1.zstd.parquet", "", "month=1/"];
    assert!(others.iter().all(|other| FileName::of(other).is_none()));
    assert!(Path::new(&FileName::new(1).to_string()).extension().is_some());
}
