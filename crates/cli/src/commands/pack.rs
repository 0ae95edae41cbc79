//! `ghostreel pack`: replays into reels.

use std::path::Path;

use anyhow::{Result, bail};
use clap::ValueEnum;
use ghostreel_formats::{codec, probe};
use ghostreel_reel::Original;
use indicatif::HumanBytes;

use super::batch::{self, BatchJob, Converted};
use crate::input;
use crate::status::Status;

/// Pack replays into reels, from which they come back to the byte
///
/// `a.slp` becomes `a.slp.reel` beside it. The replay itself stays. The reel is unpacked and compared before it is written.
/// Folders are searched for replays; in them, files that neither have a replay's name nor begin like one are skipped.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ghostreel pack a.slp b.bsor
  ghostreel pack --level archive -o packed replays/

`ghostreel unpack a.slp.reel` gives the replay back; `info`, `stats` and the other commands read the reel as they read the replay.")]
pub(crate) struct Args {
    #[command(flatten)]
    files: batch::Files,
    /// How much time it may take: `live` is in short chunks, `archive` the shortest
    #[arg(long, value_enum, default_value = "fast")]
    level: Level,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum Level {
    Live,
    Fast,
    Archive,
}

pub(crate) fn run(args: &Args) -> Result<Status> {
    batch::run(&args.files, &Pack { level: args.level })
}

struct Pack {
    level: Level,
}

impl BatchJob for Pack {
    const PAST_TENSE: &'static str = "packed";
    const NOUN: &'static str = "replay";

    fn is_for(&self, head: &[u8]) -> bool {
        input::is_replay(head)
    }

    fn is_for_name(&self, path: &Path) -> bool {
        input::has_replay_name(path)
    }

    fn sizes(replay: HumanBytes, reel: HumanBytes) -> String {
        format!("{reel} of {replay}")
    }

    fn make(&self, path: &Path, bytes: Vec<u8>) -> Result<Converted> {
        if input::is_stdin(path) {
            bail!("standard input has no name that its reel could have");
        }
        let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let name = format!("{file}.{}", input::REEL_EXTENSION);
        let reel = packed(path, file, &bytes, self.level)?;
        let (length, packed) = (bytes.len(), reel.len());
        Ok(Converted { name, bytes: reel, length, packed, is_exact: true, diagnostics: Vec::new() })
    }
}

/// The reel of a replay; `file` is the name that it has in it.
pub(super) fn packed(path: &Path, file: String, bytes: &[u8], level: Level) -> Result<Vec<u8>> {
    let name = input::name(path);
    if input::is_reel(bytes) {
        bail!("{name} is a reel already");
    }
    let Some(format) = probe(bytes) else { bail!("{name} is no replay of a known format") };
    let level = match level {
        Level::Live => ghostreel_reel::Level::Live,
        Level::Fast => ghostreel_reel::Level::Fast,
        Level::Archive => ghostreel_reel::Level::Archive,
    };
    let original = Original { format: format.id.to_owned(), file, ..Original::default() };
    Ok(ghostreel_reel::pack(format.game, original, bytes, level, codec(format.id))?)
}
