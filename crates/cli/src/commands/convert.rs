//! `ghostreel convert`: replay to JSON and back.

use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow};
use ghostreel_formats::core::FormatInfo;
use ghostreel_formats::{FORMATS, Options, json, open_with, probe};

use crate::status::{Status, Usage};
use crate::{input, output, say, text};

/// Convert a replay to JSON, or such JSON to the replay it was made of
///
/// Both ways are exact: not a byte changes on the way there and back, not even in a damaged file. What IN is
/// follows from its content; OUT must be named accordingly.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ghostreel convert a.bsor a.json
  ghostreel convert a.json b.bsor        b.bsor is the same as a.bsor")]
pub(crate) struct Args {
    /// The replay or JSON to read; `-` is standard input
    #[arg(value_name = "IN")]
    input: PathBuf,
    /// The JSON or replay to write; `-` is standard output
    #[arg(value_name = "OUT")]
    output: PathBuf,
    /// Replace OUT if it exists
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    opening: input::Opening,
}

pub(crate) fn run(args: &Args) -> Result<Status> {
    let options = args.opening.recover()?;
    let bytes = input::read(&args.input)?;
    if probe(&bytes).is_none() && is_json(&bytes) {
        to_replay(args, &bytes, &options)
    } else {
        to_json(args, bytes, &options)
    }
}

fn to_json(args: &Args, bytes: Vec<u8>, options: &Options) -> Result<Status> {
    let name = input::name(&args.input);
    let replay = open_with(bytes, options)
        .map_err(|error| anyhow!("{name}: {}", text::clean(&error.to_string())))?;
    expect_extension(&args.output, "a replay becomes JSON", &["json"])?;
    say::diagnostics(&name, replay.diagnostics());
    output::write(&args.output, args.force, |out| {
        json::write(&replay, &mut *out, false)?;
        writeln!(out)?;
        Ok(())
    })?;
    Ok(replay.outcome().into())
}

fn to_replay(args: &Args, bytes: &[u8], options: &Options) -> Result<Status> {
    let name = input::name(&args.input);
    let replay = json::read(bytes)
        .map_err(|error| anyhow!("{name}: {}", text::clean(&error.to_string())))?;
    let FormatInfo { name: format, extensions, .. } = replay.format();
    expect_extension(&args.output, &format!("this JSON becomes a {format}"), extensions)?;
    // What cannot be read again helps nobody, and is not written. The JSON of a damaged replay is exact, so the damage is in
    // the file as before.
    let view = open_with(replay.encode(), options).map_err(|error| {
        anyhow!("{name} makes no readable replay: {}", text::clean(&error.to_string()))
    })?;
    output::write(&args.output, args.force, |out| Ok(out.write_all(view.bytes())?))?;
    say::diagnostics(&output::name(&args.output), view.diagnostics());
    Ok(view.outcome().into())
}

fn is_json(bytes: &[u8]) -> bool {
    bytes.trim_ascii_start().starts_with(b"{")
}

/// A file whose name says something else than its content helps nobody.
fn expect_extension(output: &Path, because: &str, extensions: &[&str]) -> Result<()> {
    let extension = output.extension().map(|found| found.to_string_lossy().to_lowercase());
    let misleads = match &extension {
        Some(found) => {
            let known = FORMATS.iter().flat_map(|format| format.extensions).chain(&["json"]);
            !extensions.contains(&found.as_str()) && known.into_iter().any(|known| known == found)
        }
        None => false,
    };
    if misleads {
        let wanted: Vec<String> = extensions.iter().map(|e| format!(".{e}")).collect();
        let message = format!(
            "{because}, so OUT should end in {} and not as {} does",
            wanted.join(" or "),
            text::path(output)
        );
        return Err(Usage(message).into());
    }
    Ok(())
}
