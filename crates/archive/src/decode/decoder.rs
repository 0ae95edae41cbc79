//! The decoder, which has files looked into: few at a time, fairly between clients, and with a time limit.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use ghostreel_analysis::beat_saber::documents::{Judged, MapMatch};
use ghostreel_analysis::copies::Comparison;
use ghostreel_formats::FormatOption;
use ghostreel_formats::core::work::Meter;
use ghostreel_formats::core::{Error as FormatError, Fault};

use crate::breakdown::Breakdown;
use crate::decode::bug::{bug, panic_message};
use crate::decode::describe::Described;
use crate::decode::ending::WorkerEnd;
use crate::decode::examine::{Examined, TrustedKeys};
use crate::decode::pool::Pool;
use crate::decode::pool::Worker;
use crate::decode::questions::Asked;
use crate::decode::task::{Answer, Source, Task, work_on};
use crate::decode::tools::Tools;
use crate::error::Error;
use crate::fair_queue::{Client, FairQueue};
use crate::records::map::DescribedMap;

/// How long a client counts as slow after a decode of its took too long: see [`FairQueue`].
pub const SLOW_PERIOD: Duration = Duration::from_secs(10 * 60);

/// Decodes at most a set number of files at once: memory is bounded by that number times what one
/// file of the largest size needs.
#[derive(Clone, Debug)]
pub(crate) struct Decoder {
    queue: FairQueue,
    patience: Duration,
    executor: Executor,
}

/// Where files are decoded.
#[derive(Clone, Debug)]
enum Executor {
    /// In worker processes, which can be stopped at any time and take their memory along.
    Workers(Arc<Pool>),
    /// In this process, where a decoder is asked to stop, and waited for.
    ThisProcess(Arc<Tools>),
}

