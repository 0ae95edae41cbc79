//! Columns of a table, cut to some seconds.

use std::ops::{Bound, RangeBounds};

use ghostreel_formats::timeline::{
    Column, ColumnError, ColumnSchema, Data, Schema, Table, TableKind, Timeline,
};

use crate::misspelt::most_alike;
use crate::{Error, Replay, Result};

impl Replay<'_> {
    /// Columns of the table `frames`, cut to a range of seconds: `10.0..20.0`, `..5.0`, or `..` for all of it.
    ///
    /// ```
    /// let bytes = ghostreel::sample("beat-saber", None, 1).expect("a game that is known");
    /// let replay = ghostreel::read(&bytes, &ghostreel::Options::default())?;
    ///
    /// let head = replay.frames(["head.pos.x", "head.pos.y"], 1.0..2.0)?;
    /// assert!(head.times().all(|seconds| (1.0..2.0).contains(&seconds)));
    /// let heights = head.column("head.pos.y")?.as_f32().expect("a column of f32");
    /// assert_eq!(heights.len(), head.len());
    /// # Ok::<(), ghostreel::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`columns`](Self::columns).
    pub fn frames<S: AsRef<str>>(
        &self,
        names: impl IntoIterator<Item = S>,
        seconds: impl RangeBounds<f64>,
    ) -> Result<Columns> {
        self.columns("frames", names, seconds)
    }

    /// Columns of any table, e.g. `cars`, cut to a range of seconds in the times of that table. The column of times is among
    /// them, in front if it was not asked for.
    ///
    /// The columns are computed whole, all at once, and cut then. Rows stay in the table's order; a time that is not a number
    /// is in no range but `..`.
    ///
    /// # Errors
    /// If there is no such table or column, if the table has no times and the range has an end, or if the replay's meter was
    /// cancelled.
    pub fn columns<S: AsRef<str>>(
        &self,
        table: &str,
        names: impl IntoIterator<Item = S>,
        seconds: impl RangeBounds<f64>,
    ) -> Result<Columns> {
        let timeline = self.timeline();
        let table = table_of(&timeline, table)?;
        let mut wanted: Vec<String> =
            names.into_iter().map(|name| name.as_ref().to_owned()).collect();
        if let Some(time) = table.schema().time
            && !wanted.iter().any(|name| name == time)
        {
            wanted.insert(0, time.to_owned());
        }
        Columns::of(table, &wanted)?.cut(&seconds)
    }

    /// All columns of any table, cut to a range of seconds, as [`columns`](Self::columns).
    ///
    /// # Errors
    /// As [`columns`](Self::columns).
    pub fn all_columns(&self, table: &str, seconds: impl RangeBounds<f64>) -> Result<Columns> {
        let timeline = self.timeline();
        Columns::whole(table_of(&timeline, table)?)?.cut(&seconds)
    }

    /// All columns of a table of events, e.g. `goals`, over the whole replay. [`Columns::rows`] goes through the events one by one.
    ///
    /// ```
    /// let bytes = ghostreel::sample("rocket-league", None, 1).expect("a game that is known");
    /// let replay = ghostreel::read(&bytes, &ghostreel::Options::default())?;
    /// for goal in replay.events("goals")?.rows() {
    ///     println!("{:?} s: team {}", goal.time(), goal.cell("team")?);
    /// }
    /// let error = replay.events("cars").unwrap_err();
    /// assert_eq!(error.to_string(), "table cars holds states, not events");
    /// # Ok::<(), ghostreel::Error>(())
    /// ```
    ///
    /// # Errors
    /// If there is no such table, it holds no events, or the replay's meter was cancelled.
    pub fn events(&self, table: &str) -> Result<Columns> {
        let timeline = self.timeline();
        let table = table_of(&timeline, table)?;
        let schema = table.schema();
        if schema.kind != TableKind::Events {
            return Err(Error::NoEvents { table: schema.name.to_string(), kind: schema.kind });
        }
        Columns::whole(table)
    }
}

/// Some columns of a table, all with the same number of rows.
#[derive(Clone, Debug, PartialEq)]
pub struct Columns {
    pub(crate) schema: Schema,
    pub(crate) columns: Vec<Column>,
    pub(crate) rows: usize,
}

impl Columns {
    pub(crate) fn of(table: &Table<'_>, names: &[String]) -> Result<Self> {
        let all = table.schema();
        let known = || all.columns.iter().map(|column| column.name.as_ref());
        let columns = table.columns(names).map_err(|error| meant(error, known()))?;
        let chosen = names.iter().filter_map(|name| all.columns.get(all.index_of(name)?).cloned());
        let &Schema { ref name, kind, time, meaning, .. } = all;
        let schema = Schema { name: name.clone(), kind, time, meaning, columns: chosen.collect() };
        Ok(Self { schema, columns, rows: table.rows() })
    }

    fn whole(table: &Table<'_>) -> Result<Self> {
        let schema = table.schema().clone();
        Ok(Self { columns: table.all_columns()?, rows: table.rows(), schema })
    }

