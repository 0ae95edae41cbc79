//! The sheet of a run of Beat Saber.

use std::fmt::Write as _;

use ghostreel_analysis::beat_saber::{GRID_LANES, LAYER_NAMES, Mistake, Report};
use ghostreel_formats::timeline::Meta;

use super::patterns;
use super::table::Table;
use crate::say::{FAINT, STRONG};
use crate::text::{self, clean};

/// So many mistakes are shown; `--json` has all.
const MISTAKES: usize = 20;

pub(super) fn sheet(name: &str, meta: &Meta, report: &Report) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "{STRONG}{name}{STRONG:#}");
    let _ = writeln!(out, "  {FAINT}{}{FAINT:#}", clean(&about(meta)));
    if report.details.notes == 0 {
        recorded(&mut out, report);
        return out;
    }
    let sheet = report.sheet();
    let mut run = Table::default();
    let mut hands = Table::default();
    hands.styled("", STRONG, ["left", "right"].map(|hand| Some(hand.to_owned())));
    for block in &sheet.blocks {
        run.rows(block, &[0]);
        hands.rows(block, &[1, 2]);
    }
    energy(report, &mut run);
    modifiers(report, &mut run);
    for table in [run, hands] {
        out.push('\n');
        table.render(&mut out);
    }
    grid(report).render(&mut out);
    patterns::patterns(&report.details.patterns).render(&mut out);
    patterns::worst_sections(&mut out, &report.details.worst_sections);
    mistakes(&mut out, &report.details.mistakes);
    out
}

/// The recorded values of a file that has no notes to count.
fn recorded(out: &mut String, report: &Report) {
    if report.win_tracker.total_score == 0 {
        let _ = writeln!(out, "  The replay holds no notes.");
        return;
    }
    let _ = writeln!(out, "  The replay holds no notes, but score and combo as they were.");
    out.push('\n');
    let mut table = Table::default();
    table.row("Score", [Some(report.win_tracker.total_score.to_string())]);
    table.row("Longest combo", [Some(report.hit_tracker.max_combo.to_string())]);
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

fn energy(report: &Report, table: &mut Table) {
    let energy = report.details.energy;
    table.heading("Energy");
    let mut row = |label: &str, value: Option<String>| table.row(label, [value]);
    let percent = |share: f32| format!("{:.0} %", share * 100.0);
    let at = |time: f32| text::duration(f64::from(time.max(0.0).floor()));
    row("At the start", Some(percent(energy.start)));
    let lowest = energy.lowest_at.filter(|_| energy.empty_at.is_none());
    row("Lowest", lowest.map(|time| format!("{} at {}", percent(energy.lowest), at(time))));
    row("Ran out", energy.empty_at.map(|time| format!("at {}", at(time))));
    row("At the end", Some(percent(energy.end)));
}

/// Each modifier with what it does to the score, and the scores that come of it. Nothing without modifiers.
fn modifiers(report: &Report, table: &mut Table) {
    let modifiers = &report.details.modifiers;
    if modifiers.list.is_empty() {
        return;
    }
    table.heading("Modifiers");
    for used in &modifiers.list {
        let effect = match used.unranked {
            None => "unknown".to_owned(),
            Some(0.0) => "–".to_owned(),
            Some(share) => format!("{:+.0} %", share * 100.0),
        };
        table.row(clean(used.name.unwrap_or(&used.code)), [Some(effect)]);
    }
    table.row("Score, unranked", [Some(modifiers.modified_score.to_string())]);
    table.row("Score, ranked", [Some(modifiers.ranked_score.to_string())]);
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
