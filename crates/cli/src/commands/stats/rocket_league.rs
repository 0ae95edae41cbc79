//! The sheet of a match of Rocket League: a table for each team.

use std::fmt::Write as _;

use ghostreel_analysis::rocket_league::{
    Events, FiftyFifty, Player, PlayerStats, Report, Team, TeamStats,
};
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
    for team in [&report.blue, &report.orange] {
        if !team.players.is_empty() {
            let _ = writeln!(out);
            table(team, &report.events).render(&mut out);
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
        let team = if goal.team == 0 { report.blue.color } else { report.orange.color };
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
struct Sheet<'a> {
    table: Table,
    team: &'a Team,
}

impl Sheet<'_> {
    fn row(
        &mut self,
        label: &str,
        player: &dyn Fn(&PlayerStats) -> String,
        team: &dyn Fn(&TeamStats) -> Option<String>,
    ) {
        let players = self.team.players.iter().map(|p| Some(player(&p.stats)));
        self.table.row(label, players.chain([team(&self.team.stats)]));
    }
}

fn table(team: &Team, events: &Events) -> Table {
    let mut table = Table::default();
    let names = team.players.iter().map(|player| Some(clean(&player.name)));
    table.styled("", STRONG, names.chain([Some(team.color.to_owned())]));
    let platform = |player: &Player| {
        if player.bot { Some("bot".to_owned()) } else { Some(clean(&player.id.platform)) }
    };
    table.styled("", NAME, team.players.iter().map(platform));
    let mvp = |player: &Player| player.stats.core.mvp.then(|| "MVP".to_owned());
    table.styled("", GOOD, team.players.iter().map(mvp));
    let mut sheet = Sheet { table, team };
    core(&mut sheet);
    ball(&mut sheet, events);
    boost(&mut sheet);
    movement(&mut sheet);
    positioning(&mut sheet);
    sheet.table
}

fn core(sheet: &mut Sheet<'_>) {
    sheet.table.heading("Scoreboard");
    let some = |number: u32| Some(number.to_string());
    sheet.row("Score", &|p| p.core.score.to_string(), &|t| Some(t.core.score.to_string()));
    sheet.row("Goals", &|p| p.core.goals.to_string(), &|t| some(t.core.goals));
    sheet.row("Assists", &|p| p.core.assists.to_string(), &|t| some(t.core.assists));
    sheet.row("Saves", &|p| p.core.saves.to_string(), &|t| some(t.core.saves));
    sheet.row("Shots", &|p| p.core.shots.to_string(), &|t| some(t.core.shots));
    let share = |percent: f64| format!("{percent:.0} %");
    sheet.row("Shots that went in", &|p| share(p.core.shooting_percentage), &|t| {
        Some(share(t.core.shooting_percentage))
    });
    sheet.row("Demolitions inflicted", &|p| p.demo.inflicted.to_string(), &|t| {
        Some(t.demo.inflicted.to_string())
    });
    sheet.row("Demolitions taken", &|p| p.demo.taken.to_string(), &|t| {
        Some(t.demo.taken.to_string())
    });
}

fn ball(sheet: &mut Sheet<'_>, events: &Events) {
    sheet.table.heading("Ball");
    let team = sheet.team;
    let mut row = |label: &str, count: &dyn Fn(usize) -> usize| {
        let counts = team.players.iter().map(|player| count(player.index));
        let all: usize = counts.clone().sum();
        sheet.table.row(label, counts.chain([all]).map(|count| Some(count.to_string())));
    };
    let touches = |player: usize| events.touches.iter().filter(move |t| t.player == player);
    row("Touches", &|player| touches(player).count());
    row("  in the air", &|player| touches(player).filter(|touch| touch.is_aerial).count());
    if team.players.len() > 1 {
        row("Passes", &|player| events.passes.iter().filter(|p| p.player == player).count());
    }
    row("Dribbles", &|player| events.dribbles.iter().filter(|d| d.action.player == player).count());
    row("Flips", &|player| events.flips.iter().filter(|flip| flip.player == player).count());
    row("Kick-offs touched first", &|player| {
        events.kickoffs.iter().filter(|kickoff| kickoff.first == Some(player)).count()
    });
    let number = i32::from(team.color == "orange");
    row("50-50s", &|player| contests(events, number, player).count());
    row("  won", &|player| {
        contests(events, number, player).filter(|c| c.winner == Some(number)).count()
    });
}

/// The 50-50s of a player.
fn contests(events: &Events, team: i32, player: usize) -> impl Iterator<Item = &FiftyFifty> {
    let is_in = move |c: &&FiftyFifty| (if team == 0 { c.blue } else { c.orange }) == player;
    events.fifty_fifties.iter().filter(is_in)
}

