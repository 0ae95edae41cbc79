//! Conditions that are looked at before a replay is decoded: those on its game, and those on its digest.

use std::sync::Arc;

use arrow::array::{ArrayRef, AsArray as _, RecordBatch, StringViewArray};
use arrow::datatypes::Schema;
use datafusion::catalog::Session;
use datafusion::common::tree_node::{Transformed, TreeNode as _};
use datafusion::common::{Column, DFSchema, Result};
use datafusion::logical_expr::Expr;
use datafusion::logical_expr::utils::conjunction;
use datafusion::physical_plan::PhysicalExpr;
use ghostreel::FORMATS;
use ghostreel::formats::core::Digest;

use crate::catalog::{GAME, Table, text_field};
use crate::header::REPLAY;

/// Whether a condition is on the game alone, or on the digest alone.
pub(super) fn is_on_whole_replays(filter: &Expr) -> bool {
    [GAME, REPLAY].iter().any(|name| is_on(name, filter))
}

fn is_on(name: &str, filter: &Expr) -> bool {
    let columns = filter.column_refs();
    !columns.is_empty() && columns.iter().all(|column| column.name == name)
}

/// All conditions on a column of texts alone.
#[derive(Clone, Debug)]
struct Condition {
    name: &'static str,
    /// `None` where there are none.
    holds: Option<Arc<dyn PhysicalExpr>>,
}

impl Condition {
    fn on(name: &'static str, filters: &[Expr], state: &dyn Session) -> Result<Self> {
        let of_column = filters.iter().filter(|filter| is_on(name, filter)).map(unqualified);
        let Some(all) = conjunction(of_column.collect::<Result<Vec<_>>>()?) else {
            return Ok(Self { name, holds: None });
        };
        let schema = DFSchema::try_from(Schema::new(vec![text_field(name, "")]))?;
        Ok(Self { name, holds: Some(state.create_physical_expr(all, &schema)?) })
    }

    /// Of each value, whether it meets them.
    fn hold(&self, values: &[&str]) -> Result<Vec<bool>> {
        let Some(condition) = &self.holds else { return Ok(vec![true; values.len()]) };
        let schema = Arc::new(Schema::new(vec![text_field(self.name, "")]));
        let column: ArrayRef = Arc::new(StringViewArray::from(values.to_vec()));
        let batch = RecordBatch::try_new(schema, vec![column])?;
        let holds = condition.evaluate(&batch)?.into_array(values.len())?;
        Ok(holds.as_boolean().iter().map(|holds| holds == Some(true)).collect())
    }
}

/// The games whose replays may have rows that meet all conditions on the game.
pub(super) fn wanted_games(
    table: &Table,
    filters: &[Expr],
    state: &dyn Session,
) -> Result<Vec<&'static str>> {
    let mut games: Vec<&'static str> = FORMATS.iter().map(|format| format.game).collect();
    games.dedup();
    games.retain(|game| table.has_rows_of(game));
    let mut holds = Condition::on(GAME, filters, state)?.hold(&games)?.into_iter();
    games.retain(|_| holds.next() == Some(true));
    Ok(games)
}

/// Which replays are wanted, by their digests.
#[derive(Clone, Debug)]
pub(super) struct WantedReplays(Condition);

impl WantedReplays {
    pub(super) fn of(filters: &[Expr], state: &dyn Session) -> Result<Self> {
        Condition::on(REPLAY, filters, state).map(Self)
    }

    /// Whether all are wanted.
    pub(super) const fn are_all(&self) -> bool {
        self.0.holds.is_none()
    }

    /// Whether the engine may want that one: it looks at the rows itself.
    pub(super) fn may_have(&self, digest: &Digest) -> bool {
        self.0.hold(&[&digest.to_string()]).map_or(true, |holds| holds == [true])
    }
}

/// The condition, whatever the question calls the table.
fn unqualified(filter: &Expr) -> Result<Expr> {
    let filter = filter.clone().transform(|expr| {
        Ok(match expr {
            Expr::Column(column) => Transformed::yes(Expr::Column(Column::from_name(column.name))),
            other => Transformed::no(other),
        })
    });
    Ok(filter?.data)
}
