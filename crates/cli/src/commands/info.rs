//! `ghostreel info`: what replays are about.

use std::fmt::Write as _;
use std::path::Path;

use anyhow::Result;
use ghostreel_formats::core::{Diagnostic, Digest};
use ghostreel_formats::timeline::{Detail, Map, Meta, Player, Timeline};
use ghostreel_formats::{AnyView, json};
use indicatif::{HumanBytes, HumanCount};
use serde::Serialize;

use super::sheets::ReportArgs;
use crate::say::{FAINT, NAME, STRONG};
use crate::status::Status;
use crate::text::{self, clean};
use crate::{input, say};

/// Show what replays are about: who played what, when, and how it went
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ghostreel info a.bsor
  ghostreel info replays/
  ghostreel info --json *.bsor | jq -r '[.score, .map.name] | @tsv'")]
pub(crate) struct Args {
    #[command(flatten)]
    sheets: ReportArgs,
}

pub(crate) fn run(args: &Args) -> Result<Status> {
    args.sheets.print_each(|path, replay| match args.sheets.json {
        true => line(path, replay),
        false => sheet(path, replay),
    })
}

/// A line of `info --json`.
#[derive(Serialize)]
struct Line<'a, D> {
    path: &'a str,
    bytes: usize,
    id: String,
    accuracy: Option<f64>,
    max_combo: Option<i32>,
    #[serde(flatten)]
    description: D,
}

fn line(path: &Path, replay: &AnyView<'_>) -> Result<String> {
    let timeline = replay.timeline();
    let line = Line {
        path: &path.to_string_lossy(),
        bytes: replay.bytes().len(),
        id: Digest::of(replay.bytes()).id(),
        accuracy: ghostreel_analysis::accuracy(&timeline),
        max_combo: max_combo(&timeline),
        description: json::describe(&timeline, replay.diagnostics(), None),
    };
    Ok(serde_json::to_string(&line)?)
}

fn sheet(path: &Path, replay: &AnyView<'_>) -> Result<String> {
    let timeline = replay.timeline();
    let meta = &timeline.meta;
    let mut out = String::new();
    writeln!(out, "{STRONG}{}{STRONG:#}", input::name(path))?;
    for (label, value) in facts(replay, &timeline).into_iter().chain(details(meta)) {
        writeln!(out, "  {FAINT}{label:<16}{FAINT:#} {}", clean(&value))?;
    }
    writeln!(out)?;
    // Tables of one property each, `Class:Property`, are counted: Rocket League's replays have hundreds.
    let tables = timeline.tables().iter().filter(|table| table.rows() > 0);
    let (properties, tables): (Vec<_>, Vec<_>) =
        tables.partition(|table| table.schema().name.contains(':'));
    for table in tables {
        let (name, meaning) = (&table.schema().name, table.schema().meaning);
        let rows = HumanCount(table.rows() as u64).to_string();
        writeln!(out, "  {NAME}{name:<18}{NAME:#} {rows:>10}  {FAINT}{meaning}{FAINT:#}")?;
    }
    if !properties.is_empty() {
        let rows = properties.iter().map(|table| table.rows() as u64).sum();
        let (count, rows) = (properties.len(), HumanCount(rows).to_string());
        let name = format!("{count} properties");
        writeln!(
            out,
            "  {NAME}{name:<18}{NAME:#} {rows:>10}  {FAINT}values, each property a table of its own{FAINT:#}"
        )?;
    }
    if !replay.diagnostics().is_empty() {
        writeln!(out)?;
    }
    for diagnostic in replay.diagnostics() {
        let Diagnostic { severity, .. } = diagnostic;
        let style = say::severity(*severity);
        writeln!(
            out,
            "  {style}{:<7}{style:#} {}",
            severity.name(),
            clean(&diagnostic.to_string())
        )?;
    }
    Ok(out)
}

/// Facts of every game; a fact that the replay does not have is left out.
fn facts(replay: &AnyView<'_>, timeline: &Timeline<'_>) -> Vec<(String, String)> {
    let Meta { map, outcome, started_at, duration_s, score, .. } = &timeline.meta;
    let info = replay.format();
    let mut facts = Vec::new();
    let mut add = |label: &str, value: Option<String>| {
        facts.extend(value.filter(|v| !v.is_empty()).map(|value| (label.to_owned(), value)));
    };
    for Player { id, name } in &timeline.meta.players {
        let player = match id {
            Some(id) if name.is_empty() => id.clone(),
            Some(id) => format!("{name} ({id})"),
            None => name.clone(),
        };
        add("Player", Some(player));
    }
    if let Some(Map { name, id, author, difficulty }) = map {
        let author = author.as_ref().map(|author| format!(", by {author}")).unwrap_or_default();
        add("Map", Some(format!("{name}{author}")));
        add("Map id", id.clone());
        add("Difficulty", difficulty.clone());
    }
    add("Mode", timeline.meta.mode.clone());
    add("Outcome", outcome.map(str::to_owned));
    add("Score", score.map(text::grouped));
    add("Accuracy", ghostreel_analysis::accuracy(timeline).map(text::percent));
    add("Max combo", max_combo(timeline).map(|combo| text::grouped(combo.into())));
    add("Duration", Some(text::duration(*duration_s)));
    add("Played", started_at.map(text::moment));
    let game = match &timeline.meta.game_version {
        Some(version) => format!("{} {version}", info.game_name),
        None => info.game_name.to_owned(),
    };
    add("Game", Some(game));
    add("Writer", timeline.meta.writer.clone());
    let size = HumanBytes(replay.bytes().len() as u64);
    let extension = info.extensions.first().copied().unwrap_or(info.id);
    let format = format!("{} {} (.{extension}), {size}", info.name, timeline.meta.version);
    add("Format", Some(format));
    add("Id", Some(Digest::of(replay.bytes()).id()));
    facts
}

/// Facts of this game only.
fn details(meta: &Meta) -> impl Iterator<Item = (String, String)> + '_ {
    meta.details.iter().filter_map(|(name, value)| {
        let value = match value {
            Detail::Text(text) => text.clone(),
            Detail::Number(number) => number.to_string(),
            Detail::Bool(yes) => if *yes { "yes" } else { "no" }.to_owned(),
            _ => return None,
        };
        let mut label = name.replace('_', " ");
        if let Some(first) = label.get_mut(..1) {
            first.make_ascii_uppercase();
        }
        Some((label, value)).filter(|(_, value)| !value.is_empty())
    })
}

fn max_combo(timeline: &Timeline<'_>) -> Option<i32> {
    timeline.column("score.max_combo").ok()?.as_i32()?.last().copied()
}
