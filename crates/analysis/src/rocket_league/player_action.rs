//! The common part of a player's events: when it happened, who did it and where.

use ghostreel_formats::timeline::{FrameNumber, PlayerIndex};
use serde::Serialize;

/// A player does something.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PlayerAction {
    /// Frame.
    #[cfg_attr(test, ts(as = "i32"))]
    pub frame: FrameNumber,
    /// Time in the recording, in seconds.
    pub time: f32,
    /// The player, by [`super::Player::index`].
    #[cfg_attr(test, ts(as = "u32"))]
    pub player: PlayerIndex,
    /// Where it happened, in uu; for shots and saves, where the ball was.
    pub place: [f32; 3],
}
