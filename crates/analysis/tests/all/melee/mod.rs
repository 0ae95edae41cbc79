//! Statistics of Melee: beside slippi-js's on real replays, and on games made up for one rule each.

mod details;
mod holes;
mod hostile;
mod reports;
mod rules;
pub(crate) mod script;
mod slippi_js;
