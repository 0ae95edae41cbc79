//! `ghostreel events`: what happened, moment by moment.

use std::fmt::Write as _;
use std::path::Path;

use anyhow::{Result, bail};
use ghostreel_analysis::{Moment, MomentKind, match_time, moment_kinds, moments, stats};
use ghostreel_formats::AnyView;
use ghostreel_formats::timeline::{FrameNumber, PlayerIndex, TeamNumber};
use serde::{Serialize, Serializer};

use super::sheets::ReportArgs;
use crate::say::{FAINT, NAME, STRONG};
use crate::status::Status;
use crate::text::clean;
use crate::{input, say};

/// Show what happened, moment by moment: goals, saves, kills, combos, misses, pauses and more
///
/// Details (passes, flips, single hits) are left out unless all are asked for, or a kind of them. `--json` has everything.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ghostreel events match.replay
  ghostreel events --kind goal --kind save match.replay
  ghostreel events --json *.slp | jq -r 'select(.severity == 2) | [.path, .time, .label] | @tsv'")]
pub(crate) struct Args {
    #[command(flatten)]
    sheets: ReportArgs,
    /// Only moments of this kind (goal, save, kill, miss …); may be given more than once
    #[arg(long, value_name = "KIND")]
    kind: Vec<String>,
    /// Details too
    #[arg(long)]
    all: bool,
}

pub(crate) fn run(args: &Args) -> Result<Status> {
    args.sheets.print_each(|path, replay| {
        let kinds = moment_kinds(replay.format().game);
        if let Some(unknown) = args.unknown(kinds) {
            let names: Vec<&str> = kinds.iter().map(|kind| kind.name).collect();
            let (game, names) = (replay.format().game_name, names.join(", "));
            bail!(
                "{}: {game} has no moments of the kind {unknown}, but {names}",
                input::name(path)
            );
        }
        say::diagnostics(&input::name(path), replay.diagnostics());
        let moments = stats(replay).map(|stats| moments(replay, &stats)).unwrap_or_default();
        say::limit(&input::name(path), moments.limit.as_deref());
        let wanted: Vec<&Moment> =
            moments.list.iter().filter(|moment| args.wants(moment)).collect();
        match args.sheets.json {
            true => lines(path, replay, &wanted),
            false => Ok(sheet(path, replay, &wanted)),
        }
    })
}

impl Args {
    /// A kind that was asked for and that the game lacks.
    fn unknown(&self, kinds: &[MomentKind]) -> Option<&str> {
        let is_known = |name: &str| kinds.iter().any(|kind| kind.name == name);
        self.kind.iter().map(String::as_str).find(|name| !is_known(name))
    }

    fn wants(&self, moment: &Moment) -> bool {
        let is_of_kind = self.kind.iter().any(|kind| kind == moment.kind);
        let is_worth = self.all || self.sheets.json || moment.severity > 0;
        if self.kind.is_empty() { is_worth } else { is_of_kind }
    }
}

/// A line of `events --json`.
#[derive(Serialize)]
struct Line<'a> {
    path: &'a str,
    #[serde(serialize_with = "seconds")]
    time: f64,
    match_time: Option<f64>,
    frame: Option<FrameNumber>,
    kind: &'a str,
    player: Option<PlayerIndex>,
    other: Option<PlayerIndex>,
    team: Option<TeamNumber>,
    label: &'a str,
    detail: &'a str,
    severity: u8,
    value: Option<f64>,
}

/// Times that the file has as singles, as these are written: 27.6 and not 27.600000381469727.
#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde's signature")]
#[allow(clippy::cast_possible_truncation, clippy::float_cmp, reason = "compared for being exact")]
fn seconds<S: Serializer>(time: &f64, serializer: S) -> std::result::Result<S::Ok, S::Error> {
    let single = *time as f32;
    match f64::from(single) == *time {
        true => serializer.serialize_f32(single),
        false => serializer.serialize_f64(*time),
    }
}

/// Times of the match are sums of single-precision numbers, exact to milliseconds at best.
fn rounded(seconds: f64) -> f64 {
    (seconds * 1000.0).round() / 1000.0
}

fn lines(path: &Path, replay: &AnyView<'_>, moments: &[&Moment]) -> Result<String> {
    let path = &path.to_string_lossy();
    let line = |moment: &&Moment| {
        let Moment { time, frame, kind, player, other, team, label, detail, severity, value } =
            *moment;
        serde_json::to_string(&Line {
            path,
            time: *time,
            match_time: match_time(replay, *time).map(rounded),
            frame: *frame,
            kind,
            player: *player,
            other: *other,
            team: *team,
            label,
            detail,
            severity: *severity,
            value: *value,
        })
    };
    let lines: Vec<String> = moments.iter().map(line).collect::<Result<_, _>>()?;
    Ok(lines.join("\n"))
}

fn sheet(path: &Path, replay: &AnyView<'_>, moments: &[&Moment]) -> String {
    let mut out = format!("{STRONG}{}{STRONG:#}\n", input::name(path));
    if moments.is_empty() {
        out.push_str("  nothing worth a look\n");
    }
    let width = moments.iter().map(|moment| moment.kind.len()).max().unwrap_or(0);
    for Moment { time, kind, label, detail, .. } in moments.iter().copied() {
        // Writing to a string cannot fail.
        let _ = write!(out, "  {:>9}", clock(*time));
        if let Some(played) = match_time(replay, *time) {
            let _ = write!(out, "  {:>9}", clock(played));
        }
        let _ = write!(out, "  {NAME}{kind:<width$}{NAME:#}  {}", clean(label));
        if !detail.is_empty() {
            let _ = write!(out, "  {FAINT}{}{FAINT:#}", clean(detail));
        }
        out.push('\n');
    }
    out
}

/// Singles are up to so much below the tenth of a second that is meant.
const BELOW: f64 = 1e-4;

/// Minutes and seconds, cut off as the player does; before 0 with a minus.
fn clock(seconds: f64) -> String {
    let tenths = ((seconds.abs() + BELOW) * 10.0).floor();
    let minutes = (tenths / 600.0).floor();
    let sign = if seconds < 0.0 { "-" } else { "" };
    format!("{sign}{minutes}:{:04.1}", (tenths - minutes * 600.0) / 10.0)
}
