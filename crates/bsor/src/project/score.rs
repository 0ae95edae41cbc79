//! The table `score`: score, combo, multiplier and energy after each event.

use std::borrow::Cow;

use std::cell::OnceCell;
use std::sync::LazyLock;

use ghostreel_timeline::{Column, ColumnSchema, Kind, Schema, Source, Table, Type};

use crate::layout::Wall;
use crate::scoring::{Cause, Standing, in_order, run};
use crate::view::View;

/// Name, type, unit, meaning and computation of a column.
type Row = (&'static str, Type, &'static str, &'static str, fn(&[Standing]) -> Column);

const COLUMNS: &[Row] = &[
    ("time", Type::F32, "s", "Song time of the event", |rows| {
        rows.iter().map(|row| row.time).collect::<Vec<_>>().into()
    }),
    ("note", Type::I32, "", "Row in notes, -1 for a wall", |rows| {
        ints(rows, |row| {
            if let Cause::Note(index) = row.cause {
                i32::try_from(index).unwrap_or(i32::MAX)
            } else {
                -1
            }
        })
    }),
    ("wall", Type::I32, "", "Row in walls, -1 for a note", |rows| {
        ints(rows, |row| {
            if let Cause::Wall(index) = row.cause {
                i32::try_from(index).unwrap_or(i32::MAX)
            } else {
                -1
            }
        })
    }),
    ("mistake", Type::Bool, "", "Bad cut, miss, bomb or wall", |rows| {
        Column::bools(rows.iter().map(|row| row.mistake))
    }),
    ("points", Type::I32, "", "Points gained, multiplier included", |rows| {
        ints(rows, |row| row.gained)
    }),
    ("score", Type::I32, "", "Score so far", |rows| ints(rows, |row| row.score)),
    ("max_score", Type::I32, "", "The most that could have been scored so far", |rows| {
        ints(rows, |row| row.max_score)
    }),
    ("accuracy", Type::F64, "", "score over max_score, 1 where that is 0", |rows| {
        rows.iter().map(Standing::accuracy).collect::<Vec<_>>().into()
    }),
    ("combo", Type::I32, "", "Events without a mistake in a row", |rows| {
        ints(rows, |row| row.combo)
    }),
    ("max_combo", Type::I32, "", "Longest combo so far", |rows| ints(rows, |row| row.max_combo)),
    ("multiplier", Type::I32, "", "1, 2, 4 or 8", |rows| ints(rows, |row| row.multiplier.level)),
    (
        "multiplier_progress",
        Type::I32,
        "",
        "Hits towards the next multiplier, of 2 × the multiplier",
        |rows| ints(rows, |row| row.multiplier.progress),
    ),
    ("energy", Type::F32, "", "0 to 1; 0 is a fail unless No Fail is on", |rows| {
        rows.iter().map(|row| row.energy).collect::<Vec<_>>().into()
    }),
];

static SCHEMA: LazyLock<Schema> = LazyLock::new(|| Schema {
    name: Cow::Borrowed("score"),
    kind: Kind::Steps,
    time: Some("time"),
    meaning: "where everything stands after a note or wall, in the order of play",
    columns: COLUMNS
        .iter()
        .map(|(name, kind, unit, meaning, _)| ColumnSchema::new(*name, *kind, unit, *meaning))
        .collect(),
});

fn ints(rows: &[Standing], value: impl Fn(&Standing) -> i32) -> Column {
    rows.iter().map(value).collect::<Vec<_>>().into()
}

impl View<'_> {
    /// Where everything stands after each note and wall, in the order of play.
    pub fn standings(&self) -> Vec<Standing> {
        let (notes, walls) = (self.notes(), self.walls());
        let times = notes.heads().map(|head| head.event_time);
        let events = in_order(times, walls.iter().map(|wall: Wall| wall.event_time()));
        let at = |index: u32| index as usize;
        run(self.info(), events, |i| notes.get(at(i)), |i| walls.get(at(i)))
    }
}

struct ScoreSource<'a> {
    view: &'a View<'a>,
    /// Computed with the first column that is asked for.
    standings: OnceCell<Vec<Standing>>,
}

pub(super) fn table<'a>(view: &'a View<'_>) -> Table<'a> {
    Table::new(&SCHEMA, ScoreSource { view, standings: OnceCell::new() })
}

impl Source for ScoreSource<'_> {
    fn rows(&self) -> usize {
        self.view.notes().len().saturating_add(self.view.walls().len())
    }

    fn column(&self, index: usize) -> Column {
        let standings = self.standings.get_or_init(|| self.view.standings());
        match COLUMNS.get(index) {
            Some((.., compute)) => compute(standings),
            None => Vec::<i32>::new().into(),
        }
    }
}
