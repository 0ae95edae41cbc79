//! How a match ended.

use super::{Player, Report};
use crate::ending::{Ending, EndingLine, counted, headline};
use crate::order::sorted;
use crate::sheet::capitalized;

/// More players than these do not fit on a card.
const MOST_LINES: usize = 8;

impl Report {
    /// How the match ended: the outcome and the score, then the players with most points. Where there is no outcome, as nobody played against another
    /// team, the first of them is the best.
    pub fn ending(&self, outcome: Option<&str>) -> Ending {
        let teams = [&self.blue, &self.orange];
        let [one, other] = teams.map(|team| team.final_score);
        let has_sides = teams.iter().all(|team| !team.players.is_empty());
        let players = teams
            .into_iter()
            .flat_map(|team| team.players.iter().map(move |player| (team, player)));
        let players = sorted(players, |(_, player)| -f64::from(player.stats.core.score));
        let headline = match (outcome, &players[..]) {
            (Some(_), _) => {
                format!("{}, {} : {}", headline(outcome), one.max(other), one.min(other))
            }
            (None, []) => "No play is recorded".to_owned(),
            (None, [_]) => headline(None),
            (None, [(_, first), ..]) => format!("{} has most points", name_of(first)),
        };
        let lines = players.iter().take(MOST_LINES).enumerate().map(|(place, (team, player))| {
            let core = &player.stats.core;
            let mut line = EndingLine::new(name_of(player), format!("{} points", core.score));
            if has_sides {
                let goals = counted(core.goals, "goal", "goals");
                let saves = counted(core.saves, "save", "saves");
                line.name += &format!(", {}", capitalized(team.color));
                line.value += &format!(", {goals}, {saves}");
            }
            let is_best = !has_sides && players.len() > 1 && place == 0;
            EndingLine { won: player.mvp || is_best, ..line }
        });
        Ending { headline, lines: lines.collect() }
    }
}

fn name_of(player: &Player) -> &str {
    if player.name.is_empty() { "Nameless" } else { &player.name }
}

#[cfg(test)]
mod tests {
    use ghostreel_formats::core::DecodeOptions;
    use ghostreel_formats::rlreplay::View;
    use ghostreel_formats::sample;

    use super::*;

    #[test]
    fn without_another_team_there_is_no_score() {
        let bytes = sample("rocket-league", None, 1).unwrap();
        let view = View::open(&bytes[..], &DecodeOptions::STRICT).unwrap();
        let mut report = Report::new(&view);
        assert_eq!(report.ending(Some("draw")).headline, "Draw, 1 : 1");
        report.blue.players.append(&mut report.orange.players);
        let ending = report.ending(None);
        assert_eq!(ending.headline, "Ghost has most points");
        let lines: Vec<_> = ending.lines.iter().map(|line| (&*line.value, line.won)).collect();
        assert_eq!(lines, [("166 points", true), ("106 points", false)]);
        report.blue.players.truncate(1);
        assert_eq!(report.ending(None).headline, "The end");
        report.blue.players.clear();
        assert_eq!(report.ending(None).headline, "No play is recorded");
    }
}
