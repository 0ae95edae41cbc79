//! Landings from aerials, by the aerial, and how they were L-cancelled.

use ghostreel_formats::timeline::rows;
use serde::Serialize;

use super::fighter::Post;
use super::states::{self, LANDING_NAIR};
use crate::sheet::Cell;
use crate::statistics::statistics;

const CANCELLED: u8 = 1;
const MISSED: u8 = 2;

rows! {
    /// Landings from one aerial.
    #[derive(Copy, Eq, Serialize)]
    #[cfg_attr(test, derive(ts_rs::TS))]
    #[serde(rename_all = "camelCase")]
    pub struct Landing {
        count: u32, "", "Landings, including those that an old file does not mark as L-cancelled or not";
        success: u32, "", "L-cancelled";
        fail: u32, "", "Not L-cancelled";
    }
}

statistics! {
    /// Landings by aerial.
    #[derive(Copy, Eq, Serialize)]
    #[cfg_attr(test, derive(ts_rs::TS))]
    #[serde(rename_all = "camelCase")]
    pub struct Landings {
        nair: Landing, "", "Neutral aerials"
            => NAIR "Nair" (cancelled) part;
        fair: Landing, "", "Forward aerials"
            => FAIR "Fair" (cancelled) part;
        bair: Landing, "", "Back aerials"
            => BAIR "Bair" (cancelled) part;
        uair: Landing, "", "Up aerials"
            => UAIR "Uair" (cancelled) part;
        dair: Landing, "", "Down aerials"
            => DAIR "Dair" (cancelled) part;
    }
}

fn cancelled(Landing { success, fail, .. }: Landing) -> Option<Cell> {
    Cell::done(success, fail)
}

impl Landings {
    /// Takes note of an action that begins.
    pub(crate) fn action(&mut self, now: &Post) {
        if !states::is_aerial_landing(now.state) {
            return;
        }
        let landing = match now.state.saturating_sub(LANDING_NAIR) {
            0 => &mut self.nair,
            1 => &mut self.fair,
            2 => &mut self.bair,
            3 => &mut self.uair,
            _ => &mut self.dair,
        };
        landing.count = landing.count.saturating_add(1);
        landing.success = landing.success.saturating_add((now.l_cancel_status == CANCELLED).into());
        landing.fail = landing.fail.saturating_add((now.l_cancel_status == MISSED).into());
    }
}
