//! The tables that are little more than a section's records.

use std::sync::LazyLock;

use ghostreel_core::Record;
use ghostreel_core::record::{self, Leaf};
use ghostreel_timeline::{
    Column, ColumnSchema, Kind, Schema, Source, Table, Type, gather, record_columns,
};

use crate::layout::{ControllerOffsets, Height, Pause, Wall};
use crate::view::{Records, View};

/// The columns of fixed-size records, and more that are derived from them.
pub(super) struct RecordSource<'a, R> {
    pub(super) records: Records<'a, R>,
    pub(super) leaves: &'static [Leaf],
    /// The columns behind those of the record, by their index there.
    pub(super) derived: fn(Records<'a, R>, usize) -> Column,
}

impl<R: Record + Default> Source for RecordSource<'_, R> {
    fn rows(&self) -> usize {
        self.records.len()
    }

    fn column(&self, index: usize) -> Column {
        match self.leaves.get(index) {
            Some(leaf) => gather::<R>(self.records.bytes(), [leaf])
                .pop()
                .unwrap_or_else(|| Vec::<f32>::new().into()),
            None => (self.derived)(self.records, index.saturating_sub(self.leaves.len())),
        }
    }

    fn columns(&self, indices: &[usize]) -> Vec<Column> {
        let leaves = indices.iter().filter_map(|&index| self.leaves.get(index));
        let mut stored = gather::<R>(self.records.bytes(), leaves).into_iter();
        let column = |&index| match self.leaves.get(index) {
            Some(_) => stored.next(),
            None => None,
        };
        indices
            .iter()
            .map(column)
            .zip(indices)
            .map(|(stored, &index)| stored.unwrap_or_else(|| self.column(index)))
            .collect()
    }
}

/// A record's own columns and the derived ones behind them.
pub(super) fn schema<R: Record>(
    name: &'static str,
    kind: Kind,
    time: Option<&'static str>,
    meaning: &'static str,
    derived: impl IntoIterator<Item = ColumnSchema>,
) -> Schema {
    let columns = record_columns::<R>().into_iter().chain(derived).collect();
    Schema { name: name.into(), kind, time, meaning, columns }
}

fn nothing_derived<R>(_: Records<'_, R>, _: usize) -> Column {
    Vec::<f32>::new().into()
}

static WALLS: LazyLock<Schema> = LazyLock::new(|| {
    let column = ColumnSchema::new;
    schema::<Wall>(
        "walls",
        Kind::Events,
        Some("event_time"),
        "the head went into a wall",
        [
            column(
                "event_time",
                Type::F32,
                "s",
                "Song time when the head went in, also where a mod swapped the times",
            ),
            column(
                "exit_time",
                Type::F32,
                "s",
                "Song time when it left; event_time where the mod did not record it",
            ),
            column("line", Type::I32, "", "Leftmost line, 0 to 3"),
            column("type", Type::I32, "", "0 full height, 1 top half, others free"),
            column("width", Type::I32, "", "Width in lines"),
        ],
    )
});
static WALL_LEAVES: LazyLock<Vec<Leaf>> = LazyLock::new(|| record::leaves(Wall::FIELDS));

pub(super) fn walls<'a>(view: &'a View<'_>) -> Table<'a> {
    let derived = |walls: Records<'a, Wall>, index| match index {
        0 => walls.iter().map(|wall| wall.event_time()).collect::<Vec<_>>().into(),
        1 => walls
            .iter()
            .map(|wall| wall.exit_time().unwrap_or(wall.event_time()))
            .collect::<Vec<_>>()
            .into(),
        2 => walls.iter().map(|wall| wall.line()).collect::<Vec<_>>().into(),
        3 => walls.iter().map(|wall| wall.kind()).collect::<Vec<_>>().into(),
        _ => walls.iter().map(|wall| wall.width()).collect::<Vec<i32>>().into(),
    };
    Table::new(&WALLS, RecordSource { records: view.walls(), leaves: &WALL_LEAVES, derived })
}

static HEIGHTS: LazyLock<Schema> = LazyLock::new(|| {
    schema::<Height>(
        "heights",
        Kind::Steps,
        Some("time"),
        "the player's height from a moment on",
        [],
    )
});
static HEIGHT_LEAVES: LazyLock<Vec<Leaf>> = LazyLock::new(|| record::leaves(Height::FIELDS));

pub(super) fn heights<'a>(view: &'a View<'_>) -> Table<'a> {
    let source =
        RecordSource { records: view.heights(), leaves: &HEIGHT_LEAVES, derived: nothing_derived };
    Table::new(&HEIGHTS, source)
}

static PAUSES: LazyLock<Schema> = LazyLock::new(|| {
    schema::<Pause>("pauses", Kind::Events, Some("time"), "the game was paused", [])
});
static PAUSE_LEAVES: LazyLock<Vec<Leaf>> = LazyLock::new(|| record::leaves(Pause::FIELDS));

pub(super) fn pauses<'a>(view: &'a View<'_>) -> Table<'a> {
    let source =
        RecordSource { records: view.pauses(), leaves: &PAUSE_LEAVES, derived: nothing_derived };
    Table::new(&PAUSES, source)
}

static OFFSETS: LazyLock<Schema> = LazyLock::new(|| {
    schema::<ControllerOffsets>(
        "controller_offsets",
        Kind::Events,
        None,
        "the saber handles in the frame of the controllers: one row, or none",
        [],
    )
});
static OFFSET_LEAVES: LazyLock<Vec<Leaf>> =
    LazyLock::new(|| record::leaves(ControllerOffsets::FIELDS));

pub(super) fn controller_offsets<'a>(view: &'a View<'_>) -> Table<'a> {
    let source = RecordSource {
        records: view.controller_offset_records(),
        leaves: &OFFSET_LEAVES,
        derived: nothing_derived,
    };
    Table::new(&OFFSETS, source)
}
