//! The table `score`: score, combo, multiplier and energy after each event.

use std::sync::LazyLock;

use ghostreel_timeline::{Schema, Table, TableKind};

use crate::layout::Wall;
use crate::scoring::{ScoreRow, in_order, recorded_rows, run};
use crate::view::View;

static SCHEMA: LazyLock<Schema> = LazyLock::new(|| {
    let meaning = "where everything stands after a note or wall, in the order of play";
    Schema::of::<ScoreRow>("score", TableKind::Steps, Some("time"), meaning)
});

impl View<'_> {
    /// Where everything stands after each note and wall, in the order of play; without notes, after each change that was
    /// [recorded](Self::with_standings).
    pub fn score_rows(&self) -> Vec<ScoreRow> {
        if !self.standings().is_empty() {
            return recorded_rows(self.standings());
        }
        let (notes, walls) = (self.notes(), self.walls());
        let times = notes.heads().map(|head| head.event_time);
        let events = in_order(times, walls.iter().map(|wall: Wall| wall.event_time()));
        let at = |index: u32| index as usize;
        run(self.info(), events, |i| notes.get(at(i)), |i| walls.get(at(i)))
    }
}

pub(super) fn table<'a>(view: &'a View<'_>) -> Table<'a> {
    let count = view.notes().len().saturating_add(view.walls().len());
    Table::computed(&SCHEMA, count.max(view.standings().len()), || view.score_rows())
}
