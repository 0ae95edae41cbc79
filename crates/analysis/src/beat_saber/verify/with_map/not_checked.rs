//! The reasons why a cut is not checked against the map.

use serde::Serialize;

/// Why a cut is not checked against the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum NotChecked {
    /// The map has no such note.
    NoNote,
    /// Heads or links of chains are elsewhere in this replay than they are taken to be.
    Chain,
    /// Notes that the map or the game turns are turned otherwise in this replay than they are taken to be.
    Turned,
    /// Where a note is that stands in one column with a bomb, or outside of the game's lanes, is not as it is taken to be; or the player's height changes so
    /// fast that it may be anywhere.
    Place,
    /// There is no frame of its time, or the file does not say how it was cut.
    NoDetails,
}

impl NotChecked {
    /// All of them.
    pub const ALL: [Self; 5] =
        [Self::NoNote, Self::Chain, Self::Turned, Self::Place, Self::NoDetails];

    /// As in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::NoNote => "no-note",
            Self::Chain => "chain",
            Self::Turned => "turned",
            Self::Place => "place",
            Self::NoDetails => "no-details",
        }
    }
}
