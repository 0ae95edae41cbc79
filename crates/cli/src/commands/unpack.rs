//! `ghostreel unpack`: replays out of reels.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow};
use ghostreel_formats::CODECS;
use ghostreel_reel::Reel;
use indicatif::HumanBytes;
use serde_json::json;

use super::pack::in_folder;
use crate::status::Status;
use crate::{input, output, say, text};

/// Take replays out of reels, to the byte
///
/// The replay has the name again that it was packed under, beside the reel. What can be read of a damaged reel is written, with a warning
/// that says which bytes are missing.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ghostreel unpack a.slp.reel
  ghostreel unpack -o replays *.reel

Exit code 3 says that bytes are missing.")]
pub(crate) struct Args {
    /// The reels
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Where to write the replays [default: beside the reels]
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
    /// Replace files that exist
    #[arg(long)]
    force: bool,
    /// One JSON object a line for each file (docs/json.md)
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<Status> {
    let mut status = Status::Ok;
    for path in &args.files {
        let one = unpack(path, args).or_else(|error| {
            if output::is_broken_pipe(&error) {
                return Err(error);
            }
            say::error(text::sentence(&error));
            Ok(Status::Failed)
        })?;
        status = status.max(one);
    }
    Ok(status)
}

fn unpack(path: &Path, args: &Args) -> Result<Status> {
    let name = input::name(path);
    let packed = input::read(path)?;
    let reel = Reel::open(&packed).map_err(|error| anyhow!("{name}: {error}"))?;
    let original = reel.original(CODECS).map_err(|error| anyhow!("{name}: {error}"))?;
    let (bytes, missing) = original.ok_or_else(|| anyhow!("{name} holds no game's own file"))?;
    let out = in_folder(args.output.as_deref(), path, &file_name(&reel, path));
    output::write(&out, args.force, |to| Ok(to.write_all(&bytes)?))?;
    for gap in &missing {
        let (begin, end) = (gap.rows.start, gap.rows.end);
        say::warning(format_args!("{name}: bytes {begin} to {end} of the replay are missing"));
    }
    let is_exact = reel.is_original(&bytes);
    if is_exact.is_none() {
        say::warning(format_args!("{name} has no end: the replay may go on behind what is here"));
    }
    if args.json {
        let (path, out, exact) =
            (path.to_string_lossy(), out.to_string_lossy(), is_exact == Some(true));
        let line = json!({"path": path, "out": out, "bytes": bytes.len(), "packed": packed.len(), "exact": exact});
        writeln!(std::io::stdout().lock(), "{line}")?;
    } else {
        let size = HumanBytes(bytes.len() as u64);
        say::note(format_args!("wrote {}: {size}", output::name(&out)));
    }
    Ok(if is_exact == Some(true) { Status::Ok } else { Status::Lost })
}

/// The name that the replay was packed under. What a reel says leads to no other folder.
fn file_name(reel: &Reel<'_>, path: &Path) -> String {
    let named = reel.header().original().map(|(_, original)| original.file.clone());
    let is_plain = |name: &String| {
        !name.is_empty() && name != "." && name != ".." && !name.contains(['/', '\\', ':', '\0'])
    };
    named.filter(is_plain).unwrap_or_else(|| {
        format!("{}.original", path.file_stem().unwrap_or_default().to_string_lossy())
    })
}
