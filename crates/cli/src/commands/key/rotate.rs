//! `ghostreel key rotate`

use std::fs;
use std::path::PathBuf;

use anyhow::{Result, anyhow, bail};
use ghostreel_mark::{Accept, Rotate, SecretKey, sign};

use super::write_message;
use crate::key_file::{self, KeyFile};
use crate::status::Status;
use crate::{output, say, text};

/// Make another key in place of yours
///
/// Both keys sign that they are the same player's: give that message to servers. The old key's file is kept, as key.pem.old.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    file: KeyFile,
    /// Where to write the message for servers
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Encrypt the new file with a passphrase, which you are asked for
    #[arg(long)]
    passphrase: bool,
    /// A file with the new passphrase in its first line
    #[arg(long, value_name = "FILE")]
    new_passphrase_file: Option<PathBuf>,
}

pub(super) fn run(args: &Args) -> Result<Status> {
    let (path, old) = (args.file.path()?, args.file.open()?);
    let mut kept = path.clone().into_os_string();
    kept.push(".old");
    let kept = PathBuf::from(kept);
    if kept.exists() {
        bail!("{} exists already; put it elsewhere first", text::path(&kept));
    }
    let passphrase =
        key_file::new_passphrase(args.new_passphrase_file.as_deref(), args.passphrase)?;
    let new = SecretKey::from_random(&*key_file::random()?);
    let rotate = Rotate { old: old.public(), new: new.public(), made: key_file::now() };
    let message = sign(&Accept { rotate: sign(&rotate, &old) }, &new);
    let unmoved = |error| anyhow!("cannot keep {}: {}", text::path(&kept), text::reason(&error));
    fs::rename(&path, &kept).map_err(unmoved)?;
    let written = key_file::write(&path, &new, passphrase.as_ref().map(|text| text.as_str()))
        .and_then(|()| write_message(&args.output, &message));
    if let Err(error) = written {
        // As it was before.
        fs::rename(&kept, &path).map_err(unmoved)?;
        return Err(error);
    }
    say::note(format_args!(
        "wrote {}; the old key is {} now",
        output::name(&args.output),
        text::path(&kept)
    ));
    anstream::println!("{}", new.public());
    Ok(Status::Ok)
}
