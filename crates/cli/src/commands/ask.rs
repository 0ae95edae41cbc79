//! `ghostreel ask`: a question by its name, answered as JSON.

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::{Result, anyhow};
use ghostreel_analysis::{Analysis, Question, questions};
use ghostreel_formats::FORMATS;
use serde::Serialize;
use serde_json::value::RawValue;

use super::map;
use crate::status::Status;
use crate::{input, output, say, text};

/// Ask replays a question that their game answers
///
/// Each answer is a line of JSON, with the file and the question (docs/json.md).
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ghostreel ask ending *.slp
  ghostreel ask lost-points --map song.zip a.bsor
  ghostreel ask compared-cut --given note=17 a.bsor | jq .answer.recomputed")]
pub(crate) struct Args {
    #[arg(value_name = "QUESTION", help = "The question", long_help = help())]
    question: String,
    /// The replays; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// A number that the question needs
    #[arg(long, value_name = "NAME=NUMBER", value_parser = named_number)]
    given: Vec<(String, String)>,
    /// The map that replays of Beat Saber were played on
    #[arg(long, value_name = "DIR|ZIP")]
    map: Option<PathBuf>,
    #[command(flatten)]
    opening: input::Opening,
}

/// The questions of every game, and of each.
fn help() -> String {
    let games: BTreeMap<&str, &str> =
        FORMATS.iter().map(|format| (format.game, format.game_name)).collect();
    let common: Vec<&Question> = questions("").collect();
    let mut lines = vec!["The question. Every game:".to_owned()];
    lines.extend(common.iter().map(|question| line(question)));
    for (game, name) in games {
        let own: Vec<String> = questions(game).skip(common.len()).map(line).collect();
        if !own.is_empty() {
            lines.push(format!("\n{name}:"));
            lines.extend(own);
        }
    }
    lines.join("\n")
}

fn line(Question { name, doc, given, .. }: &Question) -> String {
    let given: String = given.iter().map(|name| format!(" --given {name}=…")).collect();
    format!("  {name}{given}: {doc}")
}

fn named_number(text: &str) -> Result<(String, String), String> {
    let (name, number) = text.split_once('=').ok_or("expected NAME=NUMBER")?;
    Ok((name.to_owned(), number.to_owned()))
}

#[derive(Serialize)]
struct Line<'a> {
    path: &'a str,
    question: &'a str,
    answer: Box<RawValue>,
}

pub(crate) fn run(args: &Args) -> Result<Status> {
    let options = args.opening.recover()?;
    let map = args.map.as_deref().map(map::zip).transpose()?;
    let given: Vec<(&str, &str)> =
        args.given.iter().map(|(name, number)| (&**name, &**number)).collect();
    let mut status = Status::Ok;
    for path in &args.files {
        let named = |error: &dyn std::error::Error| anyhow!("{}: {error}", input::name(path));
        let answer = input::load(path, &options).and_then(|replay| {
            let outcome = replay.outcome();
            let mut replay = Analysis::new(replay);
            if let Some(zip) = &map {
                replay.set_map(zip).map_err(|error| named(&error))?;
            }
            let answer = replay.ask(&args.question, &given).map_err(|error| named(&error))?;
            Ok((RawValue::from_string(answer)?, outcome))
        });
        match answer {
            Ok((answer, outcome)) => {
                let path = &path.to_string_lossy();
                output::json_line(&Line { path, question: &args.question, answer })?;
                status = status.max(outcome.into());
            }
            Err(error) => {
                say::error(text::sentence(&error));
                status = status.max(Status::Failed);
            }
        }
    }
    Ok(status)
}
