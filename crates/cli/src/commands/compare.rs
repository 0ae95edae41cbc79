//! `ghostreel compare`: whether one replay is a copy of another.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow};
use ghostreel_analysis::copies::{Comparison, Passage, Recording, Verdict, compare};
use ghostreel_formats::core::Outcome;
use ghostreel_formats::{AnyView, Options};
use serde::Serialize;

use crate::say::{BAD, FAINT, GOOD, NAME, STRONG, WARN};
use crate::status::Status;
use crate::text::clean;
use crate::{input, output, say};

/// Say whether one replay is a copy of another, and which passages are the same
///
/// Beat Saber's hands and head, Melee's controllers and Rocket League's cars are compared, not names, ids or dates. Copies are found that were
/// shifted, played faster or slower, mirrored, resampled, smoothed, cut, spliced or made noisy. docs/trust.md says how well.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ghostreel compare a.bsor b.bsor
  ghostreel compare --json a.slp b.slp | jq .verdict")]
pub(crate) struct Args {
    /// The one replay
    a: PathBuf,
    /// The other; `-`, for one of the two, is standard input
    b: PathBuf,
    /// One JSON object (docs/json.md)
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    opening: input::Opening,
}

/// The output of `compare --json`.
#[derive(Serialize)]
struct Line<'a> {
    a: &'a str,
    b: &'a str,
    #[serde(flatten)]
    comparison: &'a Comparison,
}

pub(crate) fn run(args: &Args) -> Result<Status> {
    let options = args.opening.recover()?;
    let [a, b] = [&args.a, &args.b].map(|path| recording(path, &options));
    let ((a, first), (b, second)) = (a?, b?);
    let comparison = compare(&a, &b);
    if args.json {
        let [a, b] = [&args.a, &args.b].map(|path| path.to_string_lossy());
        output::json_line(&Line { a: &a, b: &b, comparison: &comparison })?;
    } else {
        write!(anstream::stdout().lock(), "{}", sheet(&args.a, &args.b, &comparison))?;
    }
    let is_whole = first == Outcome::Ok && second == Outcome::Ok;
    Ok(if is_whole { Status::Ok } else { Status::Lost })
}

/// The movement in a replay, and whether all of the replay is there.
fn recording(path: &Path, options: &Options) -> Result<(Recording, Outcome)> {
    let replay: AnyView<'_> = input::load(path, options)?;
    say::diagnostics(&input::name(path), replay.diagnostics());
    let recording = Recording::of(&replay).ok_or_else(|| {
        let game = replay.format().game_name;
        anyhow!("{}: replays of {game} cannot be compared yet", input::name(path))
    })?;
    Ok((recording, replay.outcome()))
}

fn sheet(a: &Path, b: &Path, comparison: &Comparison) -> String {
    let (style, verdict) = match comparison.verdict {
        Verdict::Copy => (BAD, "copy"),
        Verdict::SameMatch => (WARN, "same match"),
        _ => (GOOD, "different"),
    };
    let mut lines = vec![format!("{style}{verdict}{style:#}")];
    lines.extend(comparison.reasons.iter().map(|reason| format!("  {}", clean(reason))));
    if !comparison.passages.is_empty() {
        let (a, b) = (input::name(a), input::name(b));
        let width = a.chars().count().max(WIDTH);
        lines.push(String::new());
        lines.push(format!("  {STRONG}{a:<width$}{STRONG:#}  {STRONG}{b}{STRONG:#}"));
        for passage in &comparison.passages {
            lines.extend(side_by_side(passage, width));
        }
    }
    lines.push(String::new());
    lines.join("\n")
}

/// The width of two times.
const WIDTH: usize = 19;

fn side_by_side(passage: &Passage, width: usize) -> Vec<String> {
    let Passage { from_a, to_a, from_b, to_b, speed, correlation, .. } = passage;
    let times = |from: &f64, to: &f64| format!("{from:.1} – {to:.1} s");
    let mut how = vec![format!("correlation {correlation:.3}")];
    if (speed - 1.0).abs() >= 0.0005 {
        how.push(format!("{speed:.3} times as fast"));
    }
    for (is_so, what) in [(passage.mirrored, "mirrored"), (passage.swapped, "swapped")] {
        if is_so {
            how.push(what.to_owned());
        }
    }
    let (a, b) = (times(from_a, to_a), times(from_b, to_b));
    let how = how.join(", ");
    let mut lines = vec![format!("  {a:<width$}  {b:<WIDTH$}  {FAINT}{how}{FAINT:#}")];
    for pair in &passage.tracks {
        let (a, b, correlation) = (clean(&pair.a), clean(&pair.b), pair.correlation);
        lines.push(format!(
            "    {NAME}{a}{NAME:#} = {NAME}{b}{NAME:#}  {FAINT}{correlation:.3}{FAINT:#}"
        ));
    }
    lines
}
