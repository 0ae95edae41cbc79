//! `ghostreel-query`: many replays as tables of Delta Lake, and asked in SQL. `ghostreel export`, `ghostreel query` and `ghostreel worker` start it.

mod catalog;
mod cli;
mod cluster;
mod export;
mod header;
mod limits;
mod prompt;
mod rows;
mod say;
mod source;
mod sql;
mod store;

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    match cli::Cli::parse().run() {
        Ok(status) => status,
        Err(error) => {
            say::complain(&error);
            ExitCode::FAILURE
        }
    }
}
