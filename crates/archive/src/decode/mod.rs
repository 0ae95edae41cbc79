//! Looking into untrusted bytes: by processes of their own where the program offers them, few at a time, fairly between
//! clients, and with an end.

mod breakdown;
mod bug;
mod confine;
mod ending;
mod message;
mod pool;
mod summarise;
mod worker;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

pub use breakdown::Breakdown;
pub use confine::{CPU_S, CPU_S_PER_MIB, MEMORY, MEMORY_PER_BYTE};
pub use ending::WorkerEnd;
pub use pool::Worker;
pub use worker::decode_worker;

use crate::Error;
use crate::formats::core::work::Meter;
use crate::formats::core::{DecodeOptions, Error as FormatError, Fault};
use crate::formats::{FormatOption, FormatOptions, Options};
use crate::summary::Summary;
use crate::turns::{Client, Turns};
use bug::{bug, panic_message};
use pool::Pool;
use summarise::summarise;

/// How long a client counts as slow after a decode of its took too long: see [`Turns`].
pub const SLOW_PERIOD: Duration = Duration::from_secs(10 * 60);

/// Decodes at most a set number of files at once: memory is bounded by that number times what one
/// file of the largest size needs.
#[derive(Clone, Debug)]
pub(crate) struct Decoder {
    turns: Turns,
    patience: Duration,
    executor: Executor,
}

/// Where files are decoded.
#[derive(Clone, Debug)]
enum Executor {
    /// In worker processes, which can be stopped at any time and take their memory along.
    Workers(Arc<Pool>),
    /// In this process, where a decoder is asked to stop, and waited for.
    ThisProcess(Arc<Options>),
}

/// The decoder's answer and how long it worked on it, without the wait for its turn.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) summary: Result<Summary, FormatError>,
    pub(crate) took: Duration,
}

impl Decoder {
    /// # Errors
    /// If an option of a format is refused, or the worker cannot be started.
    pub(crate) async fn new(
        at_once: usize,
        patience: Duration,
        format_options: &[FormatOption],
        worker: Option<Worker>,
    ) -> Result<Self, Error> {
        let formats = FormatOptions::read(format_options)?;
        let options = Options { decode: DecodeOptions::STRICT, formats };
        let executor = match worker {
            Some(worker) => Executor::Workers(Arc::new(
                Pool::start(worker, format_options).await.map_err(Breakdown::Unavailable)?,
            )),
            None => Executor::ThisProcess(Arc::new(options)),
        };
        Ok(Self { turns: Turns::new(at_once, at_once), patience, executor })
    }

    /// Decodes the file at `path` strictly.
    ///
    /// # Errors
    /// If the file cannot be read, if there is no answer in time, or if the decoder has a bug. That
    /// the file is damaged or no replay is an answer.
    pub(crate) async fn decode(&self, path: PathBuf, from: Client) -> Result<Answer, Error> {
        let turn = tokio::time::timeout(self.patience, self.turns.take(from)).await;
        let turn = turn.map_err(|_| Error::Busy(self.patience))?;
        let started = Instant::now();
        let summary = match &self.executor {
            Executor::Workers(pool) => {
                // What is not awaited to its end kills the worker, and so frees its turn at once.
                match tokio::time::timeout(self.patience, pool.decode(&path)).await {
                    Ok(answer) => answer?,
                    Err(_) => {
                        pool.endings.count(WorkerEnd::Timeout);
                        return Err(self.too_slow(from));
                    }
                }
            }
            Executor::ThisProcess(options) => {
                let meter = Meter::default();
                let _stop = CancelOnDrop(meter.clone());
                let mut options = Options::clone(options);
                options.decode.meter = Some(meter);
                let work = tokio::task::spawn_blocking(move || {
                    // Held by the work itself: nobody waiting any longer does not end the work.
                    let _turn = turn;
                    Ok::<_, Error>(summarise(std::fs::read(path)?, &options))
                });
                match tokio::time::timeout(self.patience, work).await {
                    Ok(Ok(answer)) => answer?,
                    // Decoders promise never to panic. If one does all the same, only this upload fails.
                    Ok(Err(join)) => Err(bug(match join.try_into_panic() {
                        Ok(payload) => panic_message(&*payload),
                        Err(_) => "the task was cancelled".into(),
                    })),
                    Err(_) => return Err(self.too_slow(from)),
                }
            }
        };
        let took = started.elapsed();
        match summary {
            Err(error) if error.fault == Fault::Bug => {
                Err(Error::DecoderPanicked(error.found.into_owned()))
            }
            Err(error) if error.fault == Fault::Limit => {
                if took >= SLOW {
                    self.turns.mark_slow(from, SLOW_PERIOD);
                }
                Ok(Answer { summary: Err(error), took })
            }
            summary => Ok(Answer { summary, took }),
        }
    }

    fn too_slow(&self, client: Client) -> Error {
        self.turns.mark_slow(client, SLOW_PERIOD);
        Error::DecoderTooSlow(self.patience)
    }

    /// How many workers ended while they had a file; nothing where files are decoded in this process.
    pub(crate) fn worker_ends(&self) -> Vec<(WorkerEnd, u64)> {
        match &self.executor {
            Executor::Workers(pool) => pool.endings.all().to_vec(),
            Executor::ThisProcess(_) => Vec::new(),
        }
    }

    /// Ends the workers.
    pub(crate) fn close(&self) {
        if let Executor::Workers(pool) = &self.executor {
            pool.close();
        }
    }
}

/// Whoever waits for the work of this meter waits no longer: it took too long, or the client is gone.
struct CancelOnDrop(Meter);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

/// A file that is refused by a limit after so long counts as one that took too long.
const SLOW: Duration = Duration::from_secs(2);

#[cfg(test)]
#[path = "decode_tests.rs"]
mod tests;
