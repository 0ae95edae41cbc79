//! The table `score`: score, combo, multiplier and energy after each event.

use std::any::Any;
use std::cell::OnceCell;
use std::sync::LazyLock;

use ghostreel_timeline::{
    Column, Columnar, Schema, Source, Table, TableKind, column_of, fill, row_column,
};

use crate::layout::Wall;
use crate::scoring::{ScoreRow, ScoreShare, in_order, recorded_rows, run};
use crate::view::View;

static SCHEMA: LazyLock<Schema> = LazyLock::new(|| {
    let meaning = "where everything stands after a note or wall, in the order of play";
    Schema::of::<(ScoreRow, ScoreShare)>("score", TableKind::Steps, Some("time"), meaning)
});

impl View<'_> {
    /// Where everything stands after each note and wall, in the order of play, as it was [recorded](Self::with_recorded) where a format does so; without
    /// notes, after each change that was [recorded](Self::with_standings).
    pub fn score_rows(&self) -> Vec<ScoreRow> {
        if !self.standings().is_empty() {
            return recorded_rows(self.standings());
        }
        let mut rows = self.score_rows_by_events();
        if let Some(recorded) = self.recorded() {
            recorded.apply(&mut rows);
        }
        rows
    }

    /// Where everything stands by what notes and walls are worth, whatever was recorded.
    pub fn score_rows_by_events(&self) -> Vec<ScoreRow> {
        let (notes, walls) = (self.notes(), self.walls());
        let times = notes.heads().map(|head| head.event_time);
        let events = in_order(times, walls.iter().map(|wall: Wall| wall.event_time()));
        let at = |index: u32| index as usize;
        run(self.info(), events, |i| notes.get(at(i)), |i| walls.get(at(i)))
    }
}

pub(super) fn table<'a>(view: &'a View<'_>) -> Table<'a> {
    Table::new(&SCHEMA, ScoreSource { view, rows: OnceCell::new() })
}

/// The rows, worked out with the first column that is asked for. Values that follow from two of their members are not kept.
struct ScoreSource<'a, 'v> {
    view: &'a View<'v>,
    rows: OnceCell<Vec<ScoreRow>>,
}

impl ScoreSource<'_, '_> {
    fn rows_now(&self) -> &[ScoreRow] {
        self.rows.get_or_init(|| self.view.score_rows())
    }
}

impl Source for ScoreSource<'_, '_> {
    fn rows(&self) -> usize {
        let count = self.view.notes().len().saturating_add(self.view.walls().len());
        count.max(self.view.standings().len())
    }

    fn column(&self, index: usize) -> Column {
        let rows = self.rows_now();
        match index.checked_sub(ScoreRow::COLUMNS) {
            None => row_column(rows, index),
            Some(0) => column_of(rows, ScoreRow::accuracy),
            Some(_) => column_of(rows, |row| row.rank().map(|rank| rank as u8)),
        }
    }

    fn fill(&self, rows: &mut dyn Any) -> bool {
        fill(rows, || self.rows_now().iter().cloned())
    }
}
