//! The rows of the derived tables by their type.

use super::rows::*;
use super::world::World;
use crate::view::View;

/// A row of a derived table, for [`View::rows`]. [`BodyRow`] is not one, as two tables have it: [`World::cars`] and
/// [`World::ball`].
pub trait Row: Sized {
    /// The rows of the table.
    fn of(world: &World) -> &[Self];
}

macro_rules! row_lists {
    ($($row:ty: $table:ident;)*) => {$(
        impl Row for $row {
            fn of(world: &World) -> &[Self] {
                &world.$table
            }
        }
    )*};
}

row_lists! {
    FrameRow: frames;
    PlayerRow: players;
    InputRow: inputs;
    BoostRow: boost;
    ComponentRow: components;
    ItemRow: items;
    PickupRow: pickups;
    DemolitionRow: demolitions;
    DamageRow: damage;
    WeldRow: welds;
    GoalRow: goals;
    TouchRow: touches;
    ScoreboardRow: scoreboard;
    MatchTimeRow: match_time;
    PlayerScoreRow: player_scores;
    CameraRow: cameras;
    ActorRow: actors;
}

impl View<'_> {
    /// The rows of a derived table, in the order of time. The first call decodes the stream and walks through it once, for all
    /// tables.
    ///
    /// ```
    /// use ghostreel_core::DecodeOptions;
    /// use ghostreel_rlreplay::project::{GoalRow, ORANGE};
    /// use ghostreel_rlreplay::{View, encode, sample};
    ///
    /// let bytes = encode(&sample::generate(&sample::Options::default()));
    /// let view = View::open(&bytes[..], &DecodeOptions::STRICT)?;
    /// let orange = view.rows::<GoalRow>().iter().filter(|goal| goal.team == Some(ORANGE)).count();
    /// assert!(orange <= view.world().goals.len());
    /// # Ok::<(), ghostreel_core::Error>(())
    /// ```
    pub fn rows<R: Row>(&self) -> &[R] {
        R::of(self.world())
    }
}
