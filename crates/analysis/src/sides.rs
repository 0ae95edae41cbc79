//! The sides of a replay and its result, as a list of replays has them.

use serde::{Deserialize, Serialize};

/// A team, or somebody who plays alone.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Side {
    /// The team's name; null of somebody who plays alone.
    #[cfg_attr(feature = "schema", schema(example = "Blue"))]
    pub name: Option<String>,
    /// Its players.
    pub players: Vec<SidePlayer>,
    /// Goals, or stocks left; null where nothing says it.
    pub score: Option<i32>,
    /// Whether it won.
    pub won: bool,
}

/// A player of a side.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SidePlayer {
    /// The name, as in the list of players.
    pub name: String,
    /// The character; null in games that have none.
    #[cfg_attr(feature = "schema", schema(example = "Fox"))]
    pub character: Option<String>,
}
