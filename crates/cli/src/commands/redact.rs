//! `ghostreel redact`: a copy of a replay that does not say who played, when, and on what.

use std::borrow::Cow;
use std::path::PathBuf;

use anyhow::Result;
use ghostreel::Redacted;
use ghostreel_formats::core::redact::{Removal, Removals};
use indicatif::HumanBytes;
use serde::Serialize;

use crate::status::Status;
use crate::{input, output, say, text};

/// Take out names, ids, hardware and exact dates
///
/// The copy is a replay as the game writes them, with the same play; the original stays as it is. Of a reel, the game's own file in it is taken. Marks go, too:
/// they name a key. The motion and the inputs stay, and they identify who played: see docs/recording.md.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ghostreel redact a.bsor -o b.bsor
  ghostreel redact --json a.slp -o b.slp | jq .removed

docs/recording.md says what goes and what stays, for each game.")]
pub(crate) struct Args {
    /// The replay; `-` is standard input
    #[arg(value_name = "FILE")]
    input: PathBuf,
    /// Where to write the copy
    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,
    /// Replace OUT if it exists
    #[arg(long)]
    force: bool,
    /// One JSON object with what was taken out (docs/json.md)
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    opening: input::Opening,
}

/// The warning about what redacting does not change.
const MOTION: &str = "what is left still identifies: in a study, 100 seconds of motion were enough to tell in 94 % of cases \
    which of 55,541 players it was";

pub(crate) fn run(args: &Args) -> Result<Status> {
    let options = args.opening.recover()?;
    let opened = input::load(&args.input, &options)?;
    let redacted = Redacted::of(&opened, &options);
    let Redacted { bytes, removals } =
        redacted.map_err(|error| input::about(&args.input, &error))?;
    output::write(&args.output, args.force, |out| Ok(out.write_all(&bytes)?))?;
    if args.json {
        output::json_line(&Line::new(args, &removals))?;
    } else {
        for Removal { what, value, places, .. } in removals.iter() {
            let times = if *places > 1 { format!(", {places} times") } else { String::new() };
            let (what, value) = (text::clean(what), text::clean(value));
            anstream::println!("{what}: {value}{times}");
        }
        let length = HumanBytes(bytes.len() as u64);
        say::note(format_args!("wrote {} ({length})", output::name(&args.output)));
    }
    say::warning(MOTION);
    Ok(Status::Ok)
}

/// A line of JSON.
#[derive(Serialize)]
struct Line<'r> {
    path: Cow<'r, str>,
    output: Cow<'r, str>,
    removed: Vec<Removed<'r>>,
}

#[derive(Serialize)]
struct Removed<'r> {
    what: &'r str,
    value: &'r str,
    places: usize,
}

impl<'r> Line<'r> {
    fn new(args: &'r Args, removals: &'r Removals) -> Self {
        let removed = removals.iter().map(|removal| Removed {
            what: &removal.what,
            value: &removal.value,
            places: removal.places,
        });
        Self {
            path: args.input.to_string_lossy(),
            output: args.output.to_string_lossy(),
            removed: removed.collect(),
        }
    }
}
