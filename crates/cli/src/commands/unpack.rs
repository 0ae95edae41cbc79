//! `ghostreel unpack`: replays out of reels.

use std::ops::Range;
use std::path::Path;

use anyhow::{Result, anyhow};
use ghostreel_formats::CODECS;
use ghostreel_formats::core::{Diagnostic, Severity};
use ghostreel_reel::{Missing, Reel};
use indicatif::HumanBytes;

use super::batch::{self, BatchJob, Converted};
use crate::input;
use crate::status::Status;

/// Take replays out of reels, to the byte
///
/// The replay has the name again that it was packed under, beside the reel. The readable part of a damaged reel is written, with a warning
/// that says which bytes are missing. Folders are searched for reels; in them, files that neither have a reel's name nor begin like one are skipped.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ghostreel unpack a.slp.reel
  ghostreel unpack -o replays packed/

Exit code 3 says that bytes are missing.")]
pub(crate) struct Args {
    #[command(flatten)]
    files: batch::Files,
}

pub(crate) fn run(args: &Args) -> Result<Status> {
    batch::run(&args.files, &Unpack)
}

struct Unpack;

impl BatchJob for Unpack {
    const PAST_TENSE: &'static str = "unpacked";
    const NOUN: &'static str = "reel";

    fn is_for(&self, head: &[u8]) -> bool {
        input::is_reel(head)
    }

    fn is_for_name(&self, path: &Path) -> bool {
        input::has_reel_name(path)
    }

    fn sizes(replay: HumanBytes, reel: HumanBytes) -> String {
        format!("{replay} out of {reel}")
    }

    fn make(&self, path: &Path, packed: Vec<u8>) -> Result<Converted> {
        let reel = Reel::open(&packed)?;
        let Unpacked { bytes, is_exact, diagnostics } = unpacked(path, &reel)?;
        let (name, length, packed) = (file_name(&reel, path), bytes.len(), packed.len());
        Ok(Converted { name, bytes, length, packed, is_exact, diagnostics })
    }
}

/// The replay in a reel, as far as it is there.
#[derive(Debug)]
pub(super) struct Unpacked {
    pub(super) bytes: Vec<u8>,
    /// Whether it is the one that was packed.
    pub(super) is_exact: bool,
    /// The missing part.
    pub(super) diagnostics: Vec<Diagnostic>,
}

pub(super) fn unpacked(path: &Path, reel: &Reel<'_>) -> Result<Unpacked> {
    let original = reel.original(CODECS)?;
    let (bytes, missing) =
        original.ok_or_else(|| anyhow!("{} holds no game's own file", input::name(path)))?;
    let lost =
        |offset, message: String| Diagnostic::new(Severity::Error, offset, "original", message);
    let gap = |Missing { rows: Range { start, end }, .. }: &Missing| {
        lost(*start, format!("bytes {start} to {end} of the replay are missing"))
    };
    let mut diagnostics: Vec<Diagnostic> = missing.iter().map(gap).collect();
    let is_original = reel.is_original(&bytes);
    let length = bytes.len() as u64;
    match is_original {
        None => {
            let message = "the reel has no end: the replay may go on after what is here";
            diagnostics.push(lost(length, message.to_owned()));
        }
        Some(false) if diagnostics.is_empty() => {
            diagnostics.push(lost(0, "this is not the replay that was packed".to_owned()));
        }
        Some(_) => {}
    }
    Ok(Unpacked { bytes, is_exact: is_original == Some(true), diagnostics })
}

/// The name that the replay was packed under. A reel's name leads to no other folder, and not to standard output.
fn file_name(reel: &Reel<'_>, path: &Path) -> String {
    let named = reel.header().original().map(|(_, original)| original.file.clone());
    let is_plain = |name: &String| {
        !["", ".", "..", "-"].contains(&name.as_str()) && !name.contains(['/', '\\', ':', '\0'])
    };
    named.filter(is_plain).unwrap_or_else(|| {
        format!("{}.original", path.file_stem().unwrap_or_default().to_string_lossy())
    })
}
