//! `ghostreel log audit`

use std::collections::BTreeMap;

use anyhow::Result;
use ghostreel_witness::Entry;
use serde_json::json;

use super::state::Place;
use crate::output;
use crate::status::Status;

/// Check that a log goes on from where it was at the last visit, and every entry that came since
///
/// At the first visit, all entries are checked, and the log's key is remembered. A log that was cut or rewritten since, or whose entries are not those of its
/// tree, is an error: keep the file that --state names, it proves it.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    place: Place,
    /// Print each entry that came since as one JSON line (docs/json.md)
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args) -> Result<Status> {
    let (mut count, mut kinds) = (0_u64, BTreeMap::<&'static str, u64>::new());
    let mut printed = Ok(());
    let (_, is_first) = args.place.visit(|number, entry| {
        count += 1;
        *kinds.entry(kind(entry.as_ref())).or_default() += 1;
        if args.json && printed.is_ok() {
            printed = output::json_line(&json!({"number": number, "entry": entry}));
        }
    })?;
    printed?;
    if args.json {
        return Ok(Status::Ok);
    }
    let since = if is_first { "at the first visit" } else { "since the last visit" };
    println!("The log is in order. {count} entries {since}.");
    for (kind, count) in kinds {
        println!("  {count} {kind}");
    }
    Ok(Status::Ok)
}

/// An entry in our own words: a log may say anything.
fn kind(entry: Option<&Entry>) -> &'static str {
    match entry {
        Some(Entry::Replay { level, .. }) => match &**level {
            "witnessed" => "replays that are witnessed",
            "signed" => "replays that are signed",
            "unmarked" => "replays that are unmarked",
            _ => "replays of a level that is not known",
        },
        Some(Entry::Key { .. }) => "messages about keys",
        _ => "entries of a kind that is not known",
    }
}