fn boost(sheet: &mut Sheet<'_>) {
    sheet.table.heading("Boost");
    let some = |number: u32| Some(number.to_string());
    sheet.row("Used per minute", &|p| p.boost.bpm.to_string(), &|t| some(t.boost.bpm));
    sheet.row("Collected per minute", &|p| format!("{:.0}", p.boost.bcpm), &|t| {
        Some(format!("{:.0}", t.boost.bcpm))
    });
    sheet.row("Mean amount", &|p| format!("{:.0}", p.boost.avg_amount), &|_| None);
    sheet.row("Collected", &|p| p.boost.amount_collected.to_string(), &|t| {
        some(t.boost.amount_collected)
    });
    sheet.row("  stolen", &|p| p.boost.amount_stolen.to_string(), &|t| some(t.boost.amount_stolen));
    let pads = |big: u32, small: u32| format!("{big} + {small}");
    sheet.row(
        "Pads, big + small",
        &|p| pads(p.boost.count_collected_big, p.boost.count_collected_small),
        &|t| Some(pads(t.boost.count_collected_big, t.boost.count_collected_small)),
    );
    sheet.row("  stolen", &|p| pads(p.boost.count_stolen_big, p.boost.count_stolen_small), &|t| {
        Some(pads(t.boost.count_stolen_big, t.boost.count_stolen_small))
    });
    sheet.row("Wasted at pads", &|p| p.boost.amount_overfill.to_string(), &|t| {
        some(t.boost.amount_overfill)
    });
    sheet
        .row("Empty", &|p| time(p.boost.time_zero_boost), &|t| Some(time(t.boost.time_zero_boost)));
    sheet.row("Full", &|p| time(p.boost.time_full_boost), &|t| Some(time(t.boost.time_full_boost)));
}

fn movement(sheet: &mut Sheet<'_>) {
    sheet.table.heading("Movement");
    sheet.row("Mean speed, uu/s", &|p| p.movement.avg_speed.to_string(), &|_| None);
    let kilo = |uu: u32| format!("{:.0}", f64::from(uu) / 1000.0);
    sheet.row("Distance, 1,000 uu", &|p| kilo(p.movement.total_distance), &|t| {
        Some(kilo(t.movement.total_distance))
    });
    let share = |percent: f64| format!("{percent:.0} %");
    sheet.row("Slow", &|p| share(p.movement.percent_slow_speed), &|_| None);
    sheet.row("At boost speed", &|p| share(p.movement.percent_boost_speed), &|_| None);
    sheet.row("Supersonic", &|p| share(p.movement.percent_supersonic_speed), &|_| None);
    sheet.row("On the ground", &|p| share(p.movement.percent_ground), &|_| None);
    sheet.row("Low in the air", &|p| share(p.movement.percent_low_air), &|_| None);
    sheet.row("High in the air", &|p| share(p.movement.percent_high_air), &|_| None);
    let slides = |count: u32, seconds: f64| format!("{count} in {}", time(seconds));
    sheet.row(
        "Powerslides",
        &|p| slides(p.movement.count_powerslide, p.movement.time_powerslide),
        &|t| Some(slides(t.movement.count_powerslide, t.movement.time_powerslide)),
    );
}

fn positioning(sheet: &mut Sheet<'_>) {
    sheet.table.heading("Position");
    let has_mates = sheet.team.players.len() > 1;
    let share = |percent: f64| format!("{percent:.0} %");
    let mut row = |label: &str, value: &dyn Fn(&PlayerStats) -> f64| {
        sheet.row(label, &|p| share(value(p)), &|_| None);
    };
    row("Own third", &|p| p.positioning.percent_defensive_third);
    row("Middle third", &|p| p.positioning.percent_neutral_third);
    row("Other third", &|p| p.positioning.percent_offensive_third);
    row("Behind the ball", &|p| p.positioning.percent_behind_ball);
    if has_mates {
        row("Last of the team", &|p| p.positioning.percent_most_back);
        row("First of the team", &|p| p.positioning.percent_most_forward);
        row("Nearest to the ball", &|p| p.positioning.percent_closest_to_ball);
        row("Farthest from the ball", &|p| p.positioning.percent_farthest_from_ball);
    }
    sheet.row("To the ball, uu", &|p| p.positioning.avg_distance_to_ball.to_string(), &|_| None);
    if has_mates {
        let mates = |p: &PlayerStats| p.positioning.avg_distance_to_mates.to_string();
        sheet.row("To team mates, uu", &mates, &|_| None);
    }
    sheet.row(
        "Last at goals against",
        &|p| p.positioning.goals_against_while_last_defender.to_string(),
        &|_| None,
    );
}

fn time(seconds: f64) -> String {
    format!("{seconds:.1} s")
}
