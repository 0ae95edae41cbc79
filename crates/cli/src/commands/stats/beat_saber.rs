//! The sheet of a run of Beat Saber.

use std::fmt::Write as _;

use ghostreel_analysis::beat_saber::{GRID_LANES, LAYER_NAMES, MAX_CUT_SCORE, Mistake, Report};
use ghostreel_formats::bsor::scoring::CutRule;
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
    for table in [overall(report), hands(report)] {
        out.push('\n');
        table.render(&mut out);
    }
    grid(report).render(&mut out);
    patterns::patterns(&report.details.patterns).render(&mut out);
    patterns::worst_sections(&mut out, &report.details.worst_sections);
    mistakes(&mut out, &report.details.mistakes);
    out
}

/// What a file says itself that has no notes to count.
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

/// Who played what.
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

fn overall(report: &Report) -> Table {
    let Report { win_tracker, hit_tracker, accuracy_tracker, details, .. } = report;
    let mut table = Table::default();
    let mut row = |label: &str, value: Option<String>| table.row(label, [value]);
    row("Score", Some(win_tracker.total_score.to_string()));
    row("Accuracy", details.accuracy.map(text::percent));
    row("  rank", details.rank.map(str::to_owned));
    row("  without mistakes", Some(text::percent(accuracy_tracker.fc_acc)));
    row("Longest combo", Some(hit_tracker.max_combo.to_string()));
    row(&format!("Cuts of {MAX_CUT_SCORE} in a row"), Some(hit_tracker.max_streak.to_string()));
    let bombs = hit_tracker.left_bombs.saturating_add(hit_tracker.right_bombs);
    row("Bombs", Some(bombs.to_string()));
    row("Walls", Some(details.walls.to_string()));
    row("Pauses", Some(win_tracker.nb_of_pause.to_string()));
    energy(report, &mut table);
    modifiers(report, &mut table);
    table
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

fn hands(report: &Report) -> Table {
    let Report { hit_tracker: hits, accuracy_tracker: cuts, details, .. } = report;
    let mut table = Table::default();
    table.styled("", STRONG, ["left", "right"].map(|hand| Some(hand.to_owned())));
    let mut row = |label: &str, of: [Option<String>; 2]| table.row(label, of);
    let count = |left: u32, right: u32| [left, right].map(|count| Some(count.to_string()));
    row("Good cuts", count(details.left_good_cuts, details.right_good_cuts));
    row("Bad cuts", count(hits.left_bad_cuts, hits.right_bad_cuts));
    row("Misses", count(hits.left_miss, hits.right_miss));
    let points = |left: Option<f64>, right: Option<f64>| {
        [left, right].map(|mean| mean.map(|points| format!("{points:.2}")))
    };
    row(&format!("Mean cut, of {MAX_CUT_SCORE}"), points(cuts.acc_left, cuts.acc_right));
    let CutRule { before: (_, before), distance, after: (_, after), .. } = CutRule::NORMAL;
    let parts = [("before", before), ("distance", distance), ("after", after)];
    for (((part, most), left), right) in
        parts.into_iter().zip(cuts.left_average_cut).zip(cuts.right_average_cut)
    {
        row(&format!("  {part}, of {most}"), points(left, right));
    }
    let swing = |left: Option<f64>, right: Option<f64>| {
        [left, right].map(|mean| mean.map(|rating| format!("{:.0} %", rating * 100.0)))
    };
    row("Swing before", swing(cuts.left_preswing, cuts.right_preswing));
    row("Swing after", swing(cuts.left_postswing, cuts.right_postswing));
    row("Timing", [hits.left_timing, hits.right_timing].map(|mean| mean.map(timing)));
    table
}

fn timing(seconds: f64) -> String {
    let side = if seconds < 0.0 { "late" } else { "early" };
    format!("{:.1} ms {side}", seconds.abs() * 1000.0)
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
