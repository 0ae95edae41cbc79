//! `ghostreel log`: a server's transparency log, from afar.

mod audit;
mod state;
mod witness;

use anyhow::Result;
use clap::Subcommand;
use ghostreel_recorder::Server;
use ghostreel_witness::Fetch;

use crate::status::Status;

/// Check that a server does not rewrite what it has said, and vouch for that
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ghostreel log audit http://127.0.0.1:4747      what has come since the last visit
  ghostreel log witness http://127.0.0.1:4747    the same, and a signed statement for others")]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Audit(audit::Args),
    Witness(witness::Args),
}

pub(crate) fn run(args: &Args) -> Result<Status> {
    match &args.command {
        Command::Audit(args) => audit::run(args),
        Command::Witness(args) => witness::run(args),
    }
}

/// The log of a server.
struct Log(Server);

impl Fetch for Log {
    fn fetch(&self, path: &str) -> Result<Vec<u8>, String> {
        self.0.get(&format!("/tlog/{path}")).map_err(|error| error.to_string())
    }
}
