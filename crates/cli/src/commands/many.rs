//! `ghostreel query`, `ghostreel export` and `ghostreel worker`: a program of its own does them, as its engine takes minutes to compile, and nobody else needs it.

use std::env;
use std::ffi::OsString;
use std::io::{self, ErrorKind};
use std::path::PathBuf;
use std::process::{self, Command, Stdio};

use anyhow::{Result, anyhow};
use ghostreel_server::Engine;

use crate::status::Status;

const PROGRAM: &str = "ghostreel-query";

/// What is handed on.
#[derive(Debug, clap::Args)]
#[command(disable_help_flag = true)]
pub(crate) struct Args {
    #[arg(allow_hyphen_values = true, trailing_var_arg = true, hide = true)]
    given: Vec<OsString>,
}

/// Hands the command on, and ends as it ended.
pub(crate) fn run(command: &str, args: &Args) -> Result<Status> {
    let started = Command::new(place()).arg(command).args(&args.given).status();
    let status = started.map_err(|error| missing(&format!("ghostreel {command}"), error))?;
    process::exit(status.code().unwrap_or(1))
}

/// The program, for a server that answers questions over some replays or an export.
pub(crate) fn engine(over: OsString) -> Result<Engine> {
    let program = place();
    let started = Command::new(&program).arg("--version").stdout(Stdio::null()).status();
    started.map_err(|error| missing("ghostreel serve --query", error))?;
    Ok(Engine::new(program, over))
}

/// Why a command that takes the program cannot go on.
fn missing(command: &str, error: io::Error) -> anyhow::Error {
    if error.kind() == ErrorKind::NotFound {
        return anyhow!(
            "`{command}` needs {PROGRAM}, which is not here: `cargo install --path query --profile query` in a checkout of Ghostreel brings it"
        );
    }
    anyhow::Error::new(error).context(format!("cannot start {PROGRAM}"))
}

/// Beside this program, or else wherever the system finds programs.
fn place() -> PathBuf {
    let name = format!("{PROGRAM}{}", env::consts::EXE_SUFFIX);
    let beside = env::current_exe().ok().map(|own| own.with_file_name(&name));
    beside.filter(|beside| beside.is_file()).unwrap_or_else(|| name.into())
}
