//! The kinds of originals that the archive keeps.

use serde::Serialize;
use utoipa::ToSchema;

/// The kind of an original. Both are kept alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "IdOf"))]
#[serde(rename_all = "lowercase")]
#[schema(as = IdOf)]
pub enum Kind {
    /// A replay: the game's own file, under its digest.
    Replay,
    /// A map: a zip file, found by the hash of its levels.
    Map,
}

impl Kind {
    pub(crate) const ALL: [Self; 2] = [Self::Replay, Self::Map];

    /// The prefix of its original's name.
    pub(crate) fn original(self) -> &'static str {
        match self {
            Self::Replay => "the original of replay",
            Self::Map => "the zip file of map",
        }
    }
}
