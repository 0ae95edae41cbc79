//! Whole tables, for a game's own file to be made of them.

use std::cell::RefCell;

use ghostreel_core::{Diagnostic, Result};
use ghostreel_timeline::Column;

use crate::reel::Reel;

/// Reads whole tables of a reel, and keeps what of them is missing.
#[derive(Debug)]
pub struct WholeTables<'r, 'b> {
    reel: &'r Reel<'b>,
    missing: RefCell<Vec<Diagnostic>>,
}

impl<'r, 'b> WholeTables<'r, 'b> {
    /// Nothing is read yet.
    pub fn of(reel: &'r Reel<'b>) -> Self {
        Self { reel, missing: RefCell::default() }
    }

    /// Some columns of a table, of all its rows that are there; `None` if there is no such table.
    ///
    /// # Errors
    /// As [`Reel::rows`].
    pub fn read(&self, table: &str, columns: &[&str]) -> Result<Option<Vec<Column>>> {
        if self.reel.header().table(table).is_none() {
            return Ok(None);
        }
        let rows = self.reel.rows(table, columns, f64::NEG_INFINITY..f64::INFINITY)?;
        let missing = rows.missing.iter().map(|missing| self.reel.missing_rows(table, missing));
        self.missing.borrow_mut().extend(missing);
        Ok(Some(rows.columns))
    }

    /// The missing rows of the tables that were read.
    pub fn missing(self) -> Vec<Diagnostic> {
        self.missing.into_inner()
    }
}
