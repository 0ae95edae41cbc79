//! Combos: hits that the victim had no way out of. A tech or a missed one goes on with it; 45 frames of anything else
//! end it, as does the stock.

use ghostreel_formats::timeline::FrameNumber;
use serde::Serialize;

use super::move_landed::MoveLanded;
use super::number;
use super::states;

/// A combo.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(rename_all = "camelCase")]
pub struct Combo {
    /// The **victim**, as slippi-js has it.
    pub player_index: u8,
    /// The player who hits.
    pub last_hit_by: u8,
    /// Frame of the first hit.
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
}

impl Combo {
    /// The player who hit first.
    pub fn opener(&self) -> u8 {
        self.moves.first().map_or(self.last_hit_by, |first| first.player_index)
    }
}

/// Every frame counts that the victim is neither hit, nor lying, nor teching, nor dead.
pub(crate) fn reset_rule(free_frames: u32, state: u16) -> u32 {
    let goes_on = states::is_punished(state)
        || states::is_teching(state)
        || states::is_down(state)
        || states::is_dead(state);
    if goes_on { 0 } else { free_frames.saturating_add(1) }
}
