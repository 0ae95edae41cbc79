//! The sheet of a match of Rocket League: a table for each team.

use std::fmt::Write as _;

use ghostreel_analysis::Sheet;
use ghostreel_analysis::rocket_league::{Player, Report, Team};
use ghostreel_analysis::sheet::SheetColumn;
use ghostreel_formats::rlreplay::project::BLUE;
use ghostreel_formats::timeline::Meta;

use super::table::Table;
use crate::say::{FAINT, GOOD, NAME, STRONG};
use crate::text::{self, clean};

/// `match_time`: the time of the match at one of the recording.
pub(super) fn sheet(
    name: &str,
    meta: &Meta,
    report: &Report,
    match_time: &dyn Fn(f64) -> Option<f64>,
) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "{STRONG}{name}{STRONG:#}");
    let _ = writeln!(out, "  {FAINT}{}{FAINT:#}", clean(&about(meta, report)));
    let sheet = report.sheet();
    for (number, team) in [&report.blue, &report.orange].into_iter().enumerate() {
        if !team.players.is_empty() {
            let _ = writeln!(out);
            table(&sheet, number, team).render(&mut out);
        }
    }
    goals(&mut out, report, match_time);
    if report.blue.players.is_empty() && report.orange.players.is_empty() {
        let _ = writeln!(out, "  The replay does not say who plays.");
    }
    out
}

/// When goals were scored, in the time of the recording and in that of the match, by whom, for which team.
fn goals(out: &mut String, report: &Report, match_time: &dyn Fn(f64) -> Option<f64>) {
    let players = || report.blue.players.iter().chain(&report.orange.players);
    if !report.events.goals.is_empty() {
        let _ = writeln!(out, "\n  {STRONG}Goals{STRONG:#}");
    }
    for goal in &report.events.goals {
        let scorer = players().find(|player| Some(player.index) == goal.player);
        let name = scorer.map_or_else(|| "nobody known".to_owned(), |player| clean(&player.name));
        let team = if goal.team == Some(BLUE) { report.blue.color } else { report.orange.color };
        let time = f64::from(goal.time);
        let times = [Some(time), match_time(time)].into_iter().flatten();
        for time in times {
            let _ = write!(out, "  {:>5}", text::duration(time.floor()));
        }
        let _ = writeln!(out, "  {name}, {team}");
    }
}

fn about(meta: &Meta, report: &Report) -> String {
    let (blue, orange) = (report.blue.final_score, report.orange.final_score);
    let mut facts: Vec<String> = report.title.iter().cloned().collect();
    facts.push(format!("blue {blue} : {orange} orange"));
    facts.extend(report.map_name.clone());
    facts.extend(report.match_type.clone());
    facts.push(text::duration(f64::from(report.duration)));
    if report.overtime {
        facts.push("overtime".to_owned());
    }
    facts.extend(meta.started_at.map(text::moment));
    facts.join(", ")
}

/// A column for each player, then one for the team.
fn table(sheet: &Sheet, number: usize, team: &Team) -> Table {
    let mut table = Table::default();
    let names = team.players.iter().map(|player| Some(clean(&player.name)));
    table.styled("", STRONG, names.chain([Some(team.color.to_owned())]));
    let platform = |player: &Player| {
        if player.bot { Some("bot".to_owned()) } else { Some(clean(&player.id.platform)) }
    };
    table.styled("", NAME, team.players.iter().map(platform));
    let mvp = |player: &Player| player.mvp.then(|| "MVP".to_owned());
    table.styled("", GOOD, team.players.iter().map(mvp));
    let columns = team.players.iter().map(|player| SheetColumn::Player(player.index));
    let columns = columns.chain([SheetColumn::Team(number)]);
    let columns = columns.filter_map(|of| sheet.columns.iter().position(|column| *column == of));
    let columns: Vec<usize> = columns.collect();
    for block in &sheet.blocks {
        table.block(block, &columns);
    }
    table
}
