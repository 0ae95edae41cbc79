//! Landings from aerials, by the aerial, and how they were L-cancelled.

use serde::Serialize;

use super::fighter::Post;
use super::states::{self, LANDING_NAIR};

const CANCELLED: u8 = 1;
const MISSED: u8 = 2;

/// Landings from one aerial.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Landing {
    /// Landings, those included of which an old file does not say whether they were L-cancelled.
    pub count: u32,
    /// L-cancelled.
    pub success: u32,
    /// Not L-cancelled.
    pub fail: u32,
}

/// Landings by aerial.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "named as the aerials are")]
pub struct Landings {
    pub nair: Landing,
    pub fair: Landing,
    pub bair: Landing,
    pub uair: Landing,
    pub dair: Landing,
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
