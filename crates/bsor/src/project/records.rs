//! The tables that are little more than a section's records.

use std::any::Any;
use std::cell::OnceCell;
use std::sync::LazyLock;

use ghostreel_core::Record;
use ghostreel_core::record::{self, Leaf};
use ghostreel_timeline::{
    Column, Columnar, Schema, Source, Table, TableKind, fill, gather, record_columns, row_column,
    row_columns, rows, table_rows,
};

use super::each;
use crate::layout::{ControllerOffsets, Height, Pause, Wall};
use crate::view::{Records, View};

/// The columns of fixed-size records, and after them those of the rows `D` that are derived from them.
pub(super) struct RecordSource<'a, R, D> {
    pub(super) records: Records<'a, R>,
    pub(super) leaves: &'static [Leaf],
    pub(super) derive: fn(Records<'a, R>) -> Vec<D>,
}

impl<R: Record + Default + 'static, D: Columnar> Source for RecordSource<'_, R, D> {
    fn rows(&self) -> usize {
        self.records.len()
    }

    fn column(&self, index: usize) -> Column {
        self.columns(&[index]).pop().unwrap_or_else(|| Vec::<f32>::new().into())
    }

    fn columns(&self, indices: &[usize]) -> Vec<Column> {
        let leaves = indices.iter().filter_map(|&index| self.leaves.get(index));
        let mut stored = gather::<R>(self.records.bytes(), leaves).into_iter();
        // Derived for the columns that are asked for together, and not kept.
        let derived = OnceCell::new();
        let column = |&index: &usize| match index.checked_sub(self.leaves.len()) {
            None => stored.next(),
            Some(index) => {
                let rows = derived.get_or_init(|| (self.derive)(self.records));
                Some(row_column(rows, index))
            }
        };
        indices.iter().filter_map(column).collect()
    }

    fn fill(&self, rows: &mut dyn Any) -> bool {
        let records = || each(self.records.len(), |index| self.records.get(index));
        fill(rows, records) || fill(rows, || (self.derive)(self.records).into_iter())
    }
}

table_rows! {
    Wall: "walls";
    WallRow: "walls";
    Height: "heights";
    Pause: "pauses";
    ControllerOffsets: "controller_offsets";
}

/// A table of records without derived columns.
fn plain<'a, R: Record + Default + 'static>(
    schema: &'static Schema,
    leaves: &'static [Leaf],
    records: Records<'a, R>,
) -> Table<'a> {
    let derive = |_: Records<'a, R>| Vec::<()>::new();
    Table::new(schema, RecordSource { records, leaves, derive })
}

/// A record's own columns and the derived ones after them.
pub(super) fn schema<R: Record, D: Columnar>(
    name: &'static str,
    kind: TableKind,
    time: Option<&'static str>,
    meaning: &'static str,
) -> Schema {
    let columns = record_columns::<R>().into_iter().chain(row_columns::<D>()).collect();
    Schema { name: name.into(), kind, time, meaning, columns }
}

rows! {
    /// The fields in the bits of a wall's record.
    pub struct WallRow {
        event_time: f32, "s", "Song time when the head went in, also where a mod swapped the times";
        exit_time: f32, "s", "Song time when it left; event_time where the mod did not record it";
        line: i32, "", "Leftmost line, 0 to 3";
        r#type: i32, "", "0 full height, 1 top half, others free";
        width: i32, "", "Width in lines";
    }
}

static WALLS: LazyLock<Schema> = LazyLock::new(|| {
    schema::<Wall, WallRow>(
        "walls",
        TableKind::Events,
        Some("event_time"),
        "the head went into a wall",
    )
});
static WALL_LEAVES: LazyLock<Vec<Leaf>> = LazyLock::new(|| record::leaves(Wall::FIELDS));

pub(super) fn walls<'a>(view: &'a View<'_>) -> Table<'a> {
    let derive = |walls: Records<'a, Wall>| walls.iter().map(wall_row).collect();
    Table::new(&WALLS, RecordSource { records: view.walls(), leaves: &WALL_LEAVES, derive })
}

fn wall_row(wall: Wall) -> WallRow {
    WallRow {
        event_time: wall.event_time(),
        exit_time: wall.exit_time().unwrap_or(wall.event_time()),
        line: wall.line(),
        r#type: wall.kind(),
        width: wall.width(),
    }
}

static HEIGHTS: LazyLock<Schema> = LazyLock::new(|| {
    let meaning = "the player's height from a moment on";
    schema::<Height, ()>("heights", TableKind::Steps, Some("time"), meaning)
});
static HEIGHT_LEAVES: LazyLock<Vec<Leaf>> = LazyLock::new(|| record::leaves(Height::FIELDS));

pub(super) fn heights<'a>(view: &'a View<'_>) -> Table<'a> {
    plain(&HEIGHTS, &HEIGHT_LEAVES, view.heights())
}

static PAUSES: LazyLock<Schema> = LazyLock::new(|| {
    schema::<Pause, ()>("pauses", TableKind::Events, Some("time"), "the game was paused")
});
static PAUSE_LEAVES: LazyLock<Vec<Leaf>> = LazyLock::new(|| record::leaves(Pause::FIELDS));

pub(super) fn pauses<'a>(view: &'a View<'_>) -> Table<'a> {
    plain(&PAUSES, &PAUSE_LEAVES, view.pauses())
}

static OFFSETS: LazyLock<Schema> = LazyLock::new(|| {
    let meaning = "the saber handles in the frame of the controllers: one row, or none";
    schema::<ControllerOffsets, ()>("controller_offsets", TableKind::Events, None, meaning)
});
static OFFSET_LEAVES: LazyLock<Vec<Leaf>> =
    LazyLock::new(|| record::leaves(ControllerOffsets::FIELDS));

pub(super) fn controller_offsets<'a>(view: &'a View<'_>) -> Table<'a> {
    plain(&OFFSETS, &OFFSET_LEAVES, view.controller_offset_records())
}
