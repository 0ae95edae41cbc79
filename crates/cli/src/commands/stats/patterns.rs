//! Where a player of Beat Saber loses points: by pattern, and in which seconds of the song.

use std::fmt::Write as _;

use ghostreel_analysis::beat_saber::{ByPattern, PatternCount, Patterns, Section};

use super::table::Table;
use crate::say::STRONG;
use crate::text;

/// How the notes of each pattern went; patterns without a note are left out.
pub(super) fn patterns(patterns: &Patterns) -> Table {
    let mut table = Table::default();
    table.heading("Patterns");
    let heads = ["notes", "mistakes", "mean cut", "lost"];
    table.styled("", STRONG, heads.map(|head| Some(head.to_owned())));
    for (name, count) in ByPattern::labels().iter().zip(patterns.iter()) {
        row(&mut table, name, count);
    }
    table
}

fn row(table: &mut Table, name: &str, count: &PatternCount) {
    let PatternCount { notes, mistakes, mean_points, lost } = count;
    if *notes > 0 {
        let mean = mean_points.map(|points| format!("{points:.1}"));
        let [notes, mistakes] = [notes, mistakes].map(|count| Some(count.to_string()));
        table.row(name, [notes, mistakes, mean, Some(lost.to_string())]);
    }
}

/// The sections in which most points were lost.
pub(super) fn worst_sections(out: &mut String, sections: &[Section]) {
    if sections.is_empty() {
        return;
    }
    let _ = writeln!(out, "\n  {STRONG}Most points lost{STRONG:#}");
    let time = |time: f64| text::duration(time.max(0.0).floor());
    for Section { start, end, lost } in sections {
        let _ = writeln!(out, "  {:>5} to {:>5}  {lost}", time(*start), time(*end));
    }
}
