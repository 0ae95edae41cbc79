//! `ghostreel pack`: replays into reels.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow};
use clap::ValueEnum;
use ghostreel_formats::{codec, probe};
use ghostreel_reel::Original;
use indicatif::HumanBytes;
use serde_json::json;

use crate::status::Status;
use crate::{input, output, say, text};

/// Pack replays into reels, from which they come back to the byte
///
/// `a.slp` becomes `a.slp.reel` beside it. The replay itself stays. What was packed is unpacked and compared before it is written.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ghostreel pack a.slp b.bsor
  ghostreel pack --level archive -o packed *.slp

`ghostreel unpack a.slp.reel` gives the replay back; `info`, `stats` and the other commands read the reel as they read the replay.")]
pub(crate) struct Args {
    /// The replays
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// How much time it may take: `live` is in short chunks, `archive` the shortest
    #[arg(long, value_enum, default_value = "fast")]
    level: Level,
    /// Where to write the reels [default: beside the replays]
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
    /// Replace reels that exist
    #[arg(long)]
    force: bool,
    /// One JSON object a line for each file (docs/json.md)
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Level {
    Live,
    Fast,
    Archive,
}

pub(crate) fn run(args: &Args) -> Result<Status> {
    let mut status = Status::Ok;
    for path in &args.files {
        if let Err(error) = pack(path, args) {
            if output::is_broken_pipe(&error) {
                return Err(error);
            }
            say::error(text::sentence(&error));
            status = Status::Failed;
        }
    }
    Ok(status)
}

fn pack(path: &Path, args: &Args) -> Result<()> {
    let name = input::name(path);
    let bytes = input::read(path)?;
    if input::is_reel(&bytes) {
        return Err(anyhow!("{name} is a reel already"));
    }
    let format = probe(&bytes).ok_or_else(|| anyhow!("{name} is no replay of a known format"))?;
    let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let out = in_folder(args.output.as_deref(), path, &format!("{file}.reel"));
    let level = match args.level {
        Level::Live => ghostreel_reel::Level::Live,
        Level::Fast => ghostreel_reel::Level::Fast,
        Level::Archive => ghostreel_reel::Level::Archive,
    };
    let original = Original { format: format.id.to_owned(), file, ..Original::default() };
    let reel = ghostreel_reel::pack(format.game, original, &bytes, level, codec(format.id))
        .map_err(|error| anyhow!("{name}: {error}"))?;
    output::write(&out, args.force, |to| Ok(to.write_all(&reel)?))?;
    if args.json {
        let (path, out) = (path.to_string_lossy(), out.to_string_lossy());
        let line = json!({"path": path, "out": out, "bytes": bytes.len(), "packed": reel.len(), "exact": true});
        writeln!(std::io::stdout().lock(), "{line}")?;
    } else {
        let sizes = [bytes.len(), reel.len()].map(|bytes| HumanBytes(bytes as u64));
        say::note(format_args!("wrote {}: {} of {}", output::name(&out), sizes[1], sizes[0]));
    }
    Ok(())
}

/// A file in a folder, or beside another.
pub(super) fn in_folder(folder: Option<&Path>, beside: &Path, name: &str) -> PathBuf {
    folder.or(beside.parent()).unwrap_or(Path::new("")).join(name)
}
