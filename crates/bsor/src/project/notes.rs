//! The table `notes`: what the file says of each note, and what that means.

use std::sync::LazyLock;

use ghostreel_core::record::{self, Leaf};
use ghostreel_core::{Kind as Scalar, Record, Value};
use ghostreel_timeline::{Column, ColumnSchema, Kind, Schema, Source, Table, Type, record_columns};

use crate::layout::{CutInfo, EventType, Note, NoteHead};
use crate::scoring::{CutRule, note_score};
use crate::view::{Notes, View};

static SCHEMA: LazyLock<Schema> = LazyLock::new(|| {
    let cut = record_columns::<CutInfo>().into_iter().map(|mut column| {
        column.name = format!("cut.{}", column.name).into();
        column
    });
    let derived = DERIVED
        .iter()
        .map(|(name, kind, meaning, _)| ColumnSchema::new(*name, *kind, "", *meaning));
    Schema {
        name: "notes",
        kind: Kind::Events,
        time: Some("event_time"),
        meaning: "a note was cut or missed, or a bomb was hit; columns of the cut are 0 where there is none",
        columns: record_columns::<NoteHead>().into_iter().chain(cut).chain(derived).collect(),
    }
});
static HEAD: LazyLock<Vec<Leaf>> = LazyLock::new(|| record::leaves(NoteHead::FIELDS));
static CUT: LazyLock<Vec<Leaf>> = LazyLock::new(|| record::leaves(CutInfo::FIELDS));

/// Name, type, meaning and computation of a derived column.
type Derived = (&'static str, Type, &'static str, fn(Notes<'_>) -> Column);

const DERIVED: &[Derived] = &[
    ("has_cut", Type::Bool, "Whether there is cut info", |notes| {
        Column::bools(notes.iter().map(|n| n.cut.is_some()))
    }),
    (
        "garbage_cut",
        Type::Bool,
        "Whether the cut info is uninitialised memory and means nothing",
        |notes| Column::bools(notes.iter().map(|n| n.cut_is_garbage())),
    ),
    (
        "scoring_type",
        Type::U8,
        "The game's scoring type + 2: 3 normal, 4 arc head, 5 arc tail, 6 chain head, 7 chain link, 8 to 12 combinations; 0 not recorded",
        |notes| notes.iter().map(|n| n.id().scoring_type).collect::<Vec<_>>().into(),
    ),
    ("line", Type::I32, "0 to 3 from the left", |notes| ints(notes, |n| n.id().line)),
    ("layer", Type::I32, "0 to 2 from below", |notes| ints(notes, |n| n.id().layer)),
    ("color", Type::I8, "0 left (red), 1 right (blue), -1 bomb", |notes| {
        notes.iter().map(|n| n.id().color).collect::<Vec<_>>().into()
    }),
    (
        "direction",
        Type::I32,
        "0 up, 1 down, 2 left, 3 right, 4 up-left, 5 up-right, 6 down-left, 7 down-right, 8 any",
        |notes| ints(notes, |n| n.id().direction),
    ),
    ("bomb", Type::Bool, "Whether it is a bomb", |notes| {
        Column::bools(notes.iter().map(|n| n.event_type() == Some(EventType::Bomb)))
    }),
    (
        "extended",
        Type::Bool,
        "Whether the id overflows (Mapping Extensions): line, layer and direction are guesses",
        |notes| Column::bools(notes.iter().map(|n| n.id().is_extended)),
    ),
    ("points", Type::I32, "Cut score, 0 to 115; 0 unless the cut was good", |notes| {
        ints(notes, |n| note_score(n).total())
    }),
    ("points_before", Type::I32, "Points for the swing before the cut, 0 to 70", |notes| {
        ints(notes, |n| note_score(n).before)
    }),
    ("points_distance", Type::I32, "Points for cutting through the middle, 0 to 15", |notes| {
        ints(notes, |n| note_score(n).distance)
    }),
    ("points_after", Type::I32, "Points for the swing after the cut, 0 to 30", |notes| {
        ints(notes, |n| note_score(n).after)
    }),
    (
        "max_points",
        Type::I32,
        "The most that such a note can give: 115, 85 chain head, 20 chain link, 0 bomb",
        |notes| {
            ints(notes, |n| {
                if n.event_type() == Some(EventType::Bomb) {
                    0
                } else {
                    CutRule::of(n.id().scoring_type).max()
                }
            })
        },
    ),
];

fn ints(notes: Notes<'_>, value: impl Fn(&Note) -> i32) -> Column {
    notes.iter().map(|note| value(&note)).collect::<Vec<_>>().into()
}

struct NoteSource<'a>(Notes<'a>);

pub(super) fn table<'a>(view: &'a View<'_>) -> Table<'a> {
    Table::new(&SCHEMA, NoteSource(view.notes()))
}

impl Source for NoteSource<'_> {
    fn rows(&self) -> usize {
        self.0.len()
    }

    fn column(&self, index: usize) -> Column {
        let in_cut = index.saturating_sub(HEAD.len());
        let derived = in_cut.saturating_sub(CUT.len());
        if let Some(leaf) = HEAD.get(index) {
            self.scalar(leaf, 0)
        } else if let Some(leaf) = CUT.get(in_cut) {
            self.scalar(leaf, NoteHead::SIZE)
        } else if let Some((.., compute)) = DERIVED.get(derived) {
            compute(self.0)
        } else {
            Vec::<i32>::new().into()
        }
    }
}

impl NoteSource<'_> {
    fn scalar(&self, leaf: &Leaf, base: usize) -> Column {
        let offset = base.saturating_add(leaf.offset);
        match leaf.kind {
            Scalar::U8 => self.values::<u8>(offset).into(),
            Scalar::F32 => self.values::<f32>(offset).into(),
            _ => self.values::<i32>(offset).into(),
        }
    }

    fn values<T: Value + Default>(&self, offset: usize) -> Vec<T> {
        let load = |note: &[u8]| note.get(offset..).and_then(T::load).unwrap_or_default();
        self.0.slices().map(load).collect()
    }
}
