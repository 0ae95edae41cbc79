//! Statistics of stored replays: worked out by a decoder when somebody asks first, and kept in the index from then on.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use ghostreel_analysis::STATISTICS_VERSION;
use ghostreel_formats::FormatOption;
use ghostreel_formats::core::{Digest, Error as FormatError};

use crate::clock::now_ms;
use crate::decode::message::ErrorMessage;
use crate::error::Error;
use crate::fair_queue::Client;
use crate::index::Index;
use crate::jobs::workplace::Workplace;

/// The most bytes of all statistics that are kept.
const MOST_KEPT_BYTES: u64 = 128 << 20;

/// The archive's answer to a request for a replay's statistics.
#[derive(Clone, Debug, PartialEq)]
pub enum StatisticsAnswer {
    /// There they are.
    Found {
        /// One object, as `ghostreel stats --json` prints it, without `path`.
        json: String,
        /// How long they took a decoder; `None` if somebody had asked before.
        took: Option<Duration>,
    },
    /// There are none for its game.
    NoneForGame,
    /// It cannot be decoded, or takes too much.
    Refused(FormatError),
    /// There is no such replay (any more).
    NoReplay,
}

/// The definition of statistics, and the requests at work on them.
#[derive(Debug)]
pub(crate) struct StatisticsCache {
    definition: String,
    at_work: Mutex<BTreeMap<Digest, Weak<tokio::sync::Mutex<()>>>>,
}

impl StatisticsCache {
    pub(crate) fn new(format_options: &[FormatOption]) -> Self {
        Self { definition: definition(format_options), at_work: Mutex::default() }
    }

    /// The definition that statistics depend on besides the replay: those of another one are ignored.
    pub(crate) fn definition(&self) -> &str {
        &self.definition
    }

    /// The statistics of a replay: kept ones, or worked out by a decoder and kept. Requests meanwhile wait for the same ones.
    pub(crate) async fn get(
        &self,
        place: &Workplace,
        client: Client,
        digest: &Digest,
    ) -> Result<StatisticsAnswer, Error> {
        let _turn = self.turn(digest).await;
        if let Some(kept) = self.kept(&*place.index, &digest.id()).await? {
            return Ok(kept);
        }
        match place.replays.condition(digest).await? {
            None => Ok(StatisticsAnswer::NoReplay),
            Some(Ok(())) => self.work_out(place, client, digest).await,
            Some(Err(damage)) => Err(place.replays.damaged(digest, damage).await),
        }
    }

    /// Held by a request for a replay's statistics, so that two requests at once have them worked out once.
    async fn turn(&self, digest: &Digest) -> tokio::sync::OwnedMutexGuard<()> {
        let of_replay = {
            let mut at_work = self.at_work.lock().unwrap_or_else(PoisonError::into_inner);
            at_work.retain(|_, turn| turn.strong_count() > 0);
            let there = at_work.get(digest).and_then(Weak::upgrade);
            there.unwrap_or_else(|| {
                let turn = Arc::default();
                at_work.insert(*digest, Arc::downgrade(&turn));
                turn
            })
        };
        of_replay.lock_owned().await
    }

    /// Has a decoder work out the statistics of a sound replay, and keeps them.
    async fn work_out(
        &self,
        Workplace { replays, index, decoder, .. }: &Workplace,
        client: Client,
        digest: &Digest,
    ) -> Result<StatisticsAnswer, Error> {
        // Removed since it was looked at; if not, the next request will say what happened to it.
        let Some(file) = replays.store.file(digest).await? else {
            return Ok(StatisticsAnswer::NoReplay);
        };
        let timed = decoder.statistics(file.path(), client).await?;
        let id = digest.id();
        let keep = async |json: &str, is_refused| {
            let (of, most) = (&self.definition, MOST_KEPT_BYTES);
            let kept = index.keep_statistics(&id, of, (json, is_refused), most, now_ms());
            if let Err(error) = kept.await {
                tracing::warn!(%error, id, "statistics cannot be kept");
            }
        };
        match timed.answer {
            Ok(Some(json)) => {
                let json = String::from_utf8(json);
                let json = json.map_err(|error| Error::DecoderPanicked(error.to_string()))?;
                keep(&json, false).await;
                Ok(StatisticsAnswer::Found { json, took: Some(timed.took) })
            }
            Ok(None) => Ok(StatisticsAnswer::NoneForGame),
            Err(error) => {
                let json = serde_json::to_string(&ErrorMessage::from(error.clone()));
                keep(&json.map_err(std::io::Error::from)?, true).await;
                Ok(StatisticsAnswer::Refused(error))
            }
        }
    }

    /// The stored statistics of a replay, if they were requested before.
    pub(crate) async fn kept(
        &self,
        index: &dyn Index,
        id: &str,
    ) -> Result<Option<StatisticsAnswer>, Error> {
        let Some((json, is_refused)) = index.statistics(id, &self.definition).await? else {
            return Ok(None);
        };
        if !is_refused {
            return Ok(Some(StatisticsAnswer::Found { json, took: None }));
        }
        // One that cannot be read is as good as none.
        let error = serde_json::from_str::<ErrorMessage>(&json).ok();
        Ok(error.map(|error| StatisticsAnswer::Refused(error.into())))
    }
}

/// The version of the statistics and, where formats are given options, by which these are known: a table of attributes changes what is
/// read of a replay.
fn definition(format_options: &[FormatOption]) -> String {
    if format_options.is_empty() {
        return STATISTICS_VERSION.to_string();
    }
    let mut all = Digest::hasher();
    for FormatOption { name, file } in format_options {
        all.update(Digest::of(name.as_bytes()).as_bytes());
        all.update(Digest::of(file).as_bytes());
    }
    let all = all.finish().to_string();
    format!("{STATISTICS_VERSION}-{}", all.get(..16).unwrap_or(&all))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_of_formats_are_part_of_the_definition() {
        let option =
            |name: &str, file: &[u8]| FormatOption { name: name.into(), file: file.to_vec() };
        let none = definition(&[]);
        assert_eq!(none, STATISTICS_VERSION.to_string());
        let one = definition(&[option("a", b"1")]);
        assert!(one.starts_with(&format!("{none}-")), "{one}");
        for other in [option("a", b"2"), option("b", b"1"), option("", b"a1")] {
            assert_ne!(definition(&[other]), one);
        }
        assert_eq!(definition(&[option("a", b"1")]), one);
    }

    #[tokio::test]
    async fn requests_for_the_same_replay_wait_and_others_do_not() {
        let cache = StatisticsCache::new(&[]);
        let (one, other) = (Digest::of(b"1"), Digest::of(b"2"));
        let held = cache.turn(&one).await;
        drop(cache.turn(&other).await);
        let short = Duration::from_millis(20);
        assert!(tokio::time::timeout(short, cache.turn(&one)).await.is_err());
        drop(held);
        drop(cache.turn(&one).await);
        drop(cache.turn(&other).await);
        assert!(cache.at_work.lock().unwrap().len() <= 1, "finished work is forgotten");
    }
}
