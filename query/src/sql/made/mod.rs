//! Functions in place of a table: what the verbs of the library make of tables. They read replays, and no export.

mod asof_join;
mod at_rate;
mod sequence;

use std::collections::HashMap;
use std::sync::Arc;

use arrow::datatypes::{Field, FieldRef, Schema};
use datafusion::catalog::{TableFunctionImpl, TableProvider};
use datafusion::common::{DataFusionError, Result, ScalarValue, plan_err};
use datafusion::logical_expr::Expr;

use super::error::no_table;
use super::folder::FolderTable;
use super::{Failures, Over};
use crate::catalog::{GAME, ROW, Table, tables};
use crate::header::REPLAY;
use crate::say::no_such;
use crate::source::Source;

/// All of them, by name.
pub(super) fn functions(
    over: &Arc<Over>,
    failures: &Failures,
) -> [(&'static str, Arc<dyn TableFunctionImpl>); 3] {
    let replays = Replays { over: Arc::clone(over), failures: failures.clone() };
    [
        ("asof_join", Arc::new(asof_join::AsofJoin(replays.clone()))),
        ("at_rate", Arc::new(at_rate::AtRate(replays.clone()))),
        ("sequence", Arc::new(sequence::Sequence(replays))),
    ]
}

/// What the functions read.
#[derive(Clone, Debug)]
struct Replays {
    over: Arc<Over>,
    failures: Failures,
}

impl Replays {
    /// A table of what a function makes of each replay.
    fn table(
        &self,
        function: &str,
        table: Table,
        source: Source,
    ) -> Result<Arc<dyn TableProvider>> {
        let Over::Replays(paths) = &*self.over else {
            return plan_err!("{function} reads replays, and an export has none");
        };
        // There are as many as questions name.
        let table: &'static Table = Box::leak(Box::new(table));
        let (paths, failures) = (Arc::clone(paths), self.failures.clone());
        Ok(Arc::new(FolderTable { table, paths, failures, source }))
    }
}

/// The table of that name, e.g. `melee.frames`.
fn named(name: &str) -> Result<&'static Table> {
    let table = tables().iter().find(|table| table.sql_name() == name && !table.is_of_replays());
    table.ok_or_else(|| DataFusionError::Plan(no_table(name).to_string()))
}

/// The table of that name, if its rows have times.
fn timed(name: &str) -> Result<&'static Table> {
    let table = named(name)?;
    if !table.schema.metadata().contains_key("time") {
        return plan_err!("table {name} has no times");
    }
    Ok(table)
}

/// The game of some tables. Those with rows of all games are of whatever game the others are.
fn game_of(tables: &[&Table]) -> Result<Option<&'static str>> {
    let mut games: Vec<&'static str> = tables.iter().filter_map(|table| table.game).collect();
    games.dedup();
    match games[..] {
        [] => Ok(None),
        [game] => Ok(Some(game)),
        _ => plan_err!("these tables are of several games: {}", games.join(", ")),
    }
}

/// The columns of a table's own, which are in the replay.
fn own_fields(table: &Table) -> impl Iterator<Item = &FieldRef> {
    let of_files = [REPLAY, GAME, ROW];
    table.schema.fields().iter().filter(move |field| !of_files.contains(&field.name().as_str()))
}

/// Fails if a table has no such column.
fn need_column(table: &Table, name: &str) -> Result<()> {
    if own_fields(table).any(|field| field.name() == name) {
        return Ok(());
    }
    let known = own_fields(table).map(|field| field.name().as_str());
    plan_err!("{}: {}", table.sql_name(), no_such("column", name, known))
}

fn renamed(field: &Field, name: String) -> FieldRef {
    Arc::new(field.clone().with_name(name))
}

fn schema(fields: Vec<FieldRef>, metadata: &HashMap<String, String>) -> Arc<Schema> {
    Arc::new(Schema::new_with_metadata(fields, metadata.clone()))
}

fn text(argument: &Expr) -> Option<&str> {
    match argument {
        Expr::Literal(value, _) => value.try_as_str().flatten(),
        _ => None,
    }
}

fn number(argument: &Expr) -> Option<f64> {
    use arrow::datatypes::DataType::Float64;
    match argument {
        Expr::Literal(value, _) => match value.cast_to(&Float64) {
            Ok(ScalarValue::Float64(number)) => number,
            _ => None,
        },
        // −1 is a number and its sign.
        Expr::Negative(value) => number(value).map(|value| -value),
        _ => None,
    }
}
