//! `ghostreel reel ls`: the chunks of a reel.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Result;
use ghostreel_reel::Chunk;
use serde_json::json;

use super::{stream_name, with_reel};
use crate::status::Status;
use crate::{say, text};

/// List the chunks of a reel
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The reel; `-` is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// One JSON object a line for each chunk (docs/json.md)
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args) -> Result<Status> {
    with_reel(&args.file, |reel| {
        let mut out = io::stdout().lock();
        if !args.json {
            writeln!(
                out,
                "{:>10} {:>10}  {:<8} {:>10} {:>8}  {:<17}  stream",
                "offset", "bytes", "kind", "first", "rows", "seconds"
            )?;
        }
        for Chunk { offset, head } in reel.chunks() {
            let (kind, stream) = (head.kind.name(), text::clean(stream_name(reel, head.stream)));
            if args.json {
                let seconds = |time: f64| time.is_finite().then_some(time);
                let line = json!({
                    "offset": offset, "bytes": head.total_length(), "kind": kind, "number": head.number,
                    "stream": stream, "first_row": head.first_row, "rows": head.rows,
                    "start": seconds(head.start), "end": seconds(head.end),
                });
                writeln!(out, "{line}")?;
                continue;
            }
            let seconds = match head.start.is_nan() {
                true => String::new(),
                false => format!("{:.3} to {:.3}", head.start, head.end),
            };
            let bytes = head.total_length();
            let line = format!(
                "{offset:>10} {bytes:>10}  {kind:<8} {:>10} {:>8}  {seconds:<17}  {stream}",
                head.first_row, head.rows
            );
            writeln!(out, "{}", line.trim_end())?;
        }
        for damage in reel.damage() {
            say::warning(format_args!(
                "{} bytes are no chunk: {}",
                damage.length,
                text::clean(&damage.error.to_string())
            ));
        }
        if !reel.is_finished() {
            say::note("the reel has no end: it is being written, or that was interrupted");
        }
        Ok(if reel.damage().is_empty() { Status::Ok } else { Status::Lost })
    })
}
