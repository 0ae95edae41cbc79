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
    let (mut entries, mut kinds) = (Vec::new(), BTreeMap::<String, u64>::new());
    let (_, is_first) = args.place.visit(|number, entry| {
        let kind = match &entry {
            Some(Entry::Replay { level, .. }) => format!("replays that are {level}"),
            Some(Entry::Key { .. }) => "messages about keys".to_owned(),
            _ => "entries of a kind that is not known".to_owned(),
        };
        *kinds.entry(kind).or_default() += 1;
        entries.push(json!({"number": number, "entry": entry}));
    })?;
    if args.json {
        for entry in &entries {
            output::json_line(entry)?;
        }
        return Ok(Status::Ok);
    }
    let since = if is_first { "at the first visit" } else { "since the last visit" };
    println!("The log is in order. {} entries {since}.", entries.len());
    for (kind, count) in kinds {
        println!("  {count} {kind}");
    }
    Ok(Status::Ok)
}
