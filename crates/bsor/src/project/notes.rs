//! The table `notes`: what the file says of each note, and what that means.

use std::cell::OnceCell;
use std::sync::LazyLock;

use ghostreel_core::Record;
use ghostreel_core::record::{self, Leaf};
use ghostreel_timeline::{
    Column, ColumnSchema, Kind, Schema, Source, Table, Type, gather_slices, leaf_columns,
};

use crate::layout::{CutInfo, EventType, Note, NoteHead};
use crate::note_id::NoteId;
use crate::notes::Notes;
use crate::scoring::{CutScore, note_most, note_score};
use crate::view::View;

static SCHEMA: LazyLock<Schema> = LazyLock::new(|| {
    let derived = DERIVED
        .iter()
        .map(|(name, kind, meaning, _)| ColumnSchema::new(*name, *kind, "", *meaning));
    Schema {
        name: "notes".into(),
        kind: Kind::Events,
        time: Some("event_time"),
        meaning: "a note was cut or missed, or a bomb was hit; columns of the cut are 0 where there is none",
        columns: leaf_columns(&LEAVES).into_iter().chain(derived).collect(),
    }
});
/// What is stored: the head's scalars and, behind them, the cut's.
static LEAVES: LazyLock<Vec<Leaf>> = LazyLock::new(|| {
    let cut = record::leaves(CutInfo::FIELDS).into_iter().map(|leaf| Leaf {
        column: format!("cut.{}", leaf.column).into(),
        offset: NoteHead::SIZE.saturating_add(leaf.offset),
        ..leaf
    });
    record::leaves(NoteHead::FIELDS).into_iter().chain(cut).collect()
});

/// What a note's id says, what it was worth, and what else is derived from it.
struct Row {
    id: NoteId,
    score: CutScore,
    most: i32,
    has_cut: bool,
    garbage_cut: bool,
    bomb: bool,
}

/// Name, type, meaning and computation of a derived column.
type Derived = (&'static str, Type, &'static str, fn(&[Row]) -> Column);

const DERIVED: &[Derived] = &[
    ("has_cut", Type::Bool, "Whether there is cut info", |rows| bools(rows, |row| row.has_cut)),
    (
        "garbage_cut",
        Type::Bool,
        "Whether the cut info is uninitialised memory and means nothing",
        |rows| bools(rows, |row| row.garbage_cut),
    ),
    (
        "scoring_type",
        Type::U8,
        "The game's scoring type + 2: 3 normal, 4 arc head, 5 arc tail, 6 chain head, 7 chain link, 8 to 12 combinations; 0 not recorded",
        |rows| rows.iter().map(|row| row.id.scoring_type).collect::<Vec<_>>().into(),
    ),
    ("line", Type::I32, "0 to 3 from the left", |rows| ints(rows, |row| row.id.line)),
    ("layer", Type::I32, "0 to 2 from below", |rows| ints(rows, |row| row.id.layer)),
    ("color", Type::I8, "0 left (red), 1 right (blue), -1 bomb", |rows| {
        rows.iter().map(|row| row.id.color).collect::<Vec<_>>().into()
    }),
    (
        "direction",
        Type::I32,
        "0 up, 1 down, 2 left, 3 right, 4 up-left, 5 up-right, 6 down-left, 7 down-right, 8 any",
        |rows| ints(rows, |row| row.id.direction),
    ),
    ("bomb", Type::Bool, "Whether it is a bomb", |rows| bools(rows, |row| row.bomb)),
    (
        "extended",
        Type::Bool,
        "Whether the id overflows (Mapping Extensions): line, layer and direction are guesses",
        |rows| bools(rows, |row| row.id.is_extended),
    ),
    ("points", Type::I32, "Cut score, 0 to 115; 0 unless the cut was good", |rows| {
        ints(rows, |row| row.score.total())
    }),
    ("points_before", Type::I32, "Points for the swing before the cut, 0 to 70", |rows| {
        ints(rows, |row| row.score.before)
    }),
    ("points_distance", Type::I32, "Points for cutting through the middle, 0 to 15", |rows| {
        ints(rows, |row| row.score.distance)
    }),
    ("points_after", Type::I32, "Points for the swing after the cut, 0 to 30", |rows| {
        ints(rows, |row| row.score.after)
    }),
    (
        "max_points",
        Type::I32,
        "The most that such a note can give: 115, 85 chain head, 20 chain link, 0 bomb",
        |rows| ints(rows, |row| row.most),
    ),
];

fn ints(rows: &[Row], value: impl Fn(&Row) -> i32) -> Column {
    rows.iter().map(value).collect::<Vec<_>>().into()
}

fn bools(rows: &[Row], value: impl Fn(&Row) -> bool) -> Column {
    Column::bools(rows.iter().map(value))
}

struct NoteSource<'a> {
    notes: Notes<'a>,
}

pub(super) fn table<'a>(view: &'a View<'_>) -> Table<'a> {
    Table::new(&SCHEMA, NoteSource { notes: view.notes() })
}

impl Source for NoteSource<'_> {
    fn rows(&self) -> usize {
        self.notes.len()
    }

    fn column(&self, index: usize) -> Column {
        self.columns(&[index]).pop().unwrap_or_else(|| Vec::<i32>::new().into())
    }

    fn columns(&self, indices: &[usize]) -> Vec<Column> {
        let leaves = indices.iter().filter_map(|&index| LEAVES.get(index));
        let mut stored = gather_slices(self.notes.slices(), NoteHead::ENDIAN, leaves).into_iter();
        // Decoded for the derived columns that are asked for together, and not kept: they are longer than the notes.
        let rows = OnceCell::new();
        let derived = |index: usize| {
            let Some((.., compute)) = DERIVED.get(index) else { return Vec::<i32>::new().into() };
            compute(rows.get_or_init(|| {
                let mut rows = Vec::with_capacity(self.notes.len());
                rows.extend(self.notes.iter().map(row));
                rows
            }))
        };
        let column = |&index: &usize| match index.checked_sub(LEAVES.len()) {
            None => stored.next().unwrap_or_else(|| Vec::<i32>::new().into()),
            Some(index) => derived(index),
        };
        indices.iter().map(column).collect()
    }
}

fn row(note: Note) -> Row {
    let id = note.id();
    Row {
        id,
        score: note_score(&note, id),
        most: note_most(&note, id),
        has_cut: note.cut.is_some(),
        garbage_cut: note.cut_is_garbage(),
        bomb: note.event_type() == Some(EventType::Bomb),
    }
}
