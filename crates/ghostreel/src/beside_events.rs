//! The rows of a table beside events: all around each, or the one just before or after; and events that follow each other.

use std::ops::{Bound, RangeBounds};

use ghostreel_formats::timeline::{Column, ColumnSchema, Schema, TableKind, Type};

use crate::{Cell, Columns, Error, Replay, Result, Row};

/// Which row of a table an event is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beside {
    /// The last one at the event's time or before it.
    Before,
    /// The first one after the event's time.
    After,
}

impl Replay<'_> {
    /// The rows of a table around each of some events, in seconds from the event: `-1.0..2.0`. A row that is near two events is there twice.
    ///
    /// Before the columns that are asked for come `event`, the row of the event, and `offset_s`, the seconds since it.
    ///
    /// ```
    /// let bytes = ghostreel::sample("rocket-league", None, 1).expect("a game that is known");
    /// let replay = ghostreel::read(&bytes, &ghostreel::Options::default())?;
    /// let goals = replay.events("goals")?;
    /// let ball = replay.around(&goals, -2.0..0.5, "ball", ["position.x", "position.y"])?;
    /// let offsets = ball.column("offset_s")?.as_f64().expect("a column of f64");
    /// assert!(offsets.iter().all(|offset| (-2.0..0.5).contains(offset)));
    /// # Ok::<(), ghostreel::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`columns`](Self::columns); also if one of the two tables has no times.
    pub fn around<S: AsRef<str>>(
        &self,
        events: &Columns,
        seconds: impl RangeBounds<f64>,
        table: &str,
        names: impl IntoIterator<Item = S>,
    ) -> Result<Columns> {
        let states = self.timed(events, table, names)?;
        let by_time = ByTime::of(&states);
        let (mut numbers, mut offsets, mut rows) = (Vec::new(), Vec::new(), Vec::new());
        for (number, time) in events.times().enumerate() {
            for (at, row) in by_time.within(time, &seconds) {
                numbers.push(u32::try_from(number).unwrap_or(u32::MAX));
                offsets.push(at - time);
                rows.push(row);
            }
        }
        let event = ColumnSchema::new("event", Type::U32, "", "Row of the event");
        let offset = ColumnSchema::new("offset_s", Type::F64, "s", "Seconds since the event");
        let own = [(event, numbers.into()), (offset, offsets.into())];
        Ok(states.select(&rows).behind(own, TableKind::Events))
    }

    /// Events with the row of a table beside each, by time: the columns that are asked for, named after their table, follow the events' own. An
    /// event without such a row has no values there.
    ///
    /// `same` are columns of the events and of the table that must be equal, e.g. `[("player", "player")]`: of a table with rows of several players
    /// an event gets the one of its own. Only rows that have both values are equal.
    ///
    /// ```
    /// use ghostreel::Beside;
    ///
    /// let bytes = ghostreel::sample("rocket-league", None, 1).expect("a game that is known");
    /// let replay = ghostreel::read(&bytes, &ghostreel::Options::default())?;
    /// let touches = replay.events("touches")?;
    /// let with = replay.joined(&touches, "cars", ["position.z"], Beside::Before, &[("player", "player")])?;
    /// for touch in with.rows() {
    ///     println!("{:?} s: at {} uu", touch.time(), touch.cell("cars.position.z")?);
    /// }
    /// # Ok::<(), ghostreel::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`columns`](Self::columns); also if one of the two tables has no times.
    pub fn joined<S: AsRef<str>>(
        &self,
        events: &Columns,
        table: &str,
        names: impl IntoIterator<Item = S>,
        beside: Beside,
        same: &[(&str, &str)],
    ) -> Result<Columns> {
        let names: Vec<String> = names.into_iter().map(|name| name.as_ref().to_owned()).collect();
        let keys = same.iter().map(|(_, of_table)| (*of_table).to_owned());
        let all: Vec<String> = names.iter().cloned().chain(keys).collect();
        let states = self.timed(events, table, &all)?;
        let keys = same.iter().map(|(of_events, of_table)| {
            Ok((Key::of(events.column(of_events)?), Key::of(states.column(of_table)?)))
        });
        let keys: Vec<(Key<'_>, Key<'_>)> = keys.collect::<Result<_>>()?;
        let by_time = ByTime::of(&states);
        let rows: Vec<Option<usize>> = events
            .times()
            .enumerate()
            .map(|(event, time)| {
                by_time.beside(time, beside, |row| {
                    keys.iter().all(|(of_events, of_table)| of_events.is_same(event, of_table, row))
                })
            })
            .collect();
        let columns = names.iter().map(|name| {
            let column = states.column(name)?;
            let schema = states.schema();
            let declared = schema.index_of(name).and_then(|index| schema.columns.get(index));
            let schema = ColumnSchema {
                name: format!("{table}.{name}").into(),
                ..declared.cloned().unwrap_or_else(|| ColumnSchema::new("", column.kind(), "", ""))
            };
            Ok((schema, select_or_none(column, &rows)))
        });
        Ok(events.clone().with(columns.collect::<Result<Vec<_>>>()?))
    }

    /// Columns of a table, with its times, if events and table have them.
    fn timed<S: AsRef<str>>(
        &self,
        events: &Columns,
        table: &str,
        names: impl IntoIterator<Item = S>,
    ) -> Result<Columns> {
        let states = self.columns(table, names, ..)?;
        events.need_times()?;
        states.need_times()?;
        Ok(states)
    }
}

