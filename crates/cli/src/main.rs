//! `ghostreel`: replays on the command line. `docs/cli.md` is the tour.

mod bug;
mod cli;
mod commands;
mod files;
mod hosting;
mod input;
mod key_file;
mod output;
mod say;
mod status;
mod text;

use std::process::ExitCode;

use clap::Parser;

use crate::cli::Cli;
use crate::status::Status;

/// A server runs for months and answers requests of all sizes: it gives freed memory back to the system. The one of glibc keeps
/// it in pieces (docs/benchmarks.md, "A server under attack").
#[cfg(all(unix, feature = "jemalloc"))]
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

fn main() -> ExitCode {
    bug::keep_quiet();
    let cli = Cli::parse();
    let status = match bug::catch(|| commands::run(cli.command)) {
        Ok(Ok(status)) => status,
        // The reader of our output has seen enough: `ghostreel json a.bsor | head`.
        Ok(Err(error)) if output::is_broken_pipe(&error) => Status::Ok,
        Ok(Err(error)) => {
            say::error(text::sentence(&error));
            if error.is::<status::Usage>() { Status::Usage } else { Status::Failed }
        }
        Err(bug) => {
            say::error(bug);
            Status::Failed
        }
    };
    status.into()
}
