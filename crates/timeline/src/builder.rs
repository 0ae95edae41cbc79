//! Columns that grow.

use std::ops::Range;

use crate::column::Dictionary;
use crate::{Column, Data, Type};

/// A column that other columns of its type are appended to.
#[derive(Debug)]
pub struct ColumnBuilder {
    column: Column,
    /// The texts, which are in the column when it is taken.
    texts: Dictionary,
}

macro_rules! of_type {
    ($kind:expr, $($variant:ident)*) => {
        match $kind {
            $(Type::$variant => Data::$variant(Vec::new()),)*
            Type::Dict => Data::Dict { codes: Vec::new(), values: Vec::new() },
        }
    };
}

impl ColumnBuilder {
    /// A column without rows.
    pub fn new(kind: Type) -> Self {
        let data = of_type!(kind, F32 F64 I8 I16 I32 I64 U8 U16 U32 U64 Bool);
        Self { column: data.into(), texts: Dictionary::default() }
    }

    /// Appends some rows of a column of the same type. Rows beyond it are left out.
    pub fn append(&mut self, from: &Column, rows: Range<usize>) {
        let before = self.column.len();
        if self.column.validity.is_some() || from.validity.is_some() {
            let valid = self.column.validity.get_or_insert_with(|| vec![1; before]);
            match &from.validity {
                Some(other) => valid.extend_from_slice(other.get(rows.clone()).unwrap_or_default()),
                None => valid.resize(before.saturating_add(rows.len()), 1),
            }
        }
        macro_rules! extend_each {
            ($($variant:ident)*) => {
                match (&mut self.column.data, &from.data) {
                    $((Data::$variant(values), Data::$variant(others)) => {
                        values.extend_from_slice(others.get(rows).unwrap_or_default());
                    })*
                    (Data::Dict { codes, .. }, Data::Dict { codes: others, values: texts }) => {
                        // Each text is looked up once, however many rows have it.
                        let mut known: Vec<Option<u32>> = vec![None; texts.len()];
                        for code in others.get(rows).unwrap_or_default() {
                            let Some(known) = known.get_mut(*code as usize) else { continue };
                            let text = texts.get(*code as usize).map_or("", String::as_str);
                            codes.push(*known.get_or_insert_with(|| self.texts.code(text)));
                        }
                    }
                    _ => {}
                }
            };
        }
        extend_each!(F32 F64 I8 I16 I32 I64 U8 U16 U32 U64 Bool);
    }

    /// The column. No rows are left.
    pub fn take(&mut self) -> Column {
        let mut taken = std::mem::replace(self, Self::new(self.column.kind()));
        if let Data::Dict { values, .. } = &mut taken.column.data {
            *values = taken.texts.into_values();
        }
        taken.column
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_kept_once_and_validity_fills_up() {
        let mut builder = ColumnBuilder::new(Type::Dict);
        builder.append(&Column::dict(["b", "a", "b"]), 1..3);
        builder.append(&Column { validity: Some(vec![0]), ..Column::dict(["a"]) }, 0..1);
        let column = builder.take();
        let texts = Column::dict(["a", "b", "a"]);
        assert_eq!(column, Column { validity: Some(vec![1, 1, 0]), ..texts });
        assert!(builder.take().is_empty());
    }
}
