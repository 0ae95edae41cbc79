//! What each move did: hits, damage, openings and kills.

use std::collections::BTreeMap;

use serde::Serialize;

use super::conversions::Conversion;
use super::number;

/// What the attacks are called, by the game's numbers.
const NAMES: [&str; 94] = [
    "None",
    "Non-Staling",
    "Jab 1",
    "Jab 2",
    "Jab 3",
    "Rapid Jabs",
    "Dash Attack",
    "Side Tilt",
    "Up Tilt",
    "Down Tilt",
    "Side Smash",
    "Up Smash",
    "Down Smash",
    "Nair",
    "Fair",
    "Bair",
    "Uair",
    "Dair",
    "Neutral Special",
    "Side Special",
    "Up Special",
    "Down Special",
    "Kirby Hat: Mario Neutral Special",
    "Kirby Hat: Fox Neutral Special",
    "Kirby Hat: CFalcon Neutral Special",
    "Kirby Hat: DK Neutral Special",
    "Kirby Hat: Bowser Neutral Special",
    "Kirby Hat: Link Neutral Special",
    "Kirby Hat: Sheik Neutral Special",
    "Kirby Hat: Ness Neutral Special",
    "Kirby Hat: Peach Neutral Special",
    "Kirby Hat: Ice Climber Neutral Special",
    "Kirby Hat: Pikachu Neutral Special",
    "Kirby Hat: Samus Neutral Special",
    "Kirby Hat: Yoshi Neutral Special",
    "Kirby Hat: Jigglypuff Neutral Special",
    "Kirby Hat: Mewtwo Neutral Special",
    "Kirby Hat: Luigi Neutral Special",
    "Kirby Hat: Marth Neutral Special",
    "Kirby Hat: Zelda Neutral Special",
    "Kirby Hat: Young Link Neutral Special",
    "Kirby Hat: Doc Neutral Special",
    "Kirby Hat: Falco Neutral Special",
    "Kirby Hat: Pichu Neutral Special",
    "Kirby Hat: Game & Watch Neutral Special",
    "Kirby Hat: Ganon Neutral Special",
    "Kirby Hat: Roy Neutral Special",
    "Unknown",
    "Unknown",
    "Unknown",
    "Get Up Attack (From Back)",
    "Get Up Attack (From Front)",
    "Pummel",
    "Forward Throw",
    "Back Throw",
    "Up Throw",
    "Down Throw",
    "Cargo Forward Throw",
    "Cargo Back Throw",
    "Cargo Up Throw",
    "Cargo Down Throw",
    "Ledge Get Up Attack 100%+",
    "Ledge Get Up Attack",
    "Beam Sword Jab",
    "Beam Sword Tilt Swing",
    "Beam Sword Smash Swing",
    "Beam Sword Dash Swing",
    "Home Run Bat Jab",
    "Home Run Bat Tilt Swing",
    "Home Run Bat Smash Swing",
    "Home Run Bat Dash Swing",
    "Parasol Jab",
    "Parasol Tilt Swing",
    "Parasol Smash Swing",
    "Parasol Dash Swing",
    "Fan Jab",
    "Fan Tilt Swing",
    "Fan Smash Swing",
    "Fan Dash Swing",
    "Star Rod Jab",
    "Star Rod Tilt Swing",
    "Star Rod Smash Swing",
    "Star Rod Dash Swing",
    "Lip's Stick Jab",
    "Lip's Stick Tilt Swing",
    "Lip's Stick Smash Swing",
    "Lip's Stick Dash Swing",
    "Open Parasol",
    "Ray Gun Shoot",
    "Fire Flower Shoot",
    "Screw Attack",
    "Super Scope (Rapid)",
    "Super Scope (Charged)",
    "Hammer",
];

/// What an attack is called.
pub fn move_name(move_id: u8) -> &'static str {
    NAMES.get(usize::from(move_id)).copied().unwrap_or("Unknown")
}

/// What a move did in conversions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct MoveTotals {
    /// The game's number of the attack.
    pub move_id: u8,
    /// What the attack is called.
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

/// What a player's moves did, by the numbers of the moves.
pub(crate) fn move_totals(conversions: &[Conversion], player: u8) -> Vec<MoveTotals> {
    let mut totals: BTreeMap<u8, MoveTotals> = BTreeMap::new();
    for conversion in conversions {
        let last = conversion.moves.len().saturating_sub(1);
        let own = conversion.moves.iter().enumerate().filter(|(_, m)| m.player_index == player);
        for (at, landed) in own {
            let move_id = landed.move_id;
            let none =
                MoveTotals { move_id, move_name: move_name(move_id), ..MoveTotals::default() };
            let total = totals.entry(move_id).or_insert(none);
            total.count = total.count.saturating_add(1);
            total.hit_count = total.hit_count.saturating_add(landed.hit_count);
            total.damage += landed.damage;
            total.openings = total.openings.saturating_add((at == 0).into());
            total.kills = total.kills.saturating_add((at == last && conversion.did_kill).into());
        }
    }
    totals.into_values().collect()
}
