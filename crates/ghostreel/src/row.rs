//! A row of some columns.

use std::fmt;

use ghostreel_formats::timeline::{Column, ColumnSchema, Data};

use crate::columns::Columns;
use crate::error::Result;

impl Columns {
    /// The rows, one by one.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = Row<'_>> {
        (0..self.len()).map(|row| Row { columns: self, row })
    }
}

/// One row of [`Columns`].
#[derive(Clone, Copy, Debug)]
pub struct Row<'c> {
    columns: &'c Columns,
    row: usize,
}

impl<'c> Row<'c> {
    /// The time in seconds, from the table's own time column; `None` for a table outside time.
    pub fn time(&self) -> Option<f64> {
        self.columns.time(self.row)
    }

    /// The value in the column of that name.
    ///
    /// # Errors
    /// If there is no such column.
    pub fn cell(&self, column: &str) -> Result<Cell<'c>> {
        Ok(Cell::of(self.columns.column(column)?, self.row))
    }

    /// All values, each with the schema of its column.
    pub fn cells(&self) -> impl ExactSizeIterator<Item = (&'c ColumnSchema, Cell<'c>)> + use<'c> {
        let row = self.row;
        self.columns.iter().map(move |(schema, column)| (schema, Cell::of(column, row)))
    }
}

/// The value of a column in a row. Displayed, numbers have the fewest digits that give the same number back, and what
/// is absent is empty.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Cell<'c> {
    /// The row has none.
    Absent,
    /// Yes or no.
    Bool(bool),
    /// An integer of whatever size.
    Integer(i128),
    /// An IEEE 754 single.
    F32(f32),
    /// An IEEE 754 double.
    F64(f64),
    /// A text.
    Text(&'c str),
}

impl<'c> Cell<'c> {
    pub(crate) fn of(column: &'c Column, row: usize) -> Self {
        fn integer<'c, T: Copy + Into<i128>>(values: &[T], row: usize) -> Option<Cell<'c>> {
            values.get(row).map(|&value| Cell::Integer(value.into()))
        }
        if column.validity.as_ref().is_some_and(|valid| valid.get(row) == Some(&0)) {
            return Self::Absent;
        }
        let cell = match &column.data {
            Data::F32(values) => values.get(row).copied().map(Self::F32),
            Data::F64(values) => values.get(row).copied().map(Self::F64),
            Data::I8(values) => integer(values, row),
            Data::I16(values) => integer(values, row),
            Data::I32(values) => integer(values, row),
            Data::I64(values) => integer(values, row),
            Data::U8(values) => integer(values, row),
            Data::U16(values) => integer(values, row),
            Data::U32(values) => integer(values, row),
            Data::U64(values) => integer(values, row),
            Data::Bool(values) => values.get(row).map(|&value| Self::Bool(value != 0)),
            Data::Dict { codes, values } => codes
                .get(row)
                .and_then(|&code| values.get(code as usize))
                .map(|text| Self::Text(text)),
            _ => None,
        };
        cell.unwrap_or(Self::Absent)
    }
}

impl fmt::Display for Cell<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Absent => Ok(()),
            Self::Bool(value) => value.fmt(f),
            Self::Integer(value) => value.fmt(f),
            Self::F32(value) => value.fmt(f),
            Self::F64(value) => value.fmt(f),
            Self::Text(value) => value.fmt(f),
        }
    }
}
