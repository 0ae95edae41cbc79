//! `ghostreel key revoke`

use std::path::PathBuf;

use anyhow::Result;
use ghostreel_mark::{Revoke, sign};

use super::write_message;
use crate::key_file::{self, KeyFile};
use crate::status::Status;
use crate::{output, say};

/// Say that nothing your key signed counts, except what a server received before
///
/// Give the message to servers. Sessions that a server witnessed before still count; files that are only signed do not.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    file: KeyFile,
    /// Where to write the message for servers
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Why, e.g. stolen
    #[arg(long, value_name = "TEXT")]
    reason: Option<String>,
}

pub(super) fn run(args: &Args) -> Result<Status> {
    let key = args.file.open()?;
    let reason = args.reason.clone();
    let revoke = Revoke { key: key.public(), made: key_file::now(), reason };
    write_message(&args.output, &sign(&revoke, &key))?;
    say::note(format_args!("wrote {}: it revokes {}", output::name(&args.output), key.public()));
    Ok(Status::Ok)
}
