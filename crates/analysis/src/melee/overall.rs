//! Overall statistics of each player, computed from conversions and inputs: slippi-js's `overall`.

use std::collections::BTreeMap;

use ghostreel_formats::timeline::rows;
use serde::Serialize;

use super::contestant::Contestant;
use super::conversions::Conversion;
use super::inputs::InputCounts;
use super::number;
use super::opening_type::OpeningType;
use crate::sheet::Cell;
use crate::statistics::statistics;

const FRAMES_PER_MINUTE: f64 = 3600.0;

rows! {
    /// A count out of a total.
    #[derive(Copy, Serialize)]
    #[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
    #[serde(rename_all = "camelCase")]
    pub struct Ratio {
        #[serde(serialize_with = "number::as_in_js")]
        count: f64, "", "The count";
        #[serde(serialize_with = "number::as_in_js")]
        total: f64, "", "The total";
        #[serde(serialize_with = "number::as_in_js_if_any", skip_serializing_if = "Option::is_none")]
        ratio: Option<f64>, "", "The count divided by the total; none if the total is 0";
    }
}

fn mean(ratio: Ratio) -> Option<Cell> {
    ratio.ratio.map(|ratio| Cell::number(ratio, 1))
}

fn share(Ratio { count, total, .. }: Ratio) -> Option<Cell> {
    Some(Cell::share(count, total)?.beside(format!("{count}/{total}")))
}

impl Ratio {
    fn new(count: f64, total: f64) -> Self {
        Self { count, total, ratio: (total != 0.0).then_some(count / total) }
    }

    fn of_counts(count: u32, total: u32) -> Self {
        Self::new(f64::from(count), f64::from(total))
    }
}

statistics! {
    /// Overall statistics of a player.
    #[derive(Serialize)]
    #[cfg_attr(test, derive(ts_rs::TS))]
    #[serde(rename_all = "camelCase")]
    pub struct Overall {
        player_index: u8, "", "The player's port, 0 to 3";
        input_counts: InputCounts, "", "Inputs";
        conversion_count: u32, "", "Conversions that the player took part in"
            => OPENINGS "Openings" (Cell::count);
        #[serde(serialize_with = "number::as_in_js")]
        total_damage: f64, "%", "Damage that the player did in these conversions"
            => DAMAGE "Damage" (|damage| Cell::number(damage, 1)) high;
        kill_count: u32, "", "Conversions that took a stock by the player's hit"
            => KILLS "Kills" (Cell::count) high;
        successful_conversions: Ratio, "", "Conversions of more than one move, among all conversions"
            => CONVERSIONS "Conversions" (share) high;
        inputs_per_minute: Ratio, "", "Inputs per minute of play"
            => INPUTS_PER_MINUTE "Inputs per minute" (mean);
        digital_inputs_per_minute: Ratio, "", "Pressed buttons per minute of play"
            => DIGITAL_INPUTS "Digital" (mean) part;
        openings_per_kill: Ratio, "", "Conversions per kill"
            => OPENINGS_PER_KILL "Openings per kill" (mean) low;
        damage_per_opening: Ratio, "", "Damage per conversion"
            => DAMAGE_PER_OPENING "Damage per opening" (mean) high;
        neutral_win_ratio: Ratio, "", "The player's neutral wins, among those of the player and the opponents"
            => NEUTRAL_WINS "Neutral wins" (share) high;
        counter_hit_ratio: Ratio, "", "The player's counter-attacks, among those of the player and the opponents"
            => COUNTER_HITS "Counter hits" (share) high;
        beneficial_trade_ratio: Ratio, "", "The player's trades that did more damage to the opponent, among the player's trades"
            => BENEFICIAL_TRADES "Beneficial trades" (share) high;
    }
}

/// Conversions by the player who made the opening, and its type. Conversions without moves are left out.
type Openings<'a> = BTreeMap<(u8, OpeningType), Vec<&'a Conversion>>;

