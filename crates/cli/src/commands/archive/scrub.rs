//! `ghostreel archive scrub`

use anyhow::Result;
use ghostreel_archive::{Finding, Scrubbed};
use indicatif::HumanBytes;
use serde_json::json;

use super::{Folder, explained};
use crate::hosting::{self, print_line};
use crate::say::BAD;
use crate::status::Status;
use crate::text::{clean, plural};

/// Compare every original with its digest
///
/// Works beside a running server, which then shows what was found at /healthz and /metrics. A server also does it by itself,
/// slowly. Uploading a damaged replay's file again puts it back.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Exit codes: 0 all are what was uploaded, 1 the folder cannot be read, 3 some originals are missing or altered.")]
pub(super) struct Args {
    #[command(flatten)]
    folder: Folder,
    /// Read at most so many bytes a second
    #[arg(long, value_name = "BYTES", value_parser = clap::value_parser!(u64).range(1..))]
    rate: Option<u64>,
    /// One JSON object a line for each damaged original, and one with the numbers at the end
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args) -> Result<Status> {
    let report = |finding: &Finding| {
        let Finding { id, file_name, size, damage } = finding;
        if args.json {
            let damage = damage.name();
            print_line(json!({"id": id, "file_name": file_name, "size": size, "damage": damage}));
        } else {
            print_line(format_args!("{BAD}{damage:<10}{BAD:#} {id}  {}", clean(file_name)));
        }
    };
    let scrub = ghostreel_archive::scrub(&args.folder.data, args.rate, report);
    let seen = hosting::block_on(async { scrub.await.map_err(explained) })?;
    let Scrubbed { originals, bytes, damaged } = seen;
    if args.json {
        print_line(json!({"originals": originals, "bytes": bytes, "damaged": damaged}));
    } else {
        let noun = plural(originals, "original", "originals");
        let bytes = HumanBytes(bytes);
        print_line(format_args!("compared {originals} {noun} ({bytes}): {damaged} damaged"));
    }
    Ok(if damaged == 0 { Status::Ok } else { Status::Lost })
}
