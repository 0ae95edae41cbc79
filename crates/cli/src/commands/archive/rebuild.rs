//! `ghostreel archive rebuild`

use anyhow::Result;
use ghostreel_archive::{Options, Rebuilt, SkippedOriginal};
use serde_json::json;

use super::{Folder, explained};
use crate::hosting::{self, print_line};
use crate::input::Opening;
use crate::status::Status;
use crate::text::{clean, plural};
use crate::{say, text};

/// Make the index anew from the originals
///
/// Each original is compared with its digest and decoded. Facts that a file does not hold are taken from the old index as far as it
/// can be read: under which name and when it came, and the secret that removes it. Else the name is the id, the moment is
/// that of the file, and there is no secret to remove the replay. The old index is set aside, never deleted. No server may
/// use the folder meanwhile.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Exit codes: 0 every original is in the index, 1 it could not be made, 3 some originals are damaged or were left out.")]
pub(super) struct Args {
    #[command(flatten)]
    folder: Folder,
    #[command(flatten)]
    opening: Opening,
    /// One JSON object a line for each original left out, and one with the numbers at the end
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: Args) -> Result<Status> {
    let (format_options, _) = args.opening.read_options()?;
    let worker = Some(hosting::decode_worker()?);
    let options = Options { format_options, worker, ..Options::at(args.folder.data) };
    let left_out = |left: &SkippedOriginal| {
        let SkippedOriginal { digest, reason } = left;
        if args.json {
            print_line(json!({"digest": digest, "reason": reason}));
        } else {
            say::warning(format_args!("left out {digest}: {}", clean(reason)));
        }
    };
    let rebuild = ghostreel_archive::rebuild(options, left_out);
    let rebuilt = hosting::block_on(async { rebuild.await.map_err(explained) })?;
    let Rebuilt { replays, remembered, damaged, maps, left_out, old_index } = &rebuilt;
    let aside = old_index.as_deref().and_then(|path| path.file_name()).map(|name| name.as_ref());
    if args.json {
        print_line(json!({
            "replays": replays, "remembered": remembered, "damaged": damaged, "maps": maps,
            "left_out": left_out, "old_index": aside.map(text::path),
        }));
    } else {
        let noun = plural(*replays, "replay", "replays");
        print_line(format_args!(
            "the index has {replays} {noun}: {remembered} known from the old index, {damaged} damaged; \
             left out {left_out}"
        ));
        if *maps > 0 {
            let noun = plural(*maps, "map", "maps");
            print_line(format_args!(
                "and {maps} {noun}, with which the server compares replays anew"
            ));
        }
        if let Some(aside) = aside {
            print_line(format_args!("the old index is {} now", text::path(aside)));
        }
    }
    Ok(if damaged + left_out == 0 { Status::Ok } else { Status::Lost })
}
