//! `ghostreel sample`: a replay out of nothing.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::builder::PossibleValuesParser;
use ghostreel_formats::{sample, sample_variants};

use crate::output;
use crate::say::{FAINT, NAME};
use crate::status::{Status, Usage};

/// Make a synthetic replay, to try things out with
///
/// The same arguments give the same file on every machine. Between them, the variants show everything that a file can
/// hold, also what hardly any real one does.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ghostreel sample --list
  ghostreel sample beat-saber a.bsor
  ghostreel sample beat-saber fail.bsor --variant fail --seed 7
  ghostreel sample beat-saber - | ghostreel info -")]
pub(crate) struct Args {
    /// The game
    #[arg(required_unless_present = "list", value_parser = PossibleValuesParser::new(games()))]
    game: Option<String>,
    /// Where to write the replay; `-` is standard output
    #[arg(value_name = "OUT", required_unless_present = "list")]
    output: Option<PathBuf>,
    /// Another seed, another replay
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// The variant of the replay; see --list
    #[arg(long, value_name = "NAME")]
    variant: Option<String>,
    /// List the games and their variants
    #[arg(long)]
    list: bool,
    /// Replace OUT if it exists
    #[arg(long)]
    force: bool,
}

pub(crate) fn run(args: &Args) -> Result<Status> {
    if args.list {
        return list(args.game.as_deref());
    }
    // clap has made sure of both.
    let game = args.game.as_deref().context("which game?")?;
    let out = args.output.as_deref().context("where to?")?;
    let bytes = sample(game, args.variant.as_deref(), args.seed).ok_or_else(|| {
        let variant = args.variant.as_deref().unwrap_or_default();
        let known = sample_variants().into_iter().find(|(name, _)| *name == game);
        let known = known.map(|(_, variants)| variants.join(", ")).unwrap_or_default();
        Usage(format!("there is no variant {variant:?} for {game}; there are {known}"))
    })?;
    output::write(out, args.force, |out| Ok(out.write_all(&bytes)?))?;
    Ok(Status::Ok)
}

fn list(game: Option<&str>) -> Result<Status> {
    let mut out = anstream::stdout().lock();
    for (name, variants) in sample_variants() {
        if game.is_some_and(|game| game != name) {
            continue;
        }
        writeln!(out, "{NAME}{name}{NAME:#}")?;
        for (index, variant) in variants.into_iter().enumerate() {
            let remark = if index == 0 { " (the default)" } else { "" };
            writeln!(out, "  {variant}{FAINT}{remark}{FAINT:#}")?;
        }
    }
    Ok(Status::Ok)
}

fn games() -> Vec<&'static str> {
    sample_variants().into_iter().map(|(game, _)| game).collect()
}