/// Overall statistics of all players.
pub(crate) fn overall(
    players: &[Contestant],
    is_teams: bool,
    inputs: &[InputCounts],
    conversions: &[Conversion],
    playable_frame_count: i32,
) -> Vec<Overall> {
    let mut openings = Openings::new();
    for conversion in conversions {
        if let Some(first) = conversion.moves.first() {
            let key = (first.player_index, conversion.opening_type);
            openings.entry(key).or_default().push(conversion);
        }
    }
    let minutes = f64::from(playable_frame_count) / FRAMES_PER_MINUTE;
    players
        .iter()
        .zip(inputs)
        .map(|(player, inputs)| {
            let opponents: Vec<u8> = players
                .iter()
                .filter(|other| other.player_index != player.player_index)
                .filter(|other| !is_teams || other.team_id != player.team_id)
                .map(|other| other.player_index)
                .collect();
            let own = conversions.iter().filter(|c| c.is_by(player.player_index));
            Overall::new(player.player_index, &opponents, *inputs, own, &openings, minutes)
        })
        .collect()
}

impl Overall {
    fn new<'a>(
        player: u8,
        opponents: &[u8],
        inputs: InputCounts,
        own: impl Iterator<Item = &'a Conversion>,
        openings: &Openings<'_>,
        minutes: f64,
    ) -> Self {
        let (mut conversion_count, mut kill_count, mut successful) = (0_u32, 0_u32, 0_u32);
        let mut total_damage = 0.0;
        for conversion in own {
            conversion_count = conversion_count.saturating_add(1);
            if conversion.did_kill && conversion.last_hit_by == player {
                kill_count = kill_count.saturating_add(1);
            }
            if let [first, _, ..] = &*conversion.moves
                && first.player_index == player
            {
                successful = successful.saturating_add(1);
            }
            for landed in conversion.moves.iter().filter(|landed| landed.player_index == player) {
                total_damage += landed.damage;
            }
        }
        let per_minute = |count: u32| Ratio::new(f64::from(count), minutes);
        let won = |how| opening_ratio(openings, player, opponents, how);
        Self {
            player_index: player,
            input_counts: inputs,
            conversion_count,
            total_damage,
            kill_count,
            successful_conversions: Ratio::of_counts(successful, conversion_count),
            inputs_per_minute: per_minute(inputs.total),
            digital_inputs_per_minute: per_minute(inputs.buttons),
            openings_per_kill: Ratio::of_counts(conversion_count, kill_count),
            damage_per_opening: Ratio::new(total_damage, f64::from(conversion_count)),
            neutral_win_ratio: won(OpeningType::NeutralWin),
            counter_hit_ratio: won(OpeningType::CounterAttack),
            beneficial_trade_ratio: trade_ratio(openings, player, opponents),
        }
    }
}

fn openings_of<'a>(
    openings: &'a Openings<'_>,
    player: u8,
    how: OpeningType,
) -> &'a [&'a Conversion] {
    openings.get(&(player, how)).map(Vec::as_slice).unwrap_or_default()
}

fn length<T>(list: &[T]) -> u32 {
    u32::try_from(list.len()).unwrap_or(u32::MAX)
}

fn opening_ratio(openings: &Openings<'_>, player: u8, opponents: &[u8], how: OpeningType) -> Ratio {
    let own = length(openings_of(openings, player, how));
    let theirs = opponents.iter().map(|other| length(openings_of(openings, *other, how)));
    Ratio::of_counts(own, theirs.fold(own, u32::saturating_add))
}

/// Trades are paired by their order, as slippi-js does, not by their frames.
fn trade_ratio(openings: &Openings<'_>, player: u8, opponents: &[u8]) -> Ratio {
    let own = openings_of(openings, player, OpeningType::Trade);
    let theirs =
        opponents.iter().flat_map(|other| openings_of(openings, *other, OpeningType::Trade).iter());
    let good = own.iter().zip(theirs).filter(|(own, other)| {
        let kills = own.did_kill && !other.did_kill;
        let damage = |c: &Conversion| c.current_percent - c.start_percent;
        kills || damage(own) > damage(other)
    });
    Ratio::of_counts(u32::try_from(good.count()).unwrap_or(u32::MAX), length(own))
}