/// The decoder's answer and how long it worked on it, without the wait for its turn.
#[derive(Debug)]
pub(crate) struct Timed<T> {
    pub(crate) answer: Result<T, FormatError>,
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
        secret: Option<[u8; 16]>,
    ) -> Result<Self, Error> {
        let tools = Tools::new(format_options, secret)?;
        let executor = match worker {
            Some(worker) => Executor::Workers(Arc::new(
                Pool::start(worker, format_options, secret)
                    .await
                    .map_err(Breakdown::Unavailable)?,
            )),
            None => Executor::ThisProcess(Arc::new(tools)),
        };
        Ok(Self { queue: FairQueue::new(at_once, at_once), patience, executor })
    }

    /// Decodes the file at `path` strictly, and says what it is.
    ///
    /// # Errors
    /// If the file cannot be read, if there is no answer in time, or if the decoder has a bug. That
    /// the file is damaged or no replay is an answer.
    pub(crate) async fn describe(
        &self,
        path: PathBuf,
        from: Client,
    ) -> Result<Timed<Described>, Error> {
        let Timed { answer, took } =
            self.work_on(Task::Describe, vec![Source::File(path)], from).await?;
        match answer {
            Ok(Answer::Described(described)) => Ok(Timed { answer: Ok(*described), took }),
            Ok(_) => Err(other_answer()),
            Err(error) => Ok(Timed { answer: Err(error), took }),
        }
    }

    /// Says what the replays in two files have in common.
    ///
    /// # Errors
    /// As for [`describe`](Self::describe).
    pub(crate) async fn compare(
        &self,
        files: [PathBuf; 2],
        from: Client,
    ) -> Result<Result<Comparison, FormatError>, Error> {
        let files = files.map(Source::File).into();
        let Timed { answer, .. } = self.work_on(Task::Compare, files, from).await?;
        match answer {
            Ok(Answer::Compared(comparison)) => Ok(Ok(comparison)),
            Ok(_) => Err(other_answer()),
            Err(error) => Ok(Err(error)),
        }
    }

    /// Says what the file at `path` proves. The game's own file in a reel may have `most` bytes.
    ///
    /// # Errors
    /// As for [`describe`](Self::describe).
    pub(crate) async fn examine(
        &self,
        path: PathBuf,
        trusted: &TrustedKeys,
        most: u64,
        from: Client,
    ) -> Result<Result<Examined, FormatError>, Error> {
        let trusted = serde_json::to_vec(trusted).map_err(std::io::Error::from)?;
        let files = vec![Source::File(path), Source::Bytes(trusted)];
        let Timed { answer, .. } = self.work_on(Task::Examine { most }, files, from).await?;
        match answer {
            Ok(Answer::Examined(examined)) => Ok(Ok(*examined)),
            Ok(_) => Err(other_answer()),
            Err(error) => Ok(Err(error)),
        }
    }

    /// The statistics of the replay in the file at `path` as JSON; `None` if there are none for its game.
    ///
    /// # Errors
    /// As for [`describe`](Self::describe).
    pub(crate) async fn statistics(
        &self,
        path: PathBuf,
        from: Client,
    ) -> Result<Timed<Option<Vec<u8>>>, Error> {
        let Timed { answer, took } =
            self.work_on(Task::Statistics, vec![Source::File(path)], from).await?;
        match answer {
            Ok(Answer::Statistics(json)) => Ok(Timed { answer: Ok(json), took }),
            Ok(_) => Err(other_answer()),
            Err(error) => Ok(Timed { answer: Err(error), took }),
        }
    }

    /// Answers a question about the replay in a file, as JSON; `map` is that of its map, if it is there.
    ///
    /// # Errors
    /// As for [`describe`](Self::describe).
    pub(crate) async fn ask(
        &self,
        replay: PathBuf,
        map: Option<PathBuf>,
        asked: &Asked,
        from: Client,
    ) -> Result<Result<Vec<u8>, FormatError>, Error> {
        let asked = serde_json::to_vec(asked).map_err(std::io::Error::from)?;
        let mut files = vec![Source::File(replay), Source::Bytes(asked)];
        files.extend(map.map(Source::File));
        let Timed { answer, .. } = self.work_on(Task::Ask, files, from).await?;
        match answer {
            Ok(Answer::Asked(Some(json))) => Ok(Ok(json)),
            Ok(_) => Err(other_answer()),
            Err(error) => Ok(Err(error)),
        }
    }

    /// Reads the zip file of a map at `path`, and says what it is.
    ///
    /// # Errors
    /// As for [`describe`](Self::describe).
    pub(crate) async fn describe_map(
        &self,
        path: PathBuf,
        from: Client,
    ) -> Result<Timed<DescribedMap>, Error> {
        let Timed { answer, took } =
            self.work_on(Task::DescribeMap, vec![Source::File(path)], from).await?;
        match answer {
            Ok(Answer::DescribedMap(described)) => Ok(Timed { answer: Ok(*described), took }),
            Ok(_) => Err(other_answer()),
            Err(error) => Ok(Timed { answer: Err(error), took }),
        }
    }

    /// Compares the replay in the first file with the map in the second, a zip file.
    ///
    /// # Errors
    /// As for [`describe`](Self::describe).
    pub(crate) async fn match_map(
        &self,
        files: [PathBuf; 2],
        from: Client,
    ) -> Result<Result<Judged<MapMatch>, FormatError>, Error> {
        let files = files.map(Source::File).into();
        let Timed { answer, .. } = self.work_on(Task::MatchMap, files, from).await?;
        match answer {
            Ok(Answer::MatchedMap(found)) => Ok(Ok(*found)),
            Ok(_) => Err(other_answer()),
            Err(error) => Ok(Err(error)),
        }
    }

    async fn work_on(
        &self,
        task: Task,
        sources: Vec<Source>,
        from: Client,
    ) -> Result<Timed<Answer>, Error> {
        let turn = tokio::time::timeout(self.patience, self.queue.take(from)).await;
        let turn = turn.map_err(|_| Error::Busy(self.patience))?;
        let started = Instant::now();
        let answer = match &self.executor {
            Executor::Workers(pool) => {
                // A call that is dropped early kills the worker, and so frees its turn at once.
                match tokio::time::timeout(self.patience, pool.work_on(task, sources)).await {
                    Ok(answer) => answer?,
                    Err(_) => {
                        pool.endings.count(WorkerEnd::Timeout);
                        return Err(self.too_slow(from));
                    }
                }
            }
            Executor::ThisProcess(tools) => {
                let meter = Meter::default();
                let _stop = CancelOnDrop(meter.clone());
                let mut tools = Tools::clone(tools);
                tools.options.decode.meter = Some(meter);
                let work = tokio::task::spawn_blocking(move || {
                    // Held by the work itself: it goes on when no request waits for it any more.
                    let _turn = turn;
                    let files = sources.iter().map(Source::read).collect::<Result<_, _>>()?;
                    Ok::<_, Error>(work_on(task, files, &tools))
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
        match answer {
            Err(error) if error.fault == Fault::Bug => {
                Err(Error::DecoderPanicked(error.found.into_owned()))
            }
            Err(error) if error.fault == Fault::Limit => {
                if took >= SLOW {
                    self.queue.mark_slow(from, SLOW_PERIOD);
                }
                Ok(Timed { answer: Err(error), took })
            }
            answer => Ok(Timed { answer, took }),
        }
    }

    fn too_slow(&self, client: Client) -> Error {
        self.queue.mark_slow(client, SLOW_PERIOD);
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

fn other_answer() -> Error {
    Error::DecoderPanicked("an answer to another question".into())
}

/// The work of this meter is no longer waited for: it took too long, or the client is gone.
struct CancelOnDrop(Meter);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

/// A file that is refused by a limit after so long counts as one that took too long.
const SLOW: Duration = Duration::from_secs(2);

#[cfg(test)]
#[path = "decoder_tests.rs"]
mod tests;
