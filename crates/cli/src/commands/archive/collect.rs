//! `ghostreel archive collect`

use std::io::{self, BufRead, IsTerminal, Write};

use anyhow::Result;
use ghostreel_archive::Orphans;
use indicatif::HumanBytes;
use serde_json::json;

use super::{Folder, explained};
use crate::hosting::{self, print_line};
use crate::status::Status;
use crate::text::plural;

/// Remove originals that no replay has
///
/// A crash between the two steps of an upload or a removal leaves such files. They do no harm but take space. Removed
/// files are gone for good, so they are shown first, and the command asks unless there is `--yes`. No server may use the folder
/// meanwhile.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Exit codes: 0 removed, or nothing to remove, or not agreed to; 1 the folder cannot be used.")]
pub(super) struct Args {
    #[command(flatten)]
    folder: Folder,
    /// Remove without asking
    #[arg(short, long)]
    yes: bool,
    /// One JSON object: the originals found, and those removed
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args) -> Result<Status> {
    let mut all = Orphans::default();
    let collect = ghostreel_archive::collect(&args.folder.data, |orphans| {
        all = *orphans;
        if !args.json {
            print_line(format_args!("without a replay: {}", described(orphans)));
        }
        args.yes || (!args.json && confirmed())
    });
    let removed = hosting::block_on(async { collect.await.map_err(explained) })?;
    if args.json {
        let numbers =
            |orphans: Orphans| json!({"originals": orphans.objects, "bytes": orphans.bytes});
        print_line(json!({"found": numbers(all), "removed": numbers(removed)}));
    } else if all == Orphans::default() {
        print_line("every original has its replay");
    } else if removed == Orphans::default() {
        print_line("nothing was removed; --yes removes them");
    } else {
        print_line(format_args!("removed {}", described(&removed)));
    }
    Ok(Status::Ok)
}

fn described(orphans: &Orphans) -> String {
    let noun = plural(orphans.objects, "original", "originals");
    format!("{} {noun} ({})", orphans.objects, HumanBytes(orphans.bytes))
}

/// Asks at the terminal; without one, the answer is no.
fn confirmed() -> bool {
    if !io::stdin().is_terminal() {
        return false;
    }
    let mut out = anstream::stdout().lock();
    let _ = write!(out, "remove them for good? [y/N] ").and_then(|()| out.flush());
    let mut answer = String::new();
    let _ = io::stdin().lock().read_line(&mut answer);
    matches!(answer.trim(), "y" | "Y" | "yes")
}
