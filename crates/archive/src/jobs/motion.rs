//! Judging the motion of replays that came before it was judged, or was judged as it is now.

use std::time::{Duration, Instant};

use tokio::sync::Mutex;

use crate::decode::decoder::Decoder;
use crate::error::Error;
use crate::index::sqlite::database::Index;
use crate::records::summary::Summary;
use crate::store::objects::Store;

/// A replay whose motion was judged in the background.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    /// Its id.
    pub id: String,
    /// The verdict; `None` if it cannot be decoded now.
    pub verdict: Option<String>,
    /// How long that took.
    pub took: Duration,
}

/// What it takes to judge stored replays.
pub(crate) struct Judging<'a> {
    pub(crate) store: &'a Store,
    pub(crate) index: &'a Index,
    pub(crate) decoder: &'a Decoder,
    /// The key behind which replays were not tried since the archive was opened.
    pub(crate) after: &'a Mutex<i64>,
}

impl Judging<'_> {
    /// Judges the next one. `None` when all were tried once; those that failed are tried again then.
    pub(crate) async fn next(&self) -> Result<Option<Judged>, Error> {
        let started = Instant::now();
        let mut after = self.after.lock().await;
        let Some(next) = self.index.next_to_judge(*after).await? else {
            *after = 0;
            return Ok(None);
        };
        *after = next.key;
        let judged =
            |verdict| Ok(Some(Judged { id: next.id.clone(), verdict, took: started.elapsed() }));
        let Some(file) = self.store.file(&next.digest).await? else { return judged(None) };
        let found = match self.decoder.describe(file.path(), None).await {
            Ok(timed) => timed.answer.ok().map(|described| described.summary),
            Err(error) if error.is_disk_full() => return Err(error),
            Err(error) => {
                tracing::warn!(%error, id = next.id, "the motion of a replay cannot be judged");
                None
            }
        };
        let Some(Summary { motion: Some(motion), accuracy, .. }) = found.map(Summary::cut) else {
            return judged(None);
        };
        self.index.note_motion(next.key, &next.id, &motion, accuracy).await?;
        judged(Some(motion.verdict))
    }
}
