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
    /// The text that distinguishes this person from others: the platform's unique id, else the name that they chose; null where the file has neither.
    #[cfg_attr(feature = "schema", schema(example = "ABCD#123"))]
    pub person: Option<String>,
}

/// When, and as which game of a match, a replay was played, beside the date that every game's replays have.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Occasion {
    /// When it was saved, after the game, by a clock whose time zone the file does not say: in seconds since 1970 as if that were UTC. `None` where the replay says when
    /// play began.
    pub saved_at: Option<i64>,
    /// The match that it was played in, by the game's own id.
    pub match_id: Option<String>,
    /// The number of the game in that match, and of its tiebreak, 0 for none.
    pub number: Option<[u32; 2]>,
}

impl Occasion {
    /// When it was played, in seconds since 1970: from when to when. `started_at` is the start, where no saved time stands in for it. `None` where nothing says it.
    pub fn span(&self, started_at: Option<i64>, duration_s: f64) -> Option<(i64, i64)> {
        // Whoever claims centuries is as good as one who claims a day.
        #[allow(clippy::cast_possible_truncation, reason = "within a day")]
        let length_s = duration_s.clamp(0.0, 86_400.0).ceil() as i64;
        let saved = self.saved_at.map(|to| (to.saturating_sub(length_s), to));
        saved.or_else(|| started_at.map(|from| (from, from.saturating_add(length_s))))
    }
}
