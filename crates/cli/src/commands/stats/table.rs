//! A table for people: labels on the left, a column for each player, and headings between the rows.

use std::fmt::Write as _;

use anstyle::Style;
use ghostreel_analysis::sheet::{Block, Cell, Figure, Listing, ListingColumn, SheetRow};
use unicode_width::UnicodeWidthStr;

use crate::say::{FAINT, STRONG};
use crate::text::clean;

/// Columns between two columns, and before what stands beside a cell.
const GAP: usize = 3;
const GAP_BESIDE: usize = 1;
const INDENT: usize = 2;

enum Line {
    Heading(String),
    Row { label: String, cells: Vec<SheetCell>, style: Style },
}

/// A cell, and the text beside it.
#[derive(Default)]
struct SheetCell {
    text: String,
    aside: String,
}

impl SheetCell {
    fn of(cell: &Cell) -> Self {
        Self {
            // Terminals draw a thin space as wide as any.
            text: clean(&cell.text).replace('\u{202f}', ","),
            aside: cell.aside.as_deref().map_or_else(String::new, |aside| format!("({aside})")),
        }
    }
}

/// Rows are added from the top; [`Table::render`] aligns them.
#[derive(Default)]
pub(super) struct Table {
    /// A heading that waits for its first row: without any, it is not shown.
    heading: Option<String>,
    lines: Vec<Line>,
}

impl Table {
    /// A heading over the rows that follow.
    pub(super) fn heading(&mut self, heading: impl Into<String>) {
        self.heading = Some(heading.into());
    }

    /// A row. A player without a value has a dash; a row without any value is left out.
    pub(super) fn row(
        &mut self,
        label: impl Into<String>,
        cells: impl IntoIterator<Item = Option<String>>,
    ) {
        self.styled(label, Style::new(), cells);
    }

    /// A row in a style.
    pub(super) fn styled(
        &mut self,
        label: impl Into<String>,
        style: Style,
        cells: impl IntoIterator<Item = Option<String>>,
    ) {
        let shown = |text: String| SheetCell { text, ..SheetCell::default() };
        self.push(label.into(), style, cells.into_iter().map(|cell| cell.map(shown)).collect());
    }

    /// A block, with its heading, in these columns.
    pub(super) fn block(&mut self, block: &Block, columns: &[usize]) {
        let note = block.note.map_or_else(String::new, |note| format!(": {note}"));
        self.heading(format!("{}{note}", block.title));
        self.rows(block, columns);
    }

    /// A listing, with its columns' heads.
    pub(super) fn listing(&mut self, listing: &Listing) {
        self.heading(listing.title);
        let head = |column: &ListingColumn| Some(column.head.replace('\u{a0}', " ").to_lowercase());
        let rows = Vec::from_iter(0..listing.columns.len());
        if !listing.rows.is_empty() {
            self.styled("", STRONG, listing.columns.iter().map(head));
        }
        self.sheet_rows(&listing.rows, &rows);
    }

    /// A row for each figure.
    pub(super) fn figures(&mut self, figures: &[Figure]) {
        for Figure { label, cell, .. } in figures {
            self.push(clean(label), Style::new(), vec![Some(SheetCell::of(cell))]);
        }
    }

    /// The rows of a block in these columns.
    pub(super) fn rows(&mut self, block: &Block, columns: &[usize]) {
        self.sheet_rows(&block.rows, columns);
    }

    fn sheet_rows(&mut self, rows: &[SheetRow], columns: &[usize]) {
        for row in rows {
            let indent = if row.is_part { "  " } else { "" };
            let cell = |at: &usize| row.cells.get(*at)?.as_ref().map(SheetCell::of);
            let cells = columns.iter().map(cell).collect();
            self.push(format!("{indent}{}", clean(&row.label)), Style::new(), cells);
        }
    }

    fn push(&mut self, label: String, style: Style, cells: Vec<Option<SheetCell>>) {
        if cells.iter().all(Option::is_none) {
            return;
        }
        self.lines.extend(self.heading.take().map(Line::Heading));
        let blank = if style == Style::new() { "–" } else { "" };
        let blank = || SheetCell { text: blank.to_owned(), ..SheetCell::default() };
        let cells = cells.into_iter().map(|cell| cell.unwrap_or_else(blank)).collect();
        self.lines.push(Line::Row { label, cells, style });
    }

