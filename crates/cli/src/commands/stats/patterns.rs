//! Where a player of Beat Saber loses points: by pattern, and in which seconds of the song.

use std::fmt::Write as _;

use ghostreel_analysis::beat_saber::{PatternCount, Patterns, SPEED_BOUNDS, Section};

use super::table::Table;
use crate::say::STRONG;
use crate::text;

const DIRECTIONS: [&str; 9] =
    ["up", "down", "left", "right", "up left", "up right", "down left", "down right", "any"];

/// How the notes of each pattern went; patterns without a note are left out.
pub(super) fn patterns(patterns: &Patterns) -> Table {
    let mut table = Table::default();
    table.heading("Patterns");
    let heads = ["notes", "mistakes", "mean cut", "lost"];
    table.styled("", STRONG, heads.map(|head| Some(head.to_owned())));
    let Patterns { directions, crossovers, resets, streams, doubles, one_swing, speeds } = patterns;
    for (direction, count) in DIRECTIONS.into_iter().zip(directions) {
        row(&mut table, direction, count);
    }
    for (name, count) in [
        ("crossovers", crossovers),
        ("resets", resets),
        ("streams", streams),
        ("doubles", doubles),
        ("one swing", one_swing),
    ] {
        row(&mut table, name, count);
    }
    let below = SPEED_BOUNDS.map(|bound| format!("below {bound} m/s"));
    let above = SPEED_BOUNDS.last().map(|bound| format!("{bound} m/s and more"));
    for (class, count) in below.into_iter().chain(above).zip(speeds) {
        row(&mut table, &class, count);
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
