//! How a game ended.

use super::report::Report;
use crate::ending::{Ending, EndingLine, counted, headline};

impl Report {
    /// How the game ended: the outcome, then the players with their points.
    pub fn ending(&self, outcome: Option<&str>) -> Ending {
        let most = self.players.iter().map(|player| player.stats.points).max();
        let leaders =
            self.players.iter().filter(|player| Some(player.stats.points) == most).count();
        let lines = self.players.iter().map(|player| {
            let points = player.stats.points;
            let line = EndingLine::new(&player.name, counted(points, "point", "points"));
            EndingLine { won: leaders == 1 && Some(points) == most, ..line }
        });
        Ending { headline: headline(outcome), lines: lines.collect() }
    }
}
