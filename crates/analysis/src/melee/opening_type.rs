//! The ways in which an opening comes about.

use ghostreel_formats::timeline::no_columns;
use serde::Serialize;

/// How an opening came about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum OpeningType {
    /// Nobody was punishing anybody.
    #[default]
    NeutralWin,
    /// The attacker was being punished.
    CounterAttack,
    /// Both hit in the same frame.
    Trade,
}

impl OpeningType {
    /// Its name among players, e.g. `counter hit`.
    pub const fn label(self) -> &'static str {
        match self {
            Self::NeutralWin => "neutral win",
            Self::CounterAttack => "counter hit",
            Self::Trade => "trade",
        }
    }
}

// Columns of openings say in their names how these came about.
no_columns! { OpeningType, }
