//! Conversions, or punishes: everything that follows from one opening, until the victim is back in control of the game.
//!
//! The 45 frames to the end begin when the victim can act on the ground; being in the air does not begin them.

use ghostreel_formats::slp::seconds;
use ghostreel_formats::timeline::FrameNumber;
use serde::Serialize;

use super::combos::Combo;
use super::move_landed::MoveLanded;
use super::number;
use super::opening_type::OpeningType;
use super::states;

/// A conversion. Fields as in [`Combo`].
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(rename_all = "camelCase")]
pub struct Conversion {
    /// The **victim**, as slippi-js has it.
    pub player_index: u8,
    /// The player who hits.
    pub last_hit_by: u8,
    /// Frame of the first hit or grab.
    #[cfg_attr(test, ts(as = "i32"))]
    pub start_frame: FrameNumber,
    /// The frame it is over with; `None` if the game ended first.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(as = "Option<i32>"))]
    pub end_frame: Option<FrameNumber>,
    /// The victim's damage before.
    #[serde(serialize_with = "number::as_in_js")]
    pub start_percent: f64,
    /// The victim's damage as last seen.
    #[serde(serialize_with = "number::as_in_js")]
    pub current_percent: f64,
    /// The victim's damage at the end.
    #[serde(serialize_with = "number::as_in_js_if_any", skip_serializing_if = "Option::is_none")]
    pub end_percent: Option<f64>,
    /// The moves that hit; empty after a grab that led to nothing.
    pub moves: Vec<MoveLanded>,
    /// Whether it ended with the stock.
    pub did_kill: bool,
    /// How it came about.
    pub opening_type: OpeningType,
}

impl Conversion {
    pub(crate) fn new(run: Combo, opening_type: OpeningType) -> Self {
        Self {
            player_index: run.player_index,
            last_hit_by: run.last_hit_by,
            start_frame: run.start_frame,
            end_frame: run.end_frame,
            start_percent: run.start_percent,
            current_percent: run.current_percent,
            end_percent: run.end_percent,
            moves: run.moves,
            did_kill: run.did_kill,
            opening_type,
        }
    }
}

impl Conversion {
    /// The player who made the opening.
    pub fn opener(&self) -> u8 {
        self.moves.first().map_or(self.last_hit_by, |first| first.player_index)
    }

    /// The port of the player who was hit.
    pub const fn victim(&self) -> u8 {
        self.player_index
    }

    /// When it begins, in seconds from the start of the timer.
    pub fn start_s(&self) -> f64 {
        seconds(self.start_frame)
    }

    /// The damage of all its moves, in percent.
    pub fn damage(&self) -> f64 {
        self.moves.iter().map(|landed| landed.damage).sum()
    }

    /// Whether a player had part in it. In a game of two: whether the other is the victim.
    pub fn is_by(&self, player: u8) -> bool {
        self.last_hit_by == player || self.moves.iter().any(|landed| landed.player_index == player)
    }
}

/// Counting begins when the victim is in control, and then only another hit stops it.
pub(crate) fn reset_rule(free_frames: u32, state: u16) -> u32 {
    if states::is_punished(state) {
        0
    } else if free_frames > 0 || states::is_in_control(state) {
        free_frames.saturating_add(1)
    } else {
        0
    }
}
