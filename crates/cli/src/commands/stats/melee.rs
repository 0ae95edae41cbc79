//! The sheet of a game of Melee.

use std::fmt::Write as _;

use ghostreel_analysis::melee::{Conversion, Death, Player, Report, on_screen, team_name};
use ghostreel_analysis::sheet::{Block, SheetColumn};
use ghostreel_formats::slp::seconds;
use ghostreel_formats::timeline::FrameNumber;
use ghostreel_formats::timeline::Meta;

use super::table::Table;
use crate::say::{FAINT, GOOD, NAME, STRONG};
use crate::text::{self, clean};

/// So many rows of this block, and so many conversions, are shown; `--json` has all.
const MOVES: (&str, usize) = ("Moves", 10);
const CONVERSIONS: usize = 5;

pub(super) fn sheet(name: &str, meta: &Meta, report: &Report) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "{STRONG}{name}{STRONG:#}");
    let _ = writeln!(out, "  {FAINT}{}{FAINT:#}", clean(&about(meta, report)));
    if let Some(line) = report.stadium_line() {
        let _ = writeln!(out, "  {line}");
    }
    if report.players.is_empty() {
        let _ = writeln!(out, "  The replay does not say who plays.");
        return out;
    }
    out.push('\n');
    let mut table = Table::default();
    names(&mut table, report);
    let mut sheet = report.sheet();
    let of = |is_wanted: fn(&SheetColumn) -> bool| -> Vec<usize> {
        let columns = sheet.columns.iter().enumerate();
        columns.filter(|(_, column)| is_wanted(column)).map(|(at, _)| at).collect()
    };
    let players = of(|column| matches!(column, SheetColumn::Player(_)));
    let in_teams = of(|column| matches!(column, SheetColumn::Team(_)));
    for block in &mut sheet.blocks {
        let rows = if block.title == MOVES.0 { MOVES.1 } else { usize::MAX };
        block.rows.truncate(rows);
        table.block(block, &players);
    }
    table.render(&mut out);
    if let Some(overall) = sheet.blocks.first() {
        teams(&mut out, report, overall, &in_teams);
    }
    stocks(&mut out, report);
    best_conversions(&mut out, report);
    out
}

fn about(meta: &Meta, report: &Report) -> String {
    let mut facts: Vec<String> = report.stage.iter().map(|stage| stage.name.clone()).collect();
    facts.extend(meta.mode.clone());
    facts.push(text::duration(meta.duration_s));
    match meta.outcome {
        Some(outcome) if report.stats.game_complete => facts.push(format!("ended: {outcome}")),
        _ => facts.push("the replay ends before the game".to_owned()),
    }
    facts.extend(meta.started_at.map(text::moment));
    facts.join(", ")
}

fn names(table: &mut Table, report: &Report) {
    let players = &report.players;
    table.styled("", STRONG, players.iter().map(|player| Some(clean(&player.name))));
    let character =
        |player: &Player| (!player.goes_by_character()).then(|| player.character.clone());
    table.styled("", NAME, players.iter().map(character));
    table.styled("", FAINT, players.iter().map(|player| player.code.as_deref().map(clean)));
    let place = |player: &Player| {
        let team = player.team_id.map(|id| format!(", {}", team_name(id).to_lowercase()));
        Some(format!("port {}{}", player.port, team.unwrap_or_default()))
    };
    table.styled("", FAINT, players.iter().map(place));
    let (winners, label) = (report.won(), report.won_label());
    let won = |player: &Player| winners.contains(&player.player_index).then(|| label.to_owned());
    table.styled("", GOOD, players.iter().map(won));
}

/// The statistics of each team.
fn teams(out: &mut String, report: &Report, overall: &Block, columns: &[usize]) {
    let teams = &report.details.teams;
    if teams.is_empty() {
        return;
    }
    let mut table = Table::default();
    table.heading("Teams");
    table.styled("", STRONG, teams.iter().map(|team| Some(team_name(team.team_id).to_lowercase())));
    table.rows(overall, columns);
    table.render(out);
}

/// How each stock was lost.
fn stocks(out: &mut String, report: &Report) {
    heading(out, "Stocks", !report.details.deaths.is_empty());
    for death in &report.details.deaths {
        let Death { frame, percent, .. } = death;
        let side = death.direction.map(|direction| format!(", {}", direction.label()));
        let side = side.unwrap_or_default();
        let who = name(report, death.player_index);
        let how = match (death.killed_by, death.move_name) {
            (Some(by), Some(landed)) => format!("{landed} by {}", name(report, by)),
            (Some(by), None) => format!("a grab by {}", name(report, by)),
            (None, _) => "self-destruct".to_owned(),
        };
        let at = format!("{} %", on_screen(*percent));
        let clock = clock(*frame);
        let _ = writeln!(out, "  {FAINT}{clock:>5}{FAINT:#} {at:>6}  {who}: {how}{side}");
    }
}

/// The conversions that did most damage.
fn best_conversions(out: &mut String, report: &Report) {
    let mut best: Vec<&Conversion> =
        report.stats.conversions.iter().filter(|c| c.damage() > 0.0).collect();
    best.sort_by(|a, b| b.damage().total_cmp(&a.damage()));
    best.truncate(CONVERSIONS);
    heading(out, "Best conversions", !best.is_empty());
    for conversion in best {
        let clock = clock(conversion.start_frame);
        let done = format!("{:.0} %", conversion.damage());
        let (by, on) = (conversion.opener(), conversion.player_index);
        let (by, on) = (name(report, by), name(report, on));
        let moves = text::counted(conversion.moves.len() as u64, "move", "moves");
        let kill = if conversion.did_kill { ", and the stock" } else { "" };
        let _ =
            writeln!(out, "  {FAINT}{clock:>5}{FAINT:#} {done:>6}  {by} on {on}: {moves}{kill}");
    }
}

fn heading(out: &mut String, heading: &str, is_shown: bool) {
    if is_shown {
        let _ = writeln!(out, "\n  {STRONG}{heading}{STRONG:#}");
    }
}

/// A player in a list: the name, and the port where others are called the same.
fn label(player: &Player) -> String {
    format!("{} ({})", clean(&player.name), player.port)
}

fn name(report: &Report, index: u8) -> String {
    let player = report.players.iter().find(|player| player.player_index == index);
    let is_shared =
        |one: &Player| report.players.iter().filter(|other| other.name == one.name).count() > 1;
    match player {
        Some(player) if is_shared(player) => label(player),
        Some(player) => clean(&player.name),
        None => format!("port {}", index.saturating_add(1)),
    }
}

/// Time since the start of the timer.
fn clock(frame: FrameNumber) -> String {
    text::duration(seconds(frame).max(0.0).floor())
}
