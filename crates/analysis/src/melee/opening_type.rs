//! The ways in which an opening comes about.

use serde::Serialize;

/// How an opening came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum OpeningType {
    /// Nobody was punishing anybody.
    NeutralWin,
    /// The attacker was being punished.
    CounterAttack,
    /// Both hit in the same frame.
    Trade,
}

impl OpeningType {
    /// What players call it, e.g. `counter hit`.
    pub const fn label(self) -> &'static str {
        match self {
            Self::NeutralWin => "neutral win",
            Self::CounterAttack => "counter hit",
            Self::Trade => "trade",
        }
    }
}
