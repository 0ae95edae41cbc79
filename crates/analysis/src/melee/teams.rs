//! Statistics of teams.

use ghostreel_formats::timeline::rows;
use serde::Serialize;

use super::game::Game;
use super::number;
use super::stats::Stats;

rows! {
    /// Statistics of a team, where more than two players play in teams.
    #[derive(Serialize)]
    #[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
    #[serde(rename_all = "camelCase")]
    pub struct Team {
        team_id: u8, "", "0 red, 1 blue, 2 green";
        player_indices: Vec<u8>, "", "The ports of its players, 0 to 3";
        conversion_count: u32, "", "Conversions of the team. A conversion that several players take part in counts once";
        #[serde(serialize_with = "number::as_in_js")]
        total_damage: f64, "%", "Damage of these conversions";
        kill_count: u32, "", "Conversions that took a stock";
        stocks_lost: u32, "", "Stocks lost";
        #[serde(serialize_with = "number::as_in_js_if_any", skip_serializing_if = "Option::is_none")]
        openings_per_kill: Option<f64>, "", "Conversions divided by kills; none without kills";
        #[serde(serialize_with = "number::as_in_js_if_any", skip_serializing_if = "Option::is_none")]
        damage_per_opening: Option<f64>, "%", "Damage divided by conversions; none without conversions";
    }
}

/// The names of teams, by their ids.
pub const TEAM_NAMES: [&str; 3] = ["Red", "Blue", "Green"];

/// The name of a team.
pub fn team_name(id: u8) -> String {
    match TEAM_NAMES.get(usize::from(id)) {
        Some(name) => (*name).to_owned(),
        None => format!("Team {id}"),
    }
}

/// All teams, by their ids; none unless more than two players play in teams.
pub(crate) fn teams(game: &Game<'_>, stats: &Stats) -> Vec<Team> {
    if !game.is_teams() || game.is_duel() {
        return Vec::new();
    }
    let mut ids: Vec<u8> = game.players().iter().map(|player| player.team_id).collect();
    ids.sort_unstable();
    ids.dedup();
    ids.into_iter().map(|id| team(game, stats, id)).collect()
}

fn team(game: &Game<'_>, stats: &Stats, team_id: u8) -> Team {
    let members = game.players().iter().filter(|player| player.team_id == team_id);
    let player_indices: Vec<u8> = members.map(|player| player.player_index).collect();
    let is_member = |player: u8| player_indices.contains(&player);
    let (mut conversion_count, mut kill_count, mut total_damage) = (0_u32, 0_u32, 0.0);
    for conversion in stats.conversions.iter().filter(|c| is_member(c.last_hit_by)) {
        conversion_count = conversion_count.saturating_add(1);
        kill_count = kill_count.saturating_add(conversion.did_kill.into());
        total_damage += conversion.damage();
    }
    let lost = stats.stocks.iter().filter(|stock| stock.end_frame.is_some());
    let lost = lost.filter(|stock| is_member(stock.player_index));
    let (conversions, kills) = (f64::from(conversion_count), f64::from(kill_count));
    Team {
        team_id,
        conversion_count,
        total_damage,
        kill_count,
        stocks_lost: u32::try_from(lost.count()).unwrap_or(u32::MAX),
        openings_per_kill: (kill_count > 0).then(|| conversions / kills),
        damage_per_opening: (conversion_count > 0).then(|| total_damage / conversions),
        player_indices,
    }
}
