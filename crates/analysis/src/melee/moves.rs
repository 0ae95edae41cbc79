//! The effects of each move: hits, damage, openings and kills.

use std::collections::BTreeMap;

use serde::Serialize;

use super::conversions::Conversion;
use super::move_landed::MoveLanded;
use super::number;

/// The effect of a move in conversions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct MoveTotals {
    /// The game's number of the attack.
    pub move_id: u8,
    /// The name of the attack.
    pub move_name: &'static str,
    /// Times that it hit, however often each.
    pub count: u32,
    /// Hits.
    pub hit_count: u32,
    /// Damage.
    #[serde(serialize_with = "number::as_in_js")]
    pub damage: f64,
    /// Conversions that it began.
    pub openings: u32,
    /// Stocks that it was the last hit of.
    pub kills: u32,
}

/// The effects of a player's moves, by the numbers of the moves; Zelda's and Sheik's specials have the same.
pub(crate) fn move_totals(conversions: &[Conversion], player: u8) -> Vec<MoveTotals> {
    let mut totals: BTreeMap<(u8, &str), MoveTotals> = BTreeMap::new();
    for conversion in conversions {
        let last = conversion.moves.len().saturating_sub(1);
        let own = conversion.moves.iter().enumerate().filter(|(_, m)| m.player_index == player);
        for (at, landed) in own {
            let MoveLanded { move_id, move_name, .. } = *landed;
            let none = MoveTotals { move_id, move_name, ..MoveTotals::default() };
            let total = totals.entry((move_id, move_name)).or_insert(none);
            total.count = total.count.saturating_add(1);
            total.hit_count = total.hit_count.saturating_add(landed.hit_count);
            total.damage += landed.damage;
            total.openings = total.openings.saturating_add((at == 0).into());
            total.kills = total.kills.saturating_add((at == last && conversion.did_kill).into());
        }
    }
    totals.into_values().collect()
}
