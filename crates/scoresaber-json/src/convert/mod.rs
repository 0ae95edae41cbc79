//! To BSOR and from it, with a list of losses.

mod from_bsor;
mod to_bsor;

pub use from_bsor::from_bsor;
pub(crate) use to_bsor::to_bsor;

/// The difficulties that have names: the number here, the name in BSOR.
const DIFFICULTIES: [(i32, &str); 5] =
    [(1, "Easy"), (3, "Normal"), (5, "Hard"), (7, "Expert"), (9, "ExpertPlus")];

/// The numbers among the scores that stand for no points.
mod score {
    pub(super) const WALL: i32 = -5;
    pub(super) const BOMB: i32 = -4;
    pub(super) const MISS: i32 = -3;
    pub(super) const BAD_CUT: i32 = -2;
    /// The most that a cut is worth.
    pub(super) const MOST: i32 = 115;
}
