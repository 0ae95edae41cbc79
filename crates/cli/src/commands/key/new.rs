//! `ghostreel key new`

use anyhow::Result;
use ghostreel_mark::SecretKey;

use crate::key_file::{self, KeyFile};
use crate::status::Status;
use crate::{say, text};

/// Make a key, and print its public part
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    file: KeyFile,
    /// Encrypt the file with a passphrase, which you are asked for
    #[arg(long)]
    passphrase: bool,
}

pub(super) fn run(args: &Args) -> Result<Status> {
    let path = args.file.path()?;
    let passphrase = args.file.new_passphrase(args.passphrase)?;
    let key = SecretKey::from_random(&*key_file::random()?);
    key_file::write(&path, &key, passphrase.as_ref().map(|text| text.as_str()))?;
    say::note(format_args!("wrote {}; keep a copy where nobody else finds it", text::path(&path)));
    anstream::println!("{}", key.public());
    Ok(Status::Ok)
}