    /// The rows whose time is in a range.
    fn cut(self, seconds: &impl RangeBounds<f64>) -> Result<Self> {
        if matches!(
            (seconds.start_bound(), seconds.end_bound()),
            (Bound::Unbounded, Bound::Unbounded)
        ) {
            return Ok(self);
        }
        if self.schema.time.is_none() {
            return Err(Error::NoTimes { table: self.schema.name.into_owned() });
        }
        let inside = |(row, time)| seconds.contains(&time).then_some(row);
        let rows: Vec<usize> = self.times().enumerate().filter_map(inside).collect();
        Ok(self.select(&rows))
    }

    /// Some of the rows, by their numbers from 0 on, in that order. Of a number that is too great nothing comes.
    #[must_use]
    pub fn select(&self, rows: &[usize]) -> Self {
        let rows: Vec<usize> = rows.iter().copied().filter(|row| *row < self.rows).collect();
        let columns = self.columns.iter().map(|column| column.select(&rows)).collect();
        Self { schema: self.schema.clone(), columns, rows: rows.len() }
    }

    /// The same, with the values marked that stand for none in what the file has: those that their columns' [`sentinel`](ColumnSchema::sentinel)
    /// names. Columns that are worked out are marked anyway.
    ///
    /// ```
    /// let bytes = ghostreel::sample("melee", None, 1).expect("a game that is known");
    /// let replay = ghostreel::read(&bytes, &ghostreel::Options::default())?;
    /// let hits = replay.frames(["post.last_hit_by"], ..)?.with_nulls();
    /// // No player has been hit in the first frame.
    /// assert_eq!(hits.rows().next().unwrap().cell("post.last_hit_by")?, ghostreel::Cell::Absent);
    /// # Ok::<(), ghostreel::Error>(())
    /// ```
    #[must_use]
    pub fn with_nulls(self) -> Self {
        let schemas = self.schema.columns.iter();
        let columns = schemas.zip(self.columns).map(|(schema, column)| schema.with_nulls(column));
        Self { columns: columns.collect(), ..self }
    }

    /// The first so many rows.
    #[must_use]
    pub fn head(&self, rows: usize) -> Self {
        let first: Vec<usize> = (0..self.rows.min(rows)).collect();
        self.select(&first)
    }

    /// Name and kind of the table, and name, type, unit and meaning of each of these columns, in their order.
    pub fn schema(&self) -> &Schema {
        &self.schema
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.rows
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.rows == 0
    }

    /// The time of each row in seconds; nothing for a table outside time.
    pub fn times(&self) -> impl Iterator<Item = f64> {
        let of = |column| (0..self.rows).filter_map(move |row| fraction(column, row));
        self.time_column().into_iter().flat_map(of)
    }

    /// The time of a row in seconds; `None` for a table outside time.
    pub(crate) fn time(&self, row: usize) -> Option<f64> {
        fraction(self.time_column()?, row)
    }

    fn time_column(&self) -> Option<&Column> {
        self.columns.get(self.schema.index_of(self.schema.time?)?)
    }

    /// The column of that name, e.g. `head.pos.x`.
    ///
    /// # Errors
    /// If it is not among these columns.
    pub fn column(&self, name: &str) -> Result<&Column> {
        let column = self.schema.index_of(name).and_then(|index| self.columns.get(index));
        column.ok_or_else(|| self.no_column(name))
    }

    /// All of these columns, each with its schema.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&ColumnSchema, &Column)> {
        self.schema.columns.iter().zip(&self.columns)
    }

    /// The columns themselves, with the schema that names them in their order.
    pub fn into_parts(self) -> (Schema, Vec<Column>) {
        (self.schema, self.columns)
    }

    pub(crate) fn no_column(&self, name: &str) -> Error {
        let (table, column) = (self.schema.name.to_string(), name.to_owned());
        ColumnError::NoColumn { table, column }.into()
    }
}

pub(crate) fn table_of<'t, 'a>(timeline: &'t Timeline<'a>, name: &str) -> Result<&'t Table<'a>> {
    let known = || timeline.tables().iter().map(|table| table.schema().name.as_ref());
    timeline.table(name).map_err(|error| meant(error, known()))
}

/// The error of a name that is not there, with the known one that is most like it, if one is.
fn meant<'n>(error: ColumnError, known: impl Iterator<Item = &'n str>) -> Error {
    let (ColumnError::NoTable(wrong) | ColumnError::NoColumn { column: wrong, .. }) = &error else {
        return error.into();
    };
    match most_alike(wrong, known) {
        Some(name) => Error::Misspelt { meant: name.to_owned(), reason: error },
        None => error.into(),
    }
}

/// A number with fractions in a row, also where the row is marked as one without a value; `None` in columns of other types.
pub(crate) fn fraction(column: &Column, row: usize) -> Option<f64> {
    match &column.data {
        Data::F32(values) => values.get(row).copied().map(f64::from),
        Data::F64(values) => values.get(row).copied(),
        _ => None,
    }
}
