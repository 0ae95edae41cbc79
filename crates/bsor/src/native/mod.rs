//! The reels that a recorder in the game writes: the tables, and the way from them to a `.bsor`.
//!
//! Nothing here knows the reel itself, nor that the columns come from one. `docs/spec/reel-beat-saber.md` says why each column is there. [`schemas()`] is what a reel's header has; [`to_replay()`] makes a replay
//! of the columns.

mod rows;
mod to_replay;

use ghostreel_core::Record;
use ghostreel_core::record::{self, Leaf};
use ghostreel_timeline::{Columnar, Schema, TableKind, leaf_columns, record_columns, row_columns};

use crate::layout::{ControllerOffsets, CutInfo, Frame, Height};
pub use rows::{
    Blade, FrameExtraRow, InfoRow, NoteRow, PauseRow, Point, TrailRow, UserDataRow, WallRow,
};
pub use to_replay::{song_speed, to_replay};

/// The tables of a session, in the order of their streams.
pub fn schemas() -> Vec<Schema> {
    let time = Some("time");
    vec![
        Schema::of::<InfoRow>("info", TableKind::Events, None, "who played what and how: one row"),
        record::<Frame, FrameExtraRow>(
            "frames",
            TableKind::States,
            time,
            "poses of head and hands in a frame that the game rendered",
        ),
        Schema::of::<TrailRow>(
            "trails",
            TableKind::States,
            time,
            "where both blades are, as the game measures swings by them",
        ),
        notes(),
        Schema::of::<WallRow>("walls", TableKind::Events, time, "the head went into a wall"),
        record::<Height, ()>(
            "heights",
            TableKind::Steps,
            time,
            "the player's height from a moment on",
        ),
        Schema::of::<PauseRow>("pauses", TableKind::Events, time, "the game was paused"),
        record::<ControllerOffsets, ()>(
            "controller_offsets",
            TableKind::Events,
            None,
            "the saber handles in the frame of the controllers: one row, or none",
        ),
        Schema::of::<UserDataRow>(
            "user_data",
            TableKind::Events,
            None,
            "what another mod stored under its name",
        ),
    ]
}

/// A record's columns, and after them others.
fn record<R: Record, D: Columnar>(
    name: &'static str,
    kind: TableKind,
    time: Option<&'static str>,
    meaning: &'static str,
) -> Schema {
    let columns = record_columns::<R>().into_iter().chain(row_columns::<D>()).collect();
    Schema { name: name.into(), kind, time, meaning, columns }
}

fn notes() -> Schema {
    Schema {
        name: "notes".into(),
        kind: TableKind::Events,
        time: Some("event_time"),
        meaning: "a note was cut or missed, or a bomb was hit; columns of the cut are absent where there is none",
        columns: row_columns::<NoteRow>().into_iter().chain(leaf_columns(&cut_leaves())).collect(),
    }
}

/// The scalars of a cut, under the names that they have in the table of notes.
fn cut_leaves() -> Vec<Leaf> {
    let leaves = record::leaves(CutInfo::FIELDS).into_iter();
    leaves.map(|leaf| Leaf { column: format!("cut.{}", leaf.column).into(), ..leaf }).collect()
}
