//! Tables that compute their columns when asked.

use std::any::Any;
use std::fmt;

use ghostreel_core::work::{Cancelled, Meter};

use crate::{Column, Meta, Schema};

/// Computes the columns of a table. Game crates implement it over their views.
pub trait Source {
    /// Number of rows.
    fn rows(&self) -> usize;

    /// The column at `index` of the schema, with [`rows`](Self::rows) values.
    fn column(&self, index: usize) -> Column;

    /// Several columns at once. Sources whose rows lie together read them once for all columns.
    fn columns(&self, indices: &[usize]) -> Vec<Column> {
        indices.iter().map(|&index| self.column(index)).collect()
    }

    /// Appends the rows to a list, a `Vec` of some type. Returns false where they are not of that type.
    fn fill(&self, rows: &mut dyn Any) -> bool {
        let _ = rows;
        false
    }
}

/// A type of the rows of a table.
pub trait TableRow: 'static {
    /// The table's name.
    const TABLE: &'static str;
}

/// Declares the tables of rows: `GoalRow: "goals";`.
#[macro_export]
macro_rules! table_rows {
    ($($row:ty: $table:expr;)*) => {$(
        impl $crate::TableRow for $row {
            const TABLE: &'static str = $table;
        }
    )*};
}

/// Gives columns of a table by name; `None` if there is no such table. Fails where a column is missing.
pub type ReadColumns<'r> = &'r dyn Fn(&str, &[&str]) -> ghostreel_core::Result<Option<Vec<Column>>>;

/// Why there are no columns.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ColumnError {
    /// The timeline has no such table.
    #[error("there is no table {0}")]
    NoTable(String),
    /// The table has no such column.
    #[error("table {table} has no column {column}")]
    NoColumn {
        /// The table.
        table: String,
        /// The column asked for.
        column: String,
    },
    /// The table's rows are of another type.
    #[error("the rows of table {table} are no {row}")]
    OtherRows {
        /// The table.
        table: String,
        /// The type asked for.
        row: &'static str,
    },
    /// The replay's [`Meter`] was cancelled.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

/// Rows over time in named columns.
pub struct Table<'a> {
    schema: &'a Schema,
    source: Box<dyn Source + 'a>,
    meter: Option<Meter>,
}

impl<'a> Table<'a> {
    /// A table over a source that follows the schema.
    pub fn new(schema: &'a Schema, source: impl Source + 'a) -> Self {
        Self { schema, source: Box::new(source), meter: None }
    }

    /// Name, kind and columns.
    pub fn schema(&self) -> &'a Schema {
        self.schema
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.source.rows()
    }

    /// Computes one column.
    ///
    /// # Errors
    /// If there is no column of that name, or the meter was cancelled.
    pub fn column(&self, name: &str) -> Result<Column, ColumnError> {
        let index = self.index_of(name)?;
        self.metered(1, || self.source.column(index))
    }

    /// Computes several columns, which is faster than one after the other.
    ///
    /// # Errors
    /// If one of them is not there, or the meter was cancelled.
    pub fn columns<S: AsRef<str>>(&self, names: &[S]) -> Result<Vec<Column>, ColumnError> {
        let indices: Vec<usize> =
            names.iter().map(|name| self.index_of(name.as_ref())).collect::<Result<_, _>>()?;
        self.metered(indices.len(), || self.source.columns(&indices))
    }

    /// Computes all columns, in the schema's order.
    ///
    /// # Errors
    /// If the meter was cancelled.
    pub fn all_columns(&self) -> Result<Vec<Column>, ColumnError> {
        let indices: Vec<usize> = (0..self.schema.columns.len()).collect();
        self.metered(indices.len(), || self.source.columns(&indices))
    }

    /// All rows, if they are of that type.
    ///
    /// # Errors
    /// If they are not, or the meter was cancelled.
    pub fn typed_rows<R: 'static>(&self) -> Result<Vec<R>, ColumnError> {
        let mut rows: Vec<R> = Vec::new();
        let is_filled = self.metered(self.schema.columns.len(), || self.source.fill(&mut rows))?;
        let table = || self.schema.name.to_string();
        let row = std::any::type_name::<R>();
        if is_filled { Ok(rows) } else { Err(ColumnError::OtherRows { table: table(), row }) }
    }

    /// So many columns, computed by `work`.
    fn metered<T>(&self, columns: usize, work: impl FnOnce() -> T) -> Result<T, ColumnError> {
        /// A unit of work is about as long as it takes to compute so many values.
        const VALUES_PER_UNIT: u64 = 8;
        let Some(meter) = &self.meter else { return Ok(work()) };
        let values = (self.rows() as u64).saturating_mul(columns as u64);
        meter.spend(values / VALUES_PER_UNIT)?;
        let computed = work();
        // The source of several columns stops by itself, and is not whole then.
        meter.spend(0)?;
        Ok(computed)
    }

    fn index_of(&self, name: &str) -> Result<usize, ColumnError> {
        self.schema.index_of(name).ok_or_else(|| ColumnError::NoColumn {
            table: self.schema.name.to_string(),
            column: name.to_owned(),
        })
    }
}

