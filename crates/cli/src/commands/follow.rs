//! `ghostreel follow`: a game as it is written.

mod commentary;
mod frames;
mod running;

use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::Result;
use ghostreel_formats::AnyEvent;
use ghostreel_formats::core::{Outcome, PushDecoder};
use ghostreel_live::{EndReason, LiveEvent};
use serde::Serialize;

use self::commentary::Commentary;
use self::frames::Frames;
use self::running::Running;
use crate::status::Status;
use crate::{input, say, text};

/// Report what happens in a game while it is being recorded
///
/// Follows a replay that is being written, or the newest in a folder and then each that is newer. Neither needs to exist
/// yet. Frames are printed when no rollback can change them any more. Goes on until Ctrl-C.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ghostreel follow ~/Slippi                            what happens, a line for each
  ghostreel follow --frames ~/Slippi | jq .frame       every frame, as it is written
  ghostreel follow --stats --once game.slp | tail -1   the statistics at the end
  ghostreel play --follow ~/Slippi                     watch it instead")]
pub(crate) struct Args {
    /// The replay, or the folder
    #[arg(value_name = "FILE|DIR")]
    path: PathBuf,
    /// Print each frame as one JSON line (docs/json.md)
    #[arg(long)]
    frames: bool,
    /// Print the statistics as they stand about once a second, and at the end, as one JSON line each (docs/json.md)
    #[arg(long, conflicts_with = "frames")]
    stats: bool,
    /// End with the game
    #[arg(long)]
    once: bool,
}

/// How often statistics are renewed.
const RENEWAL: Duration = Duration::from_secs(1);
/// How long nothing may arrive before a note says what the program waits for.
const PATIENCE: Duration = Duration::from_millis(500);

/// Prints what happens, in one of the forms that the arguments choose.
trait Printer {
    /// A replay begins.
    fn began(&mut self, name: &str, out: &mut dyn Write) -> Result<()>;
    /// Something was decoded.
    fn event(&mut self, event: &AnyEvent, out: &mut dyn Write) -> Result<()>;
    /// All that has arrived was decoded.
    fn pause(&mut self, game: &Running, out: &mut dyn Write) -> Result<()>;
    /// The replay has ended.
    fn ended(&mut self, game: &Running, why: EndReason, out: &mut dyn Write) -> Result<()>;
}

pub(crate) fn run(args: &Args) -> Result<Status> {
    let mut printer: Box<dyn Printer> = match (args.frames, args.stats) {
        (true, _) => Box::new(Frames::default()),
        (_, true) => Box::new(Stats::default()),
        _ => Box::new(Commentary::default()),
    };
    let mut source = ghostreel_live::follow(&args.path);
    let mut game: Option<Running> = None;
    let mut is_waiting = false;
    let mut trouble = None;
    let mut status = Status::Ok;
    loop {
        let update = source.next(PATIENCE);
        // Whole lines at once, each as soon as its event has happened.
        let mut out = Vec::new();
        match (update, &mut game) {
            (Some(LiveEvent::Began { name }), _) => {
                let name = text::clean(&name);
                printer.began(&name, &mut out)?;
                game = Some(Running::new(name));
            }
            (Some(LiveEvent::Bytes(bytes)), Some(game)) => {
                game.push(bytes);
                while let Some(event) = game.next_event() {
                    printer.event(&event, &mut out)?;
                }
                printer.pause(game, &mut out)?;
            }
            (Some(LiveEvent::Rewritten { offset, bytes }), Some(game)) => {
                game.rewrite(offset, &bytes)
            }
            (Some(LiveEvent::Ended(why)), Some(game)) => {
                // Only the end of the input settles the last frames of a game that broke off.
                game.decoder.finish();
                while let Some(event) = game.next_event() {
                    printer.event(&event, &mut out)?;
                }
                printer.ended(game, why, &mut out)?;
                status = status.max(outcome(game));
                if args.once {
                    print(&out)?;
                    return Ok(status);
                }
            }
            (None, _) => {
                if let Some(game) = &game {
                    printer.pause(game, &mut out)?;
                } else if !is_waiting && source.trouble().is_none() {
                    is_waiting = true;
                    say::note(format_args!("waiting for a replay: {}", input::name(&args.path)));
                }
            }
            _ => {}
        }
        print(&out)?;
        if source.trouble() != trouble {
            trouble = source.trouble();
            if let Some(trouble) = &trouble {
                say::warning(format_args!("trying again: {}", text::clean(trouble)));
            }
        }
    }
}

fn print(lines: &[u8]) -> Result<()> {
    if lines.is_empty() {
        return Ok(());
    }
    let mut out = anstream::stdout().lock();
    out.write_all(lines)?;
    out.flush()?;
    Ok(())
}

/// Prints what is wrong with a replay that has ended.
fn outcome(game: &Running) -> Status {
    if let Some(error) = &game.error {
        say::error(format_args!("{}: {}", game.name, text::clean(&error.to_string())));
        return Status::Failed;
    }
    let diagnostics = game.diagnostics();
    say::diagnostics(&game.name, &diagnostics);
    Outcome::of(&diagnostics).into()
}

/// One JSON object as a line.
fn json_line(line: &impl Serialize, out: &mut dyn Write) -> Result<()> {
    serde_json::to_writer(&mut *out, line)?;
    Ok(writeln!(out)?)
}

/// `--stats`
#[derive(Debug, Default)]
struct Stats {
    renewed: Option<Instant>,
    /// Bytes of the replay when its statistics were printed last.
    printed_bytes: usize,
}

#[derive(Serialize)]
struct StatsLine<'a> {
    event: &'static str,
    name: &'a str,
    #[serde(flatten)]
    statistics: ghostreel_analysis::Statistics,
}

impl Stats {
    fn print(&mut self, game: &Running, out: &mut dyn Write) -> Result<()> {
        self.printed_bytes = game.bytes().len();
        let Some(statistics) = game.statistics() else { return Ok(()) };
        json_line(&StatsLine { event: "stats", name: &game.name, statistics }, out)
    }
}

impl Printer for Stats {
    fn began(&mut self, _: &str, _: &mut dyn Write) -> Result<()> {
        *self = Self { renewed: Some(Instant::now()), printed_bytes: 0 };
        Ok(())
    }

    fn event(&mut self, _: &AnyEvent, _: &mut dyn Write) -> Result<()> {
        Ok(())
    }

    fn pause(&mut self, game: &Running, out: &mut dyn Write) -> Result<()> {
        let is_due = self.renewed.is_none_or(|renewed| renewed.elapsed() >= RENEWAL);
        if !is_due || self.printed_bytes == game.bytes().len() {
            return Ok(());
        }
        self.print(game, out)?;
        // Counted from now: statistics that take long to make must not take all the time.
        self.renewed = Some(Instant::now());
        Ok(())
    }

    fn ended(&mut self, game: &Running, _: EndReason, out: &mut dyn Write) -> Result<()> {
        if game.error.is_none() && game.statistics().is_none() {
            say::warning(format_args!("{}: there are no statistics for its game yet", game.name));
        }
        self.print(game, out)
    }
}
