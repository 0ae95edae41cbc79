//! `ghostreel map info`: what is in a map.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::Result;
use ghostreel_beatmap::{ContentSummary, DifficultySummary, Map, MapSummary};
use ghostreel_formats::core::{Diagnostic, Outcome};
use serde::Serialize;

use super::read;
use crate::say::{FAINT, STRONG};
use crate::status::Status;
use crate::text::{self, clean};
use crate::{input, output, say};

/// Show what is in maps: song, hash, and for each difficulty its objects and figures
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Folders or zip files with a map
    #[arg(required = true, value_name = "DIR|ZIP")]
    maps: Vec<PathBuf>,
    /// One JSON object a line for each map (docs/json.md)
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args) -> Result<Status> {
    let mut status = Status::Ok;
    for path in &args.maps {
        let map = match read(path) {
            Ok(map) => map,
            Err(error) => {
                say::error(text::sentence(&error));
                status = Status::Failed;
                continue;
            }
        };
        if args.json {
            output::json_line(&Line::new(path, &map))?;
        } else {
            anstream::print!("{}", sheet(path, &map)?);
        }
        status = status.max(Outcome::of(&map.diagnostics).into());
    }
    Ok(status)
}

/// A line of `map info --json`.
#[derive(Serialize)]
struct Line<'m> {
    path: Cow<'m, str>,
    #[serde(flatten)]
    summary: MapSummary,
    #[serde(serialize_with = "output::as_json")]
    diagnostics: &'m [Diagnostic],
}

impl<'m> Line<'m> {
    fn new(path: &'m Path, map: &'m Map) -> Self {
        Self { path: path.to_string_lossy(), summary: map.summary(), diagnostics: &map.diagnostics }
    }
}

fn sheet(path: &Path, map: &Map) -> Result<String> {
    let summary = map.summary();
    let mut out = String::new();
    writeln!(out, "{STRONG}{}{STRONG:#}", input::name(path))?;
    for (label, value) in facts(&summary) {
        if !value.is_empty() {
            writeln!(out, "  {FAINT}{label:<10}{FAINT:#} {}", clean(&value))?;
        }
    }
    for difficulty in &summary.difficulties {
        let DifficultySummary { mode, name, label, file, .. } = difficulty;
        let label = if label.is_empty() { String::new() } else { format!(", \"{label}\"") };
        let title = clean(&format!("{mode} {name}{label}"));
        writeln!(out, "\n  {STRONG}{title}{STRONG:#} {FAINT}({}){FAINT:#}", clean(file))?;
        for line in lines(difficulty) {
            writeln!(out, "    {}", clean(&line))?;
        }
    }
    if !map.diagnostics.is_empty() {
        writeln!(out)?;
    }
    for diagnostic in &map.diagnostics {
        let (style, severity) = (say::severity(diagnostic.severity), diagnostic.severity.name());
        writeln!(out, "  {style}{severity:<7}{style:#} {}", clean(&diagnostic.to_string()))?;
    }
    Ok(out)
}

fn facts(summary: &MapSummary) -> [(&'static str, String); 6] {
    let MapSummary { song, sub_name, author, .. } = summary;
    let mut title = song.clone();
    if !sub_name.is_empty() {
        title = format!("{title} {sub_name}");
    }
    if !author.is_empty() {
        title = format!("{title}, by {author}");
    }
    [
        ("Song", title),
        ("Mappers", summary.mappers.join(", ")),
        ("Lighters", summary.lighters.join(", ")),
        ("BPM", summary.bpm.to_string()),
        ("Hash", summary.hash.clone().unwrap_or_default()),
        ("Format", summary.version.clone()),
    ]
}

/// The facts of a difficulty.
fn lines(difficulty: &DifficultySummary) -> Vec<String> {
    let DifficultySummary { note_jump_speed, jump_distance_m, reaction_time_s, .. } = difficulty;
    let speed = format!(
        "notes at {note_jump_speed} m/s, jump distance {jump_distance_m:.2} m, reaction time {reaction_time_s:.2} s"
    );
    let Some(content) = &difficulty.content else {
        return vec![speed, "its file could not be read".to_owned()];
    };
    let ContentSummary { left_notes, right_notes, notes_per_second, .. } = content;
    let many = [
        (content.bombs, "bomb", "bombs"),
        (content.walls, "wall", "walls"),
        (content.arcs, "arc", "arcs"),
        (content.chains, "chain", "chains"),
        (content.light_events, "event of the lights", "events of the lights"),
        (content.tempo_changes, "change of the tempo", "changes of the tempo"),
        (content.speed_changes, "change of the notes' speed", "changes of the notes' speed"),
        (content.rotations, "turn of the lane", "turns of the lane"),
    ];
    let there = many.into_iter().filter(|(count, ..)| *count > 0);
    let mut objects: Vec<String> =
        there.map(|(count, one, all)| text::counted(count as u64, one, all)).collect();
    let notes = text::counted(content.notes as u64, "note", "notes");
    objects.insert(0, format!("{notes} ({left_notes} left, {right_notes} right)"));
    let last = content.last_note_s.map_or(0.0, f64::from);
    let score = text::grouped(content.max_score.max(0));
    let course = format!(
        "last note at {}, {notes_per_second:.2} notes a second, at most {score} points",
        text::duration(last.max(0.0))
    );
    let mut lines = vec![objects.join(", "), course, speed];
    if !difficulty.requirements.is_empty() {
        lines.push(format!("needs {}", difficulty.requirements.join(", ")));
    }
    lines
}