/// Events that follow each other: for each of the first the next of the second after it, and so on, where the last comes at most so many seconds after
/// the first. Gives the rows of each, in the order of the first. An event at the time of the one before follows it if it is of another table.
///
/// ```
/// use ghostreel::{Cell, sequence};
///
/// let bytes = ghostreel::sample("rocket-league", None, 1).expect("a game that is known");
/// let replay = ghostreel::read(&bytes, &ghostreel::Options::default())?;
/// let (touches, goals) = (replay.events("touches")?, replay.events("goals")?);
/// for rows in sequence(&[&touches, &goals], 3.0)? {
///     println!("goal {} within three seconds of touch {}", rows[1], rows[0]);
/// }
/// # Ok::<(), ghostreel::Error>(())
/// ```
///
/// # Errors
/// If one of the tables has no times.
pub fn sequence(events: &[&Columns], within_s: f64) -> Result<Vec<Vec<usize>>> {
    let Some((first, rest)) = events.split_first() else { return Ok(Vec::new()) };
    for columns in events {
        columns.need_times()?;
    }
    let names = events.iter().map(|columns| &columns.schema.name);
    let rest: Vec<(ByTime, bool)> = rest
        .iter()
        .zip(names)
        .map(|(columns, before)| (ByTime::of(columns), columns.schema.name == *before))
        .collect();
    let mut found = Vec::new();
    for (start, row) in ByTime::of(first).0 {
        let (mut now, mut rows) = (start, vec![row]);
        for (next, is_same) in &rest {
            let found = if *is_same { next.first_after(now) } else { next.at_or_after(now) };
            let Some((time, row)) = found else { break };
            now = time;
            rows.push(row);
        }
        if rows.len() == events.len() && now - start <= within_s {
            found.push(rows);
        }
    }
    Ok(found)
}

/// The rows of a table by time. A row whose time is no number is beside nothing.
struct ByTime(Vec<(f64, usize)>);

impl ByTime {
    fn of(columns: &Columns) -> Self {
        let rows = columns.times().enumerate().map(|(row, time)| (time, row));
        let mut rows: Vec<_> = rows.filter(|(time, _)| !time.is_nan()).collect();
        // Stable, and most tables are in this order.
        rows.sort_by(|(a, _), (b, _)| a.total_cmp(b));
        Self(rows)
    }

    /// The first row at a time or after it.
    fn at_or_after(&self, time: f64) -> Option<(f64, usize)> {
        self.0.get(self.0.partition_point(|(its, _)| *its < time)).copied()
    }

    /// The first row after a time.
    fn first_after(&self, time: f64) -> Option<(f64, usize)> {
        self.0.get(self.after(time)).copied()
    }

    /// The first place whose time is later.
    fn after(&self, time: f64) -> usize {
        self.0.partition_point(|(its, _)| *its <= time)
    }

