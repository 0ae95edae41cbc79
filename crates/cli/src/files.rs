//! Many files: their list, the number worked on at once, and the progress.

mod progress;
mod walk;

use std::num::NonZeroUsize;
use std::thread;

use clap::value_parser;

pub(crate) use ghostreel::collection::{Candidate, Origin, candidates, in_order};
pub(crate) use progress::Progress;
pub(crate) use walk::{none_in, replays};

/// How many files are worked on at once.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct Jobs {
    /// How many files to work on at once [default: one for each processor]
    #[arg(short, long, value_name = "N", value_parser = value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
}

impl Jobs {
    pub(crate) fn count(self) -> usize {
        match self.jobs {
            Some(jobs) => usize::from(jobs),
            None => thread::available_parallelism().map_or(1, NonZeroUsize::get),
        }
    }
}
