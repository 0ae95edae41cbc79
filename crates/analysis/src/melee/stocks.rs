//! Stocks: when each began and ended, and how.

use ghostreel_formats::timeline::FrameNumber;
use serde::Serialize;

use super::fighter::Post;
use super::number;
use super::states;

/// One stock of a player.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(rename_all = "camelCase")]
pub struct Stock {
    /// The player's port, 0 to 3.
    pub player_index: u8,
    /// The first frame in which the fighter is alive.
    #[cfg_attr(test, ts(as = "i32"))]
    pub start_frame: FrameNumber,
    /// The frame in which it was lost; `None` if it was kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(as = "Option<i32>"))]
    pub end_frame: Option<FrameNumber>,
    /// Damage at the start, in percent: always 0.
    #[serde(serialize_with = "number::as_in_js")]
    pub start_percent: f64,
    /// Damage in the last frame before it was lost, or of the game, in percent.
    #[serde(serialize_with = "number::as_in_js")]
    pub current_percent: f64,
    /// Damage when it was lost, in percent; `None` if it was kept.
    #[serde(serialize_with = "number::as_in_js_if_any", skip_serializing_if = "Option::is_none")]
    pub end_percent: Option<f64>,
    /// Stocks left, this one included.
    pub count: u8,
    /// The action state of the death: 0 down, 1 left, 2 right, 3 to 10 up; `None` if it was kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub death_animation: Option<u16>,
}

/// Follows the stocks of one player.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct StockTracker {
    /// Index of the present stock in the list of all; `None` while the fighter is dead.
    open: Option<usize>,
}

impl StockTracker {
    pub(crate) fn frame(
        &mut self,
        list: &mut Vec<Stock>,
        frame: FrameNumber,
        player: u8,
        now: &Post,
        before: Option<&Post>,
    ) {
        let Some(stock) = self.open.and_then(|at| list.get_mut(at)) else {
            if !states::is_dead(now.state) {
                self.open = Some(list.len());
                list.push(Stock {
                    player_index: player,
                    start_frame: frame,
                    end_frame: None,
                    start_percent: 0.0,
                    current_percent: 0.0,
                    end_percent: None,
                    count: now.stocks,
                    death_animation: None,
                });
            }
            return;
        };
        if now.lost_stock(before) {
            stock.end_frame = Some(frame);
            stock.end_percent = Some(before.map_or(0.0, |before| before.percent));
            // After a hole, the death may be over.
            stock.death_animation = Some(now.state).filter(|state| states::is_dead(*state));
            self.open = None;
        } else {
            stock.current_percent = now.percent;
        }
    }
}
