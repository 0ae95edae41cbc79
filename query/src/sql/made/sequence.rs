//! `sequence(5, 'rocket_league.demolitions', 'rocket_league.goals')`: rows of several tables that follow each other within so many seconds, as
//! [`sequence`](ghostreel::sequence) finds them.

use std::sync::Arc;

use datafusion::catalog::{TableFunctionArgs, TableFunctionImpl, TableProvider};
use datafusion::common::{Result, plan_err};

use super::{Replays, game_of, need_column, number, own_fields, renamed, schema, text, timed};
use crate::catalog::Table;
use crate::header::REPLAY;
use crate::source::{self, Events, Source, qualified};

#[derive(Debug)]
pub(super) struct Sequence(pub(super) Replays);

impl TableFunctionImpl for Sequence {
    fn call_with_args(&self, args: TableFunctionArgs) -> Result<Arc<dyn TableProvider>> {
        let (within_s, names) = match args.exprs() {
            [within_s, names @ ..] if names.len() > 1 => {
                (number(within_s), names.iter().map(text).collect::<Option<Vec<&str>>>())
            }
            _ => (None, None),
        };
        let (Some(within_s), Some(names)) = (within_s.filter(|s| s.is_finite()), names) else {
            return plan_err!(
                "sequence takes seconds and two tables or more: \
                 sequence(3, 'rocket_league.touches', 'rocket_league.goals')"
            );
        };
        let chosen: Vec<(&Table, _)> =
            names.iter().map(|name| chosen(name)).collect::<Result<_>>()?;
        let tables: Vec<&Table> = chosen.iter().map(|(table, _)| *table).collect();
        let game = game_of(&tables)?;
        let first = tables[0];
        let replay = first.schema.field_with_name(REPLAY)?;
        let mut fields = vec![Arc::new(replay.clone())];
        for (number, table) in (1_usize..).zip(&tables) {
            fields.extend(
                own_fields(table).map(|field| renamed(field, qualified(number, field.name()))),
            );
        }
        let schema = schema(fields, first.schema.metadata());
        let events = chosen
            .into_iter()
            .map(|(table, only)| Events { table: table.name.clone(), only })
            .collect();
        let table = Table { game, name: first.name.clone(), schema };
        let sequence = source::Sequence { events, within_s };
        self.0.table("sequence", table, Source::Sequence(sequence))
    }
}

/// The table of `moments(kind=combo)`, and the column and its value.
fn chosen(name: &str) -> Result<(&'static Table, Option<(String, String)>)> {
    let Some((table, condition)) = name.split_once('(') else { return Ok((timed(name)?, None)) };
    let condition = condition.strip_suffix(')').and_then(|condition| condition.split_once('='));
    let Some((column, value)) = condition else {
        return plan_err!("a table is named as melee.items, or moments(kind=combo): {name}");
    };
    let table = timed(table)?;
    need_column(table, column)?;
    Ok((table, Some((column.to_owned(), value.to_owned()))))
}
