//! The hits that conversions and combos are made of.

use ghostreel_formats::timeline::FrameNumber;
use serde::Serialize;

use super::number;

/// A move that hit.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct MoveLanded {
    /// The player who hit.
    pub player_index: u8,
    /// Frame of the first hit.
    #[cfg_attr(test, ts(as = "i32"))]
    pub frame: FrameNumber,
    /// The game's number of the attack; 1 for attacks without one.
    pub move_id: u8,
    /// The name of the attack.
    pub move_name: &'static str,
    /// Hits.
    pub hit_count: u32,
    /// Damage of all hits.
    #[serde(serialize_with = "number::as_in_js")]
    pub damage: f64,
}
