//! Jobs in the background: each replay that waits for one is tried once a round.

use std::time::{Duration, Instant};

use tokio::sync::Mutex;

use crate::error::Error;
use crate::index::Index;
use crate::index::waiting::{Job, Waiting};

/// A replay that was tried in the background.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt<T> {
    /// Its id.
    pub id: String,
    /// The result; `None` if that is not possible now.
    pub outcome: Option<T>,
    /// How long that took.
    pub took: Duration,
}

/// How a job is done on one replay.
pub(crate) trait Work {
    /// Which job it is.
    const JOB: Job;
    /// The result, in short.
    type Outcome;

    /// Does it, and writes down what was found out. `None`: it is not possible now.
    fn on(
        &self,
        replay: &Waiting,
    ) -> impl Future<Output = Result<Option<Self::Outcome>, Error>> + Send;
}

/// How far a job has come.
#[derive(Debug, Default)]
pub(crate) struct Round {
    /// The key after which replays were not tried in this round.
    after: Mutex<i64>,
}

impl Round {
    /// Tries the next replay. `None` when all were tried once; those that failed are tried again then.
    pub(crate) async fn next<W: Work>(
        &self,
        index: &dyn Index,
        work: &W,
    ) -> Result<Option<Attempt<W::Outcome>>, Error> {
        let started = Instant::now();
        let mut after = self.after.lock().await;
        let Some(replay) = index.next(W::JOB, *after).await? else {
            *after = 0;
            return Ok(None);
        };
        *after = replay.key;
        let outcome = work.on(&replay).await?;
        Ok(Some(Attempt { id: replay.id, outcome, took: started.elapsed() }))
    }
}
