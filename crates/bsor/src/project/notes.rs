//! The table `notes`: the recorded values of each note, and their meaning.

use std::any::Any;
use std::cell::OnceCell;
use std::sync::LazyLock;

use ghostreel_core::Record;
use ghostreel_core::record::{self, Leaf};
use ghostreel_timeline::{
    Column, Schema, Source, Table, TableKind, fill, gather_slices, leaf_columns, row_column,
    row_columns, rows, table_rows,
};

use super::each;
use crate::layout::{CutInfo, EventType, Note, NoteHead};
use crate::notes::Notes;
use crate::scoring::{max_note_score, note_score};
use crate::view::View;

static SCHEMA: LazyLock<Schema> = LazyLock::new(|| Schema {
    name: "notes".into(),
    kind: TableKind::Events,
    time: Some("event_time"),
    meaning: "a note was cut or missed, or a bomb was hit; columns of the cut are 0 where there is none",
    columns: leaf_columns(&LEAVES).into_iter().chain(row_columns::<NoteRow>()).collect(),
});
/// The stored columns: the head's scalars and, after them, the cut's.
static LEAVES: LazyLock<Vec<Leaf>> = LazyLock::new(|| {
    let cut = record::leaves(CutInfo::FIELDS).into_iter().map(|leaf| Leaf {
        column: format!("cut.{}", leaf.column).into(),
        offset: NoteHead::SIZE.saturating_add(leaf.offset),
        ..leaf
    });
    record::leaves(NoteHead::FIELDS).into_iter().chain(cut).collect()
});

rows! {
    /// The fields of a note's id, its points, and further derived values.
    pub struct NoteRow {
        has_cut: bool, "", "Whether there is cut info";
        garbage_cut: bool, "", "Whether the cut info is uninitialised memory and means nothing";
        scoring_type: Option<u8>, "", "The game's scoring type + 2: 3 normal, 4 arc head, 5 arc tail, 6 chain head, 7 chain link, 8 to 12 combinations", null "not recorded";
        line: i32, "", "0 to 3 from the left";
        layer: i32, "", "0 to 2 from below";
        color: Option<u8>, "", "0 left (red), 1 right (blue)", null "a bomb";
        direction: i32, "", "0 up, 1 down, 2 left, 3 right, 4 up-left, 5 up-right, 6 down-left, 7 down-right, 8 any";
        bomb: bool, "", "Whether it is a bomb";
        extended: bool, "", "Whether the id overflows (Mapping Extensions): line, layer and direction are guesses";
        points: i32, "", "Cut score, 0 to 115; 0 unless the cut was good";
        points_before: i32, "", "Points for the swing before the cut, 0 to 70";
        points_distance: i32, "", "Points for cutting through the middle, 0 to 15";
        points_after: i32, "", "Points for the swing after the cut, 0 to 30";
        max_points: i32, "", "The most that such a note can give: 115, 85 chain head, 20 chain link, 0 bomb";
    }
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
            let rows = rows.get_or_init(|| {
                let mut rows = Vec::with_capacity(self.notes.len());
                rows.extend(self.notes.iter().map(row));
                rows
            });
            row_column(rows, index)
        };
        let column = |&index: &usize| match index.checked_sub(LEAVES.len()) {
            None => stored.next().unwrap_or_else(|| Vec::<i32>::new().into()),
            Some(index) => derived(index),
        };
        indices.iter().map(column).collect()
    }

    fn fill(&self, rows: &mut dyn Any) -> bool {
        let notes = || each(self.notes.len(), |index| self.notes.get(index));
        fill(rows, notes) || fill(rows, || notes().map(row))
    }
}

table_rows! { Note: "notes"; NoteRow: "notes"; }

fn row(note: Note) -> NoteRow {
    let id = note.id();
    let score = note_score(&note, id);
    NoteRow {
        has_cut: note.cut.is_some(),
        garbage_cut: note.cut_is_garbage(),
        scoring_type: Some(id.scoring_type).filter(|recorded| *recorded != 0),
        line: id.line,
        layer: id.layer,
        color: id.color,
        direction: id.direction,
        bomb: note.event_type() == Some(EventType::Bomb),
        extended: id.is_extended,
        points: score.total(),
        points_before: score.before,
        points_distance: score.distance,
        points_after: score.after,
        max_points: max_note_score(&note, id),
    }
}
