//! The statistics as people read them: which rows there are, in which order. Each is declared where its member is.

use super::report::{PlayerStats, Report};
use crate::sheet::{Block, Sheet, SheetColumn};
use ghostreel_formats::timeline::PlayerIndex;

impl Report {
    /// The statistics in tables.
    pub fn sheet(&self) -> Sheet {
        let all = || self.players.iter().map(|player| &player.stats);
        let most = all().map(|stats| stats.points).max();
        let leads = |stats: &PlayerStats| Some(stats.points) == most;
        let leaders = all().enumerate().filter(|(_, stats)| leads(stats)).map(|(place, _)| place);
        let leaders: Vec<usize> = leaders.collect();
        let rows = [PlayerStats::POINTS, PlayerStats::RETURNS, PlayerStats::MOVED];
        let rows = rows.map(|row| row.row(all().map(row.of)));
        Sheet {
            columns: (0..self.players.len())
                .map(|place| SheetColumn::Player(PlayerIndex::at(place)))
                .collect(),
            won: if leaders.len() == 1 { leaders } else { Vec::new() },
            won_label: "has more points",
            blocks: vec![Block::new("Game", rows)],
            ..Sheet::default()
        }
    }
}
