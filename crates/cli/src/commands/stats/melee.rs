//! The sheet of a game of Melee.

use std::fmt::Write as _;

use ghostreel_analysis::melee::{
    ActionCounts, Conversion, Death, OpeningType, Overall, Player, PlayerDetails, Ratio, Report,
    StadiumStats, Units, WinnersBy,
};
use ghostreel_formats::slp::FRAME_RATE;
use ghostreel_formats::timeline::Meta;

use super::table::Table;
use crate::say::{FAINT, GOOD, NAME, STRONG};
use crate::text::{self, clean};

/// So many moves and conversions are shown; `--json` has all.
const MOVES: usize = 10;
const CONVERSIONS: usize = 5;

pub(super) fn sheet(name: &str, meta: &Meta, report: &Report) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "{STRONG}{name}{STRONG:#}");
    let _ = writeln!(out, "  {FAINT}{}{FAINT:#}", clean(&about(meta, report)));
    if let Some(stadium) = &report.stadium {
        let _ = writeln!(out, "  {}", stadium_line(stadium));
    }
    if report.players.is_empty() {
        let _ = writeln!(out, "  The replay does not say who plays.");
        return out;
    }
    out.push('\n');
    let mut table = Table::default();
    who(&mut table, report);
    overall(&mut table, report);
    precision(&mut table, report);
    movement(&mut table, report);
    position(&mut table, report);
    opponents(&mut table, report);
    moves(&mut table, report);
    table.render(&mut out);
    teams(&mut out, report);
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

fn stadium_line(stadium: &StadiumStats) -> String {
    match stadium {
        StadiumStats::TargetTest { target_breaks } => {
            let broken = target_breaks.iter().filter_map(|target| target.frame_destroyed);
            let last = broken.clone().max();
            let last = last.map(|frame| format!(", the last at {:.2} s", seconds(frame)));
            let (count, all) = (broken.count(), target_breaks.len());
            format!("Broke {count} of {all} targets{}", last.unwrap_or_default())
        }
        StadiumStats::HomeRunContest { distance, units } => {
            let units = match units {
                Units::Meters => "m",
                Units::Feet => "ft",
            };
            format!("Sandbag flew {distance:.1} {units}")
        }
        _ => String::new(),
    }
}

fn who(table: &mut Table, report: &Report) {
    let players = &report.players;
    table.styled("", STRONG, players.iter().map(|player| Some(clean(&player.name))));
    table.styled("", NAME, players.iter().map(|player| Some(player.character.clone())));
    table.styled("", FAINT, players.iter().map(|player| player.code.as_deref().map(clean)));
    let place = |player: &Player| {
        let team = player.team_id.map(|id| format!(", {}", team_name(id)));
        Some(format!("port {}{}", player.port, team.unwrap_or_default()))
    };
    table.styled("", FAINT, players.iter().map(place));
    let has_won = |player: &Player| {
        report.winners.iter().any(|winner| {
            winner.player_index == player.player_index
                && (report.is_teams || winner.position == Some(0))
        })
    };
    if report.stadium.is_some() {
        return;
    }
    let won = match report.winners_by {
        Some(WinnersBy::Standing) => "won by stocks",
        _ => "won",
    };
    table.styled("", GOOD, players.iter().map(|player| has_won(player).then(|| won.to_owned())));
}

fn overall(table: &mut Table, report: &Report) {
    table.heading("Overall");
    let all = &report.stats.overall;
    let mut row = |label: &str, value: &dyn Fn(&Overall) -> Option<String>| {
        table.row(label, all.iter().map(value));
    };
    let deaths = |player: u8, alone: bool| {
        let is_counted =
            |death: &&Death| death.player_index == player && (!alone || death.killed_by.is_none());
        report.details.deaths.iter().filter(is_counted).count().to_string()
    };
    row("Kills", &|o| Some(o.kill_count.to_string()));
    row("Stocks lost", &|o| Some(deaths(o.player_index, false)));
    row("  self-destructs", &|o| Some(deaths(o.player_index, true)));
    row("Damage", &|o| Some(format!("{:.1}", o.total_damage)));
    row("Openings", &|o| Some(o.conversion_count.to_string()));
    row("Openings per kill", &|o| mean(&o.openings_per_kill));
    for kind in [OpeningType::NeutralWin, OpeningType::CounterAttack, OpeningType::Trade] {
        row(&format!("  from {}s", kind.label()), &|o| {
            let player =
                report.details.players.iter().find(|p| p.player_index == o.player_index)?;
            let totals = player.openings.iter().find(|totals| totals.opening_type == kind)?;
            totals.openings_per_kill.map(|openings| format!("{openings:.1}"))
        });
    }
    row("Damage per opening", &|o| mean(&o.damage_per_opening));
    row("Conversions", &|o| share(&o.successful_conversions));
    row("Neutral wins", &|o| share(&o.neutral_win_ratio));
    row("Counter hits", &|o| share(&o.counter_hit_ratio));
    row("Beneficial trades", &|o| share(&o.beneficial_trade_ratio));
    row("Inputs per minute", &|o| mean(&o.inputs_per_minute));
    row("  digital", &|o| mean(&o.digital_inputs_per_minute));
}

