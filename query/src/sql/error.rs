//! What is wrong with a question, in one sentence.

use anyhow::{Error, anyhow};
use datafusion::common::SchemaError;
use datafusion::error::DataFusionError;

use crate::catalog::tables;
use crate::say::no_such;

/// The engine's error in one line, and the name that a wrong one may mean.
pub(super) fn sentence(error: &DataFusionError) -> Error {
    match error.find_root() {
        DataFusionError::SchemaError(reason, _) => match &**reason {
            SchemaError::FieldNotFound { field, valid_fields } => {
                let known = valid_fields.iter().map(|field| field.name.as_str());
                no_such("column", &field.name, known)
            }
            other => anyhow!("{other}"),
        },
        DataFusionError::Plan(reason) => match missing_table(reason) {
            Some(name) => no_table(name),
            None => first_line(reason),
        },
        DataFusionError::SQL(reason, _) => first_line(&reason.to_string()),
        DataFusionError::External(reason) if reason.is::<tonic::Status>() => anyhow!(
            "a worker was lost in the middle of the answer; ask again, and the others do its share"
        ),
        root => first_line(&root.strip_backtrace()),
    }
}

/// There is no such table, but perhaps one of nearly that name.
pub(crate) fn no_table(name: &str) -> Error {
    let known: Vec<String> = tables().iter().map(|table| table.sql_name()).collect();
    no_such("table", name, known.iter().map(String::as_str))
}

/// The name in `table 'datafusion.melee.frame' not found`.
fn missing_table(reason: &str) -> Option<&str> {
    let name = reason.strip_prefix("table '")?.strip_suffix("' not found")?;
    let name = name.strip_prefix("datafusion.").unwrap_or(name);
    Some(name.strip_prefix("public.").unwrap_or(name))
}

fn first_line(text: &str) -> Error {
    anyhow!("{}", text.lines().next().unwrap_or_default())
}
