//! `ghostreel key`: the key that your replays are signed with.

mod export;
mod new;
mod revoke;
mod rotate;
mod show;

use std::path::Path;

use anyhow::Result;
use clap::Subcommand;

use crate::output;
use crate::status::Status;

/// Make, show, export, replace and revoke the key that your replays are signed with
///
/// Anyone with the key can sign as you. Its file is for its owner only: a file that others may read is refused.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ghostreel key new --passphrase            make one
  ghostreel key show                        its public part, which others may know
  ghostreel key export -o copy.pem          a copy for another computer, with a passphrase
  ghostreel key rotate -o rotation.mark     another key in its place
  ghostreel key revoke -o revocation.mark   nothing that it signed counts, except what a server received before")]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    New(new::Args),
    Show(show::Args),
    Export(export::Args),
    Rotate(rotate::Args),
    Revoke(revoke::Args),
}

pub(crate) fn run(args: &Args) -> Result<Status> {
    match &args.command {
        Command::New(args) => new::run(args),
        Command::Show(args) => show::run(args),
        Command::Export(args) => export::run(args),
        Command::Rotate(args) => rotate::run(args),
        Command::Revoke(args) => revoke::run(args),
    }
}

/// Writes a message for others.
fn write_message(path: &Path, message: &[u8]) -> Result<()> {
    output::write(path, false, |out| Ok(out.write_all(message)?))
}
