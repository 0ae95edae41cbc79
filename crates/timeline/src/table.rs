//! Tables that compute their columns when asked.

use std::fmt;

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
}

/// A table or column that is not there.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoSuch {
    /// The timeline has no such table.
    #[error("there is no table {0}")]
    Table(String),
    /// The table has no such column.
    #[error("table {table} has no column {column}")]
    Column {
        /// The table.
        table: String,
        /// The column asked for.
        column: String,
    },
}

/// Rows over time in named columns.
pub struct Table<'a> {
    schema: &'a Schema,
    source: Box<dyn Source + 'a>,
}

impl<'a> Table<'a> {
    /// A table over a source that follows the schema.
    pub fn new(schema: &'a Schema, source: impl Source + 'a) -> Self {
        Self { schema, source: Box::new(source) }
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
    /// If there is no column of that name.
    pub fn column(&self, name: &str) -> Result<Column, NoSuch> {
        Ok(self.source.column(self.index_of(name)?))
    }

    /// Computes several columns, which is faster than one after the other.
    ///
    /// # Errors
    /// If one of them is not there.
    pub fn columns<S: AsRef<str>>(&self, names: &[S]) -> Result<Vec<Column>, NoSuch> {
        let indices: Vec<usize> =
            names.iter().map(|name| self.index_of(name.as_ref())).collect::<Result<_, _>>()?;
        Ok(self.source.columns(&indices))
    }

    /// Computes all columns, in the schema's order.
    pub fn all_columns(&self) -> Vec<Column> {
        let indices: Vec<usize> = (0..self.schema.columns.len()).collect();
        self.source.columns(&indices)
    }

    fn index_of(&self, name: &str) -> Result<usize, NoSuch> {
        self.schema.index_of(name).ok_or_else(|| NoSuch::Column {
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
    /// Who played what, when, and how it ended.
    pub meta: Meta,
    tables: Vec<Table<'a>>,
}

impl<'a> Timeline<'a> {
    /// A timeline of these tables.
    pub fn new(meta: Meta, tables: Vec<Table<'a>>) -> Self {
        Self { meta, tables }
    }

    /// All tables, in a fixed order.
    pub fn tables(&self) -> &[Table<'a>] {
        &self.tables
    }

    /// The table of that name.
    ///
    /// # Errors
    /// If there is none.
    pub fn table(&self, name: &str) -> Result<&Table<'a>, NoSuch> {
        self.tables
            .iter()
            .find(|table| table.schema.name == name)
            .ok_or_else(|| NoSuch::Table(name.to_owned()))
    }

    /// The column `table.column`, e.g. `frames.head.pos.x`.
    ///
    /// # Errors
    /// If there is no such table or column.
    pub fn column(&self, path: &str) -> Result<Column, NoSuch> {
        let (table, column) = self.split(path);
        self.table(table)?.column(column)
    }

    /// Several columns, those of one table at once, which is faster than one after the other.
    ///
    /// # Errors
    /// If one of them is not there.
    pub fn columns<S: AsRef<str>>(&self, paths: &[S]) -> Result<Vec<Column>, NoSuch> {
        let paths: Vec<(&str, &str)> = paths.iter().map(|path| self.split(path.as_ref())).collect();
        let mut found: Vec<Option<Column>> = paths.iter().map(|_| None).collect();
        for table in &self.tables {
            let wanted =
                paths.iter().zip(&mut found).filter(|((name, _), _)| *name == table.schema.name);
            let (names, slots): (Vec<&str>, Vec<_>) =
                wanted.map(|((_, column), slot)| (*column, slot)).unzip();
            if names.is_empty() {
                continue;
            }
            for (slot, column) in slots.into_iter().zip(table.columns(&names)?) {
                *slot = Some(column);
            }
        }
        let missing = |(table, _): &(&str, &str)| NoSuch::Table((*table).to_owned());
        found
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
        let found = splits.clone().find(is_there);
        found.or_else(|| path.split_once('.')).unwrap_or((path, ""))
    }
}
