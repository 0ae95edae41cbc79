//! How a command ended, and the exit code for it.

use std::fmt;
use std::process::ExitCode;

use ghostreel_formats::core::Outcome;

/// The exit codes, the same for every command; of several files the worst counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Status {
    /// 0: all is well.
    #[default]
    Ok,
    /// 3: finished, but some input was damaged, and part of it is lost.
    Lost,
    /// 3: finished, but not all of a score is confirmed.
    Unconfirmed,
    /// 2: what a replay says does not follow from its motion, or it does not belong to its map.
    Inconsistent,
    /// 1: some input could not be used at all, or the output could not be written.
    Failed,
    /// 2: the command was not understood.
    Usage,
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        Self::from(match status {
            Status::Ok => 0,
            Status::Failed => 1,
            Status::Inconsistent | Status::Usage => 2,
            Status::Lost | Status::Unconfirmed => 3,
        })
    }
}

impl From<Outcome> for Status {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Ok => Self::Ok,
            Outcome::Recovered => Self::Lost,
        }
    }
}

/// A command that cannot be meant, beyond what clap notices.
#[derive(Debug)]
pub(crate) struct Usage(pub(crate) String);

impl fmt::Display for Usage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Usage {}
