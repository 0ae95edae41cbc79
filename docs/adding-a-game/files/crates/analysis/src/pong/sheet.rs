//! The statistics as people read them. A row is declared here, and nowhere else.

use super::report::{PlayerStats, Report};
use crate::sheet::{Block, Cell, Sheet, SheetColumn, Statistic};
use ghostreel_formats::timeline::PlayerIndex;

type Row = Statistic<fn(&PlayerStats) -> Option<Cell>>;

const fn row(label: &'static str, of: fn(&PlayerStats) -> Option<Cell>) -> Row {
    Statistic::new(label, of)
}

const ROWS: &[Row] = &[
    row("Points", |stats| Some(Cell::count(stats.points))).high(),
    row("Returns", |stats| Some(Cell::count(stats.returns))).high(),
    row("Paddle moved", |stats| Some(Cell::count(stats.moved))),
];

impl Report {
    /// The statistics in tables.
    pub fn sheet(&self) -> Sheet {
        let all = || self.players.iter().map(|player| &player.stats);
        let most = all().map(|stats| stats.points).max();
        let leads = |stats: &PlayerStats| Some(stats.points) == most;
        let leaders = all().enumerate().filter(|(_, stats)| leads(stats)).map(|(place, _)| place);
        let leaders: Vec<usize> = leaders.collect();
        let rows = ROWS.iter().map(|row| row.row(all().map(row.of)));
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
