//! The ways in which an opening comes about.

use ghostreel_formats::timeline::{About, Column, ColumnSchema, Columnar, Get};
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
    /// What players call it, e.g. `counter hit`.
    pub const fn label(self) -> &'static str {
        match self {
            Self::NeutralWin => "neutral win",
            Self::CounterAttack => "counter hit",
            Self::Trade => "trade",
        }
    }
}

/// Columns of openings say in their names how these came about.
impl Columnar for OpeningType {
    const COLUMNS: usize = 0;

    fn schema(_: About, _: &mut Vec<ColumnSchema>) {}

    fn column<'g>(_: usize, _: &(impl Get<'g, Self> + ?Sized), _: usize) -> Column {
        Vec::<u8>::new().into()
    }
}
