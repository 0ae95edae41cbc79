//! The games that a question is about: replays of others are not even read.

use std::sync::Arc;

use arrow::array::{AsArray as _, RecordBatch, StringViewArray};
use arrow::datatypes::Schema;
use datafusion::catalog::Session;
use datafusion::common::{DFSchema, Result};
use datafusion::logical_expr::Expr;
use datafusion::logical_expr::utils::conjunction;
use ghostreel::FORMATS;

use crate::catalog::{GAME, Table, text_field};

/// Whether a condition is on the game alone.
pub(super) fn is_of_game(filter: &Expr) -> bool {
    let columns = filter.column_refs();
    !columns.is_empty() && columns.iter().all(|column| column.name == GAME)
}

/// The games whose replays may have rows that meet all conditions on the game.
pub(super) fn wanted(
    table: &Table,
    filters: &[Expr],
    state: &dyn Session,
) -> Result<Vec<&'static str>> {
    let mut games: Vec<&'static str> = FORMATS.iter().map(|format| format.game).collect();
    games.dedup();
    games.retain(|game| table.has_rows_of(game));
    let conditions = filters.iter().filter(|filter| is_of_game(filter)).map(unqualified);
    let Some(condition) = conjunction(conditions.collect::<Result<Vec<_>>>()?) else {
        return Ok(games);
    };
    let schema = Arc::new(Schema::new(vec![text_field(GAME, "")]));
    let condition =
        state.create_physical_expr(condition, &DFSchema::try_from(Arc::clone(&schema))?)?;
    let column = Arc::new(StringViewArray::from(games.clone()));
    let batch = RecordBatch::try_new(schema, vec![column])?;
    let holds = condition.evaluate(&batch)?.into_array(games.len())?;
    let holds = holds.as_boolean();
    let mut row = 0;
    games.retain(|_| {
        row += 1;
        holds.iter().nth(row - 1) == Some(Some(true))
    });
    Ok(games)
}

/// The condition, whatever the question calls the table.
fn unqualified(filter: &Expr) -> Result<Expr> {
    use datafusion::common::tree_node::{Transformed, TreeNode as _};
    let filter = filter.clone().transform(|expr| {
        Ok(match expr {
            Expr::Column(column) => {
                Transformed::yes(Expr::Column(datafusion::common::Column::from_name(column.name)))
            }
            other => Transformed::no(other),
        })
    });
    Ok(filter?.data)
}
