//! The table `frames`.

use std::sync::LazyLock;

use ghostreel_core::Record;
use ghostreel_core::record::{self, Leaf};
use ghostreel_timeline::{Column, ColumnSchema, Kind, Schema, Table, Type};

use super::records::{RecordSource, schema};
use crate::layout::Frame;
use crate::view::{Records, View};

static SCHEMA: LazyLock<Schema> = LazyLock::new(|| {
    schema::<Frame>(
        "frames",
        Kind::States,
        Some("time"),
        "poses of head and hands at one moment",
        [ColumnSchema::new(
            "playable",
            Type::Bool,
            "",
            "Whether a player shows the frame: not where the time is 0 or has not moved on, or no pose was recorded",
        )],
    )
});
static LEAVES: LazyLock<Vec<Leaf>> = LazyLock::new(|| record::leaves(Frame::FIELDS));

pub(super) fn table<'a>(view: &'a View<'_>) -> Table<'a> {
    Table::new(&SCHEMA, RecordSource { records: view.frames(), leaves: &LEAVES, derived: playable })
}

fn playable(frames: Records<'_, Frame>, _: usize) -> Column {
    let mut previous = None;
    Column::bools(frames.iter().map(|frame| {
        let playable = frame.is_playable(previous);
        previous = Some(frame.time);
        playable
    }))
}
