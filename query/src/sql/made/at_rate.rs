//! `at_rate('rocket_league.ball', 10)`: the states of a table so many times a second, as [`Replay::at`](ghostreel::Replay::at) gives them.

use std::sync::Arc;

use arrow::datatypes::{DataType, Field};
use datafusion::catalog::{TableFunctionArgs, TableFunctionImpl, TableProvider};
use datafusion::common::{Result, plan_err};
use ghostreel::TableKind;

use super::{Replays, named, number, schema, text};
use crate::catalog::{ROW, Table};
use crate::source::Source;

#[derive(Debug)]
pub(super) struct AtRate(pub(super) Replays);

impl TableFunctionImpl for AtRate {
    fn call_with_args(&self, args: TableFunctionArgs) -> Result<Arc<dyn TableProvider>> {
        let (name, rate) = match args.exprs() {
            [table, rate] => (text(table), number(rate)),
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
        let Some(sampled) = sampled(named(name)?) else {
            return plan_err!("table {name} holds events, which have no state at other times");
        };
        self.0.table("at_rate", sampled, Source::Rate(rate))
    }
}

/// The table as sampled: with exact times, and without the numbers of its rows. `None` of a table of events.
fn sampled(table: &Table) -> Option<Table> {
    let metadata = table.schema.metadata();
    let time = metadata.get("time")?;
    if metadata.get("rows").is_none_or(|rows| rows == TableKind::Events.name()) {
        return None;
    }
    let fields = table.schema.fields().iter().filter(|field| field.name() != ROW);
    let fields = fields.map(|field| match field.name() == time {
        true => Arc::new(Field::clone(field).with_data_type(DataType::Float64)),
        false => Arc::clone(field),
    });
    let schema = schema(fields.collect(), metadata);
    Some(Table { game: table.game, name: table.name.clone(), schema })
}
