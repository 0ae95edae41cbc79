//! The states of a table at given times, or at a fixed rate: between its rows as the player on the page shows them.

mod beat_saber;
mod held;
mod melee;
mod rocket_league;
mod times;

use ghostreel_formats::GameView;
use ghostreel_formats::timeline::{Column, Data, Schema, Table, TableKind, Timeline, Type};

use crate::columns::{fraction, table_of};
use crate::{Columns, Error, Replay, Result};

pub use times::Times;

impl Replay<'_> {
    /// Columns of a table of states at some times, or at a rate: the same moments whatever the recording's own rate was. Tables that were asked for at the same
    /// times can be put beside each other.
    ///
    /// What is between rows depends on the table: poses, bodies, frames, numbers, steps. docs/verbs.md says it of each.
    ///
    /// At each time there is a row for each that the table has states of: each car, each fighter, each player (the [subjects](Schema::subjects) of its
    /// schema); none where it is not there. First comes the time that was asked for, as `f64`, then the columns.
    ///
    /// ```
    /// use ghostreel::Times;
    ///
    /// let bytes = ghostreel::sample("rocket-league", None, 1).expect("a game that is known");
    /// let replay = ghostreel::read(&bytes, &ghostreel::Options::default())?;
    /// let ball = replay.at(Times::Rate(10.0), "ball", ["position.x", "position.y"])?;
    /// assert!(ball.times().all(|seconds| ((seconds * 10.0).round() - seconds * 10.0).abs() < 1e-9));
    ///
    /// let cars = replay.at([12.5], "cars", ["player", "velocity.x"])?;
    /// assert!(cars.times().all(|seconds| seconds == 12.5));
    /// # Ok::<(), ghostreel::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`columns`](Self::columns); also if the table holds events, if the rate is no number above 0, and if that were more than [`Times::MOST`] rows.
    pub fn at<S: AsRef<str>>(
        &self,
        times: impl Into<Times>,
        table: &str,
        names: impl IntoIterator<Item = S>,
    ) -> Result<Columns> {
        let timeline = self.timeline();
        let names = names.into_iter().map(|name| name.as_ref().to_owned());
        self.sampled(&timeline, times.into(), table_of(&timeline, table)?, names)
    }

    /// All columns of a table of states at some times, or at a rate, as [`at`](Self::at).
    ///
    /// # Errors
    /// As [`at`](Self::at).
    pub fn all_at(&self, times: impl Into<Times>, table: &str) -> Result<Columns> {
        let timeline = self.timeline();
        let table = table_of(&timeline, table)?;
        let names = table.schema().columns.iter().map(|column| column.name.to_string());
        self.sampled(&timeline, times.into(), table, names)
    }

    fn sampled(
        &self,
        timeline: &Timeline<'_>,
        times: Times,
        table: &Table<'_>,
        names: impl Iterator<Item = String>,
    ) -> Result<Columns> {
        let schema = table.schema();
        let Some(time) = schema.time else {
            return Err(Error::NoTimes { table: schema.name.to_string() });
        };
        if schema.kind == TableKind::Events {
            return Err(Error::NoStates { table: schema.name.to_string() });
        }
        let mut wanted = vec![time.to_owned()];
        wanted.extend(names.filter(|name| name != time));
        let columns = Columns::of(table, &wanted)?;
        let times = times.within(&columns)?;
        let is_states = schema.kind == TableKind::States;
        let sampled = match (self.as_any().game_view(), schema.name.as_ref()) {
            (GameView::Bsor(_), "frames") => beat_saber::frames(timeline, table, &columns, &times)?,
            (GameView::Slp(_), _) if is_states => melee::of_frames(table, &times)?,
            (GameView::Rlreplay(view), "cars" | "ball") => {
                rocket_league::bodies(view, &schema.name, &columns, &times)?
            }
            _ => held::held(table, &columns, &times)?,
        };
        Ok(sampled.columns(columns, &times))
    }
}

/// Which rows stand for which of the times, by time.
#[derive(Debug, Default)]
struct Sampled {
    /// Of each row, which of the times it stands for.
    times: Vec<usize>,
    /// The rows of the table.
    rows: Vec<usize>,
    /// Columns in whose place others stand, by name.
    instead: Vec<(String, Vec<f64>)>,
}

/// The next row of the same subject, and the share of the way to it that has passed; `None` where the state is that of the row.
type Next = Option<(usize, f64)>;

impl Sampled {
    /// Adds a row.
    fn push(&mut self, time: usize, row: usize) -> Result<()> {
        if self.rows.len() >= Times::MOST {
            return Err(Error::TooManyRows { most: Times::MOST });
        }
        self.times.push(time);
        self.rows.push(row);
        Ok(())
    }

    fn columns(self, all: Columns, times: &[f64]) -> Columns {
        let Columns { mut schema, mut columns, rows } = all.select(&self.rows);
        let times = self.times.iter().filter_map(|time| times.get(*time).copied());
        if let Some(index) = schema.time.and_then(|name| schema.index_of(name)) {
            if let Some(declared) = schema.columns.get_mut(index) {
                declared.kind = Type::F64;
            }
            set(&schema, &mut columns, index, times.collect());
        }
        for (name, values) in self.instead {
            if let Some(index) = schema.index_of(&name) {
                set(&schema, &mut columns, index, values);
            }
        }
        Columns { schema, columns, rows }
    }
}

/// Puts numbers into a column, in its type. Marks of rows without a value stay.
#[allow(clippy::cast_possible_truncation, reason = "as exact as the column is")]
fn set(schema: &Schema, columns: &mut [Column], index: usize, values: Vec<f64>) {
    let Some(column) = columns.get_mut(index) else { return };
    match schema.columns.get(index).map(|declared| declared.kind) {
        Some(Type::F32) => {
            column.data = Data::F32(values.iter().map(|value| *value as f32).collect());
        }
        Some(Type::F64) => column.data = Data::F64(values),
        _ => {}
    }
}

/// A number with fractions in a row; `None` in columns of other types, and where the row has none.
fn number(column: &Column, row: usize) -> Option<f64> {
    if column.validity.as_ref().is_some_and(|valid| valid.get(row) == Some(&0)) {
        return None;
    }
    fraction(column, row)
}

/// Values in each row, or between it and its next row.
fn mixed<T>(
    rows: &[usize],
    next: &[Next],
    value: impl Fn(usize) -> T,
    between: impl Fn(T, T, f64) -> T,
) -> Vec<T> {
    let of = |(&row, next): (&usize, &Next)| match *next {
        Some((next, share)) => between(value(row), value(next), share),
        None => value(row),
    };
    rows.iter().zip(next).map(of).collect()
}

/// The columns of those names that the table has.
fn columns_of(table: &Table<'_>, names: &[&str]) -> Result<Columns> {
    let has = |name: &&&str| table.schema().index_of(name).is_some();
    let names: Vec<String> = names.iter().filter(has).map(|name| (*name).to_owned()).collect();
    Columns::of(table, &names)
}
