//! The schema of a table, before any of it is computed.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use serde::Serialize;

use crate::{Column, Data, Type};

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
    /// All of them.
    pub const ALL: [Self; 3] = [Self::States, Self::Steps, Self::Events];

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
    /// The meaning of a value, with its range.
    pub meaning: Cow<'static, str>,
    /// The meaning of a row without a value, e.g. `not known`; empty where each row has one, or where nothing more is to be said.
    pub null: &'static str,
    /// The value that stands for none, where a column has a file's raw values.
    pub sentinel: Option<Sentinel<'static>>,
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
        let (null, sentinel, since) = ("", None, "");
        Self { name: name.into(), kind, unit, meaning: meaning.into(), null, sentinel, since }
    }

    /// Marks the rows whose value is the sentinel as having none. A column that has marks keeps them.
    #[must_use]
    pub fn with_nulls(&self, column: Column) -> Column {
        match self.sentinel {
            Some(sentinel) if column.validity.is_none() => {
                let validity = sentinel.validity(&column.data);
                Column { validity, ..column }
            }
            _ => column,
        }
    }
}

/// A value in a file that stands for none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Sentinel<'t> {
    /// The value: a number, `NaN`, or `empty` for the text without letters.
    pub value: &'t str,
    /// Its meaning, e.g. `not known`.
    pub meaning: &'t str,
}

impl<'t> Sentinel<'t> {
    /// Out of `value: meaning`.
    pub fn parse(text: &'t str) -> Option<Self> {
        let (value, meaning) = text.split_once(": ")?;
        Some(Self { value, meaning })
    }

    /// The values that are not the sentinel; `None` if all are.
    fn validity(self, data: &Data) -> Option<Vec<u8>> {
        let valid = match data {
            Data::F32(values) => {
                self.others(values, |&value, &none| is_same(value.into(), f64::from(none)))
            }
            Data::F64(values) => self.others(values, |&value, &none| is_same(value, none)),
            Data::I8(values) => self.others(values, i8::eq),
            Data::I16(values) => self.others(values, i16::eq),
            Data::I32(values) => self.others(values, i32::eq),
            Data::I64(values) => self.others(values, i64::eq),
            Data::U8(values) => self.others(values, u8::eq),
            Data::U16(values) => self.others(values, u16::eq),
            Data::U32(values) => self.others(values, u32::eq),
            Data::U64(values) => self.others(values, u64::eq),
            Data::Dict { codes, values } => {
                let none = if self.value == "empty" { "" } else { self.value };
                let code = values.iter().position(|text| text == none);
                let is_other = |&value: &u32| u8::from(Some(value as usize) != code);
                Some(codes.iter().map(is_other).collect())
            }
            Data::Bool(_) => None,
        }?;
        valid.contains(&0).then_some(valid)
    }

    /// Which numbers are others than the value; `None` if no number of that type is the value.
    fn others<N: FromStr>(self, values: &[N], is_same: impl Fn(&N, &N) -> bool) -> Option<Vec<u8>> {
        let none = self.value.parse().ok()?;
        Some(values.iter().map(|value| u8::from(!is_same(value, &none))).collect())
    }
}

/// The value that stands for none is compared to the bit, but for NaN.
fn is_same(value: f64, none: f64) -> bool {
    value.to_bits() == none.to_bits() || (value.is_nan() && none.is_nan())
}

impl fmt::Display for Sentinel<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.value, self.meaning)
    }
}

/// What columns are called that say whose state a row is.
const SUBJECTS: [&str; 7] =
    ["player", "life", "actor", "component", "platform", "port", "follower"];

/// Name and columns of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schema {
    /// Name, e.g. `frames`.
    pub name: Cow<'static, str>,
    /// How to read it between rows.
    pub kind: TableKind,
    /// The column that holds the time in seconds; `None` for a table outside time.
    pub time: Option<&'static str>,
    /// The meaning of a row.
    pub meaning: &'static str,
    /// The columns.
    pub columns: Vec<ColumnSchema>,
}

impl Schema {
    /// The columns that say whose state a row is, by their names: each combination of their values has states of its own.
    pub fn subjects(&self) -> impl Iterator<Item = &ColumnSchema> {
        self.columns.iter().filter(|column| SUBJECTS.contains(&column.name.as_ref()))
    }

    /// Where a column is.
    pub fn index_of(&self, name: &str) -> Option<usize> {
        self.columns.iter().position(|column| column.name == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentinel_is_marked_as_none() {
        let marks = |kind, sentinel, column: Column| {
            let sentinel = Sentinel::parse(sentinel);
            let schema = ColumnSchema { sentinel, ..ColumnSchema::new("value", kind, "", "") };
            schema.with_nulls(column).validity
        };
        let valid = Some(vec![1, 0]);
        assert_eq!(marks(Type::I32, "-1: nobody", vec![3_i32, -1].into()), valid);
        assert_eq!(marks(Type::U8, "255: nobody", vec![3_u8, 255].into()), valid);
        assert_eq!(marks(Type::F32, "NaN: not known", vec![3.0_f32, f32::NAN].into()), valid);
        assert_eq!(marks(Type::F64, "0: not known", vec![3.0, 0.0].into()), valid);
        assert_eq!(marks(Type::Dict, "empty: offline", Column::dict(["a", ""])), valid);
        assert_eq!(marks(Type::I32, "-1: nobody", vec![3_i32, 4].into()), None);
        assert_eq!(marks(Type::U8, "-1: nobody", vec![3_u8, 255].into()), None, "no such value");
    }
}