fn precision(table: &mut Table, report: &Report) {
    table.heading("Precision");
    let mut row = |label: &str, value: &dyn Fn(&ActionCounts) -> Option<String>| {
        table.row(label, report.stats.action_counts.iter().map(value));
    };
    row("L-cancels", &|a| part(a.l_cancel_count.success, a.l_cancel_count.fail));
    row("Grabs", &|a| part(a.grab_count.success, a.grab_count.fail));
    row("Techs", &|a| {
        let techs = &a.ground_tech_count;
        let done = [techs.neutral, techs.r#in, techs.away].into_iter().fold(0, u32::saturating_add);
        part(done, techs.fail)
    });
    row("Wall techs", &|a| part(a.wall_tech_count.success, a.wall_tech_count.fail));
}

fn movement(table: &mut Table, report: &Report) {
    table.heading("Movement");
    let mut row = |label: &str, count: &dyn Fn(&ActionCounts) -> u32| {
        let counts = report.stats.action_counts.iter().map(count);
        if counts.clone().any(|count| count != 0) {
            table.row(label, counts.map(|count| Some(count.to_string())));
        }
    };
    row("Wavedashes", &|a| a.wavedash_count);
    row("Wavelands", &|a| a.waveland_count);
    row("Dash dances", &|a| a.dash_dance_count);
    row("Edge cancels", &|a| a.edge_cancel_count.success);
    row("Rolls", &|a| a.roll_count);
    row("Spot dodges", &|a| a.spot_dodge_count);
    row("Air dodges", &|a| a.air_dodge_count);
    row("Ledge grabs", &|a| a.ledgegrab_count);
    row("Taunts", &|a| a.taunt_count);
}

fn position(table: &mut Table, report: &Report) {
    table.heading("Position");
    let mut row = |label: &str, value: &dyn Fn(&PlayerDetails) -> Option<String>| {
        table.row(label, report.details.players.iter().map(value));
    };
    let of = |count: u32, all: u32| {
        (all > 0).then(|| format!("{:.0} %", f64::from(count) / f64::from(all) * 100.0))
    };
    row("Stage control", &|p| p.stage_control.and_then(|c| of(c.control_frames, c.frames)));
    row("Off the stage", &|p| p.stage_control.and_then(|c| of(c.off_stage_frames, c.frames)));
    row("On a ledge", &|p| p.stage_control.and_then(|c| of(c.ledge_frames, c.frames)));
    row("Recoveries", &|p| out_of(p.recovery_success_count, p.recovery_count));
    row("Edgeguards", &|p| out_of(p.edgeguard_success_count, p.edgeguard_count));
}

/// Against whom, where there is a choice.
fn opponents(table: &mut Table, report: &Report) {
    if report.players.len() <= 2 {
        return;
    }
    table.heading("Openings, damage and kills on");
    for opponent in &report.players {
        let cell = |player: &PlayerDetails| {
            let mut versus = player.versus.iter();
            let versus = versus.find(|v| v.opponent_index == opponent.player_index)?;
            Some(format!(
                "{}, {:.1}, {}",
                versus.conversion_count, versus.damage, versus.kill_count
            ))
        };
        table.row(label(opponent), report.details.players.iter().map(cell));
    }
}

/// The moves that did most, by all players' damage.
fn moves(table: &mut Table, report: &Report) {
    let players = &report.details.players;
    let mut sums: Vec<(u8, &str, f64)> = Vec::new();
    for total in players.iter().flat_map(|player| &player.moves) {
        match sums.iter_mut().find(|(id, ..)| *id == total.move_id) {
            Some((_, _, damage)) => *damage += total.damage,
            None => sums.push((total.move_id, total.move_name, total.damage)),
        }
    }
    sums.sort_by(|(_, _, a), (_, _, b)| b.total_cmp(a));
    table.heading("Moves: damage, and times × that they hit");
    for (id, name, _) in sums.into_iter().take(MOVES) {
        let cell = |player: &PlayerDetails| {
            let total = player.moves.iter().find(|total| total.move_id == id)?;
            Some(format!("{:.1} {:>3}×", total.damage, total.count))
        };
        table.row(name, players.iter().map(cell));
    }
}

fn teams(out: &mut String, report: &Report) {
    let teams = &report.details.teams;
    if teams.is_empty() {
        return;
    }
    let mut table = Table::default();
    table.heading("Teams");
    table.styled("", STRONG, teams.iter().map(|team| Some(team_name(team.team_id))));
    table.row("Kills", teams.iter().map(|team| Some(team.kill_count.to_string())));
    table.row("Stocks lost", teams.iter().map(|team| Some(team.stocks_lost.to_string())));
    table.row("Damage", teams.iter().map(|team| Some(format!("{:.1}", team.total_damage))));
    table.row("Openings", teams.iter().map(|team| Some(team.conversion_count.to_string())));
    let rounded = |value: Option<f64>| value.map(|value| format!("{value:.1}"));
    table.row("Openings per kill", teams.iter().map(|team| rounded(team.openings_per_kill)));
    table.row("Damage per opening", teams.iter().map(|team| rounded(team.damage_per_opening)));
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
        // Cut off as on the screen.
        let at = format!("{:.0} %", percent.floor());
        let clock = clock(*frame);
        let _ = writeln!(out, "  {FAINT}{clock:>5}{FAINT:#} {at:>6}  {who}: {how}{side}");
    }
}

