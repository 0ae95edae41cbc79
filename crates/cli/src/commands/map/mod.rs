//! `ghostreel map`: maps of Beat Saber.

mod folder;
mod info;
mod sample;

use std::path::Path;

use anyhow::{Result, anyhow};
use clap::Subcommand;
use ghostreel_beatmap::sample::zip as pack;
use ghostreel_beatmap::{FileList, Files, Map, ZipFiles};

use crate::status::Status;
use crate::{input, text};

/// Look into maps of Beat Saber: what replays are played on
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ghostreel map info song/       a folder with an Info.dat
  ghostreel map info 2b69a.zip   a zip file, as maps are shared
  ghostreel map sample song      make one to try things with")]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Info(info::Args),
    Sample(sample::Args),
}

pub(crate) fn run(args: &Args) -> Result<Status> {
    match &args.command {
        Command::Info(args) => info::run(args),
        Command::Sample(args) => sample::run(args),
    }
}

/// A map as one zip file: the file itself, or the files of a folder packed into one.
pub(crate) fn zip(path: &Path) -> Result<Vec<u8>> {
    if !path.is_dir() {
        return input::read(path);
    }
    let folder = folder::Folder::open(path)?;
    if folder.length() > input::LONGEST {
        return Err(anyhow!(
            "{}: its files have more than {} bytes",
            input::name(path),
            input::LONGEST
        ));
    }
    let mut files = FileList::default();
    for (index, name) in folder.names().iter().enumerate() {
        let named = |error: ghostreel_formats::core::Error| {
            anyhow!("{}: {}", input::name(&path.join(name)), text::clean(&error.message()))
        };
        files.push(name.as_str(), folder.read(index, input::LONGEST).map_err(named)?.bytes);
    }
    pack(&files).map_err(|error| anyhow!("{}: {}", input::name(path), text::reason(&error)))
}

/// Reads the map in a folder or a zip file. Errors name it.
pub(crate) fn read(path: &Path) -> Result<Map> {
    let named = |error: ghostreel_formats::core::Error| {
        anyhow!("{}: {}", input::name(path), text::clean(&error.message()))
    };
    if path.is_dir() {
        return Map::read(&folder::Folder::open(path)?).map_err(named);
    }
    let bytes = input::read(path)?;
    if !ZipFiles::is_zip(&bytes) {
        return Err(anyhow!(
            "{}: expected a folder or a zip file with a map, found a file of another kind",
            input::name(path)
        ));
    }
    Map::from_zip(&bytes).map_err(named)
}
