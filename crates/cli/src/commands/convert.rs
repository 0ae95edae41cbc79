//! `ghostreel convert`: replay to JSON or reel and back.

use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow, bail};
use ghostreel_formats::core::FormatInfo;
use ghostreel_formats::{FORMATS, Options, convert, json, native_file, open_with, probe};
use ghostreel_reel::{Reel, WholeTables};

use super::pack::{Level, packed};
use super::unpack::{Unpacked, unpacked};
use crate::status::{Status, Usage};
use crate::{input, output, say, text};

/// Convert a replay to JSON or a reel, or such JSON or reel to the replay it was made of; or to another format of its game
///
/// To JSON or a reel and back is exact: not a byte changes, not even in a damaged file. Another format of the same game has
/// no place for some of what a replay holds and places for more: losses and assumptions are listed. The format of IN
/// follows from its content, that of OUT from its name.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ghostreel convert a.bsor a.json
  ghostreel convert a.json b.bsor        b.bsor is the same as a.bsor
  ghostreel convert a.slp a.reel         as `pack` does
  ghostreel convert a.reel b.slp         as `unpack` does
  ghostreel convert legacy.json a.bsor   of a legacy ScoreSaber replay
  ghostreel convert --to scoresaber-json a.bsor legacy.json
  ghostreel convert --to bsor2 a.bsor draft.bsor

Of a reel that was recorded in Beat Saber itself, a .bsor is made as far as it has room.")]
pub(crate) struct Args {
    /// The replay, JSON or reel to read; `-` is standard input
    #[arg(value_name = "IN")]
    input: PathBuf,
    /// The JSON, reel or replay to write; `-` is standard output
    #[arg(value_name = "OUT")]
    output: PathBuf,
    /// The format of the same game to convert to, by its short name, where the name of OUT does not say it: `.json` alone means
    /// the exact JSON, and `.bsor` may be of either version
    #[arg(long, value_name = "FORMAT")]
    to: Option<String>,
    /// Replace OUT if it exists
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    opening: input::Opening,
}

pub(crate) fn run(args: &Args) -> Result<Status> {
    let options = args.opening.recover()?;
    let bytes = input::read(&args.input)?;
    if args.to.is_some() && !input::is_replay(&bytes) {
        return Err(Usage("--to is for replays, and IN is not one".to_owned()).into());
    }
    if input::is_reel(&bytes) {
        out_of_reel(args, &bytes, &options)
    } else if !input::is_replay(&bytes) && is_json(&bytes) {
        to_replay(args, &bytes, &options)
    } else if input::has_reel_name(&args.output) {
        into_reel(args, &bytes)
    } else if let Some(format) = other_format(args, &bytes)? {
        to_other_format(args, bytes, format, &options)
    } else {
        to_json(args, bytes, &options)
    }
}

/// The other format of the same game that OUT is to have, if it is to have one.
fn other_format(args: &Args, bytes: &[u8]) -> Result<Option<&'static FormatInfo>> {
    let Some(own) = probe(bytes) else { return Ok(None) };
    if let Some(id) = &args.to {
        let is_other = |format: &&&FormatInfo| format.game == own.game && format.id != own.id;
        let others = || FORMATS.iter().filter(is_other);
        let other = others().find(|format| format.id == id);
        let ids: Vec<&str> = others().map(|format| format.id).collect();
        return match other {
            Some(format) => Ok(Some(format)),
            None if ids.is_empty() => {
                Err(Usage(format!("{} has no other format", own.game_name)).into())
            }
            None => {
                Err(Usage(format!("a {} becomes {}, and not {id}", own.name, ids.join(" or ")))
                    .into())
            }
        };
    }
    // An ending that IN has too says nothing.
    let says_nothing = |extension: &str| extension == "json" || own.extensions.contains(&extension);
    let is_meant = |format: &&&FormatInfo| {
        let mut extensions = format.extensions.iter().filter(|extension| !says_nothing(extension));
        format.game == own.game
            && extensions.any(|extension| has_extension(&args.output, extension))
    };
    Ok(FORMATS.iter().find(is_meant).copied())
}