    fn within<'s>(
        &'s self,
        time: f64,
        seconds: &'s impl RangeBounds<f64>,
    ) -> impl Iterator<Item = (f64, usize)> + 's {
        let first = match seconds.start_bound() {
            Bound::Included(from) | Bound::Excluded(from) => {
                self.0.partition_point(|(its, _)| *its - time < *from)
            }
            Bound::Unbounded => 0,
        };
        let rest = self.0.get(first..).unwrap_or_default().iter().copied();
        let is_past = move |its: f64| match seconds.end_bound() {
            Bound::Included(until) => its - time > *until,
            Bound::Excluded(until) => its - time >= *until,
            Bound::Unbounded => false,
        };
        rest.take_while(move |(its, _)| !is_past(*its))
            .filter(move |(its, _)| seconds.contains(&(*its - time)))
    }

    fn beside(
        &self,
        time: f64,
        beside: Beside,
        is_wanted: impl Fn(usize) -> bool,
    ) -> Option<usize> {
        if time.is_nan() {
            return None;
        }
        let (before, after) = self.0.split_at(self.after(time));
        let is_wanted = |(_, row): &&(f64, usize)| is_wanted(*row);
        let found = match beside {
            Beside::Before => before.iter().rev().find(is_wanted),
            Beside::After => after.iter().find(is_wanted),
        };
        found.map(|(_, row)| *row)
    }
}

/// A column that is compared with another.
struct Key<'c>(&'c Column);

impl<'c> Key<'c> {
    fn of(column: &'c Column) -> Self {
        Self(column)
    }

    /// Whether both have a value, and the same.
    fn is_same(&self, row: usize, other: &Key<'_>, other_row: usize) -> bool {
        match (Cell::of(self.0, row), Cell::of(other.0, other_row)) {
            (Cell::Absent, _) | (_, Cell::Absent) => false,
            (a, b) => a == b,
        }
    }
}

/// The values of some rows; none where there is no row.
fn select_or_none(column: &Column, rows: &[Option<usize>]) -> Column {
    // The first row's value is under each mark that says there is none.
    let stand_in: Vec<usize> = rows.iter().map(|row| row.unwrap_or(0)).collect();
    if column.is_empty() {
        return Column::absent(column.kind(), rows.len());
    }
    let selected = column.select(&stand_in);
    let valid = |(at, row): (usize, &Option<usize>)| {
        let is_valid = selected.validity.as_ref().is_none_or(|valid| valid.get(at) == Some(&1));
        u8::from(row.is_some() && is_valid)
    };
    let validity: Vec<u8> = rows.iter().enumerate().map(valid).collect();
    Column { validity: validity.contains(&0).then_some(validity), data: selected.data }
}

impl Columns {
    /// The rows that meet a condition.
    ///
    /// ```
    /// use ghostreel::Cell;
    ///
    /// let bytes = ghostreel::sample("rocket-league", None, 1).expect("a game that is known");
    /// let replay = ghostreel::read(&bytes, &ghostreel::Options::default())?;
    /// let goals = replay.events("goals")?;
    /// let of_blue = goals.clone().filter(|goal| goal.cell("team").is_ok_and(|team| team == Cell::Integer(0)));
    /// assert!(of_blue.len() < goals.len());
    /// # Ok::<(), ghostreel::Error>(())
    /// ```
    #[must_use]
    pub fn filter(self, is_wanted: impl Fn(Row<'_>) -> bool) -> Self {
        let wanted = self.rows().enumerate().filter(|(_, row)| is_wanted(*row));
        let rows: Vec<usize> = wanted.map(|(number, _)| number).collect();
        self.select(&rows)
    }

    fn need_times(&self) -> Result<()> {
        match self.schema.time {
            Some(_) => Ok(()),
            None => Err(Error::NoTimes { table: self.schema.name.to_string() }),
        }
    }

    /// The same with columns before them, as a table of that kind.
    fn behind<const N: usize>(self, own: [(ColumnSchema, Column); N], kind: TableKind) -> Self {
        let (schemas, columns): (Vec<_>, Vec<_>) = own.into_iter().unzip();
        let schema = Schema {
            kind,
            columns: schemas.into_iter().chain(self.schema.columns).collect(),
            ..self.schema
        };
        Self { schema, columns: columns.into_iter().chain(self.columns).collect(), rows: self.rows }
    }

    /// The same with more columns.
    fn with(mut self, more: impl IntoIterator<Item = (ColumnSchema, Column)>) -> Self {
        for (schema, column) in more {
            self.schema.columns.push(schema);
            self.columns.push(column);
        }
        self
    }
}
