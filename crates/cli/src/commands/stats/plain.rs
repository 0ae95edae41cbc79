//! The sheet of a game that has nothing of its own to add: its tables, a column for each player or team.

use std::fmt::Write as _;

use ghostreel_analysis::Sheet;
use ghostreel_analysis::sheet::SheetColumn;

use super::table::Table;
use crate::say::{FAINT, STRONG};
use crate::text::{self, clean};

/// `players`: the names in the table `players`, by row.
pub(super) fn sheet(name: &str, duration_s: f64, players: &[String], sheet: &Sheet) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "{STRONG}{name}{STRONG:#}");
    let _ = writeln!(out, "  {FAINT}{}{FAINT:#}", text::duration(duration_s));
    let mut table = Table::default();
    table.styled("", STRONG, sheet.columns.iter().map(|column| Some(title(players, *column))));
    let columns: Vec<usize> = (0..sheet.columns.len()).collect();
    for block in &sheet.blocks {
        table.block(block, &columns);
    }
    table.render(&mut out);
    out
}

fn title(players: &[String], column: SheetColumn) -> String {
    match column {
        SheetColumn::Player(at) => players
            .get(at.place())
            .map_or_else(|| format!("player {}", at.row()), |name| clean(name)),
        SheetColumn::Team(number) => format!("team {number}"),
        SheetColumn::Hand(0) => "left".to_owned(),
        SheetColumn::Hand(_) => "right".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use ghostreel_analysis::sheet::{Block, Cell, SheetRow};

    use ghostreel_formats::timeline::PlayerIndex;

    use super::*;

    #[test]
    fn every_column_has_a_title_and_every_row_a_line() {
        let cell = |text: &str| {
            Some(Cell { text: text.to_owned(), aside: None, value: None, share: None })
        };
        let row = |label: &'static str, cells| SheetRow {
            label: label.into(),
            is_part: false,
            better: None,
            cells,
        };
        let rows = vec![row("Captures", vec![cell("7"), None, cell("12")])];
        let columns = vec![
            SheetColumn::Player(PlayerIndex::new(0)),
            SheetColumn::Player(PlayerIndex::new(1)),
            SheetColumn::Team(0),
        ];
        let blocks = vec![Block { title: "Board", note: None, rows }];
        let players = ["White\u{1b}".to_owned()];
        let text = sheet("a.pgn", 60.0, &players, &Sheet { columns, blocks, ..Sheet::default() });
        let plain = anstream::adapter::strip_str(&text).to_string();
        let lines: Vec<&str> = plain.lines().collect();
        assert!(lines[2].ends_with("White\\u{1b}   player 1   team 0"), "{plain}");
        assert!(lines[4].contains("Board"), "{plain}");
        let cells: Vec<&str> = lines[5].split_whitespace().collect();
        assert_eq!(cells, ["Captures", "7", "–", "12"], "{plain}");
    }
}
