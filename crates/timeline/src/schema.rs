//! What a table holds, before any of it is computed.

use std::borrow::Cow;

use crate::Type;

/// How to read a table between its rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TableKind {
    /// Sampled states; in between, values are interpolated (rotations along the shortest arc).
    States,
    /// States that hold until the next row.
    Steps,
    /// Instants.
    Events,
}

impl TableKind {
    /// The name used in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::States => "states",
            Self::Steps => "steps",
            Self::Events => "events",
        }
    }
}

/// Name, type, unit and meaning of a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ColumnSchema {
    /// Name, with dots between the parts, e.g. `head.pos.x`.
    pub name: Cow<'static, str>,
    /// Type of the values.
    pub kind: Type,
    /// Unit, empty if it has none.
    pub unit: &'static str,
    /// What a value means, with its range.
    pub meaning: Cow<'static, str>,
    /// The value that stands for none, and what it says; empty if there is no such value.
    pub sentinel: &'static str,
    /// Version of the format that added it; empty if it was always there.
    pub since: &'static str,
}

impl ColumnSchema {
    /// A column that was always there, and whose values all mean something.
    pub fn new(
        name: impl Into<Cow<'static, str>>,
        kind: Type,
        unit: &'static str,
        meaning: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self { name: name.into(), kind, unit, meaning: meaning.into(), sentinel: "", since: "" }
    }
}

/// Name and columns of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schema {
    /// Name, e.g. `frames`.
    pub name: Cow<'static, str>,
    /// How to read it between rows.
    pub kind: TableKind,
    /// The column that holds the time in seconds; `None` for a table outside time.
    pub time: Option<&'static str>,
    /// What a row is.
    pub meaning: &'static str,
    /// The columns.
    pub columns: Vec<ColumnSchema>,
}

impl Schema {
    /// Where a column is.
    pub fn index_of(&self, name: &str) -> Option<usize> {
        self.columns.iter().position(|column| column.name == name)
    }
}
