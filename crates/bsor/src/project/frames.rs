//! The table `frames`.

use std::sync::LazyLock;

use ghostreel_core::Record;
use ghostreel_core::record::{self, Leaf};
use ghostreel_timeline::{Schema, Table, TableKind, rows, table_rows};

use super::records::{RecordSource, schema};
use crate::layout::Frame;
use crate::view::{Records, View};

rows! {
    /// Derived values of a frame.
    pub struct FrameRow {
        playable: bool, "", "Whether a player shows the frame: not where the time is 0 or has not moved on, or no pose was recorded";
    }
}

table_rows! {
    Frame: "frames";
    FrameRow: "frames";
}

static SCHEMA: LazyLock<Schema> = LazyLock::new(|| {
    let meaning = "poses of head and hands at one moment";
    schema::<Frame, FrameRow>("frames", TableKind::States, Some("time"), meaning)
});
static LEAVES: LazyLock<Vec<Leaf>> = LazyLock::new(|| record::leaves(Frame::FIELDS));

pub(super) fn table<'a>(view: &'a View<'_>) -> Table<'a> {
    Table::new(
        &SCHEMA,
        RecordSource { records: view.frames(), leaves: &LEAVES, derive: frame_rows },
    )
}

fn frame_rows(frames: Records<'_, Frame>) -> Vec<FrameRow> {
    let mut previous = None;
    let row = |frame: Frame| {
        let playable = frame.is_playable(previous);
        previous = Some(frame.time);
        FrameRow { playable }
    };
    frames.iter().map(row).collect()
}
