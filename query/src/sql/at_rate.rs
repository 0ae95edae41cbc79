//! `at_rate('rocket_league.ball', 10)`: the states of a table so many times a second, as [`Replay::at`](ghostreel::Replay::at) gives them.

use std::sync::Arc;

use arrow::datatypes::{DataType, Field, Fields, Schema};
use datafusion::catalog::{TableFunctionArgs, TableFunctionImpl, TableProvider};
use datafusion::common::{Result, ScalarValue, plan_err};
use datafusion::logical_expr::Expr;
use ghostreel::TableKind;

use super::error::no_table;
use super::folder::FolderTable;
use super::{Failures, Over};
use crate::catalog::{ROW, Table, tables};

/// The function.
#[derive(Debug)]
pub(super) struct AtRate {
    pub(super) over: Arc<Over>,
    pub(super) failures: Failures,
}

impl TableFunctionImpl for AtRate {
    fn call_with_args(&self, args: TableFunctionArgs) -> Result<Arc<dyn TableProvider>> {
        let (name, rate) = match args.exprs() {
            [Expr::Literal(table, _), Expr::Literal(rate, _)] => {
                (table.try_as_str().flatten(), number(rate))
            }
            _ => (None, None),
        };
        let (Some(name), Some(rate)) = (name, rate) else {
            return plan_err!(
                "at_rate takes a table and a rate: at_rate('rocket_league.ball', 10)"
            );
        };
        if !(rate.is_finite() && rate > 0.0) {
            return plan_err!("{rate} is no rate: it is a number above 0, of times a second");
        }
        let Some(table) = tables().iter().find(|table| table.sql_name() == name) else {
            return plan_err!("{}", no_table(name));
        };
        let Some(sampled) = sampled(table) else {
            return plan_err!("table {name} holds events, which have no state at other times");
        };
        match &*self.over {
            Over::Replays(paths) => Ok(Arc::new(FolderTable {
                table: sampled,
                paths: Arc::clone(paths),
                failures: self.failures.clone(),
                rate: Some(rate),
            })),
            Over::Export(_) => plan_err!("at_rate reads replays, and an export has none"),
        }
    }
}

fn number(value: &ScalarValue) -> Option<f64> {
    match value.cast_to(&DataType::Float64) {
        Ok(ScalarValue::Float64(number)) => number,
        _ => None,
    }
}

/// The table as sampled: with exact times, and without the numbers of its rows. `None` of a table of events.
fn sampled(table: &Table) -> Option<&'static Table> {
    let metadata = table.schema.metadata();
    let time = metadata.get("time")?;
    if metadata.get("rows").is_none_or(|rows| rows == TableKind::Events.name()) {
        return None;
    }
    let fields = table.schema.fields().iter().filter(|field| field.name() != ROW);
    let fields: Fields = fields
        .map(|field| match field.name() == time {
            true => Arc::new(Field::clone(field).with_data_type(DataType::Float64)),
            false => Arc::clone(field),
        })
        .collect();
    let schema = Arc::new(Schema::new_with_metadata(fields, metadata.clone()));
    // There are as many as a question names.
    Some(Box::leak(Box::new(Table { game: table.game, name: table.name.clone(), schema })))
}