/// The conversions that did most damage.
fn best_conversions(out: &mut String, report: &Report) {
    let damage = |c: &Conversion| c.moves.iter().map(|landed| landed.damage).sum::<f64>();
    let mut best: Vec<&Conversion> =
        report.stats.conversions.iter().filter(|c| damage(c) > 0.0).collect();
    best.sort_by(|a, b| damage(b).total_cmp(&damage(a)));
    best.truncate(CONVERSIONS);
    heading(out, "Best conversions", !best.is_empty());
    for conversion in best {
        let clock = clock(conversion.start_frame);
        let done = format!("{:.0} %", damage(conversion));
        let (by, on) = (conversion.opener(), conversion.player_index);
        let (by, on) = (name(report, by), name(report, on));
        let count = conversion.moves.len();
        let moves = text::plural(count as u64, "move", "moves");
        let kill = if conversion.did_kill { ", and the stock" } else { "" };
        let _ = writeln!(
            out,
            "  {FAINT}{clock:>5}{FAINT:#} {done:>6}  {by} on {on}: {count} {moves}{kill}"
        );
    }
}

fn heading(out: &mut String, heading: &str, is_shown: bool) {
    if is_shown {
        let _ = writeln!(out, "\n  {STRONG}{heading}{STRONG:#}");
    }
}

fn mean(ratio: &Ratio) -> Option<String> {
    ratio.ratio.map(|ratio| format!("{ratio:.1}"))
}

/// `12/20 60 %`.
fn share(ratio: &Ratio) -> Option<String> {
    let Ratio { count, total, ratio } = ratio;
    ratio.map(|ratio| format!("{count}/{total} {:>3.0} %", ratio * 100.0))
}

/// Of those done and those missed.
fn part(done: u32, missed: u32) -> Option<String> {
    out_of(done, done.saturating_add(missed))
}

fn out_of(done: u32, all: u32) -> Option<String> {
    (all > 0).then(|| {
        let percent = f64::from(done) / f64::from(all) * 100.0;
        format!("{done}/{all} {percent:>3.0} %")
    })
}

fn team_name(id: u8) -> String {
    match id {
        0 => "red".to_owned(),
        1 => "blue".to_owned(),
        2 => "green".to_owned(),
        _ => format!("team {id}"),
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

fn seconds(frame: i32) -> f64 {
    f64::from(frame) / FRAME_RATE
}

/// Time since the start of the timer.
fn clock(frame: i32) -> String {
    text::duration(seconds(frame).max(0.0).floor())
}
