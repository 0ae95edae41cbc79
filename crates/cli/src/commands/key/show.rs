//! `ghostreel key show`

use anyhow::Result;

use crate::key_file::KeyFile;
use crate::status::Status;

/// Print the public part of your key, by which others know you
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    file: KeyFile,
}

pub(super) fn run(args: &Args) -> Result<Status> {
    anstream::println!("{}", args.file.open()?.public());
    Ok(Status::Ok)
}
