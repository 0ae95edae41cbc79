//! A player against each opponent, and by how the openings came about.

use ghostreel_formats::timeline::rows;
use serde::Serialize;

use super::conversions::Conversion;
use super::number;
use super::opening_type::OpeningType;

/// One player's conversions on another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Versus {
    /// The victim.
    pub opponent_index: u8,
    /// Conversions on them that the player had part in.
    pub conversion_count: u32,
    /// Damage that the player did in them.
    #[serde(serialize_with = "number::as_in_js")]
    pub damage: f64,
    /// Stocks taken by the player's hit.
    pub kill_count: u32,
}

rows! {
    /// Openings of one kind that a player made.
    #[derive(Copy, Serialize)]
    #[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
    #[serde(rename_all = "camelCase")]
    pub struct OpeningTotals {
        opening_type: OpeningType, "", "How they came about";
        count: u32, "", "How many";
        kill_count: u32, "", "Those that ended with the stock, by any player of the side";
        #[serde(serialize_with = "number::as_in_js")]
        damage: f64, "%", "Damage that the side did in them";
        #[serde(serialize_with = "number::as_in_js_if_any", skip_serializing_if = "Option::is_none")]
        openings_per_kill: Option<f64>, "", "Openings by kills; none without kills";
    }
}

pub(crate) fn versus(conversions: &[Conversion], player: u8, opponent: u8) -> Versus {
    let mut versus = Versus { opponent_index: opponent, ..Versus::default() };
    for conversion in conversions.iter().filter(|c| c.player_index == opponent && c.is_by(player)) {
        let killed = conversion.did_kill && conversion.last_hit_by == player;
        versus.conversion_count = versus.conversion_count.saturating_add(1);
        versus.kill_count = versus.kill_count.saturating_add(killed.into());
        let own = conversion.moves.iter().filter(|landed| landed.player_index == player);
        versus.damage += own.map(|landed| landed.damage).sum::<f64>();
    }
    versus
}

pub(crate) fn opening_totals(conversions: &[Conversion], player: u8) -> [OpeningTotals; 3] {
    [OpeningType::NeutralWin, OpeningType::CounterAttack, OpeningType::Trade].map(|opening_type| {
        let (mut count, mut kill_count, mut damage) = (0_u32, 0_u32, 0.0);
        let made = |c: &&Conversion| c.opener() == player && c.opening_type == opening_type;
        for conversion in conversions.iter().filter(made) {
            count = count.saturating_add(1);
            kill_count = kill_count.saturating_add(conversion.did_kill.into());
            damage += conversion.damage();
        }
        let openings_per_kill = (kill_count > 0).then(|| f64::from(count) / f64::from(kill_count));
        OpeningTotals { opening_type, count, kill_count, damage, openings_per_kill }
    })
}
