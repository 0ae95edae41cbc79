//! The sheet of a run of Beat Saber.

use std::fmt::Write as _;

use ghostreel_analysis::beat_saber::{GRID_LANES, LAYER_NAMES, Mistake, Report, Section};
use ghostreel_analysis::sheet::Head;
use ghostreel_formats::timeline::Meta;

use super::table::Table;
use crate::say::{FAINT, STRONG};
use crate::text::{self, clean};

/// So many mistakes are shown; `--json` has all.
const MISTAKES: usize = 20;

pub(super) fn sheet(name: &str, meta: &Meta, report: &Report) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "{STRONG}{name}{STRONG:#}");
    let _ = writeln!(out, "  {FAINT}{}{FAINT:#}", clean(&about(meta)));
    let sheet = report.sheet();
    if let Some(remark) = &sheet.remark {
        let _ = writeln!(out, "  {remark}.");
    }
    if sheet.blocks.is_empty() {
        recorded(&mut out, &sheet.head, report);
        return out;
    }
    let mut run = Table::default();
    let mut hands = Table::default();
    hands.styled("", STRONG, ["left", "right"].map(|hand| Some(hand.to_owned())));
    for (at, block) in sheet.blocks.iter().enumerate() {
        match at {
            0 => run.rows(block, &[0]),
            _ => run.block(block, &[0]),
        }
        hands.rows(block, &[1, 2]);
    }
    for table in [run, hands] {
        out.push('\n');
        table.render(&mut out);
    }
    grid(report).render(&mut out);
    for listing in &sheet.listings {
        let mut table = Table::default();
        table.listing(listing);
        table.render(&mut out);
    }
    worst_sections(&mut out, &report.details.worst_sections);
    mistakes(&mut out, &report.details.mistakes);
    out
}

/// The recorded values of a file that has no notes to count.
fn recorded(out: &mut String, head: &Head, report: &Report) {
    if head.figures.is_empty() {
        return;
    }
    out.push('\n');
    let mut table = Table::default();
    table.figures(&head.figures);
    table.render(out);
    mistakes(out, &report.details.mistakes);
}

/// The players and the map.
fn about(meta: &Meta) -> String {
    let mut facts: Vec<String> = meta.players.iter().map(|player| player.name.clone()).collect();
    if let Some(map) = &meta.map {
        facts.push(map.name.clone());
        facts.extend(map.difficulty.clone());
    }
    facts.push(text::duration(meta.duration_s));
    facts.extend(meta.outcome.map(str::to_owned));
    facts.extend(meta.started_at.map(text::moment));
    facts.retain(|fact| !fact.is_empty());
    facts.join(", ")
}

/// The mean cut in each place, as the player sees the grid: the top layer first.
fn grid(report: &Report) -> Table {
    let mut table = Table::default();
    table.heading("Mean cut by place");
    table.styled("", STRONG, (1..=GRID_LANES).map(|lane| Some(format!("lane {lane}"))));
    let layers = report.accuracy_tracker.grid_acc.chunks(GRID_LANES).zip(LAYER_NAMES);
    for (means, layer) in layers.rev() {
        table.row(layer, means.iter().map(|mean| mean.map(|points| format!("{points:.1}"))));
    }
    table
}

/// The sections in which most points were lost.
fn worst_sections(out: &mut String, sections: &[Section]) {
    if sections.is_empty() {
        return;
    }
    let _ = writeln!(out, "\n  {STRONG}Most points lost{STRONG:#}");
    let time = |time: f64| text::duration(time.max(0.0).floor());
    for Section { start, end, lost } in sections {
        let _ = writeln!(out, "  {:>5} to {:>5}  {lost}", time(*start), time(*end));
    }
}

fn mistakes(out: &mut String, mistakes: &[Mistake]) {
    if mistakes.is_empty() {
        return;
    }
    let _ = writeln!(out, "\n  {STRONG}Mistakes{STRONG:#}");
    for mistake in mistakes.iter().take(MISTAKES) {
        let time = text::duration(mistake.time.max(0.0).floor());
        let _ = writeln!(out, "  {time:>5}  {}", words(mistake));
    }
    if let Some(more) = mistakes.len().checked_sub(MISTAKES).filter(|more| *more > 0) {
        let _ = writeln!(out, "         and {more} more");
    }
}

fn words(mistake: &Mistake) -> String {
    let mut words = vec![mistake.label()];
    words.extend(mistake.place());
    words.join(", ")
}