fn to_other_format(
    args: &Args,
    bytes: Vec<u8>,
    format: &FormatInfo,
    options: &Options,
) -> Result<Status> {
    let name = input::name(&args.input);
    let replay = open_with(bytes, options)
        .map_err(|error| anyhow!("{name}: {}", text::clean(&error.to_string())))?;
    let Some((converted, missing)) = convert(&replay, format.id) else {
        bail!("there is no way from a {} to a {}", replay.format().name, format.name);
    };
    expect_extension(
        &args.output,
        &format!("{name} becomes a {}", format.name),
        format.extensions,
    )?;
    say::diagnostics(&name, replay.diagnostics());
    output::write(&args.output, args.force, |out| Ok(out.write_all(&converted.encode())?))?;
    say::note(format_args!("{} is not the same replay:", output::name(&args.output)));
    for sentence in missing {
        say::note(format_args!("- {}", text::clean(&sentence)));
    }
    Ok(replay.outcome().into())
}

fn into_reel(args: &Args, bytes: &[u8]) -> Result<Status> {
    // Standard input has no name.
    let file = args.input.file_name().filter(|_| !input::is_stdin(&args.input));
    let file = file.unwrap_or_default().to_string_lossy().into_owned();
    let reel = packed(&args.input, file, bytes, Level::Fast)?;
    output::write(&args.output, args.force, |out| Ok(out.write_all(&reel)?))?;
    Ok(Status::Ok)
}

fn out_of_reel(args: &Args, reel: &[u8], options: &Options) -> Result<Status> {
    let named =
        |error| anyhow!("{}: {}", input::name(&args.input), text::clean(&format!("{error}")));
    let reel = Reel::open(reel).map_err(|error| named(error.into()))?;
    let made = match reel.header().original() {
        Some(_) => unpacked(&args.input, &reel),
        None => recorded(&args.input, &reel),
    };
    let Unpacked { bytes, is_exact, diagnostics } = made.map_err(named)?;
    if has_extension(&args.output, "json") {
        // Without its middle, a replay may look like a whole one.
        if !is_exact {
            bail!(
                "bytes of the replay in {} are missing; `ghostreel unpack` writes those that are there",
                input::name(&args.input)
            );
        }
        return to_json(args, bytes, options);
    }
    if let Some(FormatInfo { name, extensions, .. }) = probe(&bytes) {
        expect_extension(&args.output, &format!("this reel holds a {name}"), extensions)?;
    }
    output::write(&args.output, args.force, |out| Ok(out.write_all(&bytes)?))?;
    say::diagnostics(&input::name(&args.input), &diagnostics);
    Ok(if is_exact { Status::Ok } else { Status::Lost })
}

fn to_json(args: &Args, bytes: Vec<u8>, options: &Options) -> Result<Status> {
    let name = input::name(&args.input);
    let replay = open_with(bytes, options)
        .map_err(|error| anyhow!("{name}: {}", text::clean(&error.to_string())))?;
    expect_extension(
        &args.output,
        "a replay becomes JSON or a reel",
        &["json", input::REEL_EXTENSION],
    )?;
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
    // A file that cannot be read again is useless, and is not written. The JSON of a damaged replay is exact, so the damage is in
    // the file as before.
    let view = open_with(replay.encode(), options).map_err(|error| {
        anyhow!("{name} makes no readable replay: {}", text::clean(&error.to_string()))
    })?;
    output::write(&args.output, args.force, |out| Ok(out.write_all(view.bytes())?))?;
    say::diagnostics(&output::name(&args.output), view.diagnostics());
    Ok(view.outcome().into())
}

/// The game's own file, made of the tables that a recorder wrote into a reel.
fn recorded(path: &Path, reel: &Reel<'_>) -> Result<Unpacked> {
    let tables = WholeTables::of(reel);
    let file = native_file(&reel.header().game, &|table, columns| tables.read(table, columns));
    let bytes = match file {
        Some(bytes) => bytes?,
        None => bail!("{} holds no game's own file", input::name(path)),
    };
    let diagnostics = tables.missing();
    Ok(Unpacked { bytes, is_exact: diagnostics.is_empty() && reel.is_finished(), diagnostics })
}

fn is_json(bytes: &[u8]) -> bool {
    bytes.trim_ascii_start().starts_with(b"{")
}

fn has_extension(path: &Path, extension: &str) -> bool {
    path.extension().is_some_and(|found| found.eq_ignore_ascii_case(extension))
}

/// A file must not be named as another format than its content.
fn expect_extension(output: &Path, because: &str, extensions: &[&str]) -> Result<()> {
    let others = ["json", input::REEL_EXTENSION];
    let mut endings = FORMATS.iter().flat_map(|format| format.extensions).chain(&others);
    let has = |extension: &&str| has_extension(output, extension);
    if endings.any(&has) && !extensions.iter().any(&has) {
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
