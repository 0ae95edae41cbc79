//! What the rows of a table are in one replay: those that the replay has, or what a question makes of them.

use std::fmt::Display;

use anyhow::Result;
use ghostreel::timeline::Timeline;
use ghostreel::{Beside, Column, Columns, Replay, Schema, Times, sequence};

/// What the rows of a table are.
#[derive(Clone, Debug, Default)]
pub(crate) enum Source {
    /// The table's own.
    #[default]
    Own,
    /// Its states so many times a second.
    Rate(f64),
    /// Its events, each with the row of another table beside it.
    Joined(Joined),
    /// Rows of several tables that follow each other.
    Sequence(Sequence),
}

/// Events of a table, each with the row of another table beside it.
#[derive(Clone, Debug)]
pub(crate) struct Joined {
    /// The other table.
    pub(crate) table: String,
    pub(crate) beside: Beside,
    /// Columns of the events and of the other table that are equal.
    pub(crate) same: Vec<(String, String)>,
}

/// Rows of several tables that follow each other.
#[derive(Clone, Debug)]
pub(crate) struct Sequence {
    pub(crate) events: Vec<Events>,
    pub(crate) within_s: f64,
}

/// Rows of a table, or only those in which a column has this value, as it is printed.
#[derive(Clone, Debug)]
pub(crate) struct Events {
    pub(crate) table: String,
    pub(crate) only: Option<(String, String)>,
}

/// Columns of a replay and their number of rows.
pub(crate) type Made = (Schema, Vec<Column>, usize);

/// What the column of another table is called: after the table, or its number in a sequence.
pub(crate) fn qualified(table: impl Display, column: &str) -> String {
    format!("{table}.{column}")
}

impl Source {
    /// Those of the columns that the replay has, and perhaps others; `None` if it has no such rows.
    ///
    /// # Errors
    /// If they cannot be decoded.
    pub(crate) fn columns(
        &self,
        replay: &Replay<'_>,
        table: &str,
        wanted: &[&str],
    ) -> Result<Option<Made>> {
        let timeline = replay.timeline();
        let Ok(own) = timeline.table(table) else { return Ok(None) };
        let schema = own.schema();
        let names = of_table(&timeline, table, wanted.iter().copied());
        let columns = match self {
            Self::Own => {
                let of = |name: &&str| schema.columns.get(schema.index_of(name)?).cloned();
                let columns = names.iter().filter_map(of).collect();
                let schema = Schema { columns, ..schema.clone() };
                return Ok(Some((schema, own.columns(&names)?, own.rows())));
            }
            Self::Rate(rate) => replay.at(Times::Rate(*rate), table, &names)?,
            Self::Joined(joined) => joined.columns(replay, &timeline, table, wanted)?,
            Self::Sequence(sequence) => return sequence.columns(replay, &timeline, wanted),
        };
        let rows = columns.len();
        let (schema, columns) = columns.into_parts();
        Ok(Some((schema, columns, rows)))
    }
}

impl Joined {
    fn columns(
        &self,
        replay: &Replay<'_>,
        timeline: &Timeline<'_>,
        events: &str,
        wanted: &[&str],
    ) -> Result<Columns> {
        let keys = self.same.iter().map(|(of_events, _)| of_events.as_str());
        let names = of_table(timeline, events, wanted.iter().copied().chain(keys));
        let events = replay.columns(events, names, ..)?;
        if timeline.table(&self.table).is_err() {
            return Ok(events);
        }
        let prefix = qualified(&self.table, "");
        let of_other = wanted.iter().filter_map(|name| name.strip_prefix(&prefix));
        let names = of_table(timeline, &self.table, of_other);
        let same: Vec<(&str, &str)> =
            self.same.iter().map(|(one, other)| (one.as_str(), other.as_str())).collect();
        Ok(replay.joined(&events, &self.table, names, self.beside, &same)?)
    }
}

impl Sequence {
    fn columns(
        &self,
        replay: &Replay<'_>,
        timeline: &Timeline<'_>,
        wanted: &[&str],
    ) -> Result<Option<Made>> {
        let mut all: Vec<Columns> = Vec::new();
        for (number, Events { table, only }) in (1_usize..).zip(&self.events) {
            if timeline.table(table).is_err() {
                return Ok(None);
            }
            let prefix = qualified(number, "");
            let of_question = wanted.iter().filter_map(|name| name.strip_prefix(&prefix));
            let condition = only.iter().map(|(column, _)| column.as_str());
            let names = of_table(timeline, table, of_question.chain(condition));
            let mut events = replay.columns(table, names, ..)?;
            if let Some((column, value)) = only {
                events = events
                    .filter(|row| row.cell(column).is_ok_and(|cell| cell.to_string() == *value));
            }
            all.push(events);
        }
        let tables: Vec<&Columns> = all.iter().collect();
        let sequences = sequence(&tables, self.within_s)?;
        let Some(first) = all.first() else { return Ok(None) };
        let mut schema = Schema { columns: Vec::new(), ..first.schema().clone() };
        let mut columns = Vec::new();
        for (place, of_table) in all.iter().enumerate() {
            let rows: Vec<usize> =
                sequences.iter().filter_map(|rows| rows.get(place).copied()).collect();
            let (of_table, values) = of_table.select(&rows).into_parts();
            for mut column in of_table.columns {
                column.name = qualified(place + 1, &column.name).into();
                schema.columns.push(column);
            }
            columns.extend(values);
        }
        Ok(Some((schema, columns, sequences.len())))
    }
}

/// Those of the names that a table has.
fn of_table<'n>(
    timeline: &Timeline<'_>,
    table: &str,
    names: impl Iterator<Item = &'n str>,
) -> Vec<&'n str> {
    let Ok(table) = timeline.table(table) else { return Vec::new() };
    names.filter(|name| table.schema().index_of(name).is_some()).collect()
}
