//! The games that people played, for finding sets.

use ghostreel_analysis::{Occasion, Side};

/// Somebody's games within a time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Wanted {
    /// The game's short name.
    pub(crate) game: String,
    /// The person, as in [`SidePlayer::person`](ghostreel_analysis::SidePlayer::person).
    pub(crate) person: String,
    /// The first and the last second that the games may begin in, in seconds since 1970.
    pub(crate) within: (i64, i64),
}

/// A game that somebody played.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Appearance {
    /// The replay's id.
    pub(crate) id: String,
    /// The game's short name.
    pub(crate) game: String,
    /// The sides that played against each other.
    pub(crate) sides: Vec<Side>,
    /// Which game of a match it was.
    pub(crate) occasion: Occasion,
    /// When it began and ended, in seconds since 1970.
    pub(crate) span: (i64, i64),
}
