//! `ghostreel verify`: what replays prove, and whether their motion fits what they say.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow, bail};
use clap::ValueEnum;
use ghostreel::verify::{beside, mark_beside};
use ghostreel_analysis::beat_saber::map::{MapMatch, NotCompared};
use ghostreel_analysis::beat_saber::{
    self, ByMap, ExplainedNote, Motion, Observed, OmissionKind, Verdict, observation_limits,
    verify_with_map,
};
use ghostreel_beatmap::Map;
use ghostreel_formats::core::DecodeOptions;
use ghostreel_formats::{PROBE_LENGTH, open, probe};
use ghostreel_mark::{Finding, FindingKind, Level, PublicKey, Report, Trust, verify_with_original};
use ghostreel_reel::Reel;
use serde::Serialize;

use super::map;
use crate::status::Status;
use crate::{input, output, say, text};

/// Say what replays prove: which key vouches for them, when a server received that, and whether they were changed since
///
/// A mark beside a file, as FILE.mark, is looked at too. In a .bsor, also in a reel, every cut must follow from the recorded motion, and with its map from where the map's notes were (docs/verification.md).
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ghostreel verify a.bsor
  ghostreel verify --trust server.txt --require witnessed *.reel
  ghostreel verify --map song.zip a.bsor
  ghostreel verify --map song.zip --notes a.bsor
  ghostreel verify --json a.reel | jq .level

Levels:
  unmarked   nothing is proven
  signed     the owner of a key vouches for it; when it was made is their word
  witnessed  a server that you trust received these signatures piece by piece, as fast as its time went on

Exit codes:
  0  nothing wrong was found, all have the level that --require asks for, and of Beat Saber all of the score is confirmed, which takes --map
  1  a mark or a reel is wrong, a level is missing, or a file cannot be read
  2  a score does not follow from the motion, or the replay does not belong to its map
  3  not all of a score is confirmed, or a replay is damaged and only the rest of it was looked at
