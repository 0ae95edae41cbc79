//! Statistics of Pong, the example game of `docs/adding-a-game.md`.

mod ending;
pub(crate) mod moments;
#[cfg(test)]
pub(crate) mod page_rules;
mod report;
mod sheet;
mod sides;
mod tables;

crate::ask::declare_questions! {
    "rallies": rallies() -> Vec<Rally>, "How often the ball went back and forth, point by point.";
}

pub use report::{Player, PlayerStats, Rally, Report};
pub(crate) use sides::{occasion, sides};
pub(crate) use tables::further_tables;

/// Nobody has measured how alike two games of Pong may be, so no replay of it is called a copy of another.
#[cfg(feature = "copies")]
pub(crate) const COPIES: Option<crate::copies::ComparedGame> = None;

fn rallies(replay: &crate::Analysis<'_>) -> Vec<Rally> {
    let report = replay.stats().and_then(crate::Statistics::pong);
    report.map(|report| report.rallies.clone()).unwrap_or_default()
}
