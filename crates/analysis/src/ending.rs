//! How a replay ended, for a card at its end.

use serde::Serialize;

use crate::sheet::{capitalized, plural};

/// How a replay ended, in a few words.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Ending {
    /// The outcome and its most important facts.
    pub headline: String,
    /// The lines on the players, or on the hands of one.
    pub lines: Vec<EndingLine>,
}

/// A line below the headline.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct EndingLine {
    /// Its subject: a player, or a number of the run.
    pub name: String,
    /// In a few words.
    pub value: String,
    /// Whether it is of somebody who won, or was the best.
    pub won: bool,
}

impl EndingLine {
    pub(crate) fn new(name: impl Into<String>, value: impl Into<String>) -> Self {
        Self { name: name.into(), value: value.into(), won: false }
    }
}

/// An outcome as a headline begins.
pub(crate) fn headline(outcome: Option<&str>) -> String {
    capitalized(outcome.unwrap_or("the end"))
}

/// `1 goal`, `2 goals`.
pub(crate) fn counted(number: u32, one: &str, many: &str) -> String {
    format!("{number} {}", plural(number.into(), one, many))
}
