//! Statistics from the scoreboard, and demolitions.

use ghostreel_formats::rlreplay::project::{BLUE, ORANGE, World};
use ghostreel_formats::timeline::PlayerIndex;
use serde::Serialize;

use super::number::percent;
use super::player_and_team::player_and_team;
use crate::sheet::Cell;
use crate::statistics::statistics;

player_and_team! {
    /// A player's statistics from the scoreboard.
    Core,
    /// A team's statistics from the scoreboard.
    TeamCore {
        both shots: u32, "", "Shots on goal"
            => SHOTS "Shots" (Cell::count) high;
        both shots_against: u32, "", "Shots of the other team";
        both goals: u32, "", "Goals scored"
            => GOALS "Goals" (Cell::count) high;
        both goals_against: u32, "", "Goals of the other team";
        both saves: u32, "", "Saves"
            => SAVES "Saves" (Cell::count) high;
        both assists: u32, "", "Assists"
            => ASSISTS "Assists" (Cell::count) high;
        both score: i32, "", "Points"
            => SCORE "Score" (Cell::count) high;
        player mvp: bool, "", "Whether the player has the most points of the team that won; players with the same points all have this";
        both shooting_percentage: f64, "%", "Goals for each 100 shots; 0 without shots"
            => SHOTS_THAT_WENT_IN "Shots that went in" {|core| (core.shots > 0).then(|| Cell::percent(core.shooting_percentage))} part;
    }
}

statistics! {
    /// Demolitions of a player or a team, as ballchasing names them.
    #[derive(Copy, Eq, Serialize)]
    #[cfg_attr(test, derive(ts_rs::TS))]
    pub struct Demo {
        inflicted: u32, "", "Cars of others that were destroyed"
            => DEMOLITIONS "Demolitions" (Cell::count) high;
        taken: u32, "", "Own cars that were destroyed"
            => DEMOLISHED "Demolished" (Cell::count) part low;
    }
}

/// A recorded number as a count; 0 where it is below 0.
fn count(recorded: i32) -> u32 {
    u32::try_from(recorded).unwrap_or(0)
}

impl TeamCore {
    /// Statistics of both teams.
    pub(super) fn both(world: &World) -> [Self; 2] {
        let mut teams = [BLUE, ORANGE].map(|team| {
            let mut core = Self::default();
            for player in world.players.iter().filter(|player| player.team == Some(team)) {
                core.shots = core.shots.saturating_add(count(player.shots));
                core.goals = core.goals.saturating_add(count(player.goals));
                core.saves = core.saves.saturating_add(count(player.saves));
                core.assists = core.assists.saturating_add(count(player.assists));
                core.score = core.score.saturating_add(player.score);
            }
            core.shooting_percentage = percent(core.goals.into(), core.shots.into());
            core
        });
        let [blue, orange] = &mut teams;
        (blue.shots_against, orange.shots_against) = (orange.shots, blue.shots);
        (blue.goals_against, orange.goals_against) = (orange.goals, blue.goals);
        teams
    }
}

impl Core {
    pub(super) fn new(world: &World, player: usize, team: &TeamCore, has_won: bool) -> Self {
        let Some(row) = world.players.get(player) else { return Self::default() };
        let best = world.players.iter().filter(|mate| mate.team == row.team);
        let best = best.map(|mate| mate.score).max();
        Self {
            shots: count(row.shots),
            shots_against: team.shots_against,
            goals: count(row.goals),
            goals_against: team.goals_against,
            saves: count(row.saves),
            assists: count(row.assists),
            score: row.score,
            mvp: has_won && best == Some(row.score),
            shooting_percentage: percent(count(row.goals).into(), count(row.shots).into()),
        }
    }
}

impl Demo {
    /// Demolitions whose attacker is known: a car that leaves the game has no attacker.
    pub(super) fn new(world: &World, player: usize) -> Self {
        let player = Some(PlayerIndex::at(player));
        let mut demo = Self::default();
        for row in world.demolitions.iter().filter(|row| row.attacker.is_some()) {
            demo.inflicted = demo.inflicted.saturating_add(u32::from(row.attacker == player));
            demo.taken = demo.taken.saturating_add(u32::from(row.victim == player));
        }
        demo
    }

    pub(super) fn of_team(players: impl Iterator<Item = Self>) -> Self {
        players.fold(Self::default(), |sum, player| Self {
            inflicted: sum.inflicted.saturating_add(player.inflicted),
            taken: sum.taken.saturating_add(player.taken),
        })
    }
}
