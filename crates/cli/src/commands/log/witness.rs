//! `ghostreel log witness`

use anyhow::Result;
use ghostreel_witness::NoteKey;

use super::state::Place;
use crate::key_file::{self, KeyFile};
use crate::status::Status;

/// Check a log as `audit` does, and sign that it was so when you saw it
///
/// Prints the log's checkpoint with your line below it (c2sp.org/tlog-cosignature). Such checkpoints of several people show that all of them were shown
/// the same history.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    place: Place,
    #[command(flatten)]
    key: KeyFile,
    /// Your name, so that others know whose line it is
    #[arg(long, value_name = "NAME")]
    name: String,
}

pub(super) fn run(args: &Args) -> Result<Status> {
    let key = args.key.open()?;
    let (visit, _) = args.place.visit(|_, _| ())?;
    let key = NoteKey::of(&args.name, &key);
    let text = visit.checkpoint.split_inclusive("\n\n").next().unwrap_or_default();
    let seconds = u64::try_from(key_file::now() / 1000).unwrap_or(0);
    print!("{}{}", visit.checkpoint, key.cosign(text.trim_end_matches('\n'), seconds));
    crate::say::note(format_args!("to check your line, others need {}", key.cosigner()));
    Ok(Status::Ok)
}
