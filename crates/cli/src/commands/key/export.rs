//! `ghostreel key export`

use std::path::PathBuf;

use anyhow::Result;

use crate::key_file::{self, KeyFile};
use crate::status::Status;
use crate::{say, text};

/// Write a copy of your key, with a passphrase of its own
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    file: KeyFile,
    /// Where to write it
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// A file with the copy's passphrase in its first line; without, you are asked
    #[arg(long, value_name = "FILE", conflicts_with = "plain")]
    new_passphrase_file: Option<PathBuf>,
    /// No passphrase: anyone with the copy has your key
    #[arg(long)]
    plain: bool,
}

pub(super) fn run(args: &Args) -> Result<Status> {
    let key = args.file.open()?;
    let passphrase = key_file::new_passphrase(args.new_passphrase_file.as_deref(), !args.plain)?;
    key_file::write(&args.output, &key, passphrase.as_ref().map(|text| text.as_str()))?;
    say::note(format_args!("wrote {}", text::path(&args.output)));
    Ok(Status::Ok)
}
