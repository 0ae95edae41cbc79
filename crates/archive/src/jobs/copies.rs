//! Finding the copies of a replay among all that are stored.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use ghostreel_analysis::copies::{Fingerprint, Index as Fingerprints, Lookup, Verdict};
use tokio::sync::Mutex;
use tokio::time::Instant;

use crate::decode::decoder::Decoder;
use crate::error::Error;
use crate::fair_queue::Client;
use crate::index::sqlite::database::Index;
use crate::records::pair::Copy;
use crate::store::objects::Store;

/// How long all comparisons of an upload may take. What is left then is compared in the background.
pub(crate) const PATIENCE: Duration = Duration::from_secs(10);
/// How long those of one replay may take in the background.
pub(crate) const PATIENCE_IN_BACKGROUND: Duration = Duration::from_secs(5 * 60);
/// Copies of a replay that are kept: the earliest.
const MOST_COPIES: usize = 8;

/// The fingerprints of all replays, in memory.
#[derive(Debug, Default)]
pub(crate) struct CopyFinder {
    fingerprints: Arc<RwLock<Fingerprints>>,
    /// How often one was added.
    additions: AtomicU64,
    /// One replay after the other gets its row and its fingerprint: whoever comes second finds the first.
    pub(crate) adding: Mutex<()>,
}

/// Replays that may be copies.
#[derive(Clone, Debug, Default)]
pub(crate) struct Candidates {
    /// Numbers of replays, those first that share most moments.
    pub(crate) numbers: Vec<u32>,
    /// How often a fingerprint had been added when they were looked for.
    additions: u64,
}

impl CopyFinder {
    /// Loads all fingerprints.
    pub(crate) async fn load(index: &Index) -> Result<Self, Error> {
        let finder = Self::default();
        let add =
            |part| finder.fingerprints.write().unwrap_or_else(PoisonError::into_inner).extend(part);
        index.fingerprints(add).await?;
        Ok(finder)
    }

    pub(crate) fn add(&self, number: u32, fingerprint: &Fingerprint) {
        let mut all = self.fingerprints.write().unwrap_or_else(PoisonError::into_inner);
        all.insert(number, fingerprint);
        self.additions.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn remove(&self, number: u32, fingerprint: &Fingerprint) {
        let mut all = self.fingerprints.write().unwrap_or_else(PoisonError::into_inner);
        all.remove(number, fingerprint);
    }

    /// The replays that may be copies.
    pub(crate) async fn candidates(&self, lookup: &Arc<Lookup>) -> Result<Candidates, Error> {
        let additions = self.additions.load(Ordering::Relaxed);
        let (all, lookup) = (Arc::clone(&self.fingerprints), Arc::clone(lookup));
        let look = move || {
            let all = all.read().unwrap_or_else(PoisonError::into_inner);
            all.candidates(&lookup).iter().map(|candidate| candidate.number).collect()
        };
        let numbers = tokio::task::spawn_blocking(look).await;
        let numbers = numbers.map_err(|join| Error::Io(join.into()))?;
        Ok(Candidates { numbers, additions })
    }

    /// Whether there are candidates now that were not there before.
    pub(crate) async fn has_more(
        &self,
        lookup: &Arc<Lookup>,
        known: &Candidates,
    ) -> Result<bool, Error> {
        if self.additions.load(Ordering::Relaxed) == known.additions {
            return Ok(false);
        }
        let now = self.candidates(lookup).await?;
        Ok(now.numbers.iter().any(|number| !known.numbers.contains(number)))
    }
}

/// What it takes to compare a replay with those stored.
pub(crate) struct Comparing<'a> {
    pub(crate) store: &'a Store,
    pub(crate) index: &'a Index,
    pub(crate) decoder: &'a Decoder,
}

impl Comparing<'_> {
    /// Compares a file with candidates: those that agree with it, and whether all could be compared.
    pub(crate) async fn compare(
        &self,
        file: PathBuf,
        candidates: &[u32],
        client: Client,
        patience: Duration,
    ) -> Result<(Vec<Copy>, bool), Error> {
        let (mut copies, mut is_complete) = (Vec::new(), true);
        let mut others = self.index.of_numbers(candidates).await?;
        // The earliest decides what all others are: no later copy is kept in its place.
        others.sort_by_key(|(number, ..)| *number);
        let deadline = Instant::now() + patience;
        for (_, id, digest) in others {
            if copies.len() == MOST_COPIES {
                break;
            }
            let Some(other) = self.store.file(&digest).await? else { continue };
            let comparing = self.decoder.compare([file.clone(), other.path()], client);
            match tokio::time::timeout_at(deadline, comparing).await {
                Ok(Ok(Ok(comparison))) if comparison.verdict == Verdict::Different => {}
                Ok(Ok(Ok(comparison))) => copies.push(Copy { id, digest, comparison }),
                Ok(Ok(Err(error))) => {
                    tracing::warn!(%error, id, "a replay cannot be compared with another");
                }
                Ok(Err(error)) if error.is_disk_full() => return Err(error),
                Ok(Err(error)) => {
                    tracing::warn!(%error, id, "a replay is compared with another later");
                    is_complete = false;
                }
                Err(_) => {
                    tracing::warn!(id, "comparing a replay takes too long, and goes on later");
                    is_complete = false;
                    break;
                }
            }
        }
        Ok((copies, is_complete))
    }
}