docs/spec/mark.md says what marks do not prove: a bot that plays in real time is not stopped by any.")]
pub(crate) struct Args {
    /// The files
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// A server's public key (ed25519:…), or a file with such keys, one a line, or with a message about keys
    #[arg(long, value_name = "KEY|FILE")]
    trust: Vec<String>,
    /// The map that replays of Beat Saber were played on: their notes must be its notes, and their cuts must follow from where those were
    #[arg(long, value_name = "DIR|ZIP")]
    map: Option<PathBuf>,
    /// With --map, explain each note: what is recorded, and what map and motion give
    #[arg(long, requires = "map")]
    notes: bool,
    /// The level that each file must have
    #[arg(long, value_enum)]
    require: Option<Required>,
    /// One JSON object a line for each file, in the order of the files (docs/json.md)
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Required {
    Signed,
    Witnessed,
}

impl Required {
    const fn level(self) -> Level {
        match self {
            Self::Signed => Level::Signed,
            Self::Witnessed => Level::Witnessed,
        }
    }
}

pub(crate) fn run(args: &Args) -> Result<Status> {
    let trust = trust(&args.trust)?;
    let map = args.map.as_deref().map(map::read).transpose()?;
    let least = args.require.map_or(Level::Unmarked, Required::level);
    let mut status = Status::Ok;
    for file in &args.files {
        let verified = match verify(file, &trust, map.as_ref()) {
            Ok(found) => found,
            Err(error) => {
                say::error(text::sentence(&error));
                status = Status::Failed;
                continue;
            }
        };
        status = status.max(verified.status(least));
        if args.json {
            output::json_line(&Line::new(file, &verified, args.notes))?;
        } else {
            print(file, &verified);
            if args.notes {
                verified.notes.iter().for_each(explain);
            }
        }
    }
    Ok(status)
}

/// The findings about a file.
struct Verified {
    /// How much of it could be read.
    read: Status,
    game: Option<String>,
    report: Report,
    /// `None` for files that are no replay of Beat Saber.
    motion: Option<Motion>,
    /// The conclusion from motion and map, as far as they are there; likewise.
    verdict: Option<Verdict>,
    /// `None` for files that are no replay of Beat Saber, and without a map.
    map: Option<Result<MapMatch, NotCompared>>,
    /// Note by note; empty without a map.
    notes: Vec<ExplainedNote>,
}

impl Verified {
    fn status(&self, least: Level) -> Status {
        let is_wrong = |finding: &Finding| finding.kind != FindingKind::Inconsistent;
        if self.report.level < least || self.report.findings.iter().any(is_wrong) {
            return Status::Failed;
        }
        let of_score = match self.verdict {
            Some(Verdict::Inconsistent) => Status::Inconsistent,
            Some(Verdict::NotEnoughData) => Status::Unconfirmed,
            _ => Status::Ok,
        };
        of_score.max(self.read)
    }
}

fn verify(file: &Path, trust: &Trust, map: Option<&Map>) -> Result<Verified> {
    let bytes = input::read(file)?;
    let mark = mark_beside(file).map_err(|error| input::unreadable(&beside(file), &error))?;
    let game = match input::is_reel(&bytes) {
        true => Reel::scan(&bytes).ok().map(|reel| reel.header().game.clone()),
        false => {
            probe(bytes.get(..PROBE_LENGTH).unwrap_or(&bytes)).map(|format| format.game.to_owned())
        }
    };
    // Of a reel, the game's own file in it; one that lacks pieces is no whole play.
    let (mut report, original) = verify_with_original(&bytes, mark.as_deref(), trust);
    let original = original.ok().flatten();
    let is_readable_reel = input::is_reel(&bytes) && game.is_some();
    let view = open(original.as_deref().unwrap_or(&bytes), &DecodeOptions::RECOVER).ok();
    let read = match &view {
        Some(view) => view.outcome().into(),
        // A reel may be of a game that is not known here.
        None if is_readable_reel => Status::Ok,
        None => Status::Failed,
    };
    let compared = view.as_ref().zip(map).map(|(view, map)| verify_with_map(view, map));
    let (verdict, motion, map, notes) = match (compared, &view) {
        (Some(Ok(found)), _) => {
            (Some(found.verdict()), Some(found.motion), Some(Ok(found.map)), found.notes)
        }
        (Some(Err(NotCompared::OtherGame)), _) => (None, None, None, Vec::new()),
        (compared, view) => {
            let why = compared.and_then(Result::err).map(Err);
            let motion = view.as_ref().and_then(beat_saber::verify_any);
            (motion.as_ref().map(|motion| motion.verdict), motion, why, Vec::new())
        }
    };
    let of_motion = motion.as_ref().and_then(|motion| motion.finding.clone());
    let of_map = map.as_ref().and_then(|found| found.as_ref().ok()?.finding());
    let details = of_motion.into_iter().chain(of_map);
    report
        .findings
        .extend(details.map(|detail| Finding { kind: FindingKind::Inconsistent, detail }));
    Ok(Verified { read, game, report, motion, verdict, map, notes })
}

/// The keys that are believed, out of keys, and of files with keys or with messages about keys.
fn trust(named: &[String]) -> Result<Trust> {
    let mut trust = Trust::default();
    for named in named {
        if let Ok(key) = named.parse::<PublicKey>() {
            trust.add_server(key);
            continue;
        }
        let path = Path::new(named);
        let bytes = input::read(path)?;
        if trust.add_message(&bytes).is_ok() {
            continue;
        }
        let wrong =
            || anyhow!("{}: neither keys, one a line, nor a message about keys", input::name(path));
        let lines = std::str::from_utf8(&bytes).map_err(|_| wrong())?.lines().map(str::trim);
        let keys: Vec<&str> =
            lines.filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
        if keys.is_empty() {
            bail!(wrong());
        }
        for key in keys {
            trust.add_server(key.parse().map_err(|_| wrong())?);
        }
    }
    Ok(trust)
}

fn print(file: &Path, verified: &Verified) {
    let report = &verified.report;
    let style = match (report.findings.is_empty(), report.level) {
        (false, _) => say::BAD,
        (true, Level::Unmarked) => say::WARN,
        (true, _) => say::GOOD,
    };
    let share = match report.level {
        Level::Witnessed => format!(", {:.0} % of it", report.share * 100.0),
        _ => String::new(),
    };
    anstream::println!("{}: {style}{}{style:#}{share}", input::name(file), report.level);
    for finding in &report.findings {
        let (bad, kind) = (say::BAD, finding.kind.name());
        anstream::println!("  {bad}{kind}{bad:#}: {}", text::clean(&finding.detail));
    }
    for reason in &report.reasons {
        anstream::println!("  {}", text::clean(reason));
    }
    for said in verified.motion.iter().flat_map(|motion| &motion.said) {
        anstream::println!("  {}", text::clean(said));
    }
    if let Some(found) = &verified.map {
        anstream::println!("  {}", text::clean(&beside_map(found)));
    }
    if let Some(by_map) = verified.motion.as_ref().and_then(|motion| motion.by_map.as_ref()) {
        if let Some(tried) = by_map.tried_summary() {
            anstream::println!("  {tried}");
        }
        if let Some(passed) = left_out(by_map) {
            anstream::println!("  {passed}");
        }
    }
    if let Some(seen) = verified.motion.as_ref().and_then(worth_a_look) {
        anstream::println!("  {seen}");
    }
}

/// How a replay and its map fit, as a sentence.
fn beside_map(found: &Result<MapMatch, NotCompared>) -> String {
    match found {
        Ok(found) => found.summary(),
        Err(why) => format!("It is not compared with the map. {why}"),
    }
}

/// The omissions of the replay, as a sentence; `None` if there are none.
fn left_out(by_map: &ByMap) -> Option<String> {
    let count = |what: OmissionKind| {
        let count = by_map.passed.iter().filter(|passed| passed.what == what).count();
        (count > 0).then(|| format!("{count} × “{}”", what.label()))
    };
    let passed: Vec<String> = OmissionKind::ALL.into_iter().filter_map(count).collect();
    (!passed.is_empty())
        .then(|| format!("It leaves something out, which proves nothing: {}.", passed.join(", ")))
}

/// Prints a note: as recorded, and as map and motion give it.
fn explain(note: &ExplainedNote) {
    let number = note.note.map_or("-".to_owned(), |note| note.to_string());
    let ExplainedNote { time, event, recorded, recomputed, .. } = note;
    let why = note.why();
    let off: Vec<&str> = note.off.iter().map(|off| off.name()).collect();
    let off = if off.is_empty() { String::new() } else { format!("; off: {}", off.join(", ")) };
    let line = format!(
        "  {number:>5} {time:>9.3} s  {event:<7} {recorded:>3} → {recomputed:>3}  {why}{off}"
    );
    anstream::println!("{}", line.trim_end());
}

/// The observations, as a sentence; `None` if there are none.
fn worth_a_look(motion: &Motion) -> Option<String> {
    let count = |what: Observed| {
        let count = motion.observations.iter().filter(|seen| seen.what == what).count();
        // Of each kind only the first are listed.
        let is_cut = count == observation_limits::LISTED && motion.observations_left_out > 0;
        (count > 0).then(|| format!("{}{count} × {}", if is_cut { "≥ " } else { "" }, what.name()))
    };
    let seen: Vec<String> = Observed::ALL.into_iter().filter_map(count).collect();
    (!seen.is_empty())
        .then(|| format!("Worth a look, though it proves nothing: {}.", seen.join(", ")))
}

/// A line of JSON.
#[derive(Serialize)]
struct Line<'r> {
    path: Cow<'r, str>,
    game: Option<&'r str>,
    #[serde(flatten)]
    report: &'r Report,
    /// The conclusion from motion and map.
    verdict: Option<Verdict>,
    motion: Option<&'r Motion>,
    #[serde(skip_serializing_if = "Option::is_none")]
    map: Option<MapLine<'r>>,
    /// With `--notes`.
    #[serde(skip_serializing_if = "Option::is_none")]
    notes: Option<&'r [ExplainedNote]>,
}

/// The findings that `--map` adds: how the replay fits, or why that is unknown.
#[derive(Serialize)]
#[serde(untagged)]
enum MapLine<'r> {
    Compared(&'r MapMatch),
    NotCompared { reason: String },
}

impl<'r> Line<'r> {
    fn new(file: &'r Path, verified: &'r Verified, has_notes: bool) -> Self {
        Self {
            path: file.to_string_lossy(),
            game: verified.game.as_deref(),
            report: &verified.report,
            verdict: verified.verdict,
            motion: verified.motion.as_ref(),
            map: verified.map.as_ref().map(|found| match found {
                Ok(found) => MapLine::Compared(found),
                Err(why) => MapLine::NotCompared { reason: why.to_string() },
            }),
            notes: has_notes.then_some(&verified.notes),
        }
    }
}
