//! What a question may cost: its own clock and count of rows, and what the system holds this program to.

use std::future::Future;
use std::time::Duration;

use anyhow::{Result, anyhow};

/// What a question may cost, as the command line says it.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub(crate) struct Limits {
    /// Give up after so many seconds
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u64).range(1..))]
    seconds: Option<u64>,
    /// Give up an answer that has more rows
    #[arg(long, value_name = "NUMBER")]
    pub(crate) rows: Option<usize>,
    /// Have the system hold this program to its limits: how a server starts it
    #[arg(long, hide = true)]
    confined: bool,
}

impl Limits {
    /// Does something within the time that there is.
    pub(crate) async fn in_time<T>(&self, work: impl Future<Output = Result<T>>) -> Result<T> {
        let Some(seconds) = self.seconds else { return work.await };
        let late = || anyhow!("the question was not answered within {seconds} s");
        tokio::time::timeout(Duration::from_secs(seconds), work).await.map_err(|_| late())?
    }

    /// Takes what this program may use from now on, where that is asked for. `memory`: the bytes that a question may hold.
    pub(crate) fn confine(&self, memory: u64) -> Result<()> {
        if !self.confined {
            return Ok(());
        }
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        system::confine(memory, self.seconds.map(|seconds| seconds * threads as u64))
    }
}

#[cfg(unix)]
mod system {
    use anyhow::Result;
    use rustix::process::{Resource, Rlimit, getrlimit, nice, setrlimit};

    /// Address space besides what a question may hold: the program, its threads, and the replay that is being read.
    const BESIDES: u64 = 2 << 30;

    /// How far it stands back where processors are short: what else the server answers comes first.
    const NICENESS: i32 = 10;

    pub(super) fn confine(memory: u64, processor_s: Option<u64>) -> Result<()> {
        let limit = |resource, most: u64| {
            let most = getrlimit(resource).maximum.map_or(most, |hard| hard.min(most));
            setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) })
        };
        limit(Resource::Core, 0)?;
        nice(NICENESS)?;
        // What does not fit into memory is put on disk, in files of which each may be as large.
        limit(Resource::Fsize, memory)?;
        #[cfg(any(target_os = "linux", target_os = "android"))]
        limit(Resource::As, memory.saturating_add(BESIDES))?;
        if let Some(seconds) = processor_s {
            limit(Resource::Cpu, seconds)?;
        }
        Ok(())
    }
}

#[cfg(not(unix))]
mod system {
    pub(super) fn confine(_: u64, _: Option<u64>) -> anyhow::Result<()> {
        Ok(())
    }
}
