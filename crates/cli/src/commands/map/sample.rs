//! `ghostreel map sample`: a map out of nothing.

use std::fs;
use std::path::PathBuf;

use anyhow::{Result, anyhow};
use clap::ValueEnum;
use ghostreel_beatmap::sample::{Version, files};

use crate::status::Status;
use crate::{output, text};

/// Make a folder with a map that has something of everything
///
/// It has no song: nothing that is made here is played.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The folder to make
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Version of the format
    #[arg(long = "format-version", value_enum, default_value = "3", value_name = "VERSION")]
    version: FormatVersion,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum FormatVersion {
    #[value(name = "2")]
    V2,
    #[value(name = "3")]
    V3,
    #[value(name = "4")]
    V4,
}

pub(super) fn run(args: &Args) -> Result<Status> {
    let version = match args.version {
        FormatVersion::V2 => Version::V2,
        FormatVersion::V3 => Version::V3,
        FormatVersion::V4 => Version::V4,
    };
    fs::create_dir_all(&args.folder).map_err(|error| {
        anyhow!("cannot make {}: {}", text::path(&args.folder), text::reason(&error))
    })?;
    for (name, content) in files(version).iter() {
        output::write(&args.folder.join(name), false, |out| Ok(out.write_all(content)?))?;
    }
    Ok(Status::Ok)
}