    /// The aligned lines, numbers to the right.
    pub(super) fn render(&self, out: &mut String) {
        let rows = || {
            self.lines.iter().filter_map(|line| match line {
                Line::Heading(_) => None,
                Line::Row { label, cells, .. } => Some((label, cells)),
            })
        };
        let label_width = rows().map(|(label, _)| label.width()).max().unwrap_or(0);
        let columns = rows().map(|(_, cells)| cells.len()).max().unwrap_or(0);
        let most = |at: usize, part: fn(&SheetCell) -> &String| {
            let widths = rows().filter_map(|(_, cells)| cells.get(at)).map(|c| part(c).width());
            widths.max().unwrap_or(0)
        };
        let widths: Vec<(usize, usize)> =
            (0..columns).map(|at| (most(at, |c| &c.text), most(at, |c| &c.aside))).collect();
        for line in &self.lines {
            match line {
                Line::Heading(heading) => {
                    let _ = writeln!(out, "\n{:INDENT$}{STRONG}{heading}{STRONG:#}", "");
                }
                Line::Row { label, cells, style } => {
                    let rest = label_width.saturating_sub(label.width());
                    let _ = write!(out, "{:INDENT$}{FAINT}{label}{FAINT:#}{:rest$}", "", "");
                    let last = cells.iter().rposition(|c| !c.text.is_empty());
                    let shown = last.map_or(0, |last| last + 1);
                    for (at, (cell, (text, aside))) in
                        cells.iter().zip(&widths).take(shown).enumerate()
                    {
                        let before = GAP + text.saturating_sub(cell.text.width());
                        let _ = write!(out, "{:before$}{style}{}{style:#}", "", cell.text);
                        let is_last = at + 1 == shown;
                        if *aside > 0 && !(is_last && cell.aside.is_empty()) {
                            let rest = aside.saturating_sub(cell.aside.width());
                            let rest = if is_last { 0 } else { rest };
                            let _ = write!(
                                out,
                                "{:GAP_BESIDE$}{FAINT}{}{FAINT:#}{:rest$}",
                                "", cell.aside, ""
                            );
                        }
                    }
                    out.push('\n');
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use ghostreel_analysis::sheet::SheetRow;

    use super::*;

    #[test]
    fn columns_are_aligned_by_what_is_seen() {
        let mut table = Table::default();
        table.heading("Nothing");
        table.row("none", [None, None]);
        table.row("name", [Some("か、".to_owned()), Some("b".to_owned())]);
        table.heading("Count");
        table.row("a", [Some("1".to_owned()), None]);
        let mut out = String::new();
        table.render(&mut out);
        let plain = anstream::adapter::strip_str(&out).to_string();
        assert_eq!(plain, "\n  Nothing\n  name   か、   b\n\n  Count\n  a         1   –\n");
    }

    #[test]
    fn text_beside_a_cell_has_a_column_of_its_own() {
        let cell = |text: &str, aside: Option<&str>| {
            let (text, aside) = (text.to_owned(), aside.map(str::to_owned));
            Some(Cell { text, aside, value: None, share: None })
        };
        let row = |label: &'static str, cells| SheetRow {
            label: label.into(),
            is_part: label == "part",
            better: None,
            cells,
        };
        let rows = vec![
            row("of both", vec![cell("1", None), cell("100%", Some("2/2")), cell("5", None)]),
            row("part", vec![None, cell("7", Some("10/10")), cell("12", Some("x"))]),
            row("of another", vec![cell("1", None), None, None]),
        ];
        let mut table = Table::default();
        table.block(&Block { title: "Block", note: None, rows }, &[1, 2]);
        let mut out = String::new();
        table.render(&mut out);
        let plain = anstream::adapter::strip_str(&out).to_string();
        assert_eq!(
            plain,
            "\n  Block\n  of both   100% (2/2)      5\n    part       7 (10/10)   12 (x)\n"
        );
    }
}
