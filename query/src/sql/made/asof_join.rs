//! `asof_join('rocket_league.touches', 'rocket_league.cars', 'player')`: events, each with the row of another table just before it or after it, as
//! [`Replay::joined`](ghostreel::Replay::joined) gives them.

use std::sync::Arc;

use datafusion::catalog::{TableFunctionArgs, TableFunctionImpl, TableProvider};
use datafusion::common::{Result, plan_err};
use ghostreel::Beside;

use super::{Replays, game_of, need_column, own_fields, renamed, schema, text, timed};
use crate::catalog::Table;
use crate::source::{Joined, Source, qualified};

#[derive(Debug)]
pub(super) struct AsofJoin(pub(super) Replays);

impl TableFunctionImpl for AsofJoin {
    fn call_with_args(&self, args: TableFunctionArgs) -> Result<Arc<dyn TableProvider>> {
        let texts: Option<Vec<&str>> = args.exprs().iter().map(text).collect();
        let Some([events, states, rest @ ..]) = texts.as_deref() else {
            return plan_err!(
                "asof_join takes two tables, 'before' or 'after', and columns that are equal: \
                 asof_join('rocket_league.touches', 'rocket_league.cars', 'before', 'player')"
            );
        };
        let (events, states) = (timed(events)?, timed(states)?);
        let (beside, keys) = match rest {
            ["before", keys @ ..] => (Beside::Before, keys),
            ["after", keys @ ..] => (Beside::After, keys),
            keys => (Beside::Before, keys),
        };
        let mut same = Vec::new();
        for key in keys {
            let (of_events, of_states) = key.split_once('=').unwrap_or((key, key));
            for (table, name) in [(events, of_events.trim()), (states, of_states.trim())] {
                need_column(table, name)?;
            }
            same.push((of_events.trim().to_owned(), of_states.trim().to_owned()));
        }
        let game = game_of(&[events, states])?;
        let others =
            own_fields(states).map(|field| renamed(field, qualified(&states.name, field.name())));
        let fields = events.schema.fields().iter().cloned().chain(others).collect();
        let schema = schema(fields, events.schema.metadata());
        let joined = Joined { table: states.name.clone(), beside, same };
        let table = Table { game, name: events.name.clone(), schema };
        self.0.table("asof_join", table, Source::Joined(joined))
    }
}
