//! Comparing stored replays with their maps: with maps that came later, or by another version of the comparison.

use std::time::{Duration, Instant};

use tokio::sync::Mutex;

use crate::decode::decoder::Decoder;
use crate::error::Error;
use crate::index::sqlite::database::Index;
use crate::store::objects::Store;

/// A replay that was compared with its map in the background.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Matched {
    /// Its id.
    pub id: String,
    /// The verdict; `None` if one of the two cannot be read now.
    pub verdict: Option<String>,
    /// How long that took.
    pub took: Duration,
}

/// What it takes to compare stored replays with stored maps.
pub(crate) struct Matching<'a> {
    pub(crate) replays: &'a Store,
    pub(crate) maps: &'a Store,
    pub(crate) index: &'a Index,
    pub(crate) decoder: &'a Decoder,
    /// The key behind which replays were not tried since all were.
    pub(crate) after: &'a Mutex<i64>,
}

impl Matching<'_> {
    /// Compares the next one. `None` when all were tried once; those that failed are tried again then.
    pub(crate) async fn next(&self) -> Result<Option<Matched>, Error> {
        let started = Instant::now();
        let mut after = self.after.lock().await;
        let Some(next) = self.index.next_to_match(*after).await? else {
            *after = 0;
            return Ok(None);
        };
        *after = next.key;
        let matched =
            |verdict| Ok(Some(Matched { id: next.id.clone(), verdict, took: started.elapsed() }));
        let (Some(replay), Some(zip)) =
            (self.replays.file(&next.digest).await?, self.maps.file(&next.zip).await?)
        else {
            return matched(None);
        };
        let found = match self.decoder.match_map([replay.path(), zip.path()], None).await {
            Ok(Ok(found)) => found,
            Err(error) if error.is_disk_full() => return Err(error),
            Ok(Err(error)) => {
                tracing::warn!(%error, id = next.id, "a replay cannot be compared with its map");
                return matched(None);
            }
            Err(error) => {
                tracing::warn!(%error, id = next.id, "a replay cannot be compared with its map");
                return matched(None);
            }
        };
        self.index.note_match(&next, &found).await?;
        matched(Some(found.verdict))
    }
}
