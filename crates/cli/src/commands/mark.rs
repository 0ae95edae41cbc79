//! `ghostreel mark`: signs files.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow};
use ghostreel::verify::beside;
use ghostreel_mark::{Evidence, Marked, SecretKey, mark_file, strip};

use crate::key_file::{self, KeyFile};
use crate::status::Status;
use crate::{input, output, say, text};

/// Sign replays with your key
///
/// The mark goes into the file where the format has a place that the game leaves alone (.bsor, .slp), and else beside it, as FILE.mark. The game's data stay
/// as they are. A mark that is there is replaced.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ghostreel mark a.bsor
  ghostreel mark --session a.reel a.bsor    with the session that you say it was recorded in
  ghostreel mark --strip a.bsor             take the mark out again

docs/spec/mark.md says what marks prove and what they do not.")]
pub(crate) struct Args {
    /// The files
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    key: KeyFile,
    /// The reel of the session in which the recorder wrote these files
    #[arg(long, value_name = "REEL", conflicts_with = "strip")]
    session: Option<PathBuf>,
    /// Take the marks out: the files are as before they were marked
    #[arg(long)]
    strip: bool,
}

pub(crate) fn run(args: &Args) -> Result<Status> {
    let mut status = Status::Ok;
    let mut each = |work: &dyn Fn(&Path) -> Result<()>| {
        for file in &args.files {
            if let Err(error) = work(file) {
                say::error(text::sentence(&error));
                status = Status::Failed;
            }
        }
    };
    if args.strip {
        each(&take_out);
        return Ok(status);
    }
    let key = args.key.open()?;
    let evidence =
        match &args.session {
            Some(reel) => {
                let of_reel = Evidence::of_reel(&input::read(reel)?);
                Some(of_reel.ok_or_else(|| {
                    anyhow!("{}: no closed session of a server", input::name(reel))
                })?)
            }
            None => None,
        };
    each(&|file| mark(file, &key, evidence.clone()));
    Ok(status)
}

fn mark(file: &Path, key: &SecretKey, evidence: Option<Evidence>) -> Result<()> {
    let bytes = input::read(file)?;
    let marked = mark_file(&bytes, key, key_file::now(), evidence)
        .map_err(|error| anyhow!("{}: {}", input::name(file), text::clean(&error.to_string())))?;
    let (out, bytes) = match marked {
        Marked::Inside(bytes) => (file.to_owned(), bytes),
        Marked::Beside(mark) => (beside(file), mark),
    };
    output::write(&out, true, |to| Ok(to.write_all(&bytes)?))?;
    say::note(format_args!("marked {}: wrote {}", input::name(file), output::name(&out)));
    Ok(())
}

fn take_out(file: &Path) -> Result<()> {
    let bytes = input::read(file)?;
    let stripped = strip(&bytes)
        .map_err(|error| anyhow!("{}: {}", input::name(file), text::clean(&error.to_string())))?;
    let lies_beside = fs::remove_file(beside(file)).is_ok();
    if stripped != bytes {
        output::write(file, true, |to| Ok(to.write_all(&stripped)?))?;
    }
    let what = if lies_beside || stripped != bytes {
        "took the mark out of"
    } else {
        "there is no mark in"
    };
    say::note(format_args!("{what} {}", input::name(file)));
    Ok(())
}
