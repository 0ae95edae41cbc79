//! What lists of events have in common: when, who and where.

use serde::Serialize;

/// A player does something.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PlayerAction {
    /// Frame.
    pub frame: u32,
    /// Time in the recording, in seconds.
    pub time: f32,
    /// Who, by [`super::Player::index`].
    pub player: usize,
    /// Where; for shots and saves, where the ball was.
    pub place: [f32; 3],
}
