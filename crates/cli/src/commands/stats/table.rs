//! A table for people: labels on the left, a column for each player, and headings between the rows.

use std::fmt::Write as _;

use anstyle::Style;
use unicode_width::UnicodeWidthStr;

use crate::say::{FAINT, STRONG};

/// Columns between two columns.
const GAP: usize = 3;
const INDENT: usize = 2;

enum Line {
    Heading(&'static str),
    Row { label: String, cells: Vec<String>, style: Style },
}

/// Rows are added from the top; [`Table::render`] aligns them.
#[derive(Default)]
pub(super) struct Table {
    /// A heading that waits for its first row: without any, it is not shown.
    heading: Option<&'static str>,
    lines: Vec<Line>,
}

impl Table {
    /// A heading over the rows that follow.
    pub(super) fn heading(&mut self, heading: &'static str) {
        self.heading = Some(heading);
    }

    /// A row. What a player has no value for is a dash; what nobody has one for is left out.
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
        let cells: Vec<Option<String>> = cells.into_iter().collect();
        if cells.iter().all(Option::is_none) {
            return;
        }
        self.lines.extend(self.heading.take().map(Line::Heading));
        let blank = if style == Style::new() { "–" } else { "" };
        let cells = cells.into_iter().map(|cell| cell.unwrap_or_else(|| blank.to_owned()));
        self.lines.push(Line::Row { label: label.into(), cells: cells.collect(), style });
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
        let width = |at: usize| {
            rows().filter_map(|(_, cells)| cells.get(at)).map(|cell| cell.width()).max()
        };
        let widths: Vec<usize> = (0..columns).map(|at| width(at).unwrap_or(0)).collect();
        for line in &self.lines {
            match line {
                Line::Heading(heading) => {
                    let _ = writeln!(out, "\n{:INDENT$}{STRONG}{heading}{STRONG:#}", "");
                }
                Line::Row { label, cells, style } => {
                    let rest = label_width.saturating_sub(label.width());
                    let _ = write!(out, "{:INDENT$}{FAINT}{label}{FAINT:#}{:rest$}", "", "");
                    let shown = cells.iter().rposition(|cell| !cell.is_empty());
                    let shown = shown.map_or(0, |last| last + 1);
                    for (cell, width) in cells.iter().zip(&widths).take(shown) {
                        let before = GAP + width.saturating_sub(cell.width());
                        let _ = write!(out, "{:before$}{style}{cell}{style:#}", "");
                    }
                    out.push('\n');
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
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
}
