//! `ghostreel completions`: for the shell's tab key.

use std::io::{self, Write};

use anyhow::Result;
use clap_complete::Shell;

use crate::status::Status;

/// Print a script with which your shell's tab key completes `ghostreel` commands
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  source <(ghostreel completions bash)                   for this session of bash
  ghostreel completions bash > ~/.local/share/bash-completion/completions/ghostreel
  ghostreel completions zsh > ~/.zfunc/_ghostreel        with fpath+=~/.zfunc in ~/.zshrc
  ghostreel completions fish > ~/.config/fish/completions/ghostreel.fish
  ghostreel completions powershell >> $PROFILE")]
pub(crate) struct Args {
    /// The shell
    shell: Shell,
}

/// `command` is all of the command line.
pub(crate) fn run(args: &Args, command: &mut clap::Command) -> Result<Status> {
    // Not straight to stdout: clap_complete panics when that fails.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, command, "ghostreel", &mut script);
    let mut out = io::stdout().lock();
    out.write_all(&script)?;
    out.flush()?;
    Ok(Status::Ok)
}
