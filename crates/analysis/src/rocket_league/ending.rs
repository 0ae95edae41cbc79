//! How a match ended.

use super::Report;
use crate::ending::{Ending, EndingLine, counted, headline};
use crate::order::sorted;
use crate::sheet::capitalized;

/// More players than these do not fit on a card.
const MOST_LINES: usize = 8;

impl Report {
    /// How the match ended: the outcome and the score, then the players with most points.
    pub fn ending(&self, outcome: Option<&str>) -> Ending {
        let [blue, orange] = [&self.blue, &self.orange];
        let (high, low) = {
            let [one, other] = [blue.final_score, orange.final_score];
            (one.max(other), one.min(other))
        };
        let teams = [blue, orange].into_iter();
        let players = teams.flat_map(|team| team.players.iter().map(move |player| (team, player)));
        let players = sorted(players, |(_, player)| -f64::from(player.stats.core.score));
        let lines = players.into_iter().take(MOST_LINES).map(|(team, player)| {
            let core = &player.stats.core;
            let name = if player.name.is_empty() { "Nameless" } else { &player.name };
            let goals = counted(core.goals, "goal", "goals");
            let saves = counted(core.saves, "save", "saves");
            let line = EndingLine::new(
                format!("{name}, {}", capitalized(team.color)),
                format!("{} points, {goals}, {saves}", core.score),
            );
            EndingLine { won: player.mvp, ..line }
        });
        Ending {
            headline: format!("{}, {high} : {low}", headline(outcome)),
            lines: lines.collect(),
        }
    }
}
