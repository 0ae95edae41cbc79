//! `ghostreel reel verify`: whether every chunk is as it was written.

use std::path::PathBuf;

use anyhow::Result;
use ghostreel_reel::{Integrity, Kind};

use super::{stream_name, with_reel};
use crate::status::Status;
use crate::{input, say, text};

/// Check every chunk of a reel, and the chain of their hashes
///
/// Says which chunks are damaged, removed or changed, and which rows and seconds that costs.
#[derive(Debug, clap::Args)]
#[command(after_help = "Exit code 3 says that something is not as it was written.")]
pub(super) struct Args {
    /// The reel; `-` is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

pub(super) fn run(args: &Args) -> Result<Status> {
    let name = input::name(&args.file);
    with_reel(&args.file, |reel| {
        let results = reel.verify();
        for damage in reel.damage() {
            say::warning(format_args!(
                "{name}: {} bytes are no chunk: {}",
                damage.length,
                text::clean(&damage.error.to_string())
            ));
        }
        for (chunk, result) in reel.chunks().iter().zip(&results) {
            let head = &chunk.head;
            let what = match result {
                Integrity::Whole => continue,
                Integrity::Damaged => "is damaged",
                Integrity::Unchained => "does not follow the chunk that it was written after",
            };
            let rows = match head.kind {
                Kind::Rows => format!(
                    ", rows {} to {} of {}, {:.3} to {:.3} s",
                    head.first_row,
                    head.first_row.saturating_add(head.rows.into()),
                    text::clean(stream_name(reel, head.stream)),
                    head.start,
                    head.end
                ),
                _ => String::new(),
            };
            let (offset, kind) = (chunk.offset, head.kind.name());
            say::warning(format_args!(
                "{name}, offset {offset}: a chunk of kind {kind}{rows} {what}"
            ));
        }
        let whole = results.iter().filter(|result| **result == Integrity::Whole).count();
        let all = results.len();
        let end = if reel.is_finished() { "" } else { "; the reel has no end" };
        say::note(format_args!("{name}: {whole} of {all} chunks are as they were written{end}"));
        let is_whole = whole == all && reel.damage().is_empty();
        Ok(if is_whole { Status::Ok } else { Status::Lost })
    })
}