impl fmt::Debug for Table<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table")
            .field("name", &self.schema.name)
            .field("rows", &self.rows())
            .finish()
    }
}

/// One replay as tables over time.
#[derive(Debug)]
pub struct Timeline<'a> {
    /// Players, setting, time and result.
    pub meta: Meta,
    tables: Vec<Table<'a>>,
}

impl<'a> Timeline<'a> {
    /// A timeline of these tables. `meter` counts the work of computing their columns, and can stop it.
    pub fn new(meta: Meta, mut tables: Vec<Table<'a>>, meter: Option<&Meter>) -> Self {
        for table in &mut tables {
            table.meter = meter.cloned();
        }
        Self { meta, tables }
    }

    /// Adds a table after the others.
    pub fn push(&mut self, mut table: Table<'a>) {
        table.meter = self.tables.first().and_then(|first| first.meter.clone());
        self.tables.push(table);
    }

    /// All tables, in a fixed order.
    pub fn tables(&self) -> &[Table<'a>] {
        &self.tables
    }

    /// The table of that name.
    ///
    /// # Errors
    /// If there is no such table.
    pub fn table(&self, name: &str) -> Result<&Table<'a>, ColumnError> {
        self.tables
            .iter()
            .find(|table| table.schema.name == name)
            .ok_or_else(|| ColumnError::NoTable(name.to_owned()))
    }

    /// The column `table.column`, e.g. `frames.head.pos.x`.
    ///
    /// # Errors
    /// If there is no such table or column, or the meter was cancelled.
    pub fn column(&self, path: &str) -> Result<Column, ColumnError> {
        let (table, column) = self.split(path);
        self.table(table)?.column(column)
    }

    /// Several columns, those of one table at once, which is faster than one after the other.
    ///
    /// # Errors
    /// If one of them is not there, or the meter was cancelled.
    pub fn columns<S: AsRef<str>>(&self, paths: &[S]) -> Result<Vec<Column>, ColumnError> {
        let paths: Vec<(&str, &str)> = paths.iter().map(|path| self.split(path.as_ref())).collect();
        let mut columns: Vec<Option<Column>> = paths.iter().map(|_| None).collect();
        for table in &self.tables {
            let wanted =
                paths.iter().zip(&mut columns).filter(|((name, _), _)| *name == table.schema.name);
            let (names, slots): (Vec<&str>, Vec<_>) =
                wanted.map(|((_, column), slot)| (*column, slot)).unzip();
            if names.is_empty() {
                continue;
            }
            for (slot, column) in slots.into_iter().zip(table.columns(&names)?) {
                *slot = Some(column);
            }
        }
        let missing = |(table, _): &(&str, &str)| ColumnError::NoTable((*table).to_owned());
        columns
            .into_iter()
            .zip(&paths)
            .map(|(column, path)| column.ok_or_else(|| missing(path)))
            .collect()
    }

    /// The names of table and column in `table.column`. Both may have dots: the first table that is there counts.
    fn split<'p>(&self, path: &'p str) -> (&'p str, &'p str) {
        let splits = path
            .match_indices('.')
            .filter_map(|(at, _)| Some((path.get(..at)?, path.get(at.saturating_add(1)..)?)));
        let is_there =
            |(name, _): &(&str, &str)| self.tables.iter().any(|table| table.schema.name == *name);
        let split = splits.clone().find(is_there);
        split.or_else(|| path.split_once('.')).unwrap_or((path, ""))
    }
}
